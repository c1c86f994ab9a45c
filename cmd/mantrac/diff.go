package main

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/report"
)

func diffCommand() *cli.Command {
	return &cli.Command{
		Name:        "diff",
		Usage:       "show what changed as typed edits",
		UsageText:   "mantrac diff [flags] OLD NEW\n   mantrac diff --merge-base REV [flags] [PATH …]",
		Description: diffDescription,
		Flags: append(append(projectFlags(), behaviourFlags()...),
			&cli.StringFlag{Name: "merge-base", Usage: "compare the PATHs with the merge base of HEAD and `REV`"},
			&cli.BoolFlag{Name: "order", Usage: "show moves as well, which change no meaning"},
			formatFlag(append(slices.Clone(report.Formats), "sexpr")...),
			&cli.GenericFlag{Name: "color", Value: oneOf("auto", "always", "never"), Usage: "`WHEN` to use colour: auto, always or never"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the result to `FILE`"},
			&cli.BoolFlag{Name: "git", Usage: "be git's external diff: the arguments are those that git gives"},
			&cli.BoolFlag{Name: "textconv", Usage: "be git's textconv: print the one file that is given, formatted if it can be"},
		),
		Action: diff,
	}
}

const diffDescription = `OLD and NEW are two models, two suites, two folders, or git:REV:PATH, a file or
folder in a revision. As in git, PATH starts at the top of the repository, and
./PATH in the current folder. git has to be installed.

The result is the shortest list of edits that gives OLD the meaning of NEW;
formatting, comments and order make no difference. mantrac apply reads the
formats json and sexpr. Changed prompts, comments and sections of the manual are
shown word by word, [-old-]{+new+}; with --behaviour, json has them too. Changes
of tool schemas, of mantra.yaml and of the manual are listed as well.

` + behaviourDescription + `

The exit code is 0 without differences, 1 with differences, and 2 if a file
cannot be read.

Examples:
  mantrac diff old.wm new.wm
  mantrac diff git:HEAD:./model.wm model.wm         changes that are not committed
  mantrac diff --merge-base main --format markdown  a pull request
  mantrac diff --behaviour --forbid looser old new  a gate for CI
  mantrac diff --format json a b > edits.json       for mantrac apply
  mantrac diff --format github git:main: .          for GitHub Actions`

func diff(c *cli.Context) error {
	switch {
	case c.Bool("git"):
		return diffForGit(c)
	case c.Bool("textconv"):
		return textconv(c)
	}
	m, err := meaningOf(c)
	if err != nil {
		return err
	}
	r, err := newDiffReport(c)
	if err != nil {
		return diffFailed(c, err)
	}
	if m != nil {
		return diffMeaning(c, m, r)
	}
	if err := writeDocument(c, r); err != nil {
		return err
	}
	switch format := c.String("format"); {
	case forPeople(format):
		fmt.Fprintln(os.Stderr, r.summary())
	case (format == "json" || format == "sexpr") && len(r.changes) > 0:
		// The document is what apply reads, which cannot make them.
		fmt.Fprintf(os.Stderr, "mantrac: not in the list of edits: %s; mantrac diff --behaviour --format json has all changes\n", others(len(r.changes)))
	}
	if len(r.edits)+len(r.changes) > 0 {
		return status(exitFindings)
	}
	return nil
}

// diffFailed says why versions cannot be compared.
func diffFailed(c *cli.Context, err error) error {
	var refused *edit.Refused
	if !errors.As(err, &refused) {
		return withUnreadable(c, err)
	}
	for _, f := range refused.Faults {
		complain(errors.New(report.Visible(f.Message)))
		if err := tellFaults(f.Found); err != nil {
			return err
		}
	}
	return status(exitBadInput)
}
