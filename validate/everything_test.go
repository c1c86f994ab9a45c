package validate_test

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
)

// TestEnginesAgreeOnEverything asks all engines all questions about cases of
// models and suites that combine the forms beyond the paper's grammar.
func TestEnginesAgreeOnEverything(t *testing.T) {
	t.Parallel()
	d := newDifferential(t)
	tiny, small := modeltest.Everything(modeltest.Tiny), modeltest.Everything(modeltest.Small)
	modeltest.Costly(t, 6, 70, func(t *rapid.T) {
		projects := tiny
		if rapid.IntRange(0, 2).Draw(t, "size") == 0 {
			projects = small
		}
		p := projects.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		bound := rapid.IntRange(1, 3).Draw(t, "bound")
		if newWalker(p.Suite, k).answers() {
			return // the tests of answers are held against the reference in package search
		}
		engines := base
		if rapid.IntRange(0, 1).Draw(t, "all") == 0 {
			engines = validate.Engines
		}
		if err := d.whole(p, k, bound, engines); err != nil {
			t.Fatal(err)
		}
		if rapid.IntRange(0, 3).Draw(t, "part") == 0 {
			sc := system.NewScenario(p.Suite, k)
			if err := d.part(sc, questionAbout(t, sc), bound, engines); err != nil {
				t.Fatal(err)
			}
		}
	})
	t.Log(tally(d.count))
}

// TestEverythingByBruteForce holds what is found out about tiny cases of such
// models against the search through all traces.
func TestEverythingByBruteForce(t *testing.T) {
	t.Parallel()
	lib := library(t)
	count := make(map[string]int)
	gen := modeltest.Everything(modeltest.Tiny)
	modeltest.Costly(t, 60, 800, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		bound := rapid.SampledFrom([]int{3, 2, 1}).Draw(t, "bound")
		w := newWalker(p.Suite, k)
		if w.answers() {
			count["checks of answers, which may be any"]++
			return
		}
		c := validated(t, lib, p.Suite, k, bound, 20*time.Second)
		count["cases"]++
		if len(c.Reasons()) > 0 {
			count["unknown: "+c.Reasons()[0].Error()]++
			return
		}
		err := newBrute(w, p).agrees(c, bound, count)
		if errors.Is(err, errUnlisted) {
			count["answers that cannot be listed"]++
			return
		}
		if err != nil {
			t.Fatalf("bound %d: %v\n%s", bound, err, document(t, c))
		}
	})
	t.Log(tally(count))
	for _, what := range []string{"none", "found", "commission", "omission", "needs"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("no %s was drawn: the law says too little", what)
		}
	}
}
