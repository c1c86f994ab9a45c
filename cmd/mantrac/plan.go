package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/internal/terminal"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/plan"
	plans "github.com/mantrac/mantrac/plan/report"
	"github.com/mantrac/mantrac/project"
)

func planCases(c *cli.Context) error {
	o, limits := planOptions(c)
	found, err := selectedCases(c)
	if err != nil {
		return err
	}
	if o.Costs, err = readCosts(c.String("cost"), found.Cases); err != nil {
		return err
	}
	if _, err := solver.Attach(&o.Options, limits); err != nil {
		return err
	}
	ctx := interrupt.Context()
	o.Progress = terminal.Progress
	result := plan.Run(ctx, found.Cases, o)
	terminal.Progress("")
	if err := writePlans(c, result); err != nil {
		return err
	}
	return answered(c, found, planStatus(result, found.Bad, interrupt.Ended(ctx)))
}

// planOptions reads the flags.
func planOptions(c *cli.Context) (o plan.Options, l solver.Limits) {
	o.Options, l = boundedQuestions(c)
	o.Workers, o.Plans = l.Jobs, c.Int("all")
	return o, l
}

// readCosts reads the file of costs; nil without one. It may name the tools that
// the cases can call.
func readCosts(name string, cases []selection.Case) (*plan.Costs, error) {
	if name == "" {
		return nil, nil
	}
	data, err := readInput(name)
	if err != nil {
		return nil, err
	}
	var tools []string
	for _, k := range cases {
		tools = lists.Include(tools, k.Tools()...)
	}
	costs, err := plan.ReadCosts(source.NewFile(name, string(data)), tools)
	if err != nil {
		return nil, errors.New(project.Shown(err.Error()))
	}
	return costs, nil
}

func writePlans(c *cli.Context, r *plan.Result) error {
	costs := c.String("cost") != ""
	return writeAs(c, map[string]func(io.Writer) error{
		"text": func(w io.Writer) error {
			return plans.Text(w, r, plans.Options{Color: coloredOutput(c), Verbose: c.Bool("verbose"), Costs: costs})
		},
		"json": func(w io.Writer) error { return plans.JSON(w, r, costs) },
		"dot":  func(w io.Writer) error { return plans.DOT(w, r) },
	})
}

// planStatus returns how the verb ends, and says what keeps answers from being known.
func planStatus(r *plan.Result, bad, interrupted bool) error {
	var missing *solver.Missing
	none, open := false, false
	for _, k := range r.Cases {
		if k.Err != nil {
			complain(fmt.Errorf("%s: case %s: %w", project.Shown(k.File()), project.Shown(k.Name()), k.Err))
			bad = true
			continue
		}
		for _, err := range k.Open() {
			errors.As(err, &missing)
			open = true
		}
		none = none || k.None()
	}
	if missing != nil {
		complain(fmt.Errorf("answers are missing, for %w", missing.Err))
	}
	return ending{interrupted, bad, none, open}.status()
}
