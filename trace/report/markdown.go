package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/metrics"
)

// The number of traces that [Markdown] lists: a job summary may have 1 MiB.
const listedTraces = 200

// Markdown writes a summary as GitHub shows it beside a job.
func Markdown(w io.Writer, r *Report) error {
	var b strings.Builder
	o := r.Summary.Overall
	fmt.Fprintf(&b, "## mantrac grade: %s\n\n", headline(r.Summary))
	b.WriteString(report.Columns("", "rate:", "95 %", "tasks:"))
	for _, e := range o.Metrics {
		b.WriteString(report.Row(e.Metric, percent(e.Value), percent(e.Low)+" to "+percent(e.High), e.Units))
	}
	if list := r.perCheck(); len(list) > 0 {
		b.WriteString("\n### Checks that do not pass\n\n" + report.Columns("check", "fails:", "undecided:", "first"))
		for _, g := range list {
			b.WriteString(report.Row(report.Cell(g.check), g.failed, g.inconclusive, report.Cell(g.first)))
		}
	}
	if len(r.Summary.Classes) > 0 {
		b.WriteString("\n### Classes of failure\n\n" + report.Columns("class", "checks:", "share:", "root causes:", "findings:", "traces:"))
		for _, c := range r.Summary.Classes {
			b.WriteString(report.Row(report.Cell(string(c.Class)), c.Checks, percent(c.Share), c.Roots, c.Reports, c.Traces))
		}
	}
	if len(r.Summary.Clauses) > 0 {
		b.WriteString("\n### Broken preconditions\n\n" + report.Columns("clause", "tool", "class", "calls:", "traces:"))
		for _, c := range r.Summary.Clauses {
			b.WriteString(report.Row(report.Cell(c.Short()), report.Cell(c.Tool), c.Class, c.Calls, c.Traces))
		}
	}
	r.markdownTraces(&b)
	if len(r.Problems) > 0 {
		fmt.Fprintf(&b, "\n### Not read or not graded\n\n%s:\n\n", report.Count(len(r.Problems), "problem"))
		for _, p := range r.Problems[:min(len(r.Problems), listedTraces)] {
			fmt.Fprintf(&b, "- %s\n", report.Cell(p.Error()))
		}
		if more := len(r.Problems) - listedTraces; more > 0 {
			fmt.Fprintf(&b, "\n%d more are left out here.\n", more)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *Report) markdownTraces(b *strings.Builder) {
	listed := 0
	for x := range r.Results {
		if x.Verdict == grade.Pass {
			continue
		}
		if listed == 0 {
			b.WriteString("\n<details><summary>Traces that do not pass</summary>\n\n" + report.Columns("trace", "case", "verdict", "why"))
		}
		// The rest is counted, since the summary says how many are missing.
		if listed++; listed > listedTraces {
			continue
		}
		b.WriteString(report.Row(report.Cell(nameOf(x)), report.Cell(x.Case), x.Verdict, report.Cell(why(x))))
	}
	if listed > listedTraces {
		fmt.Fprintf(b, "\n%d more are left out here.\n", listed-listedTraces)
	}
	if listed > 0 {
		b.WriteString("\n</details>\n")
	}
}

// why names the root causes of a trace that does not pass, or else its checks.
func why(x *grade.Result) string {
	var roots, all []string
	for _, c := range x.Judged() {
		if c.Verdict == grade.Pass {
			continue
		}
		all = append(all, c.Check)
		if c.Root {
			roots = append(roots, c.Check)
		}
	}
	if len(roots) > 0 {
		return strings.Join(roots, ", ")
	}
	return strings.Join(all, ", ")
}

// headline says how many traces pass, and what has no verdict.
func headline(s *metrics.Summary) string {
	g := s.Overall
	text := fmt.Sprintf("%d of %s pass", g.Passed, traces(g.Trials))
	if g.Failed > 0 {
		text += fmt.Sprintf(", %d fail", g.Failed)
	}
	if g.Inconclusive > 0 {
		text += fmt.Sprintf(", %d could not be decided", g.Inconclusive)
	}
	if s.Ungraded != nil {
		text += "; not graded: " + s.Ungraded.String()
	}
	return text
}

func percent(v float64) string { return fmt.Sprintf("%.1f %%", 100*v) }
