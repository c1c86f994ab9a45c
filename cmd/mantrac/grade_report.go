package main

import (
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/metrics"
	"github.com/mantrac/mantrac/trace/report"
)

// reportFormats are the formats that are written when everything is graded.
var reportFormats = []string{"junit", "sarif", "github", "markdown", "csv", "html"}

// A collector keeps results for a report as a whole, and for the gates.
type collector struct {
	grade.Writer // of the results one by one; nil if only the report is wanted
	report       report.Report
	write        func(io.Writer, *report.Report, *gates) error
	to           io.Writer
	gates        *gates
	stats        *report.Stats // once it is closed
}

// newCollector returns a writer that keeps what it is told. With a format of
// reports it writes that in the end; with one of results, each as it comes.
func newCollector(w io.Writer, format string, results grade.Writer, s *checker.Suite, g *gates) *collector {
	c := &collector{Writer: results, to: w, gates: g, write: reportWriters[format]}
	c.report = report.Report{Suite: s.File.Tree.File.Name(), Places: placesOf(s), Version: buildVersion().Version}
	return c
}

// reportWriters write a report, by format.
var reportWriters = map[string]func(io.Writer, *report.Report, *gates) error{
	"junit":    func(w io.Writer, r *report.Report, _ *gates) error { return report.JUnit(w, r) },
	"sarif":    func(w io.Writer, r *report.Report, _ *gates) error { return report.SARIF(w, r) },
	"github":   writeGitHub,
	"markdown": func(w io.Writer, r *report.Report, _ *gates) error { return report.Markdown(w, r) },
	"csv":      func(w io.Writer, r *report.Report, _ *gates) error { return report.CSV(w, r) },
	"html":     func(w io.Writer, r *report.Report, g *gates) error { return report.HTML(w, r, g.tiers) },
}

// writeGitHub writes annotations, and the summary of the job where GitHub says
// that it wants one.
func writeGitHub(w io.Writer, r *report.Report, _ *gates) error {
	if err := report.GitHub(w, r); err != nil {
		return err
	}
	name := os.Getenv("GITHUB_STEP_SUMMARY")
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

// Result implements [grade.Writer].
func (c *collector) Result(r *grade.Result) error {
	c.report.Results = append(c.report.Results, *r)
	if c.Writer != nil {
		return c.Writer.Result(r)
	}
	return nil
}

// View keeps what happened in the trace of the last result.
func (c *collector) View(v *report.View) { c.report.Views = append(c.report.Views, *v) }

// Problem implements [grade.Writer].
func (c *collector) Problem(p trace.Problem) error {
	c.report.Problems = append(c.report.Problems, p)
	if c.Writer != nil {
		return c.Writer.Problem(p)
	}
	return nil
}

// Close implements [grade.Writer]: it computes, writes and judges.
func (c *collector) Close() error {
	c.stats = c.gates.stats(c.report.Results, metrics.Dimensions)
	c.report.Summary = c.stats.Summary
	if c.Writer != nil {
		return c.Writer.Close()
	}
	return c.write(c.to, &c.report, c.gates)
}

// placesOf returns where the cases and checks of a suite stand.
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
			places[name+"/"+c.Name.Name] = place(k.Decl.Checks, c)
		}
	}
	return places
}

// asReport reports whether a format is one of reports.
func asReport(format string) bool { return slices.Contains(reportFormats, format) }
