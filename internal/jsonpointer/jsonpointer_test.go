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
