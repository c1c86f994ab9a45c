// Package system is the core of every engine: a checked case as data, with its
// leaves, conditions, parameters, questions, scenarios and traces.
//
// This package is not part of the supported API, and may change.
package system
