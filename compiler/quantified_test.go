package compiler_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
)

// TestQuantifiedFormulasAgreeWithInterpreter holds the reference encoding of
// models with quantifiers against the interpreter, trace by trace.
func TestQuantifiedFormulasAgreeWithInterpreter(t *testing.T) {
	lib := library(t)
	n := count{}
	for _, size := range []modeltest.Size{modeltest.Tiny, modeltest.Small} {
		gen := modeltest.Quantified(size)
		modeltest.Law(t, 60, func(t *rapid.T) {
			p := gen.Draw(t, "project")
			k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
			if compiler.Supports(system.Lower(p.Suite.Model), system.NewScenario(p.Suite, k), system.Query{Kind: system.Compliant}) != nil {
				n.refused++
				return
			}
			formulaAgrees(t, lib, p, p, k, func(trace *system.Trace) bool { return true }, &n)
		})
	}
	t.Logf("%+v", n)
	if !testing.Short() && (n.yes == 0 || n.no == 0 || n.refused > n.yes+n.no) {
		t.Errorf("the law says too little: %+v", n)
	}
}

// TestClausesAgreeOnQuantifiers holds the clauses for every length against the
// formulas of models with quantifiers.
func TestClausesAgreeOnQuantifiers(t *testing.T) {
	lib := library(t)
	count := make(map[string]int)
	tiny, small := modeltest.Quantified(modeltest.Tiny), modeltest.Quantified(modeltest.Small)
	modeltest.Law(t, 80, func(t *rapid.T) {
		gen := tiny
		if rapid.IntRange(0, 2).Draw(t, "size") == 0 {
			gen = small
		}
		p := gen.Draw(t, "project")
		sc := system.NewScenario(p.Suite, rapid.SampledFrom(p.Suite.Cases).Draw(t, "case"))
		q := rapid.SampledFrom(questions(sc)).Draw(t, "query")
		clauses, err := compiler.Horn(system.Lower(sc.Model), sc, q)
		if err != nil {
			count["refused"]++
			return
		}
		got, why := follows(t, lib, clauses)
		count[got.String()]++
		if got == smt.Unknown {
			if !gaveUp(why) {
				t.Fatalf("unknown: %v", why)
			}
			return
		}
		for _, bound := range []int{0, 1, 2, 3} {
			want := answered(t, lib, compiler.Reference(sc, q, sc.Bound(q, bound)))
			if got == smt.Unsat && want == smt.Sat {
				t.Fatalf("%s %s: nothing follows, and there is an answer of %d calls\n%s", q.Kind, q.Tool, bound, rules(clauses))
			}
			if want != smt.Unsat {
				return
			}
		}
	})
	t.Log(count)
	for _, what := range []string{"sat", "unsat"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("no question is %s: the law says too little: %v", what, count)
		}
	}
}
