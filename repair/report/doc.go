// Package report writes the candidates of package repair as text and JSON, and lists the
// conflicts with them as findings for SARIF, GitHub and Markdown.
//
// This package is not part of the supported API, and may change.
package report
