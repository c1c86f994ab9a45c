package main

import "testing"

func TestVisibleText(t *testing.T) {
	for text, want := range map[string]string{
		"a\n\tb\n":            "a\n\tb\n",
		"a\r\nb\rc\r\n":       "a\nb\\rc\n",
		"\x1b[31mred\u202e\n": "\\x1b[31mred\\u202e\n",
	} {
		if got := visibleText(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
