// Package report writes plans as text, as JSON, and as a graph in the language DOT
// of Graphviz.
//
// The JSON documents keep to plan.schema.json. Calls, traces, and what is to blame
// look as they do in the reports of validation.
//
// This package is not part of the supported API, and may change.
package report
