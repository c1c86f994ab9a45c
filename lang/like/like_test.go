package like_test

import (
	"testing"

	"github.com/mantrac/mantrac/lang/like"
)

func TestMatches(t *testing.T) {
	for _, row := range []struct {
		pattern, text string
		want          bool
	}{
		{"", "", true}, {"", "a", false}, {"a", "a", true}, {"a", "A", false}, {"a", "aa", false},
		{"*", "", true}, {"*", "ab\nc", true}, {"a*", "a", true}, {"a*", "abc", true}, {"a*", "ba", false},
		{"*dollar*", "a dollar.", true}, {"*dollar*", "dollar", true}, {"*dollar*", "dolar", false},
		{"a*a", "a", false}, {"a*a", "aa", true}, {"a*b*c", "abbc", true}, {"a*b*c", "acb", false}, {"*ab*ab*", "aab_ab", true}, {"*ab*ab*", "aab", false},
		{`\*`, "*", true}, {`\*`, "a", false}, {`a\**`, "a*b", true}, {`a\b`, `a\b`, true}, {"%a%", "a", false}, {"é*", "éa", true},
	} {
		if got := like.Parse(row.pattern).Matches(row.text); got != row.want {
			t.Errorf("%q matches %q: %v", row.pattern, row.text, got)
		}
	}
	if !like.Exactly("a*").Matches("a*") || like.Exactly("a*").Matches("ab") {
		t.Error("a string matches itself alone")
	}
}
