package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/report"
)

func validateCommand() *cli.Command {
	return &cli.Command{
		Name:        "validate",
		Usage:       "hold checks and model against each other",
		UsageText:   "mantrac validate [flags] [PATH …]",
		Description: validateDescription,
		Flags: append(projectFlags(),
			&cli.IntFlag{Name: "bound", Value: validate.DefaultBound, Usage: "look at traces of at most `K` calls"},
			&cli.StringSliceFlag{Name: "case", Usage: "only the case of this `NAME`; may be repeated"},
			&cli.GenericFlag{Name: "engine", Value: oneOf("reference"), Usage: "`ENGINE` that makes the formulas: reference"},
			&cli.DurationFlag{Name: "timeout", Value: 30 * time.Second, Usage: "`TIME` for each question to the solver; 0 is no limit"},
			&cli.GenericFlag{Name: "format", Value: oneOf("text", "json"), Usage: "`FORMAT` of the result: text or json"},
			&cli.GenericFlag{Name: "color", Value: oneOf("auto", "always", "never"), Usage: "`WHEN` to use colour: auto, always or never"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the result to `FILE`"},
			&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "show every trace, also those without a conflict"},
		),
		Action: validateCases,
	}
}

const validateDescription = `Of each case it asks whether any trace passes the checks, whether a run of the
model does, whether the checks accept a call that the model forbids (a forward
conflict), and whether a check forbids what the model allows (a backward one).
A conflict comes with the shortest trace that shows it.

A PATH is a suite, a folder, a pattern, or a model, which stands for all suites
about it. Without any, it is the current folder. It needs libz3; see mantrac
doctor. An interrupt ends it with what has been decided so far.

The exit code is 0 if all cases are consistent, 1 if there is a conflict, else
3 if an answer is unknown, and 2 if something is wrong with the files.

Examples:
  mantrac validate                           all suites in this folder
  mantrac validate --case refund_late .      one case
  mantrac validate --bound 24 model.wm       longer traces
  mantrac validate --format json -o out.json
  mantrac validate -v suite.checks           with all traces`

// maxBound is the length of traces beyond which nobody can have meant it.
const maxBound = 1000

// boundOf returns the bound that was asked for.
func boundOf(c *cli.Context) (int, error) {
	bound := c.Int("bound")
	if bound < 1 || bound > maxBound {
		return 0, suggest(fmt.Sprintf("--bound does not take %d: it is from 1 to %d", bound, maxBound), "", "mantrac help "+c.Command.Name)
	}
	return bound, nil
}

func validateCases(c *cli.Context) error {
	bound, err := boundOf(c)
	if err != nil {
		return err
	}
	if c.Duration("timeout") < 0 {
		return suggest("--timeout is not negative", "", "mantrac help validate")
	}
	out := &output{path: c.String("output")}
	found, err := findCases(c, out.path)
	if err != nil {
		return err
	}
	library, err := z3.Load()
	if err != nil {
		return fmt.Errorf("%w; check, fmt, run and compile work without it", err)
	}
	v := &validation{bound: bound, timeout: c.Duration("timeout"), library: library}
	v.run(interruptible(), found.cases)
	if err := v.write(c, out); err != nil {
		return err
	}
	return v.status(found.bad)
}

// A validation is one run of the verb.
type validation struct {
	bound   int
	timeout time.Duration
	library *z3.Library

	result      validate.Result
	failed      bool // a case has no result
	interrupted bool
}

// run validates cases one after the other.
func (v *validation) run(ctx context.Context, cases []caseOf) {
	runtime.LockOSThread() // see validate.Validate
	defer runtime.UnlockOSThread()
	for i, k := range cases {
		progress("[%d/%d] %s", i+1, len(cases), project.Shown(k.name()))
		found, err := validate.Validate(ctx, k.suite, k.decl, validate.Options{
			Bound: v.bound, Timeout: v.timeout, NewSolver: v.newSolver,
		})
		if err != nil {
			progress("")
			complain(fmt.Errorf("%s: case %s: %w", project.Shown(k.file()), project.Shown(k.name()), err))
			v.failed = true
			continue
		}
		v.result.Cases = append(v.result.Cases, found)
		v.result.Stats.Queries += found.Stats.Queries
		v.result.Stats.Solve += found.Stats.Solve
		v.result.Stats.Encode += found.Stats.Encode
	}
	progress("")
	v.interrupted = ctx.Err() != nil
}

func (v *validation) newSolver(timeout time.Duration) (smt.Solver, error) {
	return v.library.NewSolver(z3.Options{Timeout: timeout})
}

// progress shows on a terminal what is being done, on a line that the next
// one replaces; "" wipes it out.
func progress(format string, args ...any) {
	if term.IsTerminal(int(os.Stderr.Fd())) && os.Getenv("TERM") != "dumb" {
		fmt.Fprintf(os.Stderr, "\r\x1b[K"+format, args...)
	}
}

func (v *validation) write(c *cli.Context, out *output) error {
	var err error
	if c.String("format") == "json" {
		err = report.JSON(out, &v.result)
	} else {
		err = report.Text(out, &v.result, report.Options{Color: coloredOutput(c, out), Verbose: c.Bool("verbose")})
	}
	if err != nil {
		return err
	}
	if err := out.finish(); err != nil {
		return err
	}
	if c.String("format") == "text" {
		fmt.Fprintln(os.Stderr, report.Summary(&v.result))
	}
	return nil
}

// status returns how the verb ends.
func (v *validation) status(bad bool) error {
	worst := 0
	for _, k := range v.result.Cases {
		switch k.Verdict {
		case validate.Consistent:
		case validate.UnknownVerdict:
			worst = max(worst, 1)
		default:
			worst = 2
		}
	}
	switch {
	case v.interrupted:
		return status(exitInterrupted)
	case bad || v.failed:
		return status(exitBadInput)
	case worst == 2:
		return status(exitFindings)
	case worst == 1:
		return status(exitInconclusive)
	}
	return nil
}
