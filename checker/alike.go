package checker

import (
	"unicode"

	"github.com/mantrac/mantrac/lang/diag"
)

// notAlike notes in which character two names differ that look alike: a letter
// of another alphabet, or an accent that is a character of its own.
func notAlike(d *diag.Diagnostic, name, near string) {
	have, want := []rune(name), []rune(near)
	i := 0
	for i < min(len(have), len(want)) && have[i] == want[i] {
		i++
	}
	a, b := runeAt(have, i), runeAt(want, i)
	switch {
	case accented(have) != accented(want):
		d.Notef("the two names look alike: in one of them an accent is a character of its own, such as U+0308")
	case script(a) != nil && script(b) != nil && script(a) != script(b):
		d.Notef("`%s` has the character U+%04X, where `%s` has U+%04X", name, a, near, b)
	}
}

func runeAt(word []rune, i int) rune {
	if i < len(word) {
		return word[i]
	}
	return 0
}

// accented reports whether a word has an accent that is a character of its own.
func accented(word []rune) bool {
	for _, r := range word {
		if unicode.Is(unicode.Mn, r) {
			return true
		}
	}
	return false
}

// script returns the alphabet of a letter, or nil.
func script(r rune) *unicode.RangeTable {
	for _, table := range []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Armenian} {
		if unicode.Is(table, r) {
			return table
		}
	}
	return nil
}
