package z3

import (
	"errors"
	"fmt"
	"math/big"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
)

// nest returns a Bool that is a chain of terms of a kind, of some depth.
func nest(b *smt.Builder, kind string, depth int) *smt.Term {
	truth := func(k int) *smt.Term { return b.Var(fmt.Sprint("p", k), smt.Bool) }
	number := func(k int) *smt.Term { return b.Var(fmt.Sprint("i", k), smt.Int) }
	t, step := truth(0), func(t *smt.Term, k int) *smt.Term { return b.Not(b.And(t, truth(k))) }
	switch kind {
	case "=":
		step = func(t *smt.Term, k int) *smt.Term { return b.Eq(t, truth(k)) }
	case "=>":
		step = func(t *smt.Term, k int) *smt.Term { return b.Implies(t, truth(k)) }
	case "<":
		step = func(t *smt.Term, k int) *smt.Term { return b.Lt(b.Ite(t, number(0), number(1)), number(k)) }
	case "+":
		t, step = number(0), func(t *smt.Term, k int) *smt.Term { return b.Add(t, number(k)) }
	case "*":
		t, step = number(0), func(t *smt.Term, k int) *smt.Term { return b.Mul(t, number(k)) }
	case "div":
		t, step = number(0), func(t *smt.Term, _ int) *smt.Term { return b.IntDiv(t, b.Int(3)) }
	case "/":
		three := b.Number(big.NewRat(3, 1), smt.Real)
		t, step = b.Var("r", smt.Real), func(t *smt.Term, _ int) *smt.Term { return b.Div(t, three) }
	case "ite":
		t, step = number(0), func(t *smt.Term, k int) *smt.Term { return b.Ite(truth(k), t, b.Int(int64(k))) }
	case "select":
		a := b.Var("a", smt.Array{Index: smt.Int, Elem: smt.Int})
		t, step = number(0), func(t *smt.Term, _ int) *smt.Term { return b.Select(a, t) }
	case "store":
		t = b.Var("a", smt.Array{Index: smt.Int, Elem: smt.Int})
		step = func(t *smt.Term, k int) *smt.Term { return b.Store(t, b.Int(int64(k)), b.Int(7)) }
	}
	for k := 1; t.Depth() < depth-4; k++ {
		t = step(t, k)
	}
	switch t.Sort() {
	case smt.Int:
		t = b.Lt(t, b.Int(5))
	case smt.Real:
		t = b.Lt(t, b.Number(big.NewRat(5, 1), smt.Real))
	case smt.Array{Index: smt.Int, Elem: smt.Int}:
		t = b.Eq(b.Select(t, b.Int(3)), b.Int(7))
	}
	for t.Depth() < depth-1 {
		t = b.Not(b.And(t, truth(t.Depth())))
	}
	return t
}

// That the process lives is what counts; some of these are hard.
func TestDeepTerms(t *testing.T) {
	for _, kind := range []string{"and", "=", "=>", "<", "+", "*", "div", "/", "ite", "select", "store"} {
		t.Run(kind, func(t *testing.T) {
			s, b := solver(t, Options{Timeout: 500 * time.Millisecond}), smt.NewBuilder()
			deep := nest(b, kind, maxDepth)
			if deep.Depth() > maxDepth || deep.Depth() < maxDepth-2 {
				t.Fatalf("depth %d", deep.Depth())
			}
			assert(t, s, deep)
			switch r, err := s.Check(t.Context()); {
			case r == smt.Sat:
				wantTruth(t, true, s, deep)
			case !errors.Is(err, smt.ErrTimeout):
				t.Error(r, err)
			}
		})
	}
}

func TestDeeperTermsAreRefused(t *testing.T) {
	s, b := solver(t, Options{}), smt.NewBuilder()
	deep := nest(b, "and", 50*maxDepth)
	p := b.Var("p", smt.Bool)
	for _, term := range []*smt.Term{deep, b.And(p, b.Not(deep)), nest(b, "=", maxDepth+2)} {
		var tooDeep *TooDeep
		if err := s.Assert(term); !errors.As(err, &tooDeep) || tooDeep.Depth != term.Depth() {
			t.Errorf("got %v", err)
		}
		if r, err := s.Check(t.Context(), p, term); r != smt.Unknown || !errors.As(err, &tooDeep) {
			t.Errorf("got %v, %v", r, err)
		}
		wantResult(t, smt.Sat, s, p)
		if _, err := s.Truth(term); !errors.As(err, &tooDeep) {
			t.Errorf("got %v", err)
		}
	}
}
