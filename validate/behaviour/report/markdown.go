package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/validate/behaviour"
	"github.com/mantrac/mantrac/validate/gate"
)

// Markdown writes a report as a part of a comment on a pull request, in the
// dialect of GitHub.
func Markdown(w io.Writer, r *behaviour.Report, g *gate.Report) error {
	d := &document{page{markup: markup{code: report.Cell, call: report.Cell, text: report.Escape, loud: func(s string) string { return "**" + s + "**" }}}}
	d.changes(r, g)
	whole := r.Whole()
	d.line("### Behaviour: %s", class(whole))
	d.line("")
	for _, m := range r.Models {
		d.model(r, m)
	}
	d.cases(r)
	d.footer(r)
	_, err := io.WriteString(w, strings.TrimRight(d.String(), "\n")+"\n")
	return err
}

// A document is Markdown in the making.
type document struct{ page }

// cell returns rows as one cell of a table.
func cell(rows []row) string {
	var list []string
	for _, r := range rows {
		text := r.head
		if r.trace != "" {
			text += ": " + r.trace
		}
		if r.why != "" {
			text += "<br><sub>" + r.why + "</sub>"
		}
		list = append(list, text)
	}
	return strings.Join(list, "<br>")
}

func (d *document) model(r *behaviour.Report, m behaviour.Model) {
	if len(r.Models) > 1 {
		d.line("#### %s", report.Cell(m.Name))
		d.line("")
	}
	if m.Comparison == nil {
		d.line("Cannot be compared: %s.", m.Reason)
		d.line("")
		return
	}
	head := false
	for _, t := range m.Comparison.Tools {
		if t.Class() == behaviour.Equal {
			continue
		}
		// The head of the table is written with its first row, so an empty table is left out.
		if !head {
			head = true
			d.WriteString(report.Columns("tool", "is", "shortest trace"))
		}
		rows := d.markup.rows(t.Difference, "now allowed", "now refused")
		if t.Open() {
			rows = append(rows, row{head: "unknown", trace: reason(t.Difference)})
		}
		d.WriteString(report.Row(report.Cell(t.Name), d.loud(class(t.Difference))+known(t.Difference, m.Comparison.Bound), cell(rows)))
	}
	if head {
		d.line("")
	}
	for _, doubt := range m.Comparison.Doubts {
		d.line("Cannot be compared: %s.", report.Visible(doubt.Error()))
		d.line("")
	}
}

// edited is the number of an edit, with what follows it.
func edited(c *gate.Change) string {
	if c.Edit < 0 {
		return ""
	}
	return fmt.Sprintf("edit %d: ", c.Edit+1)
}

// changes writes the headline and a table of the changes; what is equal is
// folded.
func (d *document) changes(r *behaviour.Report, g *gate.Report) {
	d.line("### Changes: %s", headline(g))
	d.line("")
	list, equal := ordered(g)
	if len(list) > 0 {
		d.WriteString(report.Columns("is", "change", "why"))
	}
	for _, c := range list {
		is := d.loud(class(c.Difference))
		if len(c.Waived) > 0 {
			is += ", waived"
		}
		d.line("| %s | %s%s<br><sub>%s %s</sub> | %s |", is, edited(c), d.change(r, c), c.Rule, report.Escape(placed(c)), cell(d.changeRows(c)))
	}
	if len(list) > 0 {
		d.line("")
	}
	if len(equal) > 0 {
		d.line("<details><summary>%s without a difference to any trace%s</summary>", report.Count(len(equal), "change"), extent(equal, r))
		d.line("")
		for _, c := range equal {
			d.line("- %s%s", edited(c), d.change(r, c))
		}
		d.line("")
		d.line("</details>")
		d.line("")
	}
	for _, line := range unused(g) {
		d.line("%s.", strings.ToUpper(line[:1])+line[1:])
		d.line("")
	}
}

func (d *document) cases(r *behaviour.Report) {
	var lines []string
	for _, k := range r.Cases {
		verdict, traces := d.verdicts(k), cell(d.caseRows(k))
		switch {
		case verdict != "" && traces != "":
			lines = append(lines, "- "+verdict+"<br>"+traces)
		case verdict+traces != "":
			lines = append(lines, "- "+verdict+traces)
		}
	}
	if len(lines) > 0 {
		d.line("#### Cases")
		d.line("")
		d.line("%s", strings.Join(lines, "\n"))
		d.line("")
	}
}

// footer says what the answers are about.
func (d *document) footer(r *behaviour.Report) {
	for _, m := range r.Models {
		c := m.Comparison
		if c == nil {
			continue
		}
		text := "Traces " + origin(c) + ", of up to " + report.Count(c.Bound, "call") + ". "
		// The words of bounded begin a sentence here.
		if far := bounded(c.Whole, c.Bound); far != "" {
			text += strings.ToUpper(far[:1]) + far[1:] + ". "
		}
		if same := equals(c); same != "" {
			text += same + "."
		}
		d.line("<sub>%s</sub>", strings.TrimSpace(text))
	}
}
