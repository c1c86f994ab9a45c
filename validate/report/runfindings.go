package report

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/source"
)

// RunFindings returns what is wrong with the calls of a trace, each at its call, and the
// checks and the goal that it does not pass, each at its text in the suite. What is not
// decided is a warning.
func RunFindings(r *Run) (list []report.Finding) {
	for i := range r.Replay.Steps {
		o := &r.Replay.Steps[i]
		for _, v := range violations(o) {
			f := report.Finding{Rule: v.rule, Level: report.Error, At: r.At[i], Also: NotHolding(v.rules)}
			f.Text = fmt.Sprintf("step %d, %s: %s", i+1, Call(o.Call), v.text)
			if v.note != "" {
				f.Text += "; " + v.note
			}
			list = append(list, r.identified(f, o.Undecided(), fmt.Sprint(i+1), o.Call.Tool))
		}
	}
	for _, j := range r.Checks {
		if j.Passed {
			continue
		}
		f := report.Finding{Rule: "failed-check", Level: report.Error, At: r.placeOf(j)}
		f.Text = fmt.Sprintf("the trace does not pass %s of %s: %s", report.Visible(j.Check), report.Visible(r.Case.Decl.Name().Name), j.reason())
		if j.Step > 0 {
			f.Also = []report.Related{{At: r.At[j.Step-1], Role: "breaks it"}}
		}
		list = append(list, r.identified(f, j.Undecided, r.Case.Decl.Name().Name, j.Check))
	}
	return list
}

// identified completes a finding about a part of the trace.
func (r *Run) identified(f report.Finding, undecided bool, parts ...string) report.Finding {
	f.Key = strings.Join(append([]string{r.Trace, f.Rule}, parts...), "\n")
	f.Help = "See mantrac help run."
	// The key keeps the original rule, so the finding is found again once it is decided.
	if undecided {
		f.Rule, f.Level, f.Text = "inconclusive", report.Warning, "not decided: "+f.Text
	}
	return f
}

// placeOf returns where a check is in the suite, or the goal.
func (r *Run) placeOf(j judgement) source.Span {
	if goal := r.Case.Decl.Goal; j.Decl == nil {
		return r.Suite.File.Tree.Resolve(goal.Span(goal.Node))
	}
	return r.Suite.SpanOf(r.Case, j.Decl)
}

// NotHolding returns where rules of the model are that do not hold, and why.
func NotHolding(rules []interp.Broken) (list []report.Related) {
	for _, b := range rules {
		if at := b.Span(); !at.IsZero() {
			list = append(list, report.Related{At: at, Role: why(b)})
		}
	}
	return list
}
