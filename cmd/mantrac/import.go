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
	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/importer"
)

func importCommand() *cli.Command {
	return &cli.Command{
		Name:        "import",
		Usage:       "convert traces of any known format to JSON Lines",
		UsageText:   "mantrac import [flags] FILE …",
		Description: importDescription,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "format", Usage: "`FORMAT` of the files, instead of the one recognised; see --list-formats"},
			&cli.StringFlag{Name: "error-prefix", Value: importer.DefaultErrorPrefix, Usage: "`TEXT` that the result of a failed call begins with, where a format has no mark for failure"},
			&cli.StringSliceFlag{Name: "redacted", Usage: "`TEXT` that replaces a hidden argument; * matches any text"},
			&cli.BoolFlag{Name: "strict", Usage: "exit with 2 if a record could not be read"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the result to `FILE`; - is standard output, and /dev/null drops it"},
			&cli.StringFlag{Name: "report", Usage: "write assumptions, and records that could not be read, as JSON to `FILE`"},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print only the records that cannot be read, no assumptions and no summary"},
			&cli.BoolFlag{Name: "list-formats", Usage: "list the known formats"},
			&cli.BoolFlag{Name: "schema", Usage: "print the JSON Schema of a line of the result"},
		},
		Action: importTraces,
	}
}

const importDescription = `A FILE is a file, a folder with *.json, *.jsonl, *.ndjson, *.eval or *.zip, a
pattern such as 'runs/**/*.json', or - for standard input. Gzip and zstd are
decompressed. The format is recognised by the content of a file.

The result is JSON Lines: a header for each trace, and its events. Assumptions
go to standard error: ids that were made from positions, failures that were
recognised by their text, arguments that are not in the log. A record that
cannot be read is reported there, and the rest is read.

The exit code is 0; it is 2 if there is no trace, if the usage is wrong, or,
with --strict, if any record could not be read.

Examples:
  mantrac import results.json > traces.jsonl
  mantrac import -o traces.jsonl logs/*.eval
  mantrac import --format openai --error-prefix 'ERR ' chats.jsonl.gz
  mantrac import -o /dev/null --report report.json runs
  mantrac import --redacted '<hidden*>' --report report.json runs
  mantrac import --list-formats`

func importTraces(c *cli.Context) error {
	switch {
	case c.Bool("list-formats"):
		return listFormats(os.Stdout)
	case c.Bool("schema"):
		_, err := io.WriteString(os.Stdout, trace.Schema())
		return err
	case c.NArg() == 0:
		return suggest("it takes a file of traces, a folder, or - for standard input", "", "mantrac help import")
	}
	names, err := traceFiles(c.Args().Slice())
	if err != nil {
		return err
	}
	defer names.close()
	if err := disk.Spare([]string{c.String("output"), c.String("report")}, names.all); err != nil {
		return err
	}
	prefix := c.String("error-prefix")
	o := importer.Options{Format: c.String("format"), ErrorPrefix: prefix, NoErrorPrefix: prefix == "", Redacted: c.StringSlice("redacted")}
	report := importer.NewReport()
	read := func(w io.Writer) error { return importAll(w, names, o, report) }
	err = disk.Stream(c.String("output"), read)
	if err != nil && !errors.Is(err, errNoTrace) {
		return err
	}
	unusedPrefix(c, slices.ContainsFunc(report.Notes, byText))
	if !c.Bool("quiet") {
		report.Text(os.Stderr)
	}
	if c.String("report") != "" {
		out := &disk.Output{Path: c.String("report")}
		if err := errors.Join(report.JSON(out), out.Finish()); err != nil {
			return err
		}
	}
	if err != nil || c.Bool("strict") && len(report.Problems) > 0 {
		return status(exitBadInput)
	}
	return nil
}

// errNoTrace says that there is nothing to write.
var errNoTrace = errors.New("there is no trace")

// importAll reads files and writes what is in them.
func importAll(w io.Writer, names *fileList, o importer.Options, report *importer.Report) error {
	ctx := interrupt.Context()
	stopped := &atomic.Bool{}
	defer context.AfterFunc(ctx, func() {
		stopped.Store(true)
		os.Stdin.Close() // which may be waited for
	})()
	to := trace.NewWriter(w)
	problems := &problemFold{}
	defer problems.finish()
	sink := &stoppable{report.Sink(to, func(p trace.Problem) error { problems.tell(p); return nil }), stopped}
	for name := range names.all {
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
	if err := names.close(); err != nil {
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
