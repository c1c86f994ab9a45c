package worker

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/mantrac/mantrac/golden"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/mutate"
	"github.com/mantrac/mantrac/mutate/report"
)

// mutate says which mutants of a model, and of the suites about it, survive.
func (w *worker) mutate(ctx context.Context, r Request) (json.RawMessage, error) {
	found, err := w.world(r, r.Model, r.Suites)
	if err != nil {
		return nil, err
	}
	o := mutate.Options{Options: options(r), Kept: golden.Beside}
	// Copy the shared limits before changing the steps.
	within := limits
	within.Steps = solver.DefaultSteps
	if _, err := solver.Attach(&o.Options, within); err != nil {
		return nil, err
	}
	result, err := mutate.Run(ctx, found.Models, found.Suites, o)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = report.JSON(&text, result)
	return text.Bytes(), err
}
