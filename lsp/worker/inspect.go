package worker

import (
	"context"
	"errors"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/runner"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lint"
	"github.com/mantrac/mantrac/project"
)

// patience is how long a question may take of which there are many.
const patience = 2 * time.Second

// inspect says what package lint finds out about a model.
func (w *worker) inspect(ctx context.Context, r Request) (*Inspection, error) {
	found, err := w.world(r, r.Model, r.Suites)
	if err != nil {
		return nil, err
	}
	suites := lists.Filter(found.Suites, func(s *checker.Suite) bool { return s.IsAbout(found.Models[0]) })
	o := lint.Options{Options: options(r)}
	// Timeout 0 means no limit, so min alone is not enough.
	if o.Timeout = min(o.Timeout, patience); r.Timeout == 0 {
		o.Timeout = patience
	}
	result, err := runner.Lint(ctx, found.Models, suites, o, limits)
	if err != nil {
		return nil, err
	}
	if len(result.Errors) > 0 {
		return nil, result.Errors[0]
	}
	return inspected(result, suites), nil
}

// world reads and checks a model and the suites about it.
func (w *worker) world(r Request, model string, suites []string) (*project.Result, error) {
	files := []project.File{{Name: model, Path: model, Kind: project.ModelFile}}
	for _, path := range suites {
		files = append(files, project.File{Name: path, Path: path, Kind: project.SuiteFile})
	}
	found := w.check(r, files)
	if len(found.Errors) > 0 {
		return nil, found.Errors[0]
	}
	if diag.Tally(found.Diagnostics).Errors > 0 || len(found.Models) != 1 {
		return nil, errors.New("there are errors in the model or in a suite about it")
	}
	return found, nil
}

func inspected(r *lint.Result, suites []*checker.Suite) *Inspection {
	i := &Inspection{Transitions: make(map[string]Standing), Checks: make(map[string]map[string]map[string]Standing)}
	// Both maps share the inner maps: statuses know cases, the result is by name.
	of := make(map[*checker.Case]map[string]Standing)
	for _, s := range suites {
		cases := make(map[string]map[string]Standing)
		i.Checks[s.File.Tree.File.Name()] = cases
		for _, k := range s.Cases {
			of[k] = make(map[string]Standing)
			cases[k.Decl.Name().Name] = of[k]
		}
	}
	for _, s := range r.Statuses {
		standing := Standing{s.State, s.Scope.Proved, s.Scope.Bound}
		switch {
		case s.Transition != nil:
			i.Transitions[s.Transition.Name()] = standing
		case s.Check != nil:
			of[s.Case][s.Check.Name.Name] = standing
		default:
			// A status without a check is about the goal.
			of[s.Case][""] = standing
		}
	}
	return i
}
