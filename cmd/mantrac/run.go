package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
	results "github.com/mantrac/mantrac/validate/report"
)

func runTrace(c *cli.Context) error {
	if c.NArg() != 2 {
		return suggest("expected a model and a trace", "", "mantrac help run")
	}
	model, suite, err := modelAndSuite(c, c.String("output"))
	if err != nil {
		return err
	}
	decl, err := caseIn(c, suite, c.String("case"))
	if err != nil {
		return err
	}
	name := c.Args().Get(1)
	trace, err := readTrace(name, model)
	if err != nil {
		return withUnreadable(c, err)
	}
	trace.Attempts = c.String("attempts") == "judge"
	run, err := results.NewRun(model, trace, suite, decl)
	if err != nil {
		return fmt.Errorf("%s: %w", project.Shown(name), err)
	}
	run.Trace = name
	err = writeDocument(c, runReport{findings{color: coloredOutput(c), more: results.RunFindings(run), fingerprint: "mantracRun/v1", head: run.Summary()}, run, c.Bool("verbose")})
	switch {
	case err != nil || run.Passed():
		return err
	case run.Undecided():
		return status(exitInconclusive)
	}
	return status(exitFindings)
}

// A runReport is what a model says of a trace as a document.
type runReport struct {
	findings
	run     *results.Run
	verbose bool
}

// Text implements [report.Document].
func (r runReport) Text(w io.Writer) error {
	return results.RunText(w, r.run, results.Options{Color: r.color, Verbose: r.verbose})
}

// JSON implements [report.Document].
func (r runReport) JSON(w io.Writer) error { return results.RunJSON(w, r.run) }

// modelAndSuite returns the model that is named, and the suite, nil if there
// is none. Errors in them are reported.
func modelAndSuite(c *cli.Context, output string) (*checker.Model, *checker.Suite, error) {
	args := []string{c.Args().First()}
	if suite := c.String("suite"); suite != "" {
		args = append(args, suite)
	}
	files, errs := project.Find(args, project.FindOptions{Kinds: selection.Kinds})
	if err := errors.Join(errs...); err != nil {
		return nil, nil, withUnreadable(c, err)
	}
	if err := refuse(c, files, output); err != nil {
		return nil, nil, err
	}
	if len(files) != len(args) || len(files) == 2 && (files[0].Kind != project.ModelFile || files[1].Kind != project.SuiteFile) {
		return nil, nil, suggest("expected one model (*.wm), or one suite (*.checks) with --case", "", "mantrac help "+c.Command.Name)
	}
	if c.String("case") != "" && len(files) == 1 && files[0].Kind == project.ModelFile {
		return nil, nil, suggest("--case requires a suite in place of the model", "", "mantrac help "+c.Command.Name)
	}
	result := project.Check(files, projectOptions(c))
	if err := errors.Join(result.Errors...); err != nil {
		return nil, nil, withUnreadable(c, err)
	}
	if err := refuseErrors(result.Diagnostics); err != nil {
		return nil, nil, err
	}
	if len(result.Suites) == 0 {
		return result.Models[0], nil, nil
	}
	if len(files) == 1 {
		// A suite was named in place of the model, and its own model is used.
		return result.Suites[0].Model, result.Suites[0], nil
	}
	if suite := result.Suites[0]; !suite.IsAbout(result.Models[0]) {
		return nil, nil, fmt.Errorf("%s is about another model than %s", project.Shown(files[1].Name), project.Shown(files[0].Name))
	}
	return result.Suites[0].Model, result.Suites[0], nil
}

// refuseErrors reports errors, after which nothing can be done.
func refuseErrors(list []diag.Diagnostic) error {
	found := lists.Filter(list, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
	if len(found) == 0 {
		return nil
	}
	if err := tellFaults(found); err != nil {
		return err
	}
	return status(exitBadInput)
}

// caseIn returns the case of a suite that has the given name, or its only
// one.
func caseIn(c *cli.Context, s *checker.Suite, name string) (*checker.Case, error) {
	switch {
	case s == nil:
		return nil, nil
	case name == "" && len(s.Cases) == 1:
		return s.Cases[0], nil
	case name == "":
		return nil, suggest(fmt.Sprintf("%s has %s; name one by --case", project.Shown(s.File.Tree.File.Name()), report.Count(len(s.Cases), "case")), "", "mantrac help "+c.Command.Name)
	}
	return oneCase(c, s, name)
}

// readTrace reads a trace from a file, or from standard input.
func readTrace(name string, m *checker.Model) (interp.Trace, error) {
	data, err := readInput(name)
	if err != nil {
		return interp.Trace{}, err
	}
	trace, err := interp.ReadTrace(source.NewFile(name, string(data)), m)
	if err != nil {
		return interp.Trace{}, errors.New(project.Shown(err.Error()))
	}
	return trace, nil
}
