// Package report writes what became of mutants as text, JSON and HTML, and lists the
// survivors as findings for SARIF, GitHub and Markdown.
//
// [Text] shows the score, the cases, what is not tested in full, and each
// survivor with the trace that tells it apart and the check that would kill it.
// [JSON] has all of it for programs, each mutant included, and mutate.schema.json describes
// that. [HTML] writes one page that holds everything and loads nothing.
//
// This package is not part of the supported API, and may change.
package report
