package report

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/golden"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// A Result is what is said of the traces of suites.
type Result struct {
	Suites  []Suite
	Version string // of mantrac
}

// A Suite has the outcomes of a suite.
type Suite struct {
	Suite    *checker.Suite
	Name     string // of its file
	File     string // of its traces
	Kept     bool   // there is such a file
	Outcomes []golden.Outcome
}

// Tally counts outcomes by their status.
func (s Suite) Tally() map[golden.Status]int {
	n := make(map[golden.Status]int)
	for _, o := range s.Outcomes {
		n[o.Status]++
	}
	return n
}

// Tally counts outcomes, and as golden.Missing also the suites without traces.
func (r *Result) Tally() map[golden.Status]int {
	n := make(map[golden.Status]int)
	for _, s := range r.Suites {
		if !s.Kept {
			n[golden.Missing]++
			continue
		}
		for status, count := range s.Tally() {
			n[status] += count
		}
	}
	return n
}

// counts says how many outcomes there are: "12 traces, 2 without a trace, 1 failed".
func counts(n map[golden.Status]int) string {
	text := report.Count(n[golden.Passed]+n[golden.Failed], "trace")
	for _, part := range []struct {
		status golden.Status
		words  string
	}{{golden.Failed, "failed"}, {golden.Missing, "missing"}, {golden.Skipped, "impossible"}} {
		if c := n[part.status]; c > 0 {
			text += fmt.Sprintf(", %d %s", c, part.words)
		}
	}
	return text
}

// Summary says in a line how it went.
func Summary(r *Result) string {
	without := 0
	n := make(map[golden.Status]int)
	for _, s := range r.Suites {
		if !s.Kept {
			without++
		}
		for status, count := range s.Tally() {
			if s.Kept {
				n[status] += count
			}
		}
	}
	text := report.Count(len(r.Suites), "suite") + ": " + counts(n)
	if without > 0 {
		text += fmt.Sprintf("; %s without traces", report.Count(without, "suite"))
	}
	return text
}

// update is the command that makes the traces of a suite.
func update(s Suite) string { return "mantrac test --update " + s.Name }

// changed says what changed about a verdict, in one line.
func changed(c golden.Change) string {
	if c.Now == "" {
		return fmt.Sprintf("%s: was %s, now the case has no such check", name(c.Name), c.Was)
	}
	text := fmt.Sprintf("%s: was %s, now %s", name(c.Name), c.Was, c.Now)
	if c.Message != "" && c.Now != grade.Pass {
		text += ": " + report.Visible(c.Message)
	}
	return text
}

func name(s string) string { return report.Visible(s) }

// calls lists what happens in a trace, an event a line.
func calls(t *golden.Trace) (list []string) {
	for i := range t.Events {
		if text := event(&t.Events[i]); text != "" {
			list = append(list, text)
		}
	}
	return list
}

// event returns an event in a line; "" for a result without a text.
func event(e *trace.Event) string {
	who := ""
	if e.Requestor == "user" {
		who = "user: "
	}
	switch e.Kind {
	case trace.Call:
		text := who + report.Visible(e.Tool)
		for _, a := range e.Args {
			text += fmt.Sprintf(" (%s %s)", report.Visible(a.Name), report.Visible(a.Value.String()))
		}
		return text
	case trace.Message:
		return who + report.Quoted(e.Text)
	case trace.Approval:
		return strings.TrimSpace(who + "approval " + string(e.Status))
	case trace.Result:
		if e.Text != "" {
			return "→ " + report.Visible(e.Text)
		}
	}
	return ""
}
