package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/editing"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/project"
)

func apply(c *cli.Context) error {
	if c.NArg() < 2 {
		return suggest("expected a file of edits and the files to edit", "", "mantrac help apply")
	}
	reason := strings.TrimSpace(c.String("reason"))
	switch {
	case c.Bool("by-hand") && reason == "":
		return suggest("--by-hand requires --reason: what is locked changes only with one", "", "mantrac help apply")
	case !c.Bool("by-hand") && (c.IsSet("reason") || c.IsSet("author")):
		return suggest("--reason and --author require --by-hand", "", "mantrac help apply")
	}
	name := c.Args().First()
	list, err := readEdits(name)
	if err != nil {
		return refusedEdits(name, err, exitBadInput)
	}
	files, err := editing.Files(c.Args().Tail())
	if err != nil {
		return err
	}
	a, err := editing.NewApplication(files, projectOptions(c), c.Bool("by-hand"), say)
	if err != nil {
		return err
	}
	result, err := a.Run(list, name)
	if err != nil {
		return refusedEdits(name, err, exitFindings)
	}
	if c.Bool("dry-run") {
		_, err := io.WriteString(os.Stdout, a.Changes(result.Changes).Diff())
		return err
	}
	if err := a.Changes(result.Changes).Write(); err != nil {
		return err
	}
	for _, r := range result.Overridden {
		fmt.Fprintf(os.Stderr, "recorded: %s is changed by hand\n", report.Visible(r.At.String()))
	}
	if err := a.Finish(result, edit.Record{Author: author(c.String("author")), Time: time.Now(), Reason: reason}); err != nil {
		return errors.Join(err, a.Changes(result.Changes).Undo())
	}
	for _, f := range result.Followed {
		fmt.Fprintf(os.Stderr, "edit %d: what it expects is at %s now\n", f.Edit+1, report.Visible(f.To.String()))
	}
	fmt.Fprintf(os.Stderr, "%s applied in %s\n", report.Count(len(list), "edit"), report.Count(len(result.Changes), "file"))
	return nil
}

// readEdits reads edits in either form. The name tells which where the text does not.
func readEdits(name string) ([]edit.Edit, error) {
	data, err := readInput(name)
	if err != nil {
		return nil, err
	}
	start := bytes.TrimLeft(data, " \t\r\n")
	if bytes.HasPrefix(start, []byte("{")) || filepath.Ext(name) == ".json" && !bytes.HasPrefix(start, []byte("(")) {
		return edit.ReadJSON(data)
	}
	return edit.ReadSExpr(string(data))
}

// refusedEdits says why edits are refused.
func refusedEdits(name string, err error, code int) error {
	var refused *edit.Refused
	if !errors.As(err, &refused) {
		return err
	}
	for _, f := range refused.Faults {
		fmt.Fprintf(os.Stderr, "%s: %s\n", project.Shown(name), report.Visible(f.String()))
		for _, n := range f.Notes {
			fmt.Fprintf(os.Stderr, "  note: %s\n", report.Visible(n))
		}
		if err := tellFaults(f.Found); err != nil {
			return err
		}
	}
	return status(code)
}
