package report

import (
	"io"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/trace/grade"
)

// JUnit writes a test suite for each trace and a test for each check. A check
// that fails is a failure; one that could not be decided, and a record that
// could not be read, is an error.
func JUnit(w io.Writer, r *Report) error { return report.JUnit(w, r.junitSuites) }

// junitSuites calls yield with the suites of a report.
func (r *Report) junitSuites(yield func(report.TestSuite) bool) {
	for x := range r.Results {
		if !yield(junitTrace(x)) {
			return
		}
	}
	// Problems have no trace, so they are a suite of their own.
	if len(r.Problems) == 0 {
		return
	}
	s := report.TestSuite{Name: "records that could not be read"}
	for _, p := range r.Problems {
		s.Add(report.TestCase{Class: p.File, Name: p.At.String(), Error: &report.TestOutcome{Message: p.Message, Type: "unreadable", Body: p.Error()}})
	}
	yield(s)
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
