// Package report writes graded traces for those who read them: JUnit and SARIF
// for machines of CI, workflow commands and Markdown for GitHub, CSV for
// spreadsheets, statistics as text and JSON, and one HTML file for people.
//
// All of them are views of the same [Report], and say the same: what failed
// is kept apart from what could not be decided, and from what could not be
// read. Texts of traces are hostile: each format escapes what it would act
// upon.
//
// This package is not part of the supported API, and may change.
package report
