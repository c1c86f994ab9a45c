package grade_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// A failed check names the tool whose call is missing or forbidden.
func TestToolOfFailure(t *testing.T) {
	for _, row := range []struct{ form, trace, want string }{
		{"(call look)", "find", "look"},
		{"(at_least 2 (call look))", "look", "look"},
		{"(after (call buy) (or (call look) (call find)))", "buy", "look or find"},
		{"(no_call buy)", "buy", "buy"},
		{"(at_most 1 (call buy))", "buy;buy", "buy"},
		{`(every_call look (item "A"))`, `look {"item":"B"}`, "look"},
		{"(after (call buy) (call look))", "buy", "look"},
		{"(before (call buy) (call look))", "buy", "look"},
		{"(follows (call buy) (call look))", "look", "buy"},
		{"(precedes (call look) (call buy))", "look", "buy"},
		{"(and (call look) (no_call buy))", "buy;look", "buy"},
		{"(at_most 1 (or (call look) (call buy)))", "look;buy", "buy"},
		{"(or (call look) (call find))", "buy", ""},
		{"(after (call buy) (call look))", "buy;look", ""},
		{"(call look)", "look", ""},
	} {
		r := gradeShop(t, "(checks (c "+row.form+"))", grade.Options{}, strings.Split(row.trace, ";")...)
		if got := r.Checks[0].Tool; got != row.want {
			t.Errorf("%s on %q is about %q, want %q", row.form, row.trace, got, row.want)
		}
	}
}

// A result has what the tables of agents count, whatever findings are asked for.
func TestFactsOfResult(t *testing.T) {
	for _, row := range []struct {
		trace string
		want  grade.Effects
	}{
		{"look;find;buy", grade.Effects{Reads: 2, Writes: 1}},
		{"think;buy;look;buy", grade.Effects{Reads: 1, Writes: 2, WriteFirst: true}},
		{"invented;look", grade.Effects{Reads: 1}},
	} {
		r := gradeShop(t, "(checks (c (call look)))", grade.Options{Findings: []grade.Class{}}, strings.Split(row.trace, ";")...)
		if diff := cmp.Diff(&row.want, r.Effects); diff != "" {
			t.Errorf("%s: %s", row.trace, diff)
		}
	}
	p := shop(t, "(checks (c (call look)))")
	p.Tools.Lookup("buy").Effect = 0
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{Findings: []grade.Class{}})
	if err != nil {
		t.Fatal(err)
	}
	head := trace.Header{Ended: "max_steps", Crash: "out of memory", Labels: map[string]string{trace.CostLabel: "$0.25"}}
	r := plan.Grade(&trace.Trace{Header: head, Events: events(t, "buy")})
	if r.Ended != "max_steps" || !r.Crashed || r.Cost != "$0.25" || r.Effects.Unlabelled != 1 {
		t.Errorf("%+v %+v", r, r.Effects)
	}
}
