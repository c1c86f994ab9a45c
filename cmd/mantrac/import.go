package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync/atomic"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/grading"
	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/importer"
)

func importTraces(c *cli.Context) error {
	switch {
	case c.Bool("list-formats"):
		if err := noArguments(c, "--list-formats"); err != nil {
			return err
		}
		return listFormats(os.Stdout)
	case c.Bool("schema"):
		if err := noArguments(c, "--schema"); err != nil {
			return err
		}
		_, err := io.WriteString(os.Stdout, trace.Schema())
		return err
	case c.NArg() == 0:
		return suggest("expected a file of traces, a folder, or - for standard input", "", "mantrac help import")
	}
	names, err := grading.Find(c.Args().Slice())
	if err != nil {
		return err
	}
	defer names.Close()
	if err := disk.Spare([]string{c.String("output"), c.String("report")}, names.All); err != nil {
		return err
	}
	prefix := c.String("error-prefix")
	o := importer.Options{Format: c.String("format"), ErrorPrefix: prefix, NoErrorPrefix: prefix == "", Redacted: c.StringSlice("redacted")}
	report := importer.NewReport()
	read := func(w io.Writer) error { return importAll(w, names, o, report) }
	err = disk.Stream(c.String("output"), read)
	// Without any trace the report is still written. It says why.
	if err != nil && !errors.Is(err, errNoTrace) {
		return err
	}
	unusedPrefix(c, slices.ContainsFunc(report.Notes, grading.ByText))
	if !c.Bool("quiet") {
		report.Text(os.Stderr)
	}
	if c.String("report") != "" {
		if err := writeOut(c.String("report"), report.JSON); err != nil {
			return err
		}
	}
	if err != nil || c.Bool("strict") && len(report.Problems) > 0 {
		return status(exitBadInput)
	}
	return nil
}

// errNoTrace says that there is nothing to write.
var errNoTrace = errors.New("no traces found")

// importAll reads files and writes what is in them.
func importAll(w io.Writer, names *grading.Files, o importer.Options, report *importer.Report) error {
	ctx := interrupt.Context()
	stopped := &atomic.Bool{}
	defer context.AfterFunc(ctx, func() {
		stopped.Store(true)
		os.Stdin.Close() // which may be waited for
	})()
	to := trace.NewWriter(w)
	problems := &grading.Fold{Complain: complain}
	defer problems.Finish()
	sink := &stoppable{report.Sink(to, func(p trace.Problem) error { problems.Tell(p); return nil }), stopped}
	for name := range names.All {
		var notes []importer.Note
		var err error
		if name == "-" {
			notes, err = importer.Read(name, os.Stdin, o, sink)
		} else {
			notes, err = importer.ReadFile(name, o, sink)
		}
		if stopped.Load() {
			return status(exitInterrupted)
		}
		if err != nil {
			return err
		}
		report.Add(notes)
	}
	if err := names.Close(); err != nil {
		return err
	}
	if err := to.Flush(); err != nil {
		return fmt.Errorf("cannot write the result: %w", err)
	}
	if report.Traces == 0 {
		return errNoTrace
	}
	return nil
}

// A stoppable sink ends the reading once it has been stopped.
type stoppable struct {
	trace.Sink
	stopped *atomic.Bool
}

// Event implements [trace.Sink].
func (s *stoppable) Event(e *trace.Event) error {
	if s.stopped.Load() {
		return interrupt.Err
	}
	return s.Sink.Event(e)
}

// listFormats writes the table of formats.
func listFormats(w io.Writer) error {
	for _, f := range importer.Formats() {
		if _, err := fmt.Fprintf(w, "%-17s %s\n", f.Name, f.About); err != nil {
			return err
		}
	}
	return nil
}
