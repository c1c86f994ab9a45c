package worddiff_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/worddiff"
)

func TestDiff(t *testing.T) {
	for _, c := range []struct{ old, new, plain, markdown string }{
		{"Look before you pay.", "Look before you pay.", "Look before you pay.", "Look before you pay."},
		{"Look before you pay.", "Look twice before you pay.", "Look {+twice +}before you pay.", "Look **twice** before you pay."},
		{"at most 3 days", "at most 14 days", "at most [-3-]{+14+} days", "at most ~~3~~ **14** days"},
		{"a red car", "a big blue car", "a [-red-]{+big blue+} car", "a ~~red~~ **big blue** car"},
		{"one two three", "eins zwei three", "[-one two-]{+eins zwei+} three", "~~one two~~ **eins zwei** three"},
		{"", "new *text*", "{+new *text*+}", `**new \*text\***`},
		{"old", "", "[-old-]", "~~old~~"},
		{"", "", "", ""},
		{"policy.md#Refunds", "policy.md#Returns", "policy.md#[-Refunds-]{+Returns+}", `policy.md\#~~Refunds~~ **Returns**`},
		{"über 5€", "unter 5€", "[-über-]{+unter+} 5€", "~~über~~ **unter** 5€"},
	} {
		spans := worddiff.Diff(c.old, c.new)
		if got := worddiff.Plain(spans); got != c.plain {
			t.Errorf("%q and %q: %s, not %s", c.old, c.new, got, c.plain)
		}
		if got := worddiff.Markdown(spans); got != c.markdown {
			t.Errorf("%q and %q: %s, not %s", c.old, c.new, got, c.markdown)
		}
		if worddiff.Changed(spans) != (c.old != c.new) {
			t.Errorf("%q and %q: %v", c.old, c.new, spans)
		}
		if got := worddiff.Color(spans); strings.Contains(got, "\x1b[1;91m[-") != strings.Contains(c.plain, "[-") {
			t.Errorf("%q and %q: %q", c.old, c.new, got)
		}
	}
}

// The spans give back both texts, whatever is in them, and a deletion comes
// before an insertion at the same place.
func TestSpansGiveBackTheTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.StringMatching(`([a-c]{1,2}[ ,.\n]){0,12}`), rapid.String())
		a, b := text.Draw(t, "old"), text.Draw(t, "new")
		var old, new strings.Builder
		last := worddiff.Op("")
		for _, s := range worddiff.Diff(a, b) {
			if s.Text == "" || s.Op == last || s.Op == worddiff.Delete && last == worddiff.Insert {
				t.Fatalf("%v follows %s", s, last)
			}
			last = s.Op
			if s.Op != worddiff.Insert {
				old.WriteString(s.Text)
			}
			if s.Op != worddiff.Delete {
				new.WriteString(s.Text)
			}
		}
		if old.String() != a || new.String() != b {
			t.Fatalf("%q and %q, not %q and %q", old.String(), new.String(), a, b)
		}
	})
}

// What is too long to be read word by word is shown as a whole.
func TestManyWords(t *testing.T) {
	long := strings.Repeat("a b ", 20_000)
	spans := worddiff.Diff("x "+long+"y", "x "+strings.ReplaceAll(long, "b", "c")+"y")
	if len(spans) != 4 || spans[0].Text != "x a " || spans[3].Text != " y" {
		t.Errorf("%d spans", len(spans))
	}
}
