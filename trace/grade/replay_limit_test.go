package grade_test

import (
	"fmt"
	"slices"
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

// TestAnswersOverTheLimit: an answer that contradicts the model is not ignored because
// the last call that the replay can judge again had one that is.
func TestAnswersOverTheLimit(t *testing.T) {
	lines := slices.Repeat([]string{`unlock -> ok`}, 1<<14-1)
	gone := `show {"o": "A"} -> {"status": "gone"}`
	const parts = `(init (sim_shown "locked") (status (map ("A" "pending") open)))`
	for _, row := range []struct {
		more []string
		want string
	}{
		{[]string{gone}, "pass; "},
		{[]string{gone, gone}, "inconclusive: an answer contradicts the model after more than 16384 calls; "},
		// What broke a precondition may have been in the window of the contradiction.
		{[]string{`return_it {"o": "A"} -> ok`, gone}, "inconclusive: an answer contradicts the model after more than 16384 calls"},
	} {
		if got := replayed(t, shownTools, shownModel, parts, answered(t, append(lines, row.more...)...)); !strings.HasPrefix(got, row.want) {
			t.Errorf("%v: %.300s", row.more, got)
		}
	}
}

// TestEventsOverTheLimit: calls that cannot be judged again, although it is not known
// when events happen, break no precondition for certain, nor do they in hindsight.
func TestEventsOverTheLimit(t *testing.T) {
	judge := confirming(t, "", "")
	for _, row := range []struct{ calls, want string }{
		{"ship ship ", "fail"},
		{strings.Repeat("look ", 1<<14) + "ship ship ", "inconclusive: the trace has no messages of the user, so that it is not known when the event `user_confirms` happens"},
	} {
		got := judge(row.calls).Replay
		if s := strings.TrimSuffix(string(got.Verdict)+": "+got.Message, ": "); s != row.want {
			t.Errorf("%.20s: %s", row.calls, s)
		}
	}
}

// TestToolNamedLikeACall: the memory of calls does not take a tool for another one
// whose name ends like an argument that is left out.
func TestToolNamedLikeACall(t *testing.T) {
	const tools = `{"tools": [{"name": "a", "inputSchema": {"properties": {"x": {"type": "string"}}}}, {"name": "a,-"}]}`
	const model = `(model (var n Int) (transition a (params (x x)) (pre (= n 1)) (post)) (transition a,- (params) (pre (= n 0)) (post)))`
	if got := replayed(t, tools, model, "(init (n 0))", events(t, "a", "a,-")); got != "fail 1" {
		t.Error(got)
	}
}
