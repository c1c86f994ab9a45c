package z3

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
)

func BenchmarkNewSolverAndClose(b *testing.B) {
	l := library(b)
	for b.Loop() {
		s, err := l.NewSolver(Options{})
		if err != nil {
			b.Fatal(err)
		}
		s.Close()
	}
}

func BenchmarkReset(b *testing.B) {
	s := solver(b, Options{})
	for b.Loop() {
		if err := s.Reset(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTranslate reports the time for each term alone, without that for
// the context.
func BenchmarkTranslate(b *testing.B) {
	l := library(b)
	builder := smt.NewBuilder()
	var all []*smt.Term
	for i := range 3000 {
		x, p := builder.Var(fmt.Sprint("x", i), smt.Int), builder.Var(fmt.Sprint("p", i), smt.Bool)
		before := builder.Var(fmt.Sprint("x", i/2), smt.Int)
		set := builder.Eq(x, builder.Add(before, builder.Int(int64(i))))
		all = append(all, builder.Ite(p, set, builder.And(builder.Eq(x, before), builder.Le(x, builder.Int(9)))))
	}
	terms, spent := 0, time.Duration(0)
	for b.Loop() {
		h, err := newHandle(l)
		if err != nil {
			b.Fatal(err)
		}
		tr := newTranslator(h)
		began := time.Now()
		for _, t := range all {
			if _, err := tr.term(t); err != nil {
				b.Fatal(err)
			}
		}
		spent += time.Since(began)
		terms += len(tr.terms)
		h.free()
	}
	b.ReportMetric(float64(spent.Nanoseconds())/float64(terms), "ns/term")
}

func BenchmarkCheck(b *testing.B) {
	cancelable, cancel := context.WithCancel(context.Background())
	defer cancel()
	for _, bench := range []struct {
		name    string
		ctx     context.Context
		options Options
	}{
		{"plain", context.Background(), Options{}},
		{"cancelable", cancelable, Options{}},
		{"timeout", context.Background(), Options{Timeout: time.Minute}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			s, builder := solver(b, bench.options), smt.NewBuilder()
			x, p := builder.Var("x", smt.Int), builder.Var("p", smt.Bool)
			assert(b, s, builder.Implies(p, builder.Lt(builder.Int(0), x)))
			for b.Loop() {
				if r, err := s.Check(bench.ctx, p); r != smt.Sat {
					b.Fatal(r, err)
				}
			}
		})
	}
}

func BenchmarkNumber(b *testing.B) {
	s, builder := solver(b, Options{}), smt.NewBuilder()
	x := builder.Var("x", smt.Int)
	assert(b, s, builder.Lt(builder.Int(0), x))
	wantResult(b, smt.Sat, s)
	for b.Loop() {
		if _, err := s.Number(x); err != nil {
			b.Fatal(err)
		}
	}
}
