package spell_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/spell"
)

func TestNearest(t *testing.T) {
	for _, c := range []struct {
		word       string
		candidates string
		want       string
	}{
		{"in_stok", "in_stock legacy_checked", "in_stock"},
		{"legacy-checked", "legacy_checker legacy_checked", "legacy_checked"},
		{"STATUS", "statue status", "status"},
		{"Status", "status Status STATUS", "Status"},
		{"getUserId", "getuserid get_user_id", "getuserid"},
		{"abc", "abd abe", "abd"},
		{"abc", "xbd ab", "ab"},
		{"cat", "dog bird", ""},
		{"x", "y z", ""},
		{"x", "X", "X"},
		{"x", "xy", "xy"},
		{"int", "integer", ""},
		{"modle", "model", "model"},
		{"form", "from farm", "from"},
		{"interger", "number integer", "integer"},
		{"größe", "grösse größer", "größer"},
		{"", "a b", ""},
		{"word", "", ""},
		{strings.Repeat("a", 300), strings.Repeat("a", 299), ""},
		{strings.Repeat("a", 300), strings.Repeat("A", 300), strings.Repeat("A", 300)},
	} {
		if got := spell.Nearest(c.word, strings.Fields(c.candidates)); got != c.want {
			t.Errorf("Nearest(%q, %q) = %q, want %q", c.word, c.candidates, got, c.want)
		}
	}
}

// A candidate that is the word itself always wins, the result is always one of
// the candidates, and it does not depend on candidates that are not near.
func TestNearestLaws(t *testing.T) {
	name := rapid.StringMatching(`[a-cA-C_-]{0,8}`)
	rapid.Check(t, func(t *rapid.T) {
		word := name.Draw(t, "word")
		list := rapid.SliceOfN(name, 0, 8).Draw(t, "candidates")
		got := spell.Nearest(word, list)
		if got != "" && !slices.Contains(list, got) {
			t.Fatalf("%q is not among the candidates", got)
		}
		if word != "" && slices.Contains(list, word) && got != word {
			t.Fatalf("%q was among the candidates, but %q was chosen", word, got)
		}
		far := append(slices.Clone(list), strings.Repeat("z", 40))
		if again := spell.Nearest(word, far); again != got {
			t.Fatalf("%q became %q by a candidate that is not near", got, again)
		}
	})
}
