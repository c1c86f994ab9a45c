package tool

import (
	"slices"
	"strings"
	"unicode"

	"github.com/mantrac/mantrac/lang/syntax"
)

// IsName reports whether a tool or a parameter of this name can be written in
// the languages: an identifier of characters that can be seen.
func IsName(s string) bool {
	return syntax.IsIdent(s) && !strings.ContainsFunc(s, unseen)
}

func unseen(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || r == unicode.ReplacementChar
}

// identifier makes a name of a text: letters and digits, and an underscore
// for each run of anything else; "" if nothing is left.
func identifier(s string) string {
	words := strings.FieldsFunc(s, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	words = slices.DeleteFunc(words, func(w string) bool { return strings.Trim(w, "_") == "" })
	name := strings.Join(words, "_")
	if name != "" && !syntax.IsIdent(name) {
		name = "_" + name
	}
	return name
}
