package main

import (
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/golden"
	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/internal/report"
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
	err = writeAs(c, map[string]func(io.Writer) error{
		"text": func(w io.Writer) error { return mutants.Text(w, r, mutants.Options{Color: coloredOutput(c)}) },
		"json": func(w io.Writer) error { return mutants.JSON(w, r) },
		"html": func(w io.Writer) error { return mutants.HTML(w, r) },
	})
	if err != nil {
		return err
	}
	survived := r.Count(mutate.Survived)
	if c.String("format") == "text" {
		fmt.Fprintf(os.Stderr, "%s: %s\n", report.Count(len(r.Outcomes), "mutant"), report.Counts(survived, "survivor", "survivors"))
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
