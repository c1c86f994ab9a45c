package grade_test

import (
	"testing"

	"github.com/mantrac/mantrac/internal/worldtest"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// With EitherFailed a refused call fulfils no check, and a trace without failed calls
// is graded as ever.
func TestEitherFailed(t *testing.T) {
	s := worldtest.Shop(t)
	order := types.Object{{Name: "order_id", Value: types.Text("A1")}}
	for status, want := range map[trace.Status]grade.Verdict{trace.OK: grade.Pass, trace.Rejected: grade.Fail, trace.Failed: grade.Fail} {
		for _, o := range []grade.FailedCalls{grade.CountFailed, grade.EitherFailed} {
			plan, err := grade.NewPlan(s, s.Cases[0], grade.Options{Failed: o})
			if err != nil {
				t.Fatal(err)
			}
			r := plan.Grade(&trace.Trace{Events: []trace.Event{
				{Seq: 1, Kind: trace.Call, CallID: "1", Tool: "cancel_order", Args: order, State: trace.ArgsOK},
				{Seq: 2, Kind: trace.Result, CallID: "1", Tool: "cancel_order", Status: status, Text: "{}"},
			}})
			if o == grade.CountFailed && r.Verdict != grade.Pass || o == grade.EitherFailed && r.Verdict != want {
				t.Errorf("%s, %s: %s", o, status, r.Verdict)
			}
		}
	}
}

// TestEitherFailedDamaged: with EitherFailed a record that could not be read may have
// been the call that a check asks for, also if it was told of before the trace.
func TestEitherFailedDamaged(t *testing.T) {
	s := worldtest.Shop(t)
	plan, err := grade.NewPlan(s, s.Cases[0], grade.Options{Failed: grade.EitherFailed})
	if err != nil {
		t.Fatal(err)
	}
	header := trace.Header{ID: "1", File: "log"}
	for name, p := range map[string]trace.Problem{
		"the trace": {Trace: "1", Message: "broken"}, "any": {Any: true, File: "log", Message: "broken"},
	} {
		for _, early := range []bool{true, false} {
			var found []*grade.Result
			g := grade.NewGrader(
				func(*trace.Header) (*grade.Plan, error) { return plan, nil },
				func(r *grade.Result) error { found = append(found, r); return nil })
			if early {
				g.Problem(p)
			}
			g.Begin(&header)
			if !early {
				g.Problem(p)
			}
			g.End()
			g.Begin(&trace.Header{ID: "2", File: "other"})
			g.End()
			if found[0].Verdict != grade.Inconclusive || found[1].Verdict != grade.Fail {
				t.Errorf("a problem of %s, early: %v: %s, and %s of a whole trace", name, early, found[0].Verdict, found[1].Verdict)
			}
		}
	}
}
