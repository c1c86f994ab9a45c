package checker

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// proseWords are the words in the names of arguments that hold prose. The
// first are those that seed 000, App. 0.E names: `reason`, `delivery_address`.
var proseWords = []string{
	"reason", "address", "message", "summary", "note", "notes", "comment", "comments", "description", "content",
	"text", "body", "subject", "justification", "explanation", "details", "feedback", "instructions", "query", "title", "announcement",
}

// freeText reports the pins of a call that hold prose.
func (l *checkLinter) freeText(a *ast.Atom) {
	for _, pin := range a.Pins {
		l.prose(pin, pin)
	}
}

// prose looks for prose in a pin, or in the fields of a record in it. What is
// blamed is always the pin, which can be left out; a field of a pinned record
// cannot.
func (l *checkLinter) prose(pin, part *ast.Pin) bool {
	if part.Name == nil {
		return false
	}
	switch v := part.Value.(type) {
	case *ast.RecordLit:
		// The finding is about the whole pin, so the first field is enough.
		if slices.ContainsFunc(v.Fields, func(f *ast.Pin) bool { return l.prose(pin, f) }) {
			return true
		}
	case *ast.Literal:
		text, ok := v.Value.(types.Text)
		if !ok {
			return false
		}
		// A text that the schema lists is no prose.
		if why := whyProse(part.Name.Name, string(text)); why != "" && !l.info.listed[part] {
			l.info.report(freeText{At: l.unit.Span(pin), Name: part.Name.Name, Why: why})
			return true
		}
	}
	return false
}

// whyProse says why a string is taken for prose, or returns "".
func whyProse(name, value string) string {
	// A long text is prose, whatever the name of the argument.
	if len(strings.Fields(value)) >= 5 {
		return "the value is a sentence"
	}
	for _, word := range strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '_' || r == '-' || r == '.' }) {
		if slices.Contains(proseWords, word) {
			return fmt.Sprintf("an argument called `%s` is written by the agent in its own words", name)
		}
	}
	return ""
}
