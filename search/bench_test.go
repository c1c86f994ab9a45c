package search_test

import (
	"context"
	"testing"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/search"
	"github.com/mantrac/mantrac/validate"
)

// BenchmarkExamples asks all questions about all cases of an example, of models
// that are prepared. It reports states and questions.
func BenchmarkExamples(b *testing.B) {
	for _, example := range examples {
		b.Run(example, func(b *testing.B) {
			list := suites(b, example)
			var models []*search.Model
			for _, s := range list {
				models = append(models, search.New(system.Lower(s.Model), interp.New(s.Model)))
			}
			b.ReportAllocs()
			b.ResetTimer()
			states, questions := 0, 0
			for range b.N {
				for i, s := range list {
					for _, k := range s.Cases {
						n, q := ask(models[i], system.NewScenario(s, k))
						states, questions = states+n, questions+q
					}
				}
			}
			b.ReportMetric(float64(states)/float64(b.N), "states/op")
			b.ReportMetric(float64(questions)/float64(b.N), "questions/op")
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(questions), "µs/question")
		})
	}
}

// ask asks all questions about a case.
func ask(m *search.Model, sc *system.Scenario) (states, questions int) {
	x := m.Search(sc)
	for _, q := range sc.Queries() {
		r := x.Decide(context.Background(), q, sc.Bound(q, validate.DefaultBound), search.Limits{States: validate.DefaultStates})
		states, questions = states+r.States, questions+1
	}
	return states, questions
}

// BenchmarkNew prepares the model of an example.
func BenchmarkNew(b *testing.B) {
	for _, example := range examples {
		b.Run(example, func(b *testing.B) {
			s := suites(b, example)[0]
			for range b.N {
				search.New(system.Lower(s.Model), interp.New(s.Model))
			}
		})
	}
}
