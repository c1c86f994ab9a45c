package z3

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
)

// child is set for a process that does nothing but [Load], which a process
// does only once.
const child = "MANTRAC_TEST_LOAD"

func TestMain(m *testing.M) {
	if os.Getenv(child) == "" {
		os.Exit(m.Run())
	}
	l, err := Load()
	if err != nil {
		fmt.Printf("%T\n%v\n", err, err)
		return
	}
	fmt.Printf("loaded\n%s\n%s\n", l.Version(), l.Path())
}

func library(t testing.TB) *Library {
	t.Helper()
	l, err := Load()
	if err != nil {
		t.Skip("this calls the solver: ", err)
	}
	return l
}

// solver returns a new solver that the test closes at its end.
func solver(t testing.TB, o Options) *Solver {
	t.Helper()
	s, err := library(t).NewSolver(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func assert(t testing.TB, s *Solver, terms ...*smt.Term) {
	t.Helper()
	for _, term := range terms {
		if err := s.Assert(term); err != nil {
			t.Fatal(err)
		}
	}
}

func wantResult(t testing.TB, want smt.Result, s *Solver, assumptions ...*smt.Term) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	got, err := s.Check(ctx, assumptions...)
	if err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Fatalf("got %v, want %v", got, want)
	}
}

func wantNumber(t testing.TB, want *big.Rat, s *Solver, term *smt.Term) {
	t.Helper()
	got, err := s.Number(term)
	if err != nil {
		t.Fatal(err)
	}
	if got.Cmp(want) != 0 {
		t.Fatalf("got %v, want %v", got, want)
	}
}

func wantTruth(t testing.TB, want bool, s *Solver, term *smt.Term) {
	t.Helper()
	got, err := s.Truth(term)
	if err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Fatalf("got %v, want %v", got, want)
	}
}

// pigeons returns that n+1 pigeons sit in n holes, no two in one, which takes
// a solver of this kind time that is exponential in n to refute.
func pigeons(b *smt.Builder, n int) *smt.Term {
	sits := func(pigeon, hole int) *smt.Term { return b.Var(fmt.Sprintf("p%d-%d", pigeon, hole), smt.Bool) }
	var all []*smt.Term
	for i := range n + 1 {
		var somewhere []*smt.Term
		for j := range n {
			somewhere = append(somewhere, sits(i, j))
			for k := range i {
				all = append(all, b.Or(b.Not(sits(i, j)), b.Not(sits(k, j))))
			}
		}
		all = append(all, b.Or(somewhere...))
	}
	return b.And(all...)
}

// cubes returns that three cubes of integers sum to n.
func cubes(b *smt.Builder, n int64) *smt.Term {
	var sum []*smt.Term
	for _, name := range []string{"x", "y", "z"} {
		v := b.Var(name, smt.Int)
		sum = append(sum, b.Mul(v, v, v))
	}
	return b.Eq(b.Add(sum...), b.Int(n))
}
