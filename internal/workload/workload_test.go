package workload_test

import (
	"context"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/workload"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/validate"
)

var generated = map[string]func() *workload.Workload{
	"cabin":     func() *workload.Workload { return workload.Cabin(workload.CabinSize{}) },
	"large":     func() *workload.Workload { return workload.Cabin(workload.CabinSize{Areas: 30, Cases: 3, Checks: 9}) },
	"counters":  func() *workload.Workload { return workload.Counters(2, 12) },
	"latches":   func() *workload.Workload { return workload.Latches(12) },
	"chain":     func() *workload.Workload { return workload.Chain(14) },
	"maps":      func() *workload.Workload { return workload.Orders(6) },
	"variables": workload.Variables,
	"nested":    workload.Nested,
	"sets":      func() *workload.Workload { return workload.Sets(6) },
	"optional":  workload.Optional,
	"lists":     workload.Lists,
	"explosive": func() *workload.Workload { return workload.Explosive(200) },
}

// What is generated is always the same, and such that the checker has nothing
// to say about it; only Explosive multiplies what no solver likes.
func TestGenerated(t *testing.T) {
	for name, make := range generated {
		w, again := make(), make()
		if w.Model != again.Model || w.Checks != again.Checks || w.Tools != again.Tools {
			t.Errorf("%s is another one the second time", name)
		}
		for _, d := range append(w.Suite.Model.Diagnostics, w.Suite.Diagnostics...) {
			if name != "explosive" || d.Severity == diag.Error {
				t.Errorf("%s: %s: %s", name, d.Code, d.Message)
			}
		}
	}
}

// The cabin project has the size of the one in seed 000.
func TestCabinSize(t *testing.T) {
	w := workload.Cabin(workload.CabinSize{})
	if n := len(w.Suite.Model.Transitions); n != 148 {
		t.Errorf("%d tools", n)
	}
	if n := len(w.Suite.Model.Vars); n != 60 {
		t.Errorf("%d variables", n)
	}
	if n := len(w.Suite.Cases); n != 40 {
		t.Errorf("%d cases", n)
	}
	checks := 0
	for _, k := range w.Suite.Cases {
		n := len(k.Checks)
		if checks += n; n < 3 || n > 6 {
			t.Errorf("a case of %d checks", n)
		}
	}
	w = workload.Cabin(workload.CabinSize{Areas: 3, Cases: 5, Checks: 8})
	if len(w.Suite.Model.Transitions) != 40 || len(w.Suite.Cases) != 5 || len(w.Suite.Cases[0].Checks) != 8 {
		t.Error("the sizes asked for are not those that come out")
	}
}

// What is known of the hard families is what engines find, up to a bound that
// is one call too small, one that is enough, and one that is much more.
func TestKnown(t *testing.T) {
	lib, err := z3.Load()
	if err != nil {
		t.Skip("this asks the solver: ", err)
	}
	solver := func(d time.Duration) (smt.Solver, error) { return lib.NewSolver(z3.Options{Timeout: d}) }
	for _, w := range []*workload.Workload{workload.Counters(1, 4), workload.Counters(2, 2), workload.Latches(3), workload.Chain(4)} {
		for _, e := range validate.Engines {
			for _, known := range w.Known {
				bounds := []int{8}
				if known.Calls > 1 {
					bounds = []int{known.Calls - 1, known.Calls, known.Calls + 3}
				}
				for _, bound := range bounds {
					s := validate.NewSession(validate.Options{Bound: bound, Engine: e, NewSolver: solver})
					check(t, s, w, known, e, bound)
				}
			}
		}
	}
}

// What is known of maps, sets and lists, and of checks with variables or parts, is what all engines
// together find: alone, some take long.
func TestKnownTogether(t *testing.T) {
	lib, err := z3.Load()
	if err != nil {
		t.Skip("this asks the solver: ", err)
	}
	for _, w := range []*workload.Workload{workload.Orders(3), workload.Variables(), workload.Nested(), workload.Sets(4), workload.Optional(), workload.Lists()} {
		for _, known := range w.Known {
			bound := max(4, known.Calls)
			s := validate.NewSession(validate.Options{Bound: bound, NewSolver: func(d time.Duration) (smt.Solver, error) { return lib.NewSolver(z3.Options{Timeout: d}) }})
			check(t, s, w, known, validate.Auto, bound)
		}
	}
}

func check(t *testing.T, s *validate.Session, w *workload.Workload, known workload.Known, e validate.Engine, bound int) {
	t.Helper()
	sc := system.NewScenario(w.Suite, w.Case(known.Case))
	f, err := s.Ask(context.Background(), sc, query(sc, known.Question))
	switch {
	case err != nil:
		t.Errorf("%s, engine %s, bound %d: %+v: %v", w.Name, e, bound, known, err)
	case f.Answer == validate.Unknown && (e == validate.Explicit || e == validate.Spacer):
	case known.Calls != workload.Never && known.Calls <= bound:
		if f.Answer != validate.Found || len(f.Witness.Steps) != known.Calls {
			t.Errorf("%s, engine %s, bound %d: %+v: the answer is %d, %v", w.Name, e, bound, known, f.Answer, f.Witness)
		}
	case f.Answer != validate.None || f.Proved && known.Calls != workload.Never:
		t.Errorf("%s, engine %s, bound %d: %+v: the answer is %d, proved %v", w.Name, e, bound, known, f.Answer, f.Proved)
	}
}

func query(sc *system.Scenario, question string) system.Query {
	switch question {
	case "compliant":
		return system.Query{Kind: system.Compliant}
	case "forward":
		return system.Query{Kind: system.Forward}
	}
	for _, c := range sc.Case.Checks {
		if c.Name.Name == question {
			return system.Query{Kind: system.Commission, Check: c}
		}
	}
	panic("no check is called " + question)
}
