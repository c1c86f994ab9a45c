// Package report writes graded traces as JUnit, SARIF, GitHub annotations,
// Markdown, CSV and HTML, and statistics as text, JSON and Markdown.
//
// All of them are views of the same [Report], and say the same: what failed
// is kept apart from what could not be decided, and from what could not be
// read. Texts of traces are hostile: each format escapes what it would act
// upon.
//
// This package is not part of the supported API, and may change.
package report
