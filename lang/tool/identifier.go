package tool

import (
	"slices"
	"strings"
	"unicode"
)

// IsName reports whether a tool or a parameter of this name can be written in
// the languages: a run of characters other than white space, control
// characters and `( ) " ;` that does not begin as a number does.
func IsName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, breaksName) && !looksLikeNumber(s)
}

// breaksName reports whether the character ends a name of the languages, or
// cannot be seen in one.
func breaksName(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || r == unicode.ReplacementChar || strings.ContainsRune(`();"`, r)
}

// looksLikeNumber reports whether a word begins as a number of the languages
// does, rightly or wrongly written.
func looksLikeNumber(s string) bool {
	s = strings.TrimLeft(s, "+-.")
	return s != "" && s[0] >= '0' && s[0] <= '9'
}

// identifier makes a name of a text: letters and digits, and an underscore
// for each run of anything else; "" if nothing is left.
func identifier(s string) string {
	words := strings.FieldsFunc(s, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	words = slices.DeleteFunc(words, func(w string) bool { return strings.Trim(w, "_") == "" })
	name := strings.Join(words, "_")
	if looksLikeNumber(name) {
		name = "_" + name
	}
	return name
}
