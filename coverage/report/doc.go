// Package report writes coverage as text, JSON, HTML and LCOV.
//
// [Text] counts the items by kind and status and lists those that no case touches.
// [JSON] has all items and all places of manuals, and coverage.schema.json describes it. [HTML]
// is one page that loads nothing; it shows the manual with the status of each
// line, in words and in colour. [LCOV] is the tracefile of that name, which
// editors and review sites show: a line of the model is hit as often as there are
// cases that touch an item on it.
//
// This package is not part of the supported API, and may change.
package report
