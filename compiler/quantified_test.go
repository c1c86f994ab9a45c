package compiler_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler"
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
			if compiler.Supports(system.NewScenario(p.Suite, k), system.Query{Kind: system.Compliant}) != nil {
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
