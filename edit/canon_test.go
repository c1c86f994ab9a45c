package edit_test

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/syntax"
)

// canonical returns what a file says, without layout, comments and the order
// that means nothing. It shares no code with the package under test.
func canonical(text string) string { return reading(text, false) }

// inOrder returns what a file says without layout and comments. The order of
// what is of one kind counts, but not that of variables among transitions.
func inOrder(text string) string { return reading(text, true) }

func reading(text string, order bool) string {
	r := canonReader{order: order}
	for _, t := range syntax.Lex(text) {
		if !t.Kind.IsTrivia() {
			r.tokens = append(r.tokens, text[t.Start:t.End])
		}
	}
	var forms []string
	for len(r.tokens) > 0 {
		forms = append(forms, r.form())
	}
	if !order {
		slices.Sort(forms)
	}
	return strings.Join(forms, "\n")
}

type canonReader struct {
	tokens []string
	order  bool
}

// unordered says of the forms whose items have no order how many items at
// their beginning do.
var unordered = map[string]int{"model": 1, "params": 1, "pre": 1, "post": 1, "case": 2, "init": 1, "checks": 1, "goal": 1,
	"Enum": 1, "Record": 1, "call": 2, "no_call": 2, "every_call": 2, "rules": 1, "results": 1}

func (r *canonReader) form() string {
	t := r.tokens[0]
	r.tokens = r.tokens[1:]
	if t != "(" {
		return t
	}
	var items []string
	for r.tokens[0] != ")" {
		if item := r.form(); item != "(init)" && item != "(results)" {
			items = append(items, item)
		}
	}
	r.tokens = r.tokens[1:]
	n, ok := unordered[head(items)]
	switch {
	case !ok || len(items) <= n:
	case !r.order:
		slices.Sort(items[n:])
	case items[0] == "model" || items[0] == "case":
		slices.SortStableFunc(items[n:], func(a, b string) int { return strings.Compare(strings.Fields(a)[0], strings.Fields(b)[0]) })
	}
	return "(" + strings.Join(items, " ") + ")"
}

func head(items []string) string {
	if len(items) == 0 {
		return ""
	}
	return items[0]
}
