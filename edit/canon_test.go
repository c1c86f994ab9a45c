package edit_test

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/syntax"
)

// canonical returns what a file says, without layout, comments and the order
// that means nothing. It shares no code with the package under test.
func canonical(text string) string {
	r := canonReader{text: text}
	for _, t := range syntax.Lex(text) {
		if !t.Kind.IsTrivia() {
			r.tokens = append(r.tokens, text[t.Start:t.End])
		}
	}
	var forms []string
	for len(r.tokens) > 0 {
		forms = append(forms, r.form())
	}
	slices.Sort(forms)
	return strings.Join(forms, "\n")
}

type canonReader struct {
	text   string
	tokens []string
}

// unordered says of the forms whose items have no order how many items at
// their beginning do.
var unordered = map[string]int{"model": 1, "params": 1, "pre": 1, "post": 1, "case": 2, "init": 1, "checks": 1, "goal": 1,
	"Enum": 1, "Record": 1, "call": 2, "no_call": 2}

func (r *canonReader) form() string {
	t := r.tokens[0]
	r.tokens = r.tokens[1:]
	if t != "(" {
		return t
	}
	var items []string
	for r.tokens[0] != ")" {
		if item := r.form(); item != "(init)" {
			items = append(items, item)
		}
	}
	r.tokens = r.tokens[1:]
	if n, ok := unordered[items0(items)]; ok && len(items) > n {
		slices.Sort(items[n:])
	}
	return "(" + strings.Join(items, " ") + ")"
}

func items0(items []string) string {
	if len(items) == 0 {
		return ""
	}
	return items[0]
}
