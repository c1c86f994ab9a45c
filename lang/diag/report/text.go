package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// TextOptions adapts [Text] to where it is shown.
type TextOptions struct {
	Color bool // with the escape sequences of a terminal
}

// Text writes the diagnostics with the source they point into, a blank line
// between any two. It ends with a line break, unless the list is empty.
func Text(w io.Writer, list []diag.Diagnostic, o TextOptions) error {
	var b strings.Builder
	for i, d := range placed(list) {
		if i > 0 {
			b.WriteByte('\n')
		}
		writePage(&b, d, report.Ink(o.Color))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// A page is one diagnostic in the making.
type page struct {
	out    *strings.Builder
	ink    report.Ink
	colour string // of the severity
	digits int    // that the widest line number takes
}

func writePage(out *strings.Builder, d diag.Diagnostic, k report.Ink) {
	p := &page{out: out, ink: k, colour: colourOf(d.Severity), digits: 1}
	blocks := blocksOf(d)
	fixes := lists.Map(d.Fixes, patchesOf)
	p.measure(blocks, fixes)
	p.header(d)
	for i, b := range blocks {
		if i > 0 {
			p.bar("")
		}
		p.block(b, i == 0 && !d.Primary.IsZero())
	}
	for _, s := range d.Notes {
		p.line("%s = %s: %s", p.indent(), p.ink.Paint(report.Bold, "note"), report.Visible(s))
	}
	for _, s := range d.Help {
		p.action("help", s)
	}
	for i, f := range d.Fixes {
		p.action(f.Level.Label(), f.Message)
		p.patches(fixes[i], d.Primary.File)
	}
}

// measure finds the width of the gutter, which is one for the whole page.
func (p *page) measure(blocks []block, fixes [][]patch) {
	widest := 1
	for _, b := range blocks {
		for _, l := range b.labels {
			widest = max(widest, l.line)
		}
	}
	for _, patches := range fixes {
		for _, pa := range patches {
			for _, h := range pa.hunks {
				widest = max(widest, h.line+len(h.old)-1, h.newLine+len(h.new)-1)
			}
		}
	}
	p.digits = len(fmt.Sprint(widest))
}

func (p *page) header(d diag.Diagnostic) {
	subject := d.Severity.String()
	if d.Code != "" {
		subject += "[" + report.Visible(string(d.Code)) + "]"
	}
	p.line("%s%s", p.ink.Paint(p.colour, subject), p.ink.Paint(report.Bold, ": "+report.Visible(d.Message)))
}

// action writes what to do, after the word that says who does it.
func (p *page) action(label, s string) {
	p.line("%s: %s", p.ink.Paint(report.Cyan, label), report.Visible(s))
}

// arrow writes where a block of source is from.
func (p *page) arrow(sign string, at source.Span) {
	from := at.From(source.Bytes)
	place := fmt.Sprintf("%s:%d:%d", report.Visible(at.File.Name()), from.Line, from.Column)
	p.line("%s%s %s", p.indent(), p.ink.Paint(report.Blue, sign), place)
}

// numbered writes a source line after its number.
func (p *page) numbered(n int, text string) {
	p.line("%s%s", p.ink.Paint(report.Blue, p.number(n)+" |"), after(" ", text))
}

func (p *page) number(n int) string { return fmt.Sprintf("%*d", p.digits, n) }

// after puts a separator before text, if there is any.
func after(separator, text string) string {
	if text == "" {
		return ""
	}
	return separator + text
}

// bar writes a line of the gutter without a number.
func (p *page) bar(text string) {
	p.line("%s %s%s", p.indent(), p.ink.Paint(report.Blue, "|"), text)
}

func (p *page) indent() string { return strings.Repeat(" ", p.digits) }

func (p *page) line(format string, args ...any) {
	fmt.Fprintf(p.out, format+"\n", args...)
}

func colourOf(s diag.Severity) string {
	switch s {
	case diag.Error:
		return report.Red
	case diag.Warning:
		return report.Yellow
	}
	return report.Green
}
