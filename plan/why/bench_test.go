package why_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/plan/why"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
)

var models = []string{"operations", "procurement", "airline"}

// suitesOf returns the suites of an example.
func suitesOf(t testing.TB, name string) []*checker.Suite {
	files, errs := project.Find([]string{"../../examples/" + name}, project.FindOptions{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return project.Check(files, project.Options{}).Suites
}

// A refusal is a call that is refused in a state, and after some calls is not.
type refusal struct {
	state interp.State
	call  tool.Call
}

// refusals returns the calls of the shortest compliant traces of suites that are
// refused in the initial state, and in the states on the way.
func refusals(t testing.TB, suites []*checker.Suite) (m *checker.Model, list []refusal) {
	session := validate.NewSession(validate.Options{})
	for _, s := range suites {
		if m != nil && s.Model != m {
			continue
		}
		m = s.Model
		machine := interp.New(m)
		for _, k := range s.Cases {
			f, err := session.Ask(context.Background(), system.NewScenario(s, k), system.Query{Kind: system.Compliant})
			if err != nil {
				t.Fatal(err)
			}
			w := f.Witness
			if w == nil {
				continue
			}
			states := []interp.State{w.Init}
			for _, step := range w.Steps {
				states = append(states, step.State)
			}
			for i, state := range states {
				for _, step := range w.Steps[min(i, len(w.Steps)):] {
					if len(machine.Pre(state, step.Call)) > 0 {
						list = append(list, refusal{state, step.Call})
					}
				}
			}
		}
	}
	return m, list
}

// BenchmarkExplain measures explanations on the models of the examples: the median over
// calls that some calls make possible, of the fastest of several explanations of each,
// since other work of the machine only adds to it.
func BenchmarkExplain(b *testing.B) {
	for _, name := range models {
		b.Run(name, func(b *testing.B) {
			m, list := refusals(b, suitesOf(b, name))
			e := why.New(m, validate.Options{})
			fastest := make([][]time.Duration, 4) // by how many calls come before
			for b.Loop() {
				for _, r := range list {
					best, calls := time.Hour, 0
					for range 20 {
						start := time.Now()
						x, err := e.Explain(context.Background(), []interp.State{r.state}, r.call)
						if err != nil {
							b.Fatal(err)
						}
						best = min(best, time.Since(start))
						calls = len(x.Ways[0].Witness.Steps) - 1
					}
					if calls < len(fastest) {
						fastest[calls] = append(fastest[calls], best)
					}
				}
			}
			all := slices.Sorted(slices.Values(slices.Concat(fastest...)))
			b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, "ms/median")
			b.ReportMetric(float64(all[len(all)-1].Microseconds())/1000, "ms/most")
			b.ReportMetric(float64(len(list)), "calls")
			b.ReportMetric(0, "ns/op")
		})
	}
}
