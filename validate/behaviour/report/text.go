package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
	"github.com/mantrac/mantrac/validate/gate"
)

// Options are the choices for [Text].
type Options struct{ Color bool }

// Text writes a report for a terminal, with the verdict on each change.
func Text(w io.Writer, r *behaviour.Report, g *gate.Report, o Options) error {
	p := &page{markup: markup{code: quoted, call: report.Visible, text: report.Visible, loud: func(s string) string { return s }}}
	if o.Color {
		p.loud = func(s string) string { return report.Ink(true).Paint(report.Bold, s) }
	}
	p.changes(r, g)
	whole := r.Whole()
	p.line("%s %s%s", p.loud("behaviour:"), p.loud(class(whole)), p.scope(r, whole))
	for _, m := range r.Models {
		p.model(r, m)
	}
	p.cases(r)
	_, err := io.WriteString(w, p.String())
	return err
}

// quoted shows text as code.
func quoted(s string) string { return "`" + report.Visible(s) + "`" }

// A page is a text in the making.
type page struct {
	markup
	strings.Builder
}

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// scope says what a comparison is about, if there is but one.
func (p *page) scope(r *behaviour.Report, whole behaviour.Difference) string {
	if len(r.Models) != 1 || r.Models[0].Comparison == nil {
		return ""
	}
	c := r.Models[0].Comparison
	text := origin(c)
	if far := bounded(whole, c.Bound); far != "" {
		text += "; " + far
	}
	return " (" + text + ")"
}

// origin says where the traces of a comparison start.
func origin(c *behaviour.Comparison) string {
	switch {
	case c.Any:
		return "from any state"
	case c.Beyond && len(c.Cases) == 1:
		return "from the initial state of 1 case, and from any state"
	case c.Beyond:
		return fmt.Sprintf("from the initial states of %d cases, and from any state", len(c.Cases))
	case len(c.Cases) == 1:
		return "from the initial state of 1 case"
	}
	return fmt.Sprintf("from the initial states of %d cases", len(c.Cases))
}

func (p *page) model(r *behaviour.Report, m behaviour.Model) {
	if len(r.Models) > 1 {
		p.line("")
		p.line("%s", report.Visible(m.Name))
	}
	if m.Comparison == nil {
		p.line("  cannot be compared: %s", m.Reason)
		return
	}
	for _, t := range m.Comparison.Tools {
		if t.Class() == behaviour.Equal {
			continue
		}
		p.line("")
		p.line("  %s  %s%s", p.loud(report.Visible(t.Name)), class(t.Difference), known(t.Difference, m.Comparison.Bound))
		p.rows("    ", p.markup.rows(t.Difference, "now allowed", "now refused"))
		if t.Open() {
			p.line("    unknown: %s", reason(t.Difference))
		}
	}
	var rest []string
	if text := equals(m.Comparison); text != "" {
		rest = append(rest, text)
	}
	for _, d := range m.Comparison.Doubts {
		rest = append(rest, "cannot be compared: "+report.Visible(d.Error()))
	}
	for i, text := range rest {
		if i == 0 {
			p.line("")
		}
		p.line("  %s", text)
	}
}

func (p *page) rows(indent string, list []row) {
	for _, r := range list {
		text := r.head
		if r.trace != "" {
			text += ": " + r.trace
		}
		p.line("%s%s", indent, text)
		if r.why != "" {
			p.line("%s  %s", indent, r.why)
		}
	}
}

// changes writes the headline, and each change with its class.
func (p *page) changes(r *behaviour.Report, g *gate.Report) {
	p.line("%s %s", p.loud("changes:"), p.loud(headline(g)))
	list, equal := ordered(g)
	for _, c := range list {
		p.line("")
		p.line("  %s  %s  %s", p.loud(class(c.Difference)), c.Rule, placed(c))
		p.line("    %s%s", number(c), p.change(r, c))
		p.rows("    ", p.changeRows(c))
	}
	for i, c := range equal {
		if i == 0 {
			p.line("")
			p.line("  no trace%s differs:", extent(equal, r))
		}
		p.line("    %s%s", number(c), p.change(r, c))
	}
	for i, line := range unused(g) {
		if i == 0 {
			p.line("")
		}
		p.line("  %s", line)
	}
	p.line("")
}

// number is the number of an edit, with a space after it.
func number(c *gate.Change) string {
	if c.Edit < 0 {
		return ""
	}
	return fmt.Sprintf("%d  ", c.Edit+1)
}

// within says how long the traces are that were looked at.
func within(r *behaviour.Report) string {
	for _, m := range r.Models {
		if m.Comparison != nil {
			return " of up to " + report.Count(m.Comparison.Bound, "call")
		}
	}
	return ""
}

// extent says how long the traces are that were looked at for a difference; ""
// if that there is none is proved for every length.
func extent(equal []*gate.Change, r *behaviour.Report) string {
	// One unproved change limits what is said of all.
	if slices.ContainsFunc(equal, func(c *gate.Change) bool { return !c.Difference.Proved() }) {
		return within(r)
	}
	return ""
}

// with names the edits without which one does not check.
func with(c behaviour.Cause) string {
	if len(c.With) == 0 {
		return ""
	}
	list := lists.Map(c.With, func(i int) string { return fmt.Sprint(i + 1) })
	return " (with " + strings.Join(list, ", ") + ")"
}

func (p *page) cases(r *behaviour.Report) {
	var lines []string
	for _, k := range r.Cases {
		if text := p.verdicts(k); text != "" {
			lines = append(lines, "  "+text)
		}
		for _, x := range p.caseRows(k) {
			lines = append(lines, "    "+x.head+": "+x.trace)
		}
	}
	if len(lines) > 0 {
		p.line("")
		p.line("%s", p.loud("cases"))
		p.WriteString(strings.Join(lines, "\n") + "\n")
	}
}

// verdicts says what became of the verdict of a case; "" if nothing.
func (m markup) verdicts(k behaviour.Case) string {
	name := m.code(k.Name)
	verdict := func(v validate.Verdict) string { return m.loud(string(v)) }
	switch {
	case k.Old == "":
		return name + ": new, " + verdict(k.New)
	case k.New == "":
		return name + ": removed, was " + verdict(k.Old)
	case k.VerdictChanged():
		return name + ": was " + verdict(k.Old) + ", is " + verdict(k.New)
	}
	return ""
}

// known is bounded where it is not proved, in parentheses.
func known(d behaviour.Difference, bound int) string {
	if text := bounded(d, bound); text != "" && !d.Proved() {
		return " (" + text + ")"
	}
	return ""
}
