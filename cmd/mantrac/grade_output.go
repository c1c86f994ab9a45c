package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/spool"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// gradeFormats are the formats of results; the first is the default.
var gradeFormats = append([]string{"text", "json"}, reportFormats...)

// A gradeContext is what a format may have to know beside the results.
type gradeContext struct {
	suite   *checker.Suite
	options grade.Options
	gates   *gates
}

// A gradeOutput is where results go.
type gradeOutput struct {
	grade.Writer
	file *spooled // nil for standard output, to which results are written as they come
	text bool

	collected *collector // of a report, or of what gates are to judge; else nil

	problems problemFold

	parallel string // how calls that were made side by side were taken
}

// takenAs says how groups are taken.
var takenAs = map[grade.Parallel]string{
	grade.Listed: "as listed", grade.AnyOrder: "in any order that passes", grade.AllOrder: "in all orders", grade.Forbid: "as listed",
}

func newGradeOutput(c *cli.Context, of gradeContext) *gradeOutput {
	out := &gradeOutput{text: c.String("format") == "text", parallel: takenAs[of.options.Parallel]}
	color := coloredOutput(c, &output{path: c.String("output")})
	var to io.Writer = os.Stdout
	if path := c.String("output"); path != "" {
		out.file = &spooled{path: path}
		to = out.file
	}
	format := c.String("format")
	if !asReport(format) {
		out.Writer = gradeWriter(c, to, of, color)
	}
	if asReport(format) || of.gates.judge() {
		out.collected = newCollector(to, format, out.Writer, of.suite, of.gates)
		out.Writer = out.collected
	}
	return out
}

// gradeWriter returns the writer of a format.
func gradeWriter(c *cli.Context, w io.Writer, of gradeContext, color bool) grade.Writer {
	if c.String("format") == "json" {
		return grade.NewJSON(w, of.options)
	}
	return grade.NewText(w, grade.TextOptions{Color: color, Verbose: c.Bool("verbose")})
}

// finish ends the result.
func (o *gradeOutput) finish() error {
	o.problems.finish()
	if err := o.Close(); err != nil {
		return fmt.Errorf("cannot write the result: %w", err)
	}
	if o.file != nil {
		return o.file.finish()
	}
	return nil
}

// A spooled output is a file that is written as a whole at the end, and may be
// larger than the memory.
type spooled struct {
	path string
	text spool.Spool
}

// Write implements [io.Writer].
func (s *spooled) Write(p []byte) (int, error) { return len(p), s.text.Add(p) }

// finish writes the file.
func (s *spooled) finish() error {
	defer s.text.Close()
	return writeStream(s.path, func(w io.Writer) (err error) {
		s.text.All(func(part []byte) bool {
			_, err = w.Write(part)
			return err == nil
		})
		return errors.Join(err, s.text.Err())
	})
}

// Problem tells of what could not be read.
func (o *gradeOutput) Problem(p trace.Problem) error {
	o.problems.tell(p)
	return o.Writer.Problem(p)
}
