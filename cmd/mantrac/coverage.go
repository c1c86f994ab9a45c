package main

import (
	"io"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/coverage"
	covered "github.com/mantrac/mantrac/coverage/report"
	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/internal/terminal"
	"github.com/mantrac/mantrac/project"
)

func coverFiles(c *cli.Context) error {
	options, limits := boundedQuestions(c)
	found, err := usable(selectFiles(c, selection.Sound))
	if err != nil {
		return err
	}
	if _, err := solver.Attach(&options, limits); err != nil {
		return err
	}
	cases, more := options, limits
	more.Steps *= coverage.CaseSteps
	if _, err := solver.Attach(&cases, more); err != nil {
		return err
	}
	ctx := interrupt.Context()
	read := func(name string) ([]byte, error) { return project.ReadFile(filepath.FromSlash(name)) }
	r, err := coverage.Run(ctx, found.Models, found.Suites, coverage.Options{Options: options, CaseSolver: cases.NewSolver, Workers: limits.Jobs, Progress: terminal.Progress, Read: read})
	terminal.Progress("")
	if err != nil {
		return err
	}
	err = writeAs(c, map[string]func(io.Writer) error{
		"text": func(w io.Writer) error {
			return covered.Text(w, r, covered.Options{Color: coloredOutput(c), Verbose: c.Bool("verbose")})
		},
		"json": func(w io.Writer) error { return covered.JSON(w, r) },
		"html": func(w io.Writer) error { return covered.HTML(w, r) },
		"lcov": func(w io.Writer) error { return covered.LCOV(w, r) },
	})
	if err != nil {
		return err
	}
	for _, err := range r.Errors {
		complain(err)
	}
	return ending{interrupted: interrupt.Ended(ctx), bad: found.Bad || len(r.Errors) > 0, open: r.Open()}.status()
}
