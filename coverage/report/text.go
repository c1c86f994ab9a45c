package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/coverage"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
)

// Options are the choices for [Text].
type Options struct {
	Color   bool
	Verbose bool // list all items and places, not only those that no case touches
}

// nouns are the kinds in the plural.
var nouns = map[coverage.Kind]string{coverage.Tool: "tools", coverage.Clause: "clauses", coverage.Effect: "effects", coverage.Value: "enum values"}

// Text writes a result for a terminal.
func Text(w io.Writer, r *coverage.Result, o Options) error {
	p := &page{Options: o, ink: report.Ink(o.Color)}
	for i := range r.Models {
		p.model(&r.Models[i])
	}
	for i := range r.Manuals {
		p.manual(&r.Manuals[i])
	}
	_, err := io.WriteString(w, p.String())
	return err
}

// A page is a text in the making.
type page struct {
	strings.Builder
	Options
	ink report.Ink
}

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// head begins a part.
func (p *page) head(text string) {
	if p.Len() > 0 {
		p.line("")
	}
	p.line("%s", p.ink.Paint(report.Bold, text))
}

func (p *page) model(m *coverage.Model) {
	judging := lists.Count(m.Cases, func(k coverage.Case) bool { return k.Compliant })
	p.head(fmt.Sprintf("%s: %s, %d with a compliant trace", report.Visible(m.File.File.Tree.File.Name()), report.Count(len(m.Cases), "case"), judging))
	for _, k := range coverage.Kinds() {
		if text := p.counted(func(s coverage.Status) int { return m.Count(k, s) }); text != "" {
			p.line("  %-11s  %s", nouns[k], text)
		}
	}
	for _, x := range m.Items {
		if s := x.Status(); p.Verbose || shownAlways(s) {
			p.line("  %s  %s  %s `%s`%s", report.At(x.Span), p.paint(s), x.Kind, report.Visible(x.Text), by(x))
		}
	}
}

// shownAlways reports whether a status is one that wants another case.
func shownAlways(s coverage.Status) bool {
	return s == coverage.Untouched || s == coverage.Unknown || s == coverage.NotCited
}

// counted lists how many there are of each status; "" if there are none.
func (p *page) counted(count func(coverage.Status) int) string {
	var list []string
	for _, s := range coverage.Statuses() {
		if n := count(s); n > 0 {
			list = append(list, fmt.Sprintf("%d %s", n, p.paint(s)))
		}
	}
	return strings.Join(list, ", ")
}

func (p *page) paint(s coverage.Status) string {
	colours := map[coverage.Status]string{coverage.Exercised: report.Green, coverage.Forbidden: report.Green, coverage.Reached: report.Cyan, coverage.NotCheckable: report.Faint,
		coverage.Unknown: report.Yellow, coverage.Untouched: report.Red, coverage.NotCited: report.Faint}
	return p.ink.Paint(colours[s], string(s))
}

// by names the cases that touch an item.
func by(x *coverage.Item) string {
	text := ""
	for _, part := range []struct {
		verb  string
		cases []string
	}{{"exercised", x.Exercised}, {"forbidden", x.Forbidden}, {"reached", x.Reached}} {
		if len(part.cases) > 0 {
			text += "; " + part.verb + " by " + report.Visible(strings.Join(part.cases, ", "))
		}
	}
	return text
}

func (p *page) manual(m *coverage.Manual) {
	p.head(report.Visible(m.File) + ": " + p.counted(func(s coverage.Status) int {
		return lists.Count(m.Sections, func(x coverage.Section) bool { return x.Status == s })
	}))
	for _, x := range m.Sections {
		// Places that are not checkable are listed for their reasons.
		if p.Verbose || shownAlways(x.Status) || x.Status == coverage.NotCheckable {
			p.line("  %s  %s  %s%s", lines(m, x), p.paint(x.Status), report.Visible(title(x)), report.Visible(parts(&x)))
		}
	}
}

// lines names the lines of a section.
func lines(m *coverage.Manual, s coverage.Section) string {
	return fmt.Sprintf("%s:%d", report.Visible(m.File), s.First)
}

// parts says how many items of a place are touched, where it has any, or why it
// cannot be checked.
func parts(s *coverage.Section) string {
	if s.Status == coverage.NotCheckable {
		return ": " + s.Reason
	}
	if len(s.Items) == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d of %s)", s.Touched(), report.Count(len(s.Items), "item"))
}

// title names a section.
func title(s coverage.Section) string {
	return cmp.Or(s.Heading, fmt.Sprintf("lines %d to %d", s.First, s.Last))
}
