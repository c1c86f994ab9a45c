package search_test

import (
	"context"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
)

// TestSearchAgreesOnEverything holds the search against the paper's encoding on
// models and suites that combine the forms beyond the paper's grammar.
func TestSearchAgreesOnEverything(t *testing.T) {
	lib := library(t)
	count := make(map[string]int)
	for _, size := range []modeltest.Size{modeltest.Tiny, modeltest.Small} {
		gen := modeltest.Everything(size)
		modeltest.Costly(t, 40, 800, func(t *rapid.T) {
			p := gen.Draw(t, "project")
			k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
			q := rapid.SampledFrom(questions(system.NewScenario(p.Suite, k))).Draw(t, "query")
			o := validate.Options{Bound: rapid.IntRange(0, 3).Draw(t, "bound"), Timeout: 2 * time.Second, NewSolver: solvers(lib), States: 300}
			if err := agree(p.Suite, k, q, o, count); err != "" {
				t.Fatalf("bound %d, %s: %s", o.Bound, name(q), err)
			}
		})
	}
	t.Log(tally(count))
	for _, what := range []string{"found", "none", "proved", "same witness"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("no answer is %s: the law says too little", what)
		}
	}
}

// A witness calls the first string that occurs nowhere new, also where a check
// asks what strings are like.
func TestFirstNewString(t *testing.T) {
	p, err := modeltest.Load(`[{"name": "buy", "inputSchema": {"type": "object", "properties": {"x": {"type": "string"}}}}]`,
		`(model (var s String) (transition buy (params (x x)) (pre) (post (= (next s) (param x)))))`,
		`(case c (checks (k (no_call buy (x (like "*a*"))))))`)
	if err != nil {
		t.Fatal(err)
	}
	for _, engine := range []validate.Engine{validate.Reference, validate.SMT} {
		o := validate.Options{Bound: 1, Timeout: 2 * time.Second, NewSolver: solvers(library(t)), Engine: engine}
		f, err := validate.NewSession(o).Ask(context.Background(), system.NewScenario(p.Suite, p.Suite.Cases[0]), system.Query{Kind: system.Compliant})
		if err != nil || f.Witness == nil || f.Witness.Init["s"] != types.Value(types.Text("new")) {
			t.Errorf("%s: %v, %+v", engine, err, f.Witness)
		}
	}
}
