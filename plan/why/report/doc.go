// Package report writes why calls are refused as text and JSON.
//
// The JSON documents keep to why.schema.json.
//
// This package is not part of the supported API, and may change.
package report
