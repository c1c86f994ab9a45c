package validate_test

import (
	"context"
	"testing"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
)

// BenchmarkValidate validates one case of each example, up to 16 calls, by the
// engines that ask a solver: how many times faster the shared unrolling is than
// a formula for each question, in one run.
func BenchmarkValidate(b *testing.B) {
	lib := library(b)
	for _, bench := range []struct{ suite, name string }{
		{"procurement/before.checks", "in_stock_monitor"},
		{"procurement/after.checks", "in_stock_monitor"},
		{"operations/operations.checks", "travel_within_limit"},
		{"airline/airline.checks", "cancel_made_today"},
		{"arrays/dock.checks", "tools_for_a_fair"},
	} {
		b.Run(bench.suite+"/"+bench.name, func(b *testing.B) {
			suite, k := exampleCase(b, bench.suite, bench.name)
			validated := func(e validate.Engine) (validate.Stats, time.Duration) {
				start := time.Now()
				c, err := validate.Validate(context.Background(), suite, k, validate.Options{Engine: e, NewSolver: solvers(lib)})
				if err != nil {
					b.Fatal(err)
				}
				return c.Stats, time.Since(start)
			}
			var stats validate.Stats
			var shared, each time.Duration
			for b.Loop() {
				s, took := validated(validate.SMT)
				stats, shared = s, shared+took
				b.StopTimer()
				_, took = validated(validate.Reference)
				each += took
				b.StartTimer()
			}
			b.ReportMetric(float64(stats.Queries), "questions/op")
			b.ReportMetric(stats.Solve.Seconds()*1000, "solve-ms/op")
			b.ReportMetric(stats.Encode.Seconds()*1000, "encode-ms/op")
			b.ReportMetric(float64(each)/float64(shared), "x-reference")
		})
	}
}

// exampleCase returns a case of a suite among the examples.
func exampleCase(b *testing.B, suite, name string) (*checker.Suite, *checker.Case) {
	files, errs := project.Find([]string{"../examples/" + suite}, project.FindOptions{})
	if len(errs) > 0 {
		b.Fatal(errs)
	}
	s := project.Check(files, project.Options{}).Suites[0]
	for _, k := range s.Cases {
		if k.Decl.Name().Name == name {
			return s, k
		}
	}
	b.Fatalf("there is no case %s in %s", name, suite)
	return nil, nil
}
