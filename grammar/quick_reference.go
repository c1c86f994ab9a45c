// Package grammar holds the quick reference of both languages, for prompts and help.
// The specification is beside it.
//
// This package is not part of the supported API, and may change.
package grammar

import (
	_ "embed"
	"strings"
)

//go:embed quick-reference.md
var quickReference string

// Section returns the part of the quick reference whose heading begins with a text, with
// the heading; "" if there is none.
func Section(heading string) string {
	_, rest, ok := strings.Cut(quickReference, "\n## "+heading)
	if !ok {
		return ""
	}
	text, _, _ := strings.Cut(rest, "\n## ")
	return "## " + heading + strings.TrimRight(text, "\n") + "\n"
}
