package runner

import (
	"context"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/lint"
)

// Lint runs the linter with the solver within limits. The error is that the
// engine needs libz3 and there is none.
func Lint(ctx context.Context, models []*checker.Model, suites []*checker.Suite, o lint.Options, l solver.Limits) (*lint.Result, error) {
	if _, err := solver.Attach(&o.Options, l); err != nil {
		return nil, err
	}
	o.Workers = l.Jobs
	return lint.Run(ctx, models, suites, o), nil
}
