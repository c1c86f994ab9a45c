package z3

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"github.com/mantrac/mantrac/compiler/smt"
)

// Nothing of before a Reset is left: neither what was asserted, nor terms of the
// same names and other sorts, nor the answer.
func TestReset(t *testing.T) {
	s, b := solver(t, Options{}), smt.NewBuilder()
	x := b.Var("x", smt.Int)
	assert(t, s, b.Lt(x, b.Int(3)), b.Lt(b.Int(3), x))
	wantResult(t, smt.Unsat, s)
	for round := range 3 {
		if err := s.Reset(); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Core(); !errors.Is(err, errNoCore) {
			t.Errorf("the core of before: %v", err)
		}
		b = smt.NewBuilder()
		p, n := b.Var("x", smt.Bool), b.Var("n", smt.Int)
		assert(t, s, p, b.Eq(n, b.Int(int64(round))))
		wantResult(t, smt.Sat, s, b.Le(n, b.Int(5)))
		wantTruth(t, true, s, p)
		wantNumber(t, big.NewRat(int64(round), 1), s, n)
		wantResult(t, smt.Unsat, s, b.Not(p))
	}
}

// A solver that gave up is as good as a new one after a Reset, and keeps its limit.
func TestResetAfterGivingUp(t *testing.T) {
	s, b := solver(t, Options{}), smt.NewBuilder()
	s.Limit(1000)
	hard := pigeons(b, 8)
	assert(t, s, hard)
	if r, err := s.Check(context.Background()); r != smt.Unknown || !errors.Is(err, smt.ErrSteps) {
		t.Fatalf("got %v, %v", r, err)
	}
	steps := s.Steps()
	if err := s.Reset(); err != nil {
		t.Fatal(err)
	}
	if s.Steps() < steps {
		t.Errorf("%d steps after the reset, %d before", s.Steps(), steps)
	}
	wantResult(t, smt.Sat, s, b.Var("p", smt.Bool))
	assert(t, s, hard)
	if r, err := s.Check(context.Background()); r != smt.Unknown || !errors.Is(err, smt.ErrSteps) {
		t.Fatalf("the limit is gone: got %v, %v", r, err)
	}
}
