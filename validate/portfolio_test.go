package validate_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/internal/workload"
	"github.com/mantrac/mantrac/validate"
)

// Turns are counted and not timed: the same case has the same answers by the same
// engines after the same steps, and each engine answers what it is best for.
func TestTurns(t *testing.T) {
	lib := library(t)
	w := workload.Sets(6)
	k := w.Case("tickets_1")
	decisions := func() []validate.Decision {
		c, err := validate.Validate(context.Background(), w.Suite, k, validate.Options{Plain: true, NewSolver: solvers(lib), NewFixedpoint: fixedpointsOf(lib)})
		if err != nil {
			t.Fatal(err)
		}
		return timeless(c).Decisions
	}
	first, second := decisions(), decisions()
	by := make(map[validate.Engine]int)
	for i, d := range first {
		if e := second[i]; d.Query != e.Query || d.Answer != e.Answer || d.Proved != e.Proved || d.Engine != e.Engine || d.Why != e.Why {
			t.Errorf("%+v, and the next time %+v", d, e)
		}
		if d.Answer == validate.Unknown || d.Answer == validate.None && !d.Proved {
			t.Errorf("%s: answer %d, proved %v: %s", d.Query, d.Answer, d.Proved, d.Why)
		}
		by[d.Engine]++
	}
	if by[validate.Explicit] == 0 || by[validate.Spacer] == 0 {
		t.Errorf("questions by engine: %v", by)
	}
}

// Without a solver, what the search cannot decide within its budget is unknown, and
// the case is not consistent.
func TestTurnsOfOneEngine(t *testing.T) {
	w := workload.Sets(6)
	k := w.Case("tickets_5")
	c, err := validate.Validate(context.Background(), w.Suite, k, validate.Options{Plain: true, States: 100})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(c.Decisions, func(d validate.Decision) bool { return d.Answer == validate.Unknown }) || c.Verdict == validate.Consistent {
		t.Errorf("the verdict after 100 states is %s: %+v", c.Verdict, c.Decisions)
	}
}

// The solver gives values to calls that the search finds, where it takes arithmetic.
// The answer is the smallest all the same.
func TestValuesForCalls(t *testing.T) {
	lib := library(t)
	w := workload.Lists()
	k := w.Case("van_0")
	ask := func(e validate.Engine) *validate.Case {
		c, err := validate.Validate(context.Background(), w.Suite, k, validate.Options{Engine: e, Plain: true, NewSolver: solvers(lib)})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	auto, reference := ask(validate.Auto), ask(validate.Reference)
	if i := slices.IndexFunc(auto.Decisions, func(d validate.Decision) bool { return d.Query == "compliant" }); auto.Decisions[i].Engine != validate.SMT {
		t.Errorf("%+v", auto.Decisions[i])
	}
	if a, b := rendered(auto.Compliant.Witness), rendered(reference.Compliant.Witness); a != b || auto.Compliant.Witness.Rough {
		t.Errorf("%s\nby the reference engine\n%s", a, b)
	}
}

func rendered(w *validate.Witness) string {
	var b strings.Builder
	for _, s := range w.Steps {
		fmt.Fprintf(&b, "%s %s\n", s.Call.Tool, s.Call.Args)
	}
	return b.String()
}

// A solver without an answer within any number of steps leaves the question open, after
// finitely many turns.
func TestTurnsEnd(t *testing.T) {
	lib := library(t)
	w := workload.Lists()
	never := func(limit time.Duration) (smt.Solver, error) {
		s, err := solvers(lib)(limit)
		return spent{s}, err
	}
	c, err := validate.Validate(context.Background(), w.Suite, w.Case("van_0"), validate.Options{Plain: true, NewSolver: never})
	if err != nil {
		t.Fatal(err)
	}
	if c.Compliant.Answer != validate.Unknown || c.Verdict == validate.Consistent {
		t.Errorf("answer %d, verdict %s", c.Compliant.Answer, c.Verdict)
	}
}

// A spent solver is always out of steps.
type spent struct{ smt.Solver }

func (spent) Check(context.Context, ...*smt.Term) (smt.Result, error) {
	return smt.Unknown, smt.ErrSteps
}
