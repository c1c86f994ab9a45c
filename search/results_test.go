package search_test

import (
	"context"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
)

// TestSearchAgreesOnResults holds the search against the paper's encoding on models
// whose tools answer, and whose conditions ask for what has been seen.
func TestSearchAgreesOnResults(t *testing.T) {
	lib := library(t)
	count := make(map[string]int)
	gen := modeltest.ResultProjects()
	modeltest.Costly(t, 75, 1500, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := p.Suite.Cases[0]
		bound := rapid.IntRange(0, 3).Draw(t, "bound")
		sc := system.NewScenario(p.Suite, k)
		q := rapid.SampledFrom(questions(sc)).Draw(t, "query")
		o := validate.Options{Bound: bound, Timeout: 2 * time.Second, NewSolver: solvers(lib), States: 300}
		if err := agree(p.Suite, k, q, o, count); err != "" {
			t.Fatalf("bound %d, %s: %s", bound, name(q), err)
		}
	})
	t.Log(tally(count))
	for _, what := range []string{"found", "none", "proved", "same witness"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("no answer is %s: the law says too little", what)
		}
	}
}

// TestFormulasAgreeOnResults holds the unrolling and the clauses for every length
// against the paper's encoding, also where checks ask for answers that ties tell.
func TestFormulasAgreeOnResults(t *testing.T) {
	lib := library(t)
	count := make(map[string]int)
	gen := modeltest.ResultProjects()
	modeltest.Costly(t, 60, 1200, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := p.Suite.Cases[0]
		sc := system.NewScenario(p.Suite, k)
		q := rapid.SampledFrom(questions(sc)).Draw(t, "query")
		o := validate.Options{Bound: rapid.IntRange(1, 3).Draw(t, "bound"), Timeout: 2 * time.Second, NewSolver: solvers(lib), Engine: validate.Reference}
		want, err := validate.NewSession(o).Ask(context.Background(), sc, q)
		if err != nil {
			t.Fatalf("the reference, %s: %v", name(q), err)
		}
		if want.Answer == validate.Unknown {
			count["not known to the reference"]++
			return
		}
		o.Engine = validate.SMT
		got, err := validate.NewSession(o).Ask(context.Background(), sc, q)
		if err != nil {
			t.Fatalf("the unrolling, %s: %v", name(q), err)
		}
		if got.Answer != validate.Unknown && got.Answer != want.Answer {
			_, whole := show(want.Witness)
			t.Fatalf("%s: the unrolling says %v, and the reference %v: %s", name(q), got.Answer, want.Answer, whole)
		}
		count[[]string{"unknown", "none", "found"}[got.Answer]]++
		for _, tool := range sc.Tools {
			if len(tool.Answers) > 0 && got.Answer != validate.Unknown {
				count["with checks of answers"]++
			}
		}
	})
	t.Log(tally(count))
	for _, what := range []string{"found", "none", "with checks of answers"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("no answer is %s: the law says too little", what)
		}
	}
}
