package like_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/like"
	"pgregory.net/rapid"
)

// Of "a*", "*a" and "a*a", the strings of the first two but not of the last are one.
func TestFew(t *testing.T) {
	classes, ok := like.Divide(parsed("a*", "*a", "a*a"))
	if !ok {
		t.Fatal("too many")
	}
	var few [][]string
	for _, c := range classes {
		if c.Few != nil {
			few = append(few, c.Few)
		}
	}
	if fmt.Sprint(few) != "[[a]]" || len(classes) != 5 {
		t.Errorf("%v of %d classes", few, len(classes))
	}
}

// Every string is in one class, a class that is not endless has all of its strings,
// and the strings of an endless one are different and in it.
func TestDivide(t *testing.T) {
	texts := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "1", "*"}), 0, 4).Draw(t, "pattern"), "")
	})
	some := rapid.StringOfN(rapid.SampledFrom([]rune("ab1z")), 0, 6, -1)
	modeltest.Law(t, 200, func(t *rapid.T) {
		drawn := rapid.SliceOfN(texts, 1, 4).Draw(t, "patterns")
		classes, ok := like.Divide(parsed(drawn...))
		if !ok {
			t.Fatal("too many")
		}
		for range 20 {
			s := some.Draw(t, "string")
			var in []like.Class
			for _, c := range classes {
				if c.Has(s) {
					in = append(in, c)
				}
			}
			if len(in) != 1 || in[0].Few != nil && !slices.Contains(in[0].Few, s) {
				t.Fatalf("%q: %q is in %v", drawn, s, in)
			}
		}
		for _, c := range classes {
			list := c.Few
			for n := 0; c.Few == nil && n < 40; n++ {
				list = append(list, c.Text(n))
			}
			seen := make(map[string]bool)
			for _, s := range list {
				if seen[s] || !c.Has(s) {
					t.Fatalf("%q: %q is twice in the class of %v, or not in it", drawn, s, c.Matches)
				}
				seen[s] = true
			}
		}
	})
}

// Patterns that look for words divide the strings, and many do not.
func TestDivideWords(t *testing.T) {
	classes, ok := like.Divide(parsed("gift_card_*", "credit_card_*", "*dollar*", "*euro", "paypal_*"))
	if !ok || len(classes) != 16 {
		t.Errorf("%d classes", len(classes))
	}
	var texts []string
	for r := 'a'; r <= 'z'; r++ {
		texts = append(texts, "*"+string(r)+"*")
	}
	if _, ok := like.Divide(parsed(texts...)); ok {
		t.Error("2²⁶ classes were found")
	}
}
