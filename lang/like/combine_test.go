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

func parsed(texts ...string) []like.Pattern {
	var list []like.Pattern
	for _, s := range texts {
		list = append(list, like.Parse(s))
	}
	return list
}

// What "a*" and "*a" match, but not "a*a", is "a" and nothing else.
func TestOneStringIsLeft(t *testing.T) {
	has := func(avoid ...string) bool {
		list, ok := like.Samples(parsed("a*", "*a", "a*a"), avoid)
		if !ok {
			t.Fatal("too many")
		}
		return slices.ContainsFunc(list, func(s like.Sample) bool { return fmt.Sprint(s.Matches) == "[true true false]" })
	}
	if !has() || !has("b") {
		t.Error("there is one")
	}
	if has("a") {
		t.Error("there is a second one")
	}
}

// The combinations are those of all strings of up to 6 characters, where the
// patterns have up to 3.
func TestSamples(t *testing.T) {
	var all []string
	for from, n := 0, 0; n <= 6; n++ {
		if n == 0 {
			all = append(all, "")
			continue
		}
		to := len(all)
		for _, s := range all[from:to] {
			for _, r := range "abz" {
				all = append(all, s+string(r))
			}
		}
		from = to
	}
	texts := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "*"}), 0, 3).Draw(t, "pattern"), "")
	})
	modeltest.Law(t, 200, func(t *rapid.T) {
		drawn := rapid.SliceOfN(texts, 1, 3).Draw(t, "patterns")
		avoid := rapid.SliceOfN(rapid.SampledFrom(all[:13]), 0, 3).Draw(t, "avoid")
		patterns := parsed(drawn...)
		vector := func(s string) string {
			var b strings.Builder
			for _, p := range patterns {
				fmt.Fprint(&b, p.Matches(s), " ")
			}
			return b.String()
		}
		want := make(map[string]bool)
		for _, s := range all {
			if !slices.Contains(avoid, s) {
				want[vector(s)] = true
			}
		}
		list, ok := like.Samples(patterns, avoid)
		if !ok {
			t.Fatal("too many")
		}
		for _, s := range list {
			if slices.Contains(avoid, s.Text) || !want[vector(s.Text)] || vector(s.Text) != strings.Trim(fmt.Sprint(s.Matches), "[]")+" " {
				t.Fatalf("%q: %q is not a sample of %v", drawn, s.Text, s.Matches)
			}
			delete(want, vector(s.Text))
		}
		if len(want) > 0 {
			t.Fatalf("%q: missing %v", drawn, want)
		}
	})
}

// Patterns beyond the limit are refused at once.
func TestTooMany(t *testing.T) {
	var texts []string
	for r := 'a'; r <= 'z'; r++ {
		texts = append(texts, "*"+string(r)+"*")
	}
	if _, ok := like.Samples(parsed(texts...), nil); ok {
		t.Error("2²⁶ combinations were found")
	}
}

// A long pattern is refused, or divided, in time and memory that grow with its length.
func TestLong(t *testing.T) {
	long := strings.Repeat("ab", 30_000)
	for _, text := range []string{long, long + "*", "*" + long[:2000], long[:2000] + "*" + long[:2000]} {
		patterns := parsed(text)
		samples, ok := like.Samples(patterns, nil)
		if !ok || len(samples) != 2 {
			t.Errorf("%.5s…: %d samples, %t", text, len(samples), ok)
		}
		classes, ok := like.Divide(patterns)
		if !ok || len(classes) != 2 {
			t.Errorf("%.5s…: %d classes, %t", text, len(classes), ok)
		}
		for _, c := range classes {
			if c.Few == nil && (!c.Has(c.Text(0)) || !c.Has(c.Text(1)) || c.Text(0) == c.Text(1)) {
				t.Errorf("%.5s…: the texts of a class are not in it", text)
			}
		}
	}
}
