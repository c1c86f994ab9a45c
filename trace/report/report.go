package report

import (
	"encoding/json"
	"fmt"
	"iter"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/metrics"
)

// A Report is one run of grading.
type Report struct {
	Suite    string                 // the file of the checks
	Results  Results                // in the order of the traces
	Places   map[string]Place       // where checks are, by "CASE/CHECK"; a case itself by "CASE"
	Problems []trace.Problem        // what could not be read, and traces without a case
	Summary  *metrics.Summary       // of the formats that show it
	Tables   *metrics.Tables        // of the HTML report
	Starts   map[string]grade.State // of the HTML report: what is known of the state of the model before the first call, by case
	Version  string                 // of mantrac
}

// Results are graded traces, and of the HTML report what happened in each, as
// the JSON of its [View]. A report goes through them more than once; each is
// valid until the next.
type Results iter.Seq2[*grade.Result, json.RawMessage]

// A Place is a place in the file of the checks; line and column start from 1.
type Place struct {
	File   string
	Line   int
	Column int    // in bytes
	Text   string // the check as it is written
}

// place returns the place of a check, or else its case.
func (r *Report) place(x *grade.Result, check string) (Place, bool) {
	// Rules and the replay have no place in the suite, so the case stands for them.
	if p, ok := r.Places[x.Case+"/"+check]; ok {
		return p, true
	}
	p, ok := r.Places[x.Case]
	return p, ok
}

// nameOf returns a name for a trace that tells it from others: its file and
// its id.
func nameOf(x *grade.Result) string {
	if x.ID == "" {
		return x.File
	}
	return x.File + "#" + x.ID
}

// ruleOf returns the name of a problem in formats that name rules.
func ruleOf(p trace.Problem) string {
	if p.NoCase {
		return "no-case"
	}
	return "unreadable"
}

// said returns what is wrong with a check, in one line.
func said(c *grade.Check) string {
	text := fmt.Sprintf("check `%s`: %s", c.Check, verb(c.Verdict))
	if c.Message != "" {
		text += ": " + c.Message
	}
	if c.Cause != "" {
		text += fmt.Sprintf(" (follows from %s)", c.Cause)
	}
	return text
}

func verb(v grade.Verdict) string {
	switch v {
	case grade.Fail:
		return "failed"
	case grade.Inconclusive:
		return "could not be decided"
	}
	return "passed"
}

// proof lists evidence: "3 cancel (violates), 1 look (anchor)".
func proof(list []grade.Evidence) string {
	parts := lists.Map(list, func(e grade.Evidence) string { return fmt.Sprintf("event %d %s (%s)", e.Seq, e.Tool, e.Role) })
	return strings.Join(parts, ", ")
}
