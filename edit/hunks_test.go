package edit_test

import (
	"strings"
	"testing"

	"github.com/mantrac/mantrac/edit"
)

// Sequences of which both versions change something. One letter is one element.
func TestMergeOfSequences(t *testing.T) {
	for _, test := range []struct{ base, ours, theirs, want string }{
		{"abc", "abc", "axc", "axc"},
		{"abc", "axc", "axc", "axc"},
		{"abcde", "axcde", "abcye", "axcye"},
		{"abcde", "axcye", "axcde", "axcye"}, // the same change, and another one
		{"abcde", "axcde", "axcye", "axcye"},
		{"abcde", "axbcde", "axbcye", "axbcye"}, // the same insertion
		{"abcde", "bcde", "abcd", "bcd"},
		{"abc", "xabc", "ybc", "xybc"}, // put in front of what is replaced
		{"abc", "axc", "ayc", "conflict"},
		{"abc", "axbc", "aybc", "conflict"},
		{"abcd", "axyd", "abzd", "conflict"},
		{"abcd", "ad", "abxcd", "conflict"}, // put into what is removed
	} {
		list := func(s string) []string { return strings.Split(s, "") }
		got, ok := edit.MergeLists(list(test.base), list(test.ours), list(test.theirs))
		text := strings.Join(got, "")
		if !ok {
			text = "conflict"
		}
		if text != test.want {
			t.Errorf("%s, %s of %s: %s, want %s", test.ours, test.theirs, test.base, text, test.want)
		}
	}
}
