package explicit_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/explicit"
	"github.com/mantrac/mantrac/project"
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

// TestExamples counts the questions about the examples that the search
// answers.
func TestExamples(t *testing.T) {
	for _, example := range examples {
		count := make(map[string]int)
		for _, s := range suites(t, example) {
			m := explicit.New(s.Model)
			for _, k := range s.Cases {
				sc := compiler.NewScenario(s, k)
				x := m.Search(sc)
				for _, q := range sc.Queries() {
					count["questions"]++
					r := x.Decide(context.Background(), q, sc.Bound(q, validate.DefaultBound), explicit.Limits{States: validate.DefaultStates})
					count["states"] += r.States
					switch {
					case r.Found:
						count["found"]++
					case r.None && r.Proved:
						count["proved"]++
					case r.None:
						count["none"]++
					default:
						count["gave up: "+r.Why.Error()]++
					}
				}
			}
		}
		t.Logf("%s: %s", example, tally(count))
	}
}
