package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/report"
)

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
