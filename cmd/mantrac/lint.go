package main

import (
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/selection"
)

func lintFiles(c *cli.Context) error {
	x := newExamination(c)
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
	if err := writeDocument(c, findings{list: shown, unreadable: found.Unreadable, color: coloredOutput(c)}); err != nil {
		return err
	}
	if forPeople(format) && (len(found.Models) > 0 || !found.Bad) {
		fmt.Fprintln(os.Stderr, x.summary(len(found.Models), found.Suites, list))
	}
	x.complain()
	return x.status(found.Bad, list, severities[c.String("fail-on")])
}
