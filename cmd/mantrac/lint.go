package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/diag/report"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
)

func lintCommand() *cli.Command {
	return &cli.Command{
		Name:        "lint",
		Usage:       "report what has no effect in models and suites",
		UsageText:   "mantrac lint [flags] [PATH …]",
		Description: lintDescription,
		Flags: slices.Concat(projectFlags(), deepFlags(""), []cli.Flag{
			&cli.GenericFlag{Name: "format", Value: oneOf(formats...), Usage: "`FORMAT` of the result: text, plain, json, sarif or github"},
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
	}
}

func lintFiles(c *cli.Context) error {
	x, err := newExamination(c)
	if err != nil {
		return err
	}
	out := &output{path: c.String("output")}
	models, suites, left, err := lintable(c, out.path)
	if err != nil {
		return err
	}
	bad := left.bad
	x.run(models, suites)
	list := x.result.Diagnostics()
	format, shown := c.String("format"), list
	if !forPeople(format) { // who have been told on standard error
		shown = append(left.blocked, list...)
	}
	if err := render(out, shown, left.errs, format, coloredOutput(c, out)); err != nil {
		return err
	}
	if err := out.finish(); err != nil {
		return err
	}
	if forPeople(format) && (len(models) > 0 || !bad) {
		fmt.Fprintln(os.Stderr, x.summary(len(models), suites, list))
	}
	x.complain()
	return x.status(bad, list, severities[c.String("fail-on")])
}

// leftOut is what could not be linted.
type leftOut struct {
	errs    []error           // about files that could not be read
	blocked []diag.Diagnostic // the errors in the others
	bad     bool
}

// lintable returns the models and suites that arguments name, those with
// errors aside, which are reported.
func lintable(c *cli.Context, output string) (models []*checker.Model, suites []*checker.Suite, out leftOut, err error) {
	args := c.Args().Slice()
	if len(args) == 0 {
		args = []string{"."}
	}
	files, errs := project.Find(args, project.FindOptions{Kinds: suitesAndModels, Stdin: os.Stdin})
	if err := refuse(c, files, output); err != nil {
		return nil, nil, out, err
	}
	named := namedModels(args, files)
	result := project.Check(append(files, suitesAround(named, files)...), projectOptions(c))
	errs = append(errs, result.Errors...)
	for _, err := range errs {
		complain(err)
	}
	all := askedFor(result, files, named)
	if len(all)+len(result.Models) == 0 && len(errs) == 0 {
		return nil, nil, out, errors.New("no models (*.wm) and no suites (*.checks) found")
	}
	blocked := blockers(c, all, result.Diagnostics)
	for _, d := range result.Diagnostics {
		if d.Severity == diag.Error && slices.ContainsFunc(result.Models, func(m *checker.Model) bool { return inModel(m, d) }) {
			blocked = append(blocked, d)
		}
	}
	out.errs, out.blocked = errs, diag.Canonical(blocked)
	if err := report.Text(os.Stderr, out.blocked, report.TextOptions{Color: colored("auto", os.Stderr)}); err != nil {
		return nil, nil, out, err
	}
	models, suites, left := sound(c, result.Models, all, result.Diagnostics)
	for _, name := range left {
		complain(fmt.Errorf("%s: nothing is said of it, since there are errors in it or in a suite about it", project.Shown(name)))
	}
	out.bad = len(errs) > 0 || len(left) > 0
	return models, suites, out, nil
}

// sound returns the models without errors all suites about which have none
// either, with these suites, and the names of what is left out: of a model
// with a suite that cannot be read it is not known what its cases reach.
func sound(c *cli.Context, asked []*checker.Model, all []*checker.Suite, list []diag.Diagnostic) (models []*checker.Model, suites []*checker.Suite, left []string) {
	wrong := make(map[*checker.Model]bool)
	for _, s := range all {
		if s.Model == nil {
			left = append(left, s.File.Tree.File.Name())
			continue
		}
		wrong[s.Model] = wrong[s.Model] || !usable(c, s, list)
		if !slices.Contains(asked, s.Model) {
			asked = append(asked[:len(asked):len(asked)], s.Model)
		}
	}
	for _, m := range asked {
		if wrong[m] || slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return d.Severity == diag.Error && inModel(m, d) }) {
			left = append(left, m.File.Tree.File.Name())
			wrong[m] = true
			continue
		}
		models = append(models, m)
	}
	for _, s := range all {
		if s.Model != nil && !wrong[s.Model] {
			suites = append(suites, s)
		}
	}
	return models, suites, left
}

// inModel reports whether a finding is in a model's file.
func inModel(m *checker.Model, d diag.Diagnostic) bool {
	return !d.Primary.IsZero() && d.Primary.File.Name() == m.File.Tree.File.Name()
}
