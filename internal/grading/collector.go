package grading

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/spool"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/metrics"
	"github.com/mantrac/mantrac/trace/report"
)

// reportFormats are the formats that are written when everything is graded.
var reportFormats = []string{"junit", "sarif", "github", "markdown", "csv", "html"}

// A collector keeps results for a report as a whole, and for the gates: as far
// as they are many, in a temporary file.
type collector struct {
	grade.Writer // of the results one by one; nil if only the report is needed
	format       string
	report       report.Report
	to           io.Writer
	gates        *Gates
	tools        *tool.Complexity // of the suite
	run          *metrics.Run     // what statistics are computed of; nil where nothing shows or judges them
	results      spool.Spool      // of the report
	stats        *report.Stats    // once it is closed
}

// newCollector returns a writer that keeps what it is told. With a format of
// reports it writes that in the end; with one of results, each as it comes.
func newCollector(w io.Writer, format string, results grade.Writer, s *checker.Suite, g *Gates, version string) *collector {
	c := &collector{Writer: results, format: format, to: w, gates: g}
	c.report = report.Report{Suite: s.File.Tree.File.Name(), Places: placesOf(s), Version: version}
	c.report.Results = c.kept
	if s.Tools != nil {
		x := s.Tools.Complexity()
		c.tools = &x
	}
	if by, shown := summarised(format); shown || g.Judge() {
		c.run = metrics.NewRun(by, g.Tiers)
	}
	return c
}

// summarised reports whether a format shows statistics, and by what results are
// grouped in it.
func summarised(format string) (by []metrics.Dimension, shown bool) {
	switch format {
	case "html":
		return metrics.Dimensions, true
	case "markdown":
		return nil, true
	case "github":
		return nil, os.Getenv(jobSummary) != ""
	}
	return nil, false
}

// jobSummary is the variable with the file of the summary of a job of GitHub.
const jobSummary = "GITHUB_STEP_SUMMARY"

// reportWriters write a report, by format.
var reportWriters = map[string]func(io.Writer, *report.Report, *Gates) error{
	"junit":    func(w io.Writer, r *report.Report, _ *Gates) error { return report.JUnit(w, r) },
	"sarif":    func(w io.Writer, r *report.Report, _ *Gates) error { return report.SARIF(w, r) },
	"github":   writeGitHub,
	"markdown": func(w io.Writer, r *report.Report, _ *Gates) error { return report.Markdown(w, r) },
	"csv":      func(w io.Writer, r *report.Report, _ *Gates) error { return report.CSV(w, r) },
	"html":     func(w io.Writer, r *report.Report, g *Gates) error { return report.HTML(w, r, g.Tiers) },
}

// writeGitHub writes annotations, and the summary of the job where GitHub says
// that it wants one.
func writeGitHub(w io.Writer, r *report.Report, _ *Gates) error {
	if err := report.GitHub(w, r); err != nil {
		return err
	}
	name := os.Getenv(jobSummary)
	if name == "" {
		return nil
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("the summary of the job: %w", err)
	}
	if err := report.Markdown(f, r); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// A kept result is how one is kept in a file.
type keptResult struct {
	Result *grade.Result   `json:"result"`
	View   json.RawMessage `json:"view,omitempty"`
}

// Result implements [grade.Writer].
func (c *collector) Result(r *grade.Result) error { return c.add(r, nil) }

// add takes a result, and what happened in the trace.
func (c *collector) add(r *grade.Result, view json.RawMessage) error {
	if c.run != nil {
		if err := c.run.Add(r); err != nil {
			return err
		}
		if c.tools != nil {
			c.run.Describe(r.Domain, *c.tools)
		}
	}
	if c.Writer != nil {
		// Written at once, so nothing has to be kept for a report.
		return c.Writer.Result(r)
	}
	text, err := json.Marshal(keptResult{r, view})
	if err != nil {
		return err
	}
	return c.results.Add(text)
}

// kept are the results of the report.
func (c *collector) kept(yield func(*grade.Result, json.RawMessage) bool) {
	c.results.All(func(text []byte) bool {
		var k keptResult
		if err := json.Unmarshal(text, &k); err != nil {
			return true // what has been written can be read
		}
		return yield(k.Result, k.View)
	})
}

// Problem implements [grade.Writer].
func (c *collector) Problem(p trace.Problem) error {
	c.report.Problems = append(c.report.Problems, p)
	if c.run != nil {
		c.run.Problem(p)
	}
	if c.Writer != nil {
		return c.Writer.Problem(p)
	}
	return nil
}

// Assumed implements [grade.Writer].
func (c *collector) Assumed(a grade.Assumption) error {
	if c.Writer != nil {
		return c.Writer.Assumed(a)
	}
	return nil
}

// Close implements [grade.Writer]: it computes, judges and writes.
func (c *collector) Close() (err error) {
	defer c.results.Close()
	if c.run != nil {
		defer c.run.Close()
		if c.stats, err = c.gates.Stats(c.run, false); err != nil {
			return err
		}
		c.report.Summary = c.stats.Summary
	}
	// html always has statistics, so c.run is set.
	if c.format == "html" {
		if c.report.Tables, err = c.run.Tables(c.gates.Metrics); err != nil {
			return err
		}
	}
	if c.Writer != nil {
		return c.Writer.Close()
	}
	return errors.Join(reportWriters[c.format](c.to, &c.report, c.gates), c.results.Err())
}

// placesOf returns the place of the cases and checks of a suite.
func placesOf(s *checker.Suite) map[string]report.Place {
	places := make(map[string]report.Place)
	place := func(u *ast.Unit, n ast.Node) report.Place {
		at := s.File.Tree.Resolve(u.Span(n))
		from := at.From(source.Bytes)
		return report.Place{File: at.File.Name(), Line: from.Line, Column: from.Column, Text: u.Compact(n)}
	}
	for _, k := range s.Cases {
		name := k.Decl.Name().Name
		places[name] = place(k.Decl.Header, k.Decl.Name())
		for _, c := range k.Checks {
			// Common checks are in a unit of the suite, which UnitOf finds.
			places[name+"/"+c.Name.Name] = place(s.UnitOf(k, c), c)
		}
	}
	return places
}

// asReport reports whether a format is one of reports.
func asReport(format string) bool { return slices.Contains(reportFormats, format) }
