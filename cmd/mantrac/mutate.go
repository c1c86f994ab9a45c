package main

import (
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/golden"
	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/internal/terminal"
	"github.com/mantrac/mantrac/mutate"
	mutants "github.com/mantrac/mantrac/mutate/report"
	"github.com/mantrac/mantrac/validate"
)

func mutateFiles(c *cli.Context) error {
	o, limits := mutateOptions(c)
	found, err := usable(selectFiles(c, selection.Sound))
	if err != nil {
		return err
	}
	if _, err := selection.Named(found.Suites, o.Cases); err != nil {
		return unknownCase(c, err)
	}
	if _, err := solver.Attach(&o.Options, limits); err != nil {
		return err
	}
	ctx := interrupt.Context()
	r, err := mutate.Run(ctx, found.Models, found.Suites, o)
	terminal.Progress("")
	if err != nil {
		return err
	}
	m := mutation{findings{list: found.Blocked, unreadable: found.Unreadable, color: coloredOutput(c),
		more: mutants.Findings(r), fingerprint: "mantracMutant/v1", head: mutants.Summary(r)}, r}
	if err := writeDocument(c, m); err != nil {
		return err
	}
	survived := r.Count(mutate.Survived)
	if c.String("format") == "text" {
		fmt.Fprintln(os.Stderr, m.head)
	}
	switch {
	case interrupt.Ended(ctx):
		return status(exitInterrupted)
	case found.Bad:
		return status(exitBadInput)
	}
	if c.Bool("update") && survived > 0 {
		killed, err := strengthen(c, ctx, found, r)
		if err != nil {
			return err
		}
		survived -= killed
	}
	if survived > 0 {
		return status(exitFindings)
	}
	return nil
}

// A mutation is what became of mutants as a document.
type mutation struct {
	findings
	result *mutate.Result
}

// Text implements [report.Document].
func (m mutation) Text(w io.Writer) error {
	return mutants.Text(w, m.result, mutants.Options{Color: m.color})
}

// JSON implements [report.Document].
func (m mutation) JSON(w io.Writer) error { return mutants.JSON(w, m.result) }

// Format implements [report.More].
func (m mutation) Format(name string) func(io.Writer) error {
	if name != "html" {
		return nil
	}
	return func(w io.Writer) error { return mutants.HTML(w, m.result) }
}

// mutateOptions reads the flags.
func mutateOptions(c *cli.Context) (o mutate.Options, l solver.Limits) {
	o.Options, l = boundedQuestions(c)
	o.Sample, o.Seed, o.Cases, o.Workers, o.Progress = c.Int("sample"), c.Uint64("seed"), c.StringSlice("case"), l.Jobs, terminal.Progress
	o.Kept = golden.Beside
	return o, l
}

// boundedQuestions reads the flags of [workFlags].
func boundedQuestions(c *cli.Context) (validate.Options, solver.Limits) {
	return validate.Options{Bound: c.Int("bound"), States: c.Int("states"), Engine: validate.Engine(c.String("engine"))}, limitsOf(c)
}
