package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/project"
)

func projectOptions(c *cli.Context) project.Options {
	return project.Options{Tools: c.String("tools"), Config: c.String("config")}
}

// selectFiles finds files, and selects what can be used of them. What cannot be used
// is told on standard error.
func selectFiles(c *cli.Context, choose func(*selection.Checked) (*selection.Selection, error)) (*selection.Selection, error) {
	return selectFilesOf(c, projectOptions(c), choose)
}

// selectFilesOf does so with options.
func selectFilesOf(c *cli.Context, options project.Options, choose func(*selection.Checked) (*selection.Selection, error)) (*selection.Selection, error) {
	o := selection.Options{Options: options, Args: c.Args().Slice()}
	if len(o.Args) == 0 {
		o.Args = []string{"."}
	}
	o.Files, o.Errs = project.Find(o.Args, project.FindOptions{Kinds: selection.Kinds, Stdin: os.Stdin})
	if err := refuse(c, o.Files, c.String("output")); err != nil {
		return nil, err
	}
	s, err := choose(selection.Check(o))
	for _, err := range s.Unreadable {
		complain(err)
	}
	if err != nil {
		return nil, unknownCase(c, err)
	}
	if err := tellFaults(s.Blocked); err != nil {
		return nil, err
	}
	for _, err := range s.Left {
		complain(err)
	}
	return s, nil
}

// usable ends a verb that has nothing left to report on: what is wrong with the files has
// been said.
func usable(s *selection.Selection, err error) (*selection.Selection, error) {
	if err == nil && s.Bad && len(s.Cases)+len(s.Models)+len(s.Suites) == 0 {
		return nil, status(exitBadInput)
	}
	return s, err
}

// selectedCases returns the cases that arguments and --case name.
func selectedCases(c *cli.Context) (*selection.Selection, error) {
	return selectFiles(c, func(o *selection.Checked) (*selection.Selection, error) {
		return selection.Cases(o, c.StringSlice("case"))
	})
}

// inFiles is the error of a verb that reads what is beside its files, or changes them, and is given
// standard input.
func inFiles(c *cli.Context) error {
	if slices.Contains(c.Args().Slice(), "-") {
		return fmt.Errorf("-: %s does not read standard input; name a file or a folder", c.Command.Name)
	}
	return nil
}

// answered returns how a verb ends that answers questions about cases. Without a case it has
// answered none, which is no success.
func answered(c *cli.Context, s *selection.Selection, end error) error {
	if end != nil || len(s.Cases) > 0 {
		return end
	}
	complain(noCases(c))
	return status(exitInconclusive)
}

// noCases is the error that no suite has a case.
func noCases(c *cli.Context) error {
	names := lists.Map(c.Args().Slice(), project.Shown)
	if len(names) == 0 {
		names = []string{"."}
	}
	return fmt.Errorf("no cases found in %s", strings.Join(names, ", "))
}

// oneCase returns the case of a suite that has the given name.
func oneCase(c *cli.Context, s *checker.Suite, name string) (*checker.Case, error) {
	list, err := selection.Named([]*checker.Suite{s}, []string{name})
	if err != nil {
		return nil, unknownCase(c, err)
	}
	return list[0].Decl, nil
}

// unknownCase adds what was probably meant, or the cases that there are, to an error about
// a case.
func unknownCase(c *cli.Context, err error) error {
	var unknown *selection.UnknownCase
	if errors.As(err, &unknown) {
		return suggestOf(fmt.Sprint(err), unknown.Name, unknown.Known, "mantrac help "+c.Command.Name)
	}
	return err
}
