package pairs_test

import (
	"cmp"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/pairs"
)

func TestPairs(t *testing.T) {
	for _, c := range []struct{ old, new, by, loners string }{
		{"", "", "", ""},
		{"a b", "b a", "b=b a=a", "b=b a=a"},
		{"a a", "a", "a=a a=-", "a=a a=-"},
		{"a x", "y a", "-=y a=a x=-", "x=y a=a"},
		{"a x z", "y a", "-=y a=a x=- z=-", "-=y a=a x=- z=-"},
		{"x", "y z", "-=y -=z x=-", "-=y -=z x=-"},
		{"x", "", "x=-", "x=-"},
	} {
		list := pairs.Same(strings.Fields(c.old), strings.Fields(c.new), strings.Clone)
		if got := show(list); got != c.by {
			t.Errorf("%q and %q: %q, expected %q", c.old, c.new, got, c.by)
		}
		if got := show(pairs.Loners(list)); got != c.loners {
			t.Errorf("%q and %q, loners together: %q, expected %q", c.old, c.new, got, c.loners)
		}
	}
}

func TestPairsByTwoKeys(t *testing.T) {
	behind := func(prefix string) func(string) string {
		return func(s string) string { return strings.TrimPrefix(s, prefix) }
	}
	if got := show(pairs.By([]string{"old/a", "old/b"}, []string{"new/b"}, behind("old/"), behind("new/"))); got != "old/b=new/b old/a=-" {
		t.Error(got)
	}
}

func show(list []pairs.Pair[string]) string {
	var all []string
	for _, p := range list {
		all = append(all, cmp.Or(p.Old, "-")+"="+cmp.Or(p.New, "-"))
	}
	return strings.Join(all, " ")
}
