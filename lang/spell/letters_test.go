package spell

import (
	"testing"

	"pgregory.net/rapid"
)

// No two words are fewer edits apart than the letters that only one of them has.
func TestLettersBoundEdits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-cé_]{0,8}`)
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		if n, d := letters(a, b), edits(a, b); n > d {
			t.Fatalf("%q and %q: %d letters, %d edits", a, b, n, d)
		}
	})
}
