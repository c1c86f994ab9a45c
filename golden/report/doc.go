// Package report writes how kept traces are judged: as text like that of go test, as
// JSON, JUnit and Markdown, and as findings for SARIF and GitHub.
//
// This package is not part of the supported API, and may change.
package report
