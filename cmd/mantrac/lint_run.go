package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/runner"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/internal/terminal"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lint"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
)

// An examination is one run of lint, by that verb or by check --deep.
type examination struct {
	options     lint.Options
	limits      solver.Limits
	result      *lint.Result
	interrupted bool
}

// newExamination reads the flags.
func newExamination(c *cli.Context) *examination {
	x := &examination{options: lint.Options{Progress: terminal.Progress}, limits: limitsOf(c)}
	x.options.Bound, x.options.Timeout, x.options.Engine = c.Int("bound"), c.Duration("timeout"), validate.Engine(c.String("engine"))
	return x
}

func (x *examination) run(models []*checker.Model, suites []*checker.Suite) (err error) {
	ctx := interrupt.Context()
	x.result, err = runner.Lint(ctx, models, suites, x.options, x.limits)
	terminal.Progress("")
	x.interrupted = interrupt.Ended(ctx)
	return err
}

// shownOpen is how many open questions are named.
const shownOpen = 5

// complain says what is not known.
func (x *examination) complain() {
	for _, err := range x.result.Errors {
		complain(err)
	}
	open := x.result.Open
	if len(open) == 0 {
		return
	}
	var missing *solver.Missing
	var names []string
	for i, q := range open {
		// A missing library explains all open questions at once.
		errors.As(q.Reason, &missing)
		if i < shownOpen {
			names = append(names, project.Shown(q.Question))
		}
	}
	text := report.Counts(len(open), "question has", "questions have") + " no answer: " + strings.Join(names, "; ")
	if len(open) > shownOpen {
		text += "; …"
	}
	complain(errors.New(text))
	switch {
	case missing != nil:
		complain(fmt.Errorf("answers are missing, for %w", missing.Err))
	case open[0].Reason != nil:
		complain(fmt.Errorf("the first has none because: %s", project.Shown(open[0].Reason.Error())))
	}
}

// summary says how it went.
func (x *examination) summary(models int, suites []*checker.Suite, list []diag.Diagnostic) string {
	cases := 0
	for _, s := range suites {
		cases += len(s.Cases)
	}
	text := report.Count(models, "model") + " and " + report.Count(cases, "case") + " linted: "
	switch {
	case len(list) > 0:
		return text + tallied(list)
	case x.unsure():
		return text + notAll
	}
	return text + "no problems"
}

// notAll is said where nothing is found, and something may be.
const notAll = "nothing found; some questions are unresolved"

// unsure reports whether questions were asked that have no answer.
func (x *examination) unsure() bool {
	return x != nil && x.result != nil && len(x.result.Open)+len(x.result.Errors) > 0
}

// status returns how the verb ends.
func (x *examination) status(bad bool, list []diag.Diagnostic, failOn diag.Severity) error {
	return ending{x.interrupted, bad || len(x.result.Errors) > 0, fails(list, failOn), len(x.result.Open) > 0}.status()
}

// deepened prepares the lint of check --deep; nil without that flag.
func deepened(c *cli.Context) (*examination, error) {
	if c.Bool("deep") {
		return newExamination(c), nil
	}
	for _, f := range deepFlags("") {
		if name := f.Names()[0]; c.IsSet(name) {
			return nil, suggest(fmt.Sprintf("--%s requires --deep", name), "", "mantrac help check")
		}
	}
	return nil, nil
}

// deepen adds what lint finds to what check has found, unless there are
// errors, or files that cannot be read: then it is not known what cases reach.
func (x *examination) deepen(r *project.Result, errs []error) error {
	if x == nil || len(errs)+len(r.Errors) > 0 || diag.Tally(r.Diagnostics).Errors > 0 {
		return nil
	}
	suites := lists.Filter(r.Suites, func(s *checker.Suite) bool { return s.Model != nil && diag.Tally(s.Model.Diagnostics).Errors == 0 })
	if err := x.run(r.Models, suites); err != nil {
		return err
	}
	// What check has found already is not reported twice.
	x.result.Without(r.Diagnostics)
	r.Diagnostics = diag.Canonical(append(r.Diagnostics, x.result.Diagnostics()...))
	return nil
}
