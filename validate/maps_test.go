package validate_test

import (
	"testing"

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
	modeltest.Law(t, 40, func(t *rapid.T) {
		p := projects.Draw(t, "project")
		k := p.Suite.Cases[0]
		bound := rapid.IntRange(1, 3).Draw(t, "bound")
		engines := base
		if rapid.IntRange(0, 3).Draw(t, "all") == 0 {
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
