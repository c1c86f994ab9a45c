package report

import (
	"io"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/trace/grade"
)

// JUnit writes a test suite for each trace and a test for each check. A check
// that fails is a failure; one that could not be decided, a record that could
// not be read, and a trace without a case is an error.
func JUnit(w io.Writer, r *Report) error { return report.JUnit(w, r.junitSuites) }

// junitSuites calls yield with the suites of a report.
func (r *Report) junitSuites(yield func(report.TestSuite) bool) {
	for x := range r.Results {
		if !yield(junitTrace(x)) {
			return
		}
	}
	// Problems have no suite of checks, so they are suites of their own.
	unread, noCase := report.TestSuite{Name: "records that could not be read"}, report.TestSuite{Name: "traces without a case"}
	for _, p := range r.Problems {
		t := report.TestCase{Class: p.File, Name: p.At.String(), Error: &report.TestOutcome{Message: p.Message, Type: ruleOf(p), Body: p.Error()}}
		if p.NoCase {
			t.Name = p.Trace
			noCase.Add(t)
		} else {
			unread.Add(t)
		}
	}
	for _, s := range []report.TestSuite{unread, noCase} {
		if len(s.Cases) > 0 && !yield(s) {
			return
		}
	}
}

func junitTrace(x *grade.Result) report.TestSuite {
	s := report.TestSuite{Name: nameOf(x)}
	for _, c := range x.Judged() {
		t := report.TestCase{Class: x.Case, Name: c.Check}
		switch c.Verdict {
		case grade.Fail:
			t.Failure = &report.TestOutcome{Message: said(&c), Type: string(c.Class), Body: proof(c.Evidence)}
		case grade.Inconclusive:
			t.Error = &report.TestOutcome{Message: said(&c), Type: "inconclusive", Body: proof(c.Evidence)}
		}
		s.Add(t)
	}
	return s
}
