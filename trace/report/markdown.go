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
	fmt.Fprintf(&b, "## mantrac grade: %s\n\n", headline(o))
	b.WriteString("| | rate | 95 % | tasks |\n|---|---:|---|---:|\n")
	for _, e := range o.Metrics {
		fmt.Fprintf(&b, "| %s | %s | %s to %s | %d |\n", e.Metric, percent(e.Value), percent(e.Low), percent(e.High), e.Units)
	}
	if list := r.perCheck(); len(list) > 0 {
		b.WriteString("\n### Checks that do not pass\n\n| check | fails | undecided | first |\n|---|---:|---:|---|\n")
		for _, g := range list {
			fmt.Fprintf(&b, "| %s | %d | %d | %s |\n", code(g.check), g.failed, g.inconclusive, code(g.first))
		}
	}
	if len(r.Summary.Classes) > 0 {
		b.WriteString("\n### Classes of failure\n\n| class | checks | share | root causes | findings | traces |\n|---|---:|---:|---:|---:|---:|\n")
		for _, c := range r.Summary.Classes {
			fmt.Fprintf(&b, "| %s | %d | %s | %d | %d | %d |\n", code(string(c.Class)), c.Checks, percent(c.Share), c.Roots, c.Reports, c.Traces)
		}
	}
	if len(r.Summary.Clauses) > 0 {
		b.WriteString("\n### Broken preconditions\n\n| clause | tool | class | calls | traces |\n|---|---|---|---:|---:|\n")
		for _, c := range r.Summary.Clauses {
			fmt.Fprintf(&b, "| %s | %s | %s | %d | %d |\n", code(c.Short()), code(c.Tool), c.Class, c.Calls, c.Traces)
		}
	}
	r.markdownTraces(&b)
	if len(r.Problems) > 0 {
		fmt.Fprintf(&b, "\n### Not read\n\n%s could not be read:\n\n", report.Count(len(r.Problems), "record"))
		for _, p := range r.Problems[:min(len(r.Problems), listedTraces)] {
			fmt.Fprintf(&b, "- %s\n", code(p.Error()))
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
			b.WriteString("\n<details><summary>Traces that do not pass</summary>\n\n| trace | case | verdict | why |\n|---|---|---|---|\n")
		}
		if listed++; listed > listedTraces {
			continue
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", code(nameOf(x)), code(x.Case), x.Verdict, code(why(x)))
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

func headline(g metrics.Group) string {
	text := fmt.Sprintf("%d of %s pass", g.Passed, traces(g.Trials))
	if g.Failed > 0 {
		text += fmt.Sprintf(", %d fail", g.Failed)
	}
	if g.Inconclusive > 0 {
		text += fmt.Sprintf(", %d could not be decided", g.Inconclusive)
	}
	return text
}

func percent(v float64) string { return fmt.Sprintf("%.1f %%", 100*v) }

// code writes a text as code that ends nowhere but at its end, within a cell.
func code(s string) string {
	s = strings.ReplaceAll(report.Visible(s), "|", "\\|")
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		return fence + " " + s + " " + fence
	}
	if s == "" {
		return ""
	}
	return fence + s + fence
}
