package validate_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/internal/workload"
	"github.com/mantrac/mantrac/validate"
)

// Turns are counted and not timed: the same case has the same answers by the same
// engines after the same steps, and each engine answers what it is best for.
func TestTurns(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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

func (s spent) Another() (smt.Solver, error) {
	return another(s.Solver, func(in smt.Solver) smt.Solver { return spent{in} })
}

func (spent) Check(context.Context, ...*smt.Term) (smt.Result, error) {
	return smt.Unknown, smt.ErrSteps
}

// However soon the turns of a solver end, and wherever it is stopped, the answers and
// witnesses are those of a solver that has all the steps that it needs.
func TestShortTurns(t *testing.T) {
	t.Parallel()
	lib := library(t)
	projects := modeltest.Everything(modeltest.Small)
	var stopped atomic.Int64
	modeltest.Law(t, 20, func(t *rapid.T) {
		p := projects.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		part := uint(rapid.IntRange(300, 8000).Draw(t, "part"))
		o := validate.Options{Bound: 3, Timeout: patience, ProofTime: patience, Plain: true, NewSolver: solvers(lib), NewFixedpoint: fixedpointsOf(lib)}
		o.Engine = validate.SMT
		want, err := validate.Validate(context.Background(), p.Suite, k, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Engine, o.States = validate.Auto, 1
		o.NewSolver = func(limit time.Duration) (smt.Solver, error) {
			s, err := solvers(lib)(limit)
			return &hurried{s, part, &stopped}, err
		}
		got, err := validate.Validate(context.Background(), p.Suite, k, o)
		if err != nil {
			t.Fatal(err)
		}
		same := func(question string, a, b validate.Answer, v, w *validate.Witness) {
			if a == validate.Unknown || b == validate.Unknown {
				return
			}
			if a != b || a == validate.Found && !v.Rough && !w.Rough && rendered(v) != rendered(w) {
				t.Fatalf("%s: answer %d in short turns, and %d in one\n%s\nand\n%s", question, a, b, rendered(v), rendered(w))
			}
		}
		same("compliant", got.Compliant.Answer, want.Compliant.Answer, got.Compliant.Witness, want.Compliant.Witness)
		same("forward", got.Forward.Answer, want.Forward.Answer, got.Forward.Witness, want.Forward.Witness)
		for i, b := range got.Backward {
			same("backward of "+b.Check, b.Answer, want.Backward[i].Answer, b.Witness, want.Backward[i].Witness)
		}
	})
	if stopped.Load() == 0 && !testing.Short() {
		t.Error("no turn ended before its question")
	}
}

// A solver that ends its turn on the way to the smallest answer has refuted nothing by that.
func TestTurnThatEndsBeforeTheSmallest(t *testing.T) {
	t.Parallel()
	lib := library(t)
	w := workload.Chain(4)
	sc := system.NewScenario(w.Suite, w.Suite.Cases[0])
	for _, tool := range sc.Tools {
		ask := func(stop int) string {
			s := validate.NewSession(validate.Options{Plain: true, States: 1, Bound: 8, NewFixedpoint: fixedpointsOf(lib),
				NewSolver: func(limit time.Duration) (smt.Solver, error) {
					s, err := solvers(lib)(limit)
					return &halted{Solver: s, left: &stop}, err
				}})
			f, err := s.Ask(context.Background(), sc, system.Query{Kind: system.Reach, Tool: tool.Name})
			if err != nil {
				t.Fatal(err)
			}
			return rendered(f.Witness)
		}
		want := ask(-1)
		for stop := range 8 {
			if got := ask(stop); got != want {
				t.Errorf("%s: stopped in its check %d it finds\n%sand otherwise\n%s", tool.Name, stop, got, want)
			}
		}
	}
}

// A halted solver is out of steps in one of the checks that have a bound.
type halted struct {
	smt.Solver
	left  *int
	bound uint
}

func (h *halted) Another() (smt.Solver, error) {
	return another(h.Solver, func(in smt.Solver) smt.Solver { return &halted{Solver: in, left: h.left} })
}

func (h *halted) Limit(steps uint) {
	h.bound = steps
	h.Solver.Limit(steps)
}

func (h *halted) Check(ctx context.Context, list ...*smt.Term) (smt.Result, error) {
	if h.bound > 0 {
		*h.left--
		if *h.left == -1 {
			return smt.Unknown, smt.ErrSteps
		}
	}
	return h.Solver.Check(ctx, list...)
}

// A hurried solver has a part of the steps that it is given.
type hurried struct {
	smt.Solver
	part    uint
	stopped *atomic.Int64
}

func (h *hurried) Another() (smt.Solver, error) {
	return another(h.Solver, func(in smt.Solver) smt.Solver { return &hurried{in, h.part, h.stopped} })
}

func (h *hurried) Limit(steps uint) {
	if steps > 0 {
		steps = max(1, steps/h.part)
	}
	h.Solver.Limit(steps)
}

func (h *hurried) Check(ctx context.Context, list ...*smt.Term) (smt.Result, error) {
	r, err := h.Solver.Check(ctx, list...)
	if errors.Is(err, smt.ErrSteps) {
		h.stopped.Add(1)
	}
	return r, err
}

func rendered(w *validate.Witness) string {
	if w == nil {
		return ""
	}
	var b strings.Builder
	for _, s := range w.Steps {
		fmt.Fprintf(&b, "%s %s\n", s.Call.Tool, s.Call.Args)
	}
	return b.String()
}
