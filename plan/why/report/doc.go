// Package report writes why calls are refused as text and JSON, and lists them as
// findings for SARIF, GitHub and Markdown.
//
// The JSON documents keep to why.schema.json.
//
// This package is not part of the supported API, and may change.
package report
