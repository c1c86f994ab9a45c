package main

import (
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/disk"
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
	file *disk.Spooled // nil for standard output, to which results are written as they come
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
	color := coloredOutput(c)
	var to io.Writer = os.Stdout
	if path := c.String("output"); path != "" {
		out.file = &disk.Spooled{Path: path}
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
		return o.file.Finish()
	}
	return nil
}

// Problem tells of what could not be read.
func (o *gradeOutput) Problem(p trace.Problem) error {
	o.problems.tell(p)
	return o.Writer.Problem(p)
}
