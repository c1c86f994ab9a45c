package validate_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
)

// TestEnginesAgreeOnMaps asks all engines all questions about cases of models with
// maps.
func TestEnginesAgreeOnMaps(t *testing.T) {
	t.Parallel()
	d := newDifferential(t)
	projects := modeltest.MapProjects()
	modeltest.Costly(t, 12, 250, func(t *rapid.T) {
		p := projects.Draw(t, "project")
		k := p.Suite.Cases[0]
		bound := rapid.IntRange(1, 3).Draw(t, "bound")
		engines := base
		if rapid.IntRange(0, 1).Draw(t, "all") == 0 {
			engines = validate.Engines
		}
		if err := d.whole(p, k, bound, engines); err != nil {
			t.Fatal(err)
		}
		if rapid.IntRange(0, 1).Draw(t, "part") == 0 {
			sc := system.NewScenario(p.Suite, k)
			if err := d.part(sc, questionAbout(t, sc), bound, engines); err != nil {
				t.Fatal(err)
			}
		}
	})
	t.Log(tally(d.count))
}

// TestBruteForceOnMaps holds Validate against the search through all traces of tiny
// projects with maps.
func TestBruteForceOnMaps(t *testing.T) {
	t.Parallel()
	lib := library(t)
	count := make(map[string]int)
	projects := modeltest.TinyMapProjects()
	modeltest.Costly(t, 75, 1500, func(t *rapid.T) {
		p := projects.Draw(t, "project")
		k := p.Suite.Cases[0]
		bound := rapid.SampledFrom([]int{3, 2, 1}).Draw(t, "bound")
		c := validated(t, lib, p.Suite, k, bound, 20*time.Second)
		count["cases"]++
		if err := newBrute(newWalker(p.Suite, k), p).agrees(c, bound, count); err != nil {
			t.Fatalf("bound %d: %v\n%s", bound, err, document(t, c))
		}
	})
	t.Log(tally(count))
	for _, what := range []string{"none", "found", "commission", "omission"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("no %s was drawn: the law says too little", what)
		}
	}
}
