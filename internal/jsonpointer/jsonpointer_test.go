package jsonpointer_test

import (
	"testing"

	"github.com/mantrac/mantrac/internal/jsonpointer"
)

func TestEscape(t *testing.T) {
	for name, token := range map[string]string{
		"":     "",
		"a b":  "a b",
		"a/b":  "a~1b",
		"m~n":  "m~0n",
		"~1":   "~01", // an escape in a name is text
		"~/~0": "~0~1~00",
	} {
		if got := jsonpointer.Escape(name); got != token {
			t.Errorf("the token of %q is %q, not %q", name, got, token)
		}
		if got := jsonpointer.Unescape(token); got != name {
			t.Errorf("the name of %q is %q, not %q", token, got, name)
		}
	}
}

// A tilde that begins no escape stays, since pointers of people are read as well.
func TestUnescapeOfNoEscape(t *testing.T) {
	for _, token := range []string{"~", "a~", "~2", "~~"} {
		if got := jsonpointer.Unescape(token); got != token {
			t.Errorf("%q becomes %q", token, got)
		}
	}
}

func TestIndex(t *testing.T) {
	for token, want := range map[string]int{"0": 0, "2": 2, "3": -1, "-1": -1, "+1": -1, "01": -1, "": -1, "-": -1, "1 ": -1, "99999999999999999999": -1} {
		i, ok := jsonpointer.Index(token, 3)
		if ok != (want >= 0) || ok && i != want {
			t.Errorf("%q refers to %d, %v", token, i, ok)
		}
	}
}
