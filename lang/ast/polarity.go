package ast

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/spell"
)

// negatives are the parts of names that deny something.
var negatives = []string{
	"no", "not", "non", "never", "without", "none", "nothing", "neither", "nor", "nand", "xor", "dont", "forbid", "forbids", "forbidden",
	"prohibit", "prohibits", "prohibited", "avoid", "avoids", "deny", "denies", "exclude", "excludes", "unless", "refuse", "reject",
}

// negative reports whether a text has a word that denies something, such as
// `no_purchase` or `not-contains`.
func negative(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return (r < 'a' || r > 'z') && r != '\'' })
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(negatives, strings.ReplaceAll(w, "'", "")) })
}

// nearest is [spell.Nearest] among words that deny what the given one denies:
// `tool_call` is no slip for `no_call`.
func nearest(word string, known []string) string {
	known = slices.DeleteFunc(slices.Clone(known), func(k string) bool { return negative(k) != negative(word) })
	return spell.Nearest(word, known)
}
