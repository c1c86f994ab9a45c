// Package feature answers what an editor asks for, one file for each feature. Its functions take
// a snapshot, and have no state; those that report on background work take a
// [Background].
//
// This package is not part of the supported API, and may change.
package feature
