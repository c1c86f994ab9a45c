package search_test

import (
	"context"
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
// procurement are all answered, and for every length.
func TestExamples(t *testing.T) {
	want := map[string]int{"procurement": 100, "airline": 229}
	for example, least := range want {
		count := make(map[string]int)
		for _, s := range suites(t, example) {
			m := search.New(system.Lower(s.Model), interp.New(s.Model))
			for _, k := range s.Cases {
				sc := system.NewScenario(s, k)
				x := m.Search(sc)
				for _, q := range sc.Queries() {
					r := x.Decide(context.Background(), q, sc.Bound(q, validate.DefaultBound), search.Limits{States: validate.DefaultStates})
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
		if count["answered"] < least {
			t.Errorf("%s: %s", example, tally(count))
		}
	}
}
