package search_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/search"
	"github.com/mantrac/mantrac/validate"
)

var examples = []string{"procurement", "operations", "airline", "arrays"}

// suites returns the suites of an example.
func suites(t testing.TB, example string) []*checker.Suite {
	t.Helper()
	files, errs := project.Find([]string{filepath.Join("..", "examples", example)}, project.FindOptions{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return project.Check(files, project.Options{}).Suites
}

// TestExamples holds how many questions about two of the examples the search
// answers; what it finds is held against the solver elsewhere. Those of
// procurement are all answered, and for every length. Of airline it looks at few
// states, and with MANTRAC_SOAK=1 at as many as validation does.
func TestExamples(t *testing.T) {
	states := 1000
	if os.Getenv("MANTRAC_SOAK") == "1" {
		states = validate.DefaultStates
	}
	for _, want := range []struct {
		example       string
		states, least int
	}{{"procurement", validate.DefaultStates, 100}, {"airline", states, 270}} {
		count := make(map[string]int)
		for _, s := range suites(t, want.example) {
			m := search.New(system.Lower(s.Model), interp.New(s.Model))
			for _, k := range s.Cases {
				sc := system.NewScenario(s, k)
				x := m.Search(sc)
				for _, q := range sc.Queries() {
					r := x.Decide(context.Background(), q, sc.Bound(q, validate.DefaultBound), search.Limits{States: want.states})
					switch {
					case r.Found, r.None && r.Proved:
						count["answered"]++
					case r.None:
						count["up to the bound"]++
					default:
						count["gave up: "+r.Why.Error()]++
					}
				}
			}
		}
		if count["answered"] < want.least {
			t.Errorf("%s: %s", want.example, tally(count))
		}
	}
}
