package report

import (
	"fmt"
	"io"
	"strings"

	edits "github.com/mantrac/mantrac/edit/report"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// Markdown writes a report as a part of a comment on a pull request, in the
// dialect of GitHub.
func Markdown(w io.Writer, r *behaviour.Report) error {
	d := &document{markup: markup{code: code, call: code, loud: func(s string) string { return "**" + s + "**" }}}
	whole := r.Whole()
	d.line("### Behaviour: %s", class(whole))
	d.line("")
	for _, m := range r.Models {
		d.model(r, m)
	}
	d.causes(r)
	d.cases(r)
	d.footer(r)
	_, err := io.WriteString(w, strings.TrimRight(d.String(), "\n")+"\n")
	return err
}

// A document is Markdown in the making.
type document struct {
	markup
	strings.Builder
}

func (d *document) line(format string, args ...any) { fmt.Fprintf(d, format+"\n", args...) }

// code shows text as code that may stand in a cell of a table.
func code(s string) string { return strings.ReplaceAll(edits.Code(visible(s)), "|", `\|`) }

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
		d.line("#### %s", code(m.Name))
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
		if !head {
			head = true
			d.line("| tool | is | shortest trace |")
			d.line("|---|---|---|")
		}
		rows := d.rows(t.Difference, "now allowed", "now refused")
		if t.Open() {
			rows = append(rows, row{head: "unknown", trace: reason(t.Difference)})
		}
		d.line("| %s | %s%s | %s |", code(t.Name), d.loud(class(t.Difference)), known(t.Difference, m.Comparison.Bound), cell(rows))
	}
	if head {
		d.line("")
	}
	for _, doubt := range m.Comparison.Doubts {
		d.line("Cannot be compared: %s.", visible(doubt.Error()))
		d.line("")
	}
}

func (d *document) causes(r *behaviour.Report) {
	var rows, silent []string
	for _, c := range r.Causes {
		what := edits.Words(r.Edits[c.Edit], d.code) + with(c)
		if c.Silent() {
			silent = append(silent, fmt.Sprintf("- %d: %s", c.Edit+1, what))
		} else {
			rows = append(rows, fmt.Sprintf("| %d | %s | %s |", c.Edit+1, what, cell(d.effect(r, c))))
		}
	}
	if len(rows) > 0 {
		d.line("#### What each edit does by itself")
		d.line("")
		d.line("| | edit | trace |")
		d.line("|---|---|---|")
		d.line("%s", strings.Join(rows, "\n"))
		d.line("")
	}
	for _, line := range d.together(r) {
		d.line("%s.", strings.ToUpper(line[:1])+line[1:])
		d.line("")
	}
	if len(silent) > 0 {
		d.line("<details><summary>%s without a difference to any trace%s</summary>", count(len(silent), "edit"), within(r))
		d.line("")
		d.line("%s", strings.Join(silent, "\n"))
		d.line("")
		d.line("</details>")
		d.line("")
	}
}

func (d *document) cases(r *behaviour.Report) {
	var lines []string
	for _, k := range r.Cases {
		verdict, traces := d.verdicts(k), cell(d.caseRows(k))
		if k.GoalChanged {
			traces = strings.TrimPrefix(traces+"<br>the goal changed", "<br>")
		}
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
		text := "Traces " + origin(c) + ", of up to " + count(c.Bound, "call") + ". "
		if far := bounded(c.Whole, c.Bound); far != "" {
			text += strings.ToUpper(far[:1]) + far[1:] + ". "
		}
		if same := equals(c); same != "" {
			text += same + "."
		}
		d.line("<sub>%s</sub>", strings.TrimSpace(text))
	}
}
