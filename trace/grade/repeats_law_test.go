package grade_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// TestRepeatedCalls: a call is a repeat if an earlier call with equal arguments has
// not failed, and nothing was written since. A write that failed has written nothing.
// It does not matter whether the log tells at the call that it failed, or later.
func TestRepeatedCalls(t *testing.T) {
	for _, row := range []struct{ trace, want string }{
		{"look;look", "1-2"},
		{"look!;look", ""},
		{"look;look!;look", "1-2 1-3"},
		{"look;look!;look!;look", "1-2 1-3 1-4"},
		{"look!;look!;look", ""},
		{"look;buy;look", ""},
		{"look;buy!;look", "1-3"},
		{"look;buy;buy!;look", "2-3"},
		{"look;buy!;buy!;look", "1-4"},
		{"buy;buy", "1-2"},
		{"buy;buy!;buy", "1-2 1-3"},
		{"buy;buy;buy", "1-2 2-3"},
		{"buy!;buy", ""},
		// A write of which the arguments are not known is a write.
		{"look;buy ?;look", ""},
	} {
		want := row.want
		for _, late := range []bool{false, true} {
			if got := repeated(t, strings.Split(row.trace, ";"), late); got != want {
				t.Errorf("%s, results later %v: %s, want %s", row.trace, late, got, want)
			}
		}
	}
}

// repeated returns the repeated calls as pairs of places in a trace. If late, only
// results tell how calls end.
func repeated(t *testing.T, lines []string, late bool) string {
	t.Helper()
	p := shop(t, "(checks (c (or (call look) (no_call look))))")
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{Findings: []grade.Class{grade.RepeatedCall}})
	if err != nil {
		t.Fatal(err)
	}
	var list []trace.Event
	for _, e := range events(t, lines...) {
		status := e.Status
		if late {
			e.Status = ""
		}
		list = append(list, e)
		if late {
			list = append(list, trace.Event{Seq: e.Seq, Kind: trace.Result, CallID: e.CallID, Tool: e.Tool, Status: status, Text: "x"})
		}
	}
	var got []string
	for _, f := range plan.Grade(&trace.Trace{Events: list}).Findings {
		got = append(got, fmt.Sprintf("%d-%d", f.Evidence[0].Seq, f.Evidence[1].Seq))
	}
	return strings.Join(got, " ")
}
