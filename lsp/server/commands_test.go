package server

import (
	"testing"

	"github.com/mantrac/mantrac/lsp/feature"
)

// The argument of a command that is of another shape is refused in words of the protocol.
func TestCommandArguments(t *testing.T) {
	for argument, want := range map[any]string{
		5:   "the command takes an object {uri, case} of two strings, found 5",
		"x": `the command takes an object {uri, case} of two strings, found "x"`,
	} {
		_, err := argumentOf([]any{argument})
		if err == nil || err.Error() != want {
			t.Errorf("%v: got %v, want %s", argument, err, want)
		}
	}
	if got, err := argumentOf([]any{map[string]any{"uri": "file:///a.wm"}}); err != nil || got != (feature.CaseArgument{URI: "file:///a.wm"}) {
		t.Errorf("got %v, %v", got, err)
	}
}
