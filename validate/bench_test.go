package validate_test

import (
	"context"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
)

// BenchmarkValidate validates one case of each example, up to 16 calls.
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
			files, errs := project.Find([]string{"../examples/" + bench.suite}, project.FindOptions{})
			if len(errs) > 0 {
				b.Fatal(errs)
			}
			suite := project.Check(files, project.Options{}).Suites[0]
			for _, k := range suite.Cases {
				if k.Decl.Name().Name != bench.name {
					continue
				}
				var stats validate.Stats
				for b.Loop() {
					c, err := validate.Validate(context.Background(), suite, k, validate.Options{NewSolver: func(d time.Duration) (smt.Solver, error) {
						return lib.NewSolver(z3.Options{Timeout: d})
					}})
					if err != nil {
						b.Fatal(err)
					}
					stats = c.Stats
				}
				b.ReportMetric(float64(stats.Queries), "questions/op")
				b.ReportMetric(stats.Solve.Seconds()*1000, "solve-ms/op")
				b.ReportMetric(stats.Encode.Seconds()*1000, "encode-ms/op")
			}
		})
	}
}
