package z3

import (
	"context"
	"errors"
	"testing"
	"time"
	"math/big"

	"github.com/mantrac/mantrac/compiler/smt"
)

func TestScratch(t *testing.T) {
	l, err := Load()
	if err != nil { t.Fatal(err) }
	t.Log(l.Version(), l.Path())
	s, err := l.NewSolver(Options{Seed: 3, Timeout: time.Second})
	if err != nil { t.Fatal(err) }
	defer s.Close()
	b := smt.NewBuilder()
	x, y := b.Var("x", smt.Int), b.Var("y", smt.Int)
	p := b.Var("p", smt.Bool)
	if err := s.Assert(b.Implies(p, b.Lt(x, y))); err != nil { t.Fatal(err) }
	r, err := s.Check(context.Background(), p, b.Lt(y, b.Int(-5)), b.Le(b.Number(new(big.Rat).SetFrac(new(big.Int).Lsh(big.NewInt(1), 200), big.NewInt(1)), smt.Int), b.Neg(x)))
	t.Log(r, err)
	v, err := s.Number(x)
	t.Log(v, err)
	w, err := s.Truth(p)
	t.Log(w, err)
	r, err = s.Check(context.Background(), p, b.Lt(y, b.Int(-5)), b.Bool(true), b.Lt(b.Int(7), x), b.Not(p))
	t.Log(r, err)
	core, err := s.Core()
	t.Log(len(core), err)
	_, err = s.Number(x)
	t.Log(err)

	// low-level: interrupt when idle
	r, err = s.Check(context.Background())
	t.Log(r, err)
	v, err = s.Number(x)
	t.Log(v, err)
	s.interrupt(s.c)
	v, err = s.Number(b.Add(x, b.Int(1)))
	t.Log("after interrupt:", v, err)
	t.Log(s.settle())
	v, err = s.Number(b.Add(x, b.Int(1)))
	t.Log("settled:", v, err)
	// sort mismatch
	xa, _ := s.term(x); pa, _ := s.term(p)
	_, err = s.own(s.mkEq(s.c, xa, pa), "=")
	t.Log("mismatch", err)
	_, err = s.own(s.mkAnd(s.c, 2, []z3AST{xa, pa}), "and")
	t.Log("mismatch", err)

	z := b.Var("z", smt.Real)
	s.Assert(b.Eq(b.Mul(z, z), b.Number(big.NewRat(2, 1), smt.Real)))
	r, err = s.Check(context.Background())
	t.Log(r, err)
	v, err = s.Number(z)
	t.Log(v, err)

	// hard
	h := func(o Options) *Solver {
		s, _ := l.NewSolver(o)
		b := smt.NewBuilder()
		n := 10
		for i := range n+1 { var row []*smt.Term; for j := range n { row = append(row, pv(b,i,j)) }; s.Assert(b.Or(row...)) }
		for j := range n { for i := range n+1 { for k := range i { s.Assert(b.Or(b.Not(pv(b,i,j)), b.Not(pv(b,k,j)))) } } }
		return s
	}
	s2 := h(Options{Timeout: 300*time.Millisecond})
	t0 := time.Now()
	r, err = s2.Check(context.Background())
	t.Log(r, err, errors.Is(err, smt.ErrTimeout), time.Since(t0))
	s2.Close()
	s2 = h(Options{Rlimit: 100000})
	t0 = time.Now()
	r, err = s2.Check(context.Background())
	t.Log(r, err, time.Since(t0))
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	s3 := h(Options{})
	t0 = time.Now()
	r, err = s3.Check(ctx)
	t.Log(r, err, time.Since(t0))
	cancel()
	s4,_ := l.NewSolver(Options{})
	b = smt.NewBuilder()
	X, Y, Z := b.Var("x", smt.Int), b.Var("y", smt.Int), b.Var("z", smt.Int)
	s4.Assert(b.Eq(b.Add(b.Mul(X,X,X), b.Mul(Y,Y,Y), b.Mul(Z,Z,Z)), b.Int(42)))
	ctx, cancel = context.WithTimeout(context.Background(), 500*time.Millisecond)
	t0 = time.Now()
	r, err = s4.Check(ctx)
	t.Log(r, err, time.Since(t0))
	cancel()
}
func pv(b *smt.Builder, i, j int) *smt.Term { return b.Var(string(rune('a'+i))+string(rune('a'+j)), smt.Bool) }

func BenchmarkNewClose(b *testing.B) {
	l, _ := Load()
	for b.Loop() { s, _ := l.NewSolver(Options{}); s.Close() }
}
func BenchmarkTranslate(b *testing.B) {
	l, _ := Load()
	bb := smt.NewBuilder()
	acc := bb.Var("x", smt.Int)
	for i := range 10000 { acc = bb.Add(bb.Mul(bb.Int(3), acc), bb.Int(int64(i))); if acc.Depth() > 1000 { acc = bb.Var("x", smt.Int) } }
	var all []*smt.Term
	acc = bb.Var("x", smt.Int)
	for i := range 10000 { acc = bb.Add(bb.Mul(bb.Int(3), acc), bb.Int(int64(i))); all = append(all, acc); if acc.Depth() > 1000 { acc = bb.Var("x", smt.Int) } }
	n := 0
	var spent time.Duration
	for b.Loop() {
		h, _ := newHandle(l)
		tr := newTranslator(h)
		t0 := time.Now()
		for _, t := range all { tr.term(t) }
		spent += time.Since(t0)
		n += len(tr.terms)
		h.free()
	}
	b.ReportMetric(float64(spent.Nanoseconds())/float64(n), "ns/term")
}
func BenchmarkCheck(b *testing.B) {
	l, _ := Load()
	for _, o := range []Options{{}, {Timeout: time.Second}} {
		b.Run(o.Timeout.String(), func(b *testing.B) {
	s, _ := l.NewSolver(o)
	bb := smt.NewBuilder()
	x := bb.Var("x", smt.Int)
	p := bb.Var("p", smt.Bool)
	s.Assert(bb.Implies(p, bb.Lt(bb.Int(0), x)))
	for b.Loop() { r, err := s.Check(context.Background(), p); if r != smt.Sat { b.Fatal(err) } }
		})
	}
	b.Run("cancelable", func(b *testing.B) {
	s, _ := l.NewSolver(Options{})
	bb := smt.NewBuilder()
	x := bb.Var("x", smt.Int)
	p := bb.Var("p", smt.Bool)
	s.Assert(bb.Implies(p, bb.Lt(bb.Int(0), x)))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for b.Loop() { r, err := s.Check(ctx, p); if r != smt.Sat { b.Fatal(err) } }
		})
}
