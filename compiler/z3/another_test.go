package z3

import (
	"context"
	"errors"
	"math/big"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
)

// beside returns a solver in the context of another one.
func beside(t *testing.T, s *Solver) *Solver {
	t.Helper()
	other, err := s.Another()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(other.Close)
	return other.(*Solver)
}

// Solvers of one context know nothing of each other: neither assertions, nor models, nor limits,
// though their terms have the same names. Each goes on when the others are closed or reset.
func TestAnother(t *testing.T) {
	s := solver(t, Options{})
	other := beside(t, s)
	var numbers []*smt.Term
	for i, x := range []*Solver{s, other} {
		b := smt.NewBuilder()
		n := b.Var("n", smt.Int)
		numbers = append(numbers, n)
		assert(t, x, b.Eq(n, b.Int(int64(i))))
	}
	for range 2 { // in turns
		wantResult(t, smt.Sat, s)
		wantResult(t, smt.Sat, other)
	}
	wantNumber(t, big.NewRat(0, 1), s, numbers[0])
	wantNumber(t, big.NewRat(1, 1), other, numbers[1])
	if err := other.Reset(); err != nil {
		t.Fatal(err)
	}
	wantNumber(t, big.NewRat(0, 1), s, numbers[0])
	s.Close()
	s.Close()
	b := smt.NewBuilder()
	assert(t, other, pigeons(b, 4))
	wantResult(t, smt.Unsat, other)
	if _, err := s.Another(); !errors.Is(err, errClosed) {
		t.Errorf("beside a closed solver: %v", err)
	}
	third := beside(t, other)
	other.Close()
	wantResult(t, smt.Sat, third)
}

// A solver that was stopped, by its steps or by the caller, leaves the one beside it as it was.
func TestAnotherBesideStopped(t *testing.T) {
	s := solver(t, Options{})
	other := beside(t, s)
	b := smt.NewBuilder()
	p := b.Var("p", smt.Bool)
	assert(t, other, p)
	s.Limit(1000)
	assert(t, s, pigeons(smt.NewBuilder(), 9))
	if r, err := s.Check(context.Background()); r != smt.Unknown || !errors.Is(err, smt.ErrSteps) {
		t.Fatalf("got %v, %v", r, err)
	}
	wantResult(t, smt.Unsat, other, b.Not(p))
	s.Limit(0)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if r, err := s.Check(ctx); r != smt.Unknown || !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("got %v, %v", r, err)
	}
	for range 3 {
		wantResult(t, smt.Sat, other)
		wantTruth(t, true, other, p)
	}
}

// A context is given back with its last solver, and takes far more memory than another solver in it.
func TestAnotherTakesLittleMemory(t *testing.T) {
	l := library(t)
	before := l.Allocated()
	s, err := l.NewSolver(Options{})
	if err != nil {
		t.Fatal(err)
	}
	context := l.Allocated() - before
	other, err := s.Another()
	if err != nil {
		t.Fatal(err)
	}
	if more := l.Allocated() - before - context; more > context/10 {
		t.Errorf("a context has %d bytes, and another solver in it %d", context, more)
	}
	s.Close()
	if left := l.Allocated() - before; left < context/2 {
		t.Errorf("of %d bytes %d are left with a solver that is open", context, left)
	}
	other.Close()
	if left := int64(l.Allocated() - before); left > int64(context/10) {
		t.Errorf("of %d bytes %d are left when all is closed", context, left)
	}
}
