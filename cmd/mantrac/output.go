package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	catalogue "github.com/mantrac/mantrac/docs/errors"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/diag/report"
	"github.com/mantrac/mantrac/project"
)

// formats are the names of the projections of diagnostics.
var formats = []string{"text", "plain", "json", "sarif", "github"}

// render writes diagnostics in a format.
func render(w io.Writer, list []diag.Diagnostic, format string, color bool) error {
	switch format {
	case "plain":
		return report.Plain(w, list)
	case "json":
		return report.JSON(w, list)
	case "sarif":
		title := func(c diag.Code) string { return catalogue.Title(string(c)) }
		return report.SARIF(w, list, buildVersion().Version, title)
	case "github":
		return report.GitHub(w, list)
	}
	return report.Text(w, list, report.TextOptions{Color: color})
}

// forPeople reports whether a format is read by people, who want to be told
// how it went.
func forPeople(format string) bool { return format == "text" || format == "plain" }

// colored reports whether a stream is written in colour. See no-color.org.
func colored(when string, stream *os.File) bool {
	switch when {
	case "always":
		return true
	case "never":
		return false
	}
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(stream.Fd())) && understandsColor(stream)
}

// coloredOutput reports whether a verb writes its result in colour: to a file
// only where that is asked for.
func coloredOutput(c *cli.Context, out *output) bool {
	when := c.String("color")
	return colored(when, os.Stdout) && (out.path == "" || when == "always")
}

// An output is where the result goes: standard output, or a file that is put
// in its place as a whole.
type output struct {
	path string // "" is standard output
	text bytes.Buffer
}

// Write implements [io.Writer].
func (o *output) Write(p []byte) (int, error) { return o.text.Write(p) }

// finish writes everything.
func (o *output) finish() error {
	if o.path != "" {
		return writeFile(o.path, o.text.Bytes())
	}
	if _, err := os.Stdout.Write(o.text.Bytes()); err != nil {
		return fmt.Errorf("cannot write the result: %w", err)
	}
	return nil
}

func writeFile(path string, data []byte) error {
	writing.Lock()
	defer writing.Unlock()
	return project.WriteFile(path, data)
}

func replaceFile(path, old, data string) error {
	writing.Lock()
	defer writing.Unlock()
	return project.ReplaceFile(path, []byte(old), []byte(data))
}
