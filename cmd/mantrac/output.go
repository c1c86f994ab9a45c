package main

import (
	"errors"
	"io"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	catalogue "github.com/mantrac/mantrac/docs/errors"
	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/terminal"
	"github.com/mantrac/mantrac/lang/diag"
	diagnostics "github.com/mantrac/mantrac/lang/diag/report"
	"github.com/mantrac/mantrac/project"
)

// formats are the names of the projections of diagnostics.
var formats = []string{"text", "plain", "json", "sarif", "github"}

// render writes diagnostics in a format, errors before warnings and lints: those
// often go with an error. Files that could not be read are among the errors in
// the formats of programs; people are told of them on standard error.
func render(w io.Writer, list []diag.Diagnostic, unreadable []error, format string, color bool) error {
	if !forPeople(format) {
		list = append(project.UnreadableFiles(unreadable), list...)
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b diag.Diagnostic) int { return int(a.Severity - b.Severity) })
	switch format {
	case "plain":
		return diagnostics.Plain(w, list)
	case "json":
		return diagnostics.JSON(w, list)
	case "sarif":
		title := func(c diag.Code) string { return catalogue.Title(string(c)) }
		return diagnostics.SARIF(w, list, buildVersion().Version, title)
	case "github":
		return diagnostics.GitHub(w, list)
	}
	return diagnostics.Text(w, list, diagnostics.TextOptions{Color: color})
}

// tellFaults writes diagnostics to standard error.
func tellFaults(list []diag.Diagnostic) error {
	return diagnostics.Text(os.Stderr, list, diagnostics.TextOptions{Color: terminal.Colored("auto", os.Stderr)})
}

// withUnreadable returns an error that keeps a verb from a result. Where the
// error is about files that cannot be read, the formats of programs that have a
// place for diagnostics list them in place of the result.
func withUnreadable(c *cli.Context, err error) error {
	found := project.UnreadableFiles([]error{err})
	format := c.String("format")
	if len(found) == 0 || !slices.Contains([]string{"json", "sarif", "github"}, format) {
		return err
	}
	out := &disk.Output{Path: c.String("output")}
	if failed := render(out, found, nil, format, false); failed != nil {
		return errors.Join(err, failed)
	}
	return errors.Join(err, out.Finish())
}

// forPeople reports whether a format is read by people, who want to be told
// how it went.
func forPeople(format string) bool { return format == "text" || format == "plain" }

// coloredOutput reports whether a verb writes its result in colour: to a file
// only where that is asked for.
func coloredOutput(c *cli.Context) bool {
	when := c.String("color")
	return terminal.Colored(when, os.Stdout) && (c.String("output") == "" || when == "always")
}
