package grade_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestReplayOverItsLimit: a trace that leaves more open than a replay keeps is never
// a pass, and fails where a call breaks a precondition in any case.
func TestReplayOverItsLimit(t *testing.T) {
	var calls []string
	for i := range 300 {
		calls = append(calls, fmt.Sprintf(`cancel {"o": "A%d"}`, i))
	}
	for _, row := range []struct{ last, want string }{
		{`ship {"o": "A0"}`, "inconclusive"},
		{`cancel {"o": "A0"}`, "fail 301"},
		{`return_it {"o": "A299"}`, "fail 301"},
	} {
		got := replayed(t, mapTools, mapModel, "", events(t, append(calls, row.last)...))
		if !strings.HasPrefix(got, row.want) {
			t.Errorf("%s: %.300s", row.last, got)
		}
	}
}
