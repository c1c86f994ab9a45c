package main

import (
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/validate"
)

func lintCommand() *cli.Command {
	return &cli.Command{
		Name:        "lint",
		Usage:       "report what has no effect in models and suites",
		UsageText:   "mantrac lint [flags] [PATH …]",
		Description: lintDescription,
		Flags: slices.Concat(projectFlags(), deepFlags(""), []cli.Flag{
			formatFlag(formats...),
			&cli.GenericFlag{Name: "color", Value: oneOf("auto", "always", "never"), Usage: "`WHEN` to use colour: auto, always or never"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the result to `FILE`"},
			&cli.GenericFlag{Name: "fail-on", Value: oneOf("lint", "warning", "error"), Usage: "`SEVERITY` from which on a finding makes the exit code 1"},
		}),
		Action: lintFiles,
	}
}

const lintDescription = `Reports transitions that can never happen, preconditions that are never broken,
variables that no case changes, tools that no case reaches, checks that can
never fail or never pass or that others imply, and cases that no run passes.
Each finding gives its evidence, and says whether it is proved for every length.

A PATH is a suite, a model (with all its suites), a folder, or a pattern. The
default is the current folder. Findings about cases consider all cases of the
suites given. Files must have no errors; use check for those.

Without libz3 (see mantrac doctor) questions that the search of states cannot
decide stay open. The result does not depend on --jobs. After an interrupt the
findings so far are printed.

The exit code is 0 without findings, 1 with findings, else 3 if a question has
no answer, and 2 if a file has errors.

Examples:
  mantrac lint                              this folder and those in it
  mantrac lint model.wm                     a model with all its suites
  mantrac lint --bound 24 refunds.checks    longer runs
  mantrac lint --fail-on warning .          ignore lints
  mantrac lint --format sarif -o out.sarif  for code scanning
  mantrac check --deep                      check and lint in one`

// deepFlags are those of verbs that ask questions to find what has no effect.
func deepFlags(prefix string) []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "bound", Value: validate.DefaultBound, Usage: prefix + "search runs of at most `K` calls"},
		&cli.GenericFlag{Name: "engine", Value: oneOf(engineNames()...), Usage: prefix + "`ENGINE` that answers: auto, explicit, smt, spacer or reference"},
		&cli.DurationFlag{Name: "timeout", Value: 2 * time.Second, Usage: prefix + "`TIME` for each question to the solver; 0 is no limit"},
		&cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Value: defaultJobs(), DefaultText: "the processors, at most 4", Usage: prefix + "ask `N` questions at a time"},
		memoryFlag(prefix + "`MB` that libz3 may have for each of the questions asked at a time"),
	}
}

func lintFiles(c *cli.Context) error {
	x, err := newExamination(c)
	if err != nil {
		return err
	}
	found, err := selectFiles(c, selection.Sound)
	if err != nil {
		return err
	}
	if err := x.run(found.Models, found.Suites); err != nil {
		return err
	}
	list := x.result.Diagnostics()
	format, shown := c.String("format"), list
	if !forPeople(format) { // who have been told on standard error
		shown = append(found.Blocked, list...)
	}
	if err := writeDocument(c, findings{shown, found.Unreadable, coloredOutput(c)}); err != nil {
		return err
	}
	if forPeople(format) && (len(found.Models) > 0 || !found.Bad) {
		fmt.Fprintln(os.Stderr, x.summary(len(found.Models), found.Suites, list))
	}
	x.complain()
	return x.status(found.Bad, list, severities[c.String("fail-on")])
}
