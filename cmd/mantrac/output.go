package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	catalogue "github.com/mantrac/mantrac/docs/errors"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/diag/report"
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

// withUnreadable returns an error that keeps a verb from a result. Where the
// error is about files that cannot be read, the formats of programs that have a
// place for diagnostics list them in place of the result.
func withUnreadable(c *cli.Context, err error) error {
	found := project.UnreadableFiles([]error{err})
	format := c.String("format")
	if len(found) == 0 || !slices.Contains([]string{"json", "sarif", "github"}, format) {
		return err
	}
	out := &output{path: c.String("output")}
	if failed := render(out, found, nil, format, false); failed != nil {
		return errors.Join(err, failed)
	}
	return errors.Join(err, out.finish())
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
	if o.path != "" && o.path != "-" {
		return writeFile(o.path, o.text.Bytes())
	}
	if _, err := os.Stdout.Write(o.text.Bytes()); err != nil {
		return fmt.Errorf("cannot write the result: %w", err)
	}
	return nil
}

// writeStream writes a result that is too large to be kept: to standard output
// if the path is empty or -, to a device or pipe as it is, else to a file that
// is put in its place as a whole.
func writeStream(path string, write func(io.Writer) error) error {
	switch {
	case path == "" || path == "-":
		return write(os.Stdout)
	case !isDevice(path):
		return project.WriteStream(path, write)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// isDevice reports whether a path is one of a device or a pipe, such as
// /dev/null, which has no content to be replaced.
func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&(os.ModeDevice|os.ModeNamedPipe) != 0
}

func writeFile(path string, data []byte) error {
	if isDevice(path) {
		return writeStream(path, func(w io.Writer) error {
			_, err := w.Write(data)
			return err
		})
	}
	writing.Lock()
	defer writing.Unlock()
	return project.WriteFile(path, data)
}

func replaceFile(path, old, data string) error {
	writing.Lock()
	defer writing.Unlock()
	return project.ReplaceFile(path, []byte(old), []byte(data))
}
