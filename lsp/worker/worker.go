package worker

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/runner"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/report"
)

// Work answers requests until there are no more, with the solver within limits.
// Without libz3 it does what can be done without.
func Work(ctx context.Context, in io.Reader, out io.Writer) error {
	lines := bufio.NewReader(in)
	w := &worker{encoder: json.NewEncoder(out), cache: project.NewCache()}
	for {
		line, err := lines.ReadBytes('\n')
		// The last line may lack its line feed.
		if len(line) > 0 {
			var r Request
			if err := json.Unmarshal(line, &r); err != nil {
				return fmt.Errorf("a request cannot be read: %w", err)
			}
			if err := w.answer(ctx, r); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

type worker struct {
	encoder *json.Encoder
	cache   *project.Cache
}

// answer writes the outcomes of one request. The error is that nobody reads
// them.
func (w *worker) answer(ctx context.Context, r Request) error {
	if r.Task == Validate {
		return w.validate(ctx, r)
	}
	out := Outcome{ID: r.ID, Done: true}
	var err error
	switch r.Task {
	case Inspect:
		out.Model, err = w.inspect(ctx, r)
	case Compare:
		out.Result, err = w.compare(ctx, r)
	case Repair:
		out.Result, err = w.repair(ctx, r)
	case Mutate:
		out.Result, err = w.mutate(ctx, r)
	}
	if err != nil {
		out.Error = err.Error()
	}
	return w.encoder.Encode(out)
}

// validate writes an outcome for each case.
func (w *worker) validate(ctx context.Context, r Request) error {
	suite, err := w.suite(r)
	if err != nil {
		return w.encoder.Encode(Outcome{ID: r.ID, Error: err.Error(), Done: true})
	}
	var cases []selection.Case
	left := slices.Clone(r.Cases) // a name that occurs twice is the first case of that name
	for _, k := range suite.Cases {
		name := k.Decl.Name()
		if name == nil || !slices.Contains(left, name.Name) {
			continue
		}
		// Each name is taken once. A second case of the name is not validated.
		left = slices.DeleteFunc(left, func(n string) bool { return n == name.Name })
		if suite.Sound(k) {
			cases = append(cases, selection.Case{Suite: suite, Decl: k})
		} else if err := w.encoder.Encode(Outcome{ID: r.ID, Case: name.Name, Error: "the case has errors"}); err != nil {
			return err
		}
	}
	done := Outcome{ID: r.ID, Done: true}
	var lost error
	_, err = runner.Validate(ctx, cases, runner.Options{
		Options: options(r), Limits: limits, NoCache: true,
		Each: func(of selection.Case, found *validate.Case, err error) {
			// Keep the first error of writing. Validation itself goes on.
			lost = cmp.Or(lost, w.encoder.Encode(validated(r, of, found, err)))
		},
	})
	if err != nil {
		done.Error = err.Error()
	}
	return cmp.Or(lost, w.encoder.Encode(done))
}

// limits are those of the solver: a worker does one thing at a time.
var limits = solver.Limits{Optional: true}

// options are those that a request asks for.
func options(r Request) validate.Options {
	return validate.Options{Bound: r.Bound, Engine: validate.Engine(r.Engine), Timeout: time.Duration(r.Timeout) * time.Millisecond}
}

// suite reads and checks the suite of a request.
func (w *worker) suite(r Request) (*checker.Suite, error) {
	found := w.check(r, []project.File{{Name: r.Suite, Path: r.Suite, Kind: project.SuiteFile}})
	switch {
	case len(found.Errors) > 0:
		return nil, found.Errors[0]
	case len(found.Suites) != 1 || found.Suites[0].Model == nil:
		return nil, errors.New("the suite has no model")
	case diag.Tally(found.Suites[0].Model.Diagnostics).Errors > 0:
		return nil, errors.New("the model has errors")
	}
	// Errors in cases of the suite itself are sorted out case by case.
	for _, d := range found.Diagnostics {
		if d.Severity == diag.Error && d.Primary.File.Name() != r.Suite {
			return nil, fmt.Errorf("%s has errors", filepath.Base(d.Primary.File.Name()))
		}
	}
	return found.Suites[0], nil
}

// check checks files as the editor has them.
func (w *worker) check(r Request, files []project.File) *project.Result {
	read := func(path string) (string, error) {
		if text, ok := r.Buffers[path]; ok {
			return text, nil
		}
		return project.ReadText(path)
	}
	return project.Check(files, project.Options{Read: read, Cache: w.cache})
}

// validated returns the outcome for a case.
func validated(r Request, of selection.Case, found *validate.Case, err error) Outcome {
	out := Outcome{ID: r.ID, Case: of.Name()}
	if err == nil {
		out.Result, err = report.CaseJSON(found)
	}
	if err == nil {
		out.Notes, err = json.Marshal(report.NotesOf(found))
	}
	if err != nil {
		out.Error = err.Error()
	}
	return out
}
