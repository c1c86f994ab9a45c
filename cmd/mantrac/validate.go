package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/runner"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/internal/terminal"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
	results "github.com/mantrac/mantrac/validate/report"
)

func engineNames() []string {
	return lists.Map(validate.Engines, func(e validate.Engine) string { return string(e) })
}

// defaultJobs is how many cases are validated at a time: each takes a
// processor, and memory of its own.
func defaultJobs() int { return min(runtime.GOMAXPROCS(0), 4) }

// A validation is one run of the verb.
type validation struct {
	runner.Options
	proved bool // a consistent case has to be
	shown  results.Options

	result      *runner.Result
	interrupted bool
}

func validateCases(c *cli.Context) error {
	v, err := newValidation(c)
	if err != nil {
		return err
	}
	found, err := selectedCases(c)
	if err != nil {
		return err
	}
	if err := v.run(found); err != nil {
		return err
	}
	if err := v.write(c); err != nil {
		return err
	}
	return answered(c, found, v.status(found.Bad))
}

// newValidation reads the flags.
func newValidation(c *cli.Context) (*validation, error) {
	profile := c.Bool("profile")
	if profile && c.String("format") != "text" {
		return nil, suggest("--profile requires --format text; --format json has the times without it", "", "mantrac help validate")
	}
	return &validation{proved: c.String("require") == "proved", Options: runner.Options{
		Options: validate.Options{Bound: c.Int("bound"), AllConflicts: c.Int("all-conflicts"), Engine: validate.Engine(c.String("engine")), Timeout: c.Duration("timeout"), Costs: profile, Prove: c.String("require") == "proved"},
		Limits:  limitsOf(c),
		Total:   c.Duration("total-timeout"), FailFast: c.Bool("fail-fast"), NoCache: profile || c.Bool("no-cache"),
	}}, nil
}

// run validates cases, and shows on a terminal how far they are.
func (v *validation) run(found *selection.Selection) (err error) {
	bar := terminal.NewBar(len(found.Cases), "conflict")
	// A nil bar is fine: its methods accept it.
	v.Observer = bar
	ctx := interrupt.Context()
	v.result, err = runner.Validate(ctx, found.Cases, v.Options)
	bar.Close()
	if err != nil {
		return err
	}
	// After an interrupt, the results so far are still written.
	v.interrupted = interrupt.Ended(ctx)
	v.result.Diagnostics = append(project.UnreadableFiles(found.Unreadable), found.Blocked...)
	for _, f := range v.result.Failed {
		complain(fmt.Errorf("%s: case %s: %w", project.Shown(f.File()), project.Shown(f.Name()), f.Err))
	}
	return nil
}

func (v *validation) write(c *cli.Context) error {
	v.shown = results.Options{Color: coloredOutput(c), Verbose: c.Bool("verbose"), Decisions: c.Bool("explain-engine"), Proved: v.proved, Profile: v.Costs}
	if err := writeDocument(c, v); err != nil {
		return err
	}
	v.notes()
	if c.String("format") == "text" {
		fmt.Fprintln(os.Stderr, results.Summary(&v.result.Result))
	} else if n := len(v.result.Unfinished); n > 0 {
		complain(fmt.Errorf("%s not validated; they are listed as unfinished", report.Counts(n, "case is", "cases are")))
	}
	return nil
}

// Text implements [report.Document].
func (v *validation) Text(w io.Writer) error { return results.Text(w, &v.result.Result, v.shown) }

// JSON implements [report.Document].
func (v *validation) JSON(w io.Writer) error { return results.JSON(w, &v.result.Result) }

// SARIF implements [report.Document].
func (v *validation) SARIF(w io.Writer) error {
	return results.SARIF(w, &v.result.Result, buildVersion().Version, titleOf)
}

// GitHub implements [report.Document].
func (v *validation) GitHub(w io.Writer) error { return results.GitHub(w, &v.result.Result) }

// Markdown implements [report.Document].
func (v *validation) Markdown(w io.Writer) error {
	o := v.shown
	o.Color = false
	return results.Markdown(w, &v.result.Result, o)
}

// notes says once, for all cases, what keeps them from a better end.
func (v *validation) notes() {
	var missing *solver.Missing
	var incomplete *z3.Incomplete
	unproved, short := 0, 0
	for _, k := range v.result.Cases {
		few := false
		for _, err := range k.Reasons() {
			errors.As(err, &missing)
			few = few || errors.As(err, &incomplete) && incomplete.OutOfSteps()
		}
		if few {
			short++
		}
		if k.Verdict == validate.Consistent && len(k.Unproved()) > 0 {
			unproved++
		}
	}
	if missing != nil {
		complain(fmt.Errorf("answers are missing, for %w", missing.Err))
	}
	if short > 0 {
		complain(fmt.Errorf("--rlimit %d leaves answers about %s open, as the solver has too few steps: allow it more, or leave --rlimit out", v.Steps, report.Count(short, "case")))
	}
	if v.proved && unproved > 0 {
		complain(fmt.Errorf("%s consistent up to %s, which is not proved for every length", report.Counts(unproved, "case is", "cases are"), report.Count(v.Bound, "call")))
	}
}

// status returns how the verb ends.
func (v *validation) status(bad bool) error {
	e := ending{interrupted: v.interrupted, bad: bad || len(v.result.Failed) > 0, open: len(v.result.Unfinished) > 0}
	for _, k := range v.result.Cases {
		e.found = e.found || k.Verdict.Conflict()
		e.open = e.open || k.Verdict == validate.UnknownVerdict || v.proved && len(k.Unproved()) > 0
	}
	return e.status()
}
