package search_test

import (
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
	"pgregory.net/rapid"
)

// TestFormsAgreeWithReference holds the search of checks of all forms but those
// with answers against the paper's encoding.
func TestFormsAgreeWithReference(t *testing.T) {
	lib := library(t)
	count := make(map[string]int)
	gen := modeltest.Extended(modeltest.Tiny)
	modeltest.Law(t, 300, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		q := rapid.SampledFrom(questions(system.NewScenario(p.Suite, k))).Draw(t, "query")
		o := validate.Options{Bound: rapid.IntRange(0, 3).Draw(t, "bound"), Timeout: 2 * time.Second, NewSolver: solvers(lib), States: 200}
		if err := agree(p.Suite, k, q, o, count); err != "" {
			t.Fatalf("bound %d, %s: %s", o.Bound, name(q), err)
		}
	})
	t.Log(tally(count))
	for _, what := range []string{"found", "none", "proved", "same witness"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("no answer is %s: the law says too little", what)
		}
	}
}

// TestVariablesAgreeWithReference holds the search of checks with variables
// against the paper's encoding, which has the definitions of the forms.
func TestVariablesAgreeWithReference(t *testing.T) {
	lib := library(t)
	count := make(map[string]int)
	gen := modeltest.Joined()
	modeltest.Law(t, 100, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		q := rapid.SampledFrom(questions(system.NewScenario(p.Suite, k))).Draw(t, "query")
		o := validate.Options{Bound: rapid.IntRange(0, 4).Draw(t, "bound"), Timeout: 2 * time.Second, NewSolver: solvers(lib), States: 200}
		if err := agree(p.Suite, k, q, o, count); err != "" {
			t.Fatalf("bound %d, %s: %s", o.Bound, name(q), err)
		}
	})
	t.Log(tally(count))
	for _, what := range []string{"found", "none", "proved", "same witness"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("no answer is %s: the law says too little", what)
		}
	}
}
