package compiler_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
)

// TestEverythingAgreesWithInterpreter holds the reference encoding of models and
// suites that combine the forms beyond the paper's grammar against the
// interpreter and the monitors, trace by trace.
func TestEverythingAgreesWithInterpreter(t *testing.T) {
	lib := library(t)
	n := count{}
	for _, size := range []modeltest.Size{modeltest.Tiny, modeltest.Small} {
		gen := modeltest.Everything(size)
		modeltest.Law(t, 60, func(t *rapid.T) {
			p := gen.Draw(t, "project")
			k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
			if compiler.Supports(system.Lower(p.Suite.Model), system.NewScenario(p.Suite, k), system.Query{Kind: system.Compliant}) != nil {
				n.refused++
				return
			}
			formulaAgrees(t, lib, p, p, k, func(*system.Trace) bool { return true }, &n)
		})
	}
	t.Logf("%+v", n)
	if !testing.Short() && (n.yes == 0 || n.no == 0 || n.refused > n.yes+n.no) {
		t.Errorf("the law says too little: %+v", n)
	}
}

// TestUnrollingOfEverything holds the truth values of unrollings of such models
// against the reference encoding.
func TestUnrollingOfEverything(t *testing.T) {
	lib := library(t)
	found := make(map[smt.Result]int)
	for _, size := range []modeltest.Size{modeltest.Tiny, modeltest.Small} {
		gen := modeltest.Everything(size)
		modeltest.Law(t, 60, func(t *rapid.T) {
			p := gen.Draw(t, "project")
			k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
			sc := system.NewScenario(p.Suite, k)
			q := rapid.SampledFrom(sc.Queries()).Draw(t, "query")
			if compiler.Supports(system.Lower(sc.Model), sc, q) != nil {
				return
			}
			bound := rapid.IntRange(0, 3).Draw(t, "bound")
			want := answered(t, lib, compiler.Reference(sc, q, bound))
			got := unrolled(t, lib, sc, q, bound)
			found[want]++
			if want != smt.Unknown && got != smt.Unknown && got != want {
				t.Fatalf("%s %s, bound %d: the definitions say %s, the unrolling %s", q.Kind, q.Name(), bound, want, got)
			}
		})
	}
	t.Log(found)
	if found[smt.Sat] == 0 || found[smt.Unsat] == 0 {
		t.Error("the law says too little")
	}
}
