package search_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/search"
)

// TestOmissionAfterCommission holds what a search for a commission tells of the omission
// against a search that was asked for nothing else before.
func TestOmissionAfterCommission(t *testing.T) {
	count := make(map[string]int)
	for _, gen := range []*rapid.Generator[*modeltest.Project]{modeltest.Projects(modeltest.Small), modeltest.Everything(modeltest.Small), rapid.Custom(switches)} {
		modeltest.Costly(t, 150, 3000, func(t *rapid.T) {
			p := gen.Draw(t, "project")
			k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
			sc := system.NewScenario(p.Suite, k)
			m := search.New(system.Lower(sc.Model), interp.New(sc.Model))
			ask := func(s *search.Search, q system.Query) search.Result {
				return s.Decide(context.Background(), q, 4, search.Limits{States: 300})
			}
			for _, check := range k.Checks {
				others := rapid.Bool().Draw(t, "others")
				both, omission := m.Search(sc), system.Query{Kind: system.Omission, Check: check}
				ask(both, system.Query{Kind: system.Commission, Check: check, Others: others})
				shared, alone := ask(both, omission), ask(m.Search(sc), omission)
				if shared.Proved && (alone.Found || alone.Longer) || alone.Proved && shared.Found || shared.Found && alone.Found && len(shared.Trace.Steps) != len(alone.Trace.Steps) {
					t.Fatalf("omission of %s: after the commission %+v, alone %+v", check.Name.Name, shared, alone)
				}
				switch {
				case shared.Proved && alone.Proved:
					count["proved both ways"]++
				case shared.Proved:
					count["proved by the commission alone"]++
				case shared.Found:
					count["found"]++
				}
			}
		})
	}
	t.Log(tally(count))
	for _, what := range []string{"proved both ways", "found"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("%s: never drawn, so that the law says too little", what)
		}
	}
}
