package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	catalogue "github.com/mantrac/mantrac/docs/errors"
	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/terminal"
	"github.com/mantrac/mantrac/lang/diag"
	diagnostics "github.com/mantrac/mantrac/lang/diag/report"
	"github.com/mantrac/mantrac/project"
)

// formats are the formats of diagnostics.
var formats = append(slices.Clone(report.Formats), "plain")

// A findings is what a verb has found as a document: diagnostics, and what has no code
// but a rule. Files that could not be read are among the errors in the formats of
// programs; people are told of them on standard error.
//
// A verb with a text and a JSON document of its own embeds it for the other formats.
type findings struct {
	list       []diag.Diagnostic
	unreadable []error
	color      bool

	// Of a verb whose findings are no diagnostics.
	more        []report.Finding
	fingerprint string // see [report.Log]
	head        string // of the Markdown; "" counts the diagnostics
}

func (f findings) all() []diag.Diagnostic {
	return ordered(append(project.UnreadableFiles(f.unreadable), f.list...))
}

// ordered puts errors before warnings and lints: those often go with an error.
func ordered(list []diag.Diagnostic) []diag.Diagnostic {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b diag.Diagnostic) int { return int(a.Severity - b.Severity) })
	return list
}

// Text implements [report.Document].
func (f findings) Text(w io.Writer) error {
	return diagnostics.Text(w, ordered(f.list), diagnostics.TextOptions{Color: f.color})
}

// JSON implements [report.Document].
func (f findings) JSON(w io.Writer) error { return diagnostics.JSON(w, f.all()) }

// SARIF implements [report.Document].
func (f findings) SARIF(w io.Writer) error {
	version := buildVersion().Version
	return report.SARIF(w, f.more, report.Log{Version: version, Fingerprint: f.fingerprint, More: diagnostics.SARIFLog(f.all(), version, titleOf)})
}

// GitHub implements [report.Document].
func (f findings) GitHub(w io.Writer) error {
	if err := diagnostics.GitHub(w, f.all()); err != nil {
		return err
	}
	return report.GitHub(w, f.more)
}

// Markdown implements [report.Document].
func (f findings) Markdown(w io.Writer) error {
	head := cmp.Or(f.head, "no problems")
	if list := f.all(); f.head == "" && len(list) > 0 {
		head = tallied(list)
	}
	if _, err := fmt.Fprintf(w, "### %s\n\n", report.Escape(head)); err != nil {
		return err
	}
	if err := diagnostics.Markdown(w, f.all()); err != nil {
		return err
	}
	return report.Markdown(w, f.more)
}

// Format implements the further formats of package report.
func (f findings) Format(name string) func(io.Writer) error {
	if name != "plain" {
		return nil
	}
	return func(w io.Writer) error { return diagnostics.Plain(w, ordered(f.list)) }
}

// titleOf returns the title of a code's page.
func titleOf(c diag.Code) string { return catalogue.Title(string(c)) }

// writeDocument writes a document in the format, and to the place, that the flags
// give.
func writeDocument(c *cli.Context, d report.Document) error {
	return writeOut(c.String("output"), func(w io.Writer) error { return report.Write(w, c.String("format"), d) })
}

// writeAs writes a result in the format, and to the place, that the flags give.
func writeAs(c *cli.Context, formats map[string]func(io.Writer) error) error {
	return writeOut(c.String("output"), formats[c.String("format")])
}

// writeText writes a text to the place that a flag gives.
func writeText(c *cli.Context, text string) error {
	return writeOut(c.String("output"), func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// writeOut writes a file, or standard output.
func writeOut(path string, write func(io.Writer) error) error {
	// The result is collected first: an error must leave no half of a file.
	out := &disk.Output{Path: path}
	if err := write(out); err != nil {
		return err
	}
	return out.Finish()
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
	if len(found) == 0 || !slices.Contains([]string{"json", "sarif", "github", "markdown"}, format) {
		return err
	}
	return errors.Join(err, writeDocument(c, findings{list: found}))
}

// forPeople reports whether a format is read by people, who want to be told
// how it went.
func forPeople(format string) bool { return format == "text" || format == "plain" }

// coloredOutput reports whether a verb writes its result in colour: to a file
// only where that is asked for.
func coloredOutput(c *cli.Context) bool {
	when := c.String("color")
	// "always" colours a file, too.
	return terminal.Colored(when, os.Stdout) && (c.String("output") == "" || when == "always")
}
