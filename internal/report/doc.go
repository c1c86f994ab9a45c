// Package report is shared by all reports: terminal escapes and colours,
// Markdown, and the formats that list findings.
//
// A verb that reports findings has a [Document], which it writes by [Write] in
// text, JSON, SARIF, GitHub's workflow commands and Markdown. For SARIF and GitHub
// a document lists its [Finding]s; the writers of both are here.
package report
