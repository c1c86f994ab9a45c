package why_test

import (
	"context"
	"math"
	"path"
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

// models are suites of the examples about whose models calls are explained.
var models = []string{"operations/operations.checks", "procurement/after.checks", "airline/airline.checks", "arrays/dock.checks", "retail/retail.checks", "telecom/telecom.checks"}

// suiteOf returns a suite of the examples.
func suiteOf(t testing.TB, name string) *checker.Suite {
	files, errs := project.Find([]string{"../../examples/" + name}, project.FindOptions{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return project.Check(files, project.Options{}).Suites[0]
}

// A refusal is a call that is refused in a state, and after some calls is not.
type refusal struct {
	state interp.State
	call  tool.Call
}

// refusals returns the calls of the shortest compliant traces of a suite that are
// refused in the initial state, and in the states on the way.
func refusals(t testing.TB, s *checker.Suite) (list []refusal) {
	session, machine := validate.NewSession(validate.Options{}), interp.New(s.Model)
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
	return list
}

// BenchmarkExplain measures explanations on the models of the examples: the median over
// calls that at most three calls make possible, of the fastest of several explanations
// of each, since other work of the machine only adds to it. Calls without an answer count
// among those of more calls.
func BenchmarkExplain(b *testing.B) {
	for _, name := range models {
		b.Run(path.Dir(name), func(b *testing.B) {
			s := suiteOf(b, name)
			list := refusals(b, s)
			e := why.New(s.Model, validate.Options{})
			var short []time.Duration
			for b.Loop() {
				for _, r := range list {
					best, calls := explained(b, e, r)
					if calls <= 3 {
						short = append(short, best)
					}
				}
			}
			slices.Sort(short)
			b.ReportMetric(float64(short[len(short)/2].Microseconds())/1000, "ms/median")
			b.ReportMetric(float64(short[len(short)-1].Microseconds())/1000, "ms/most")
			b.ReportMetric(float64(len(short)/b.N), "calls")
			b.ReportMetric(float64(len(list)-len(short)/b.N), "of-more-calls")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// explained returns the fastest of several explanations of a refused call, and how many
// calls make it allowed.
func explained(b *testing.B, e *why.Explainer, r refusal) (best time.Duration, calls int) {
	best = time.Hour
	for range 20 {
		start := time.Now()
		x, err := e.Explain(context.Background(), []interp.State{r.state}, r.call)
		if err != nil {
			b.Fatal(err)
		}
		best, calls = min(best, time.Since(start)), math.MaxInt
		if w := x.Ways[0].Witness; w != nil {
			calls = len(w.Steps) - 1
		} else {
			break
		}
	}
	return best, calls
}
