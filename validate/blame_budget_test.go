package validate_test

import (
	"context"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/validate"
)

// A worn solver runs out of time at every Check.
type worn struct{ smt.Solver }

func (w worn) Another() (smt.Solver, error) {
	return another(w.Solver, func(in smt.Solver) smt.Solver { return worn{in} })
}

func (worn) Check(context.Context, ...*smt.Term) (smt.Result, error) {
	return smt.Unknown, smt.ErrTimeout
}

// TestBlameEnds: when questions about parts of a case run out of time, few of
// them are asked. All parts stay in the blame, and it is not called minimal.
func TestBlameEnds(t *testing.T) {
	lib := library(t)
	p := door(t, shut+`(checks
	  (a (call open)) (b (after (call open) (call unlock))) (c (after (call unlock) (call knock)))
	  (d (no_call knock)) (e (call log)) (f (no_call log)))`)
	k := p.Suite.Cases[0]
	solversMade := 0
	o := validate.Options{Bound: 3, Engine: validate.SMT, NewSolver: func(limit time.Duration) (smt.Solver, error) {
		s, err := solvers(lib)(limit)
		if solversMade++; solversMade > 1 && err == nil {
			return worn{s}, nil
		}
		return s, err
	}}
	b, err := validate.NewSession(o).Blame(context.Background(), system.NewScenario(p.Suite, k), system.Query{Kind: system.Compliant})
	if err != nil {
		t.Fatal(err)
	}
	if b.Minimal || len(b.Checks) != len(k.Checks) || len(b.Init) != len(k.Init) {
		t.Errorf("expected all parts of the case and no claim that they are a minimal set, found minimal: %v, %s", b.Minimal, parts(p.Suite, k, &b))
	}
	if solversMade > 5 {
		t.Errorf("expected at most 5 solvers, found %d", solversMade)
	}
}
