package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
)

// trace lists the calls of a witness; those that bad reports true of are marked.
func (p *page) trace(w *validate.Witness, bad func(i int) bool) {
	p.line("")
	if len(w.Steps) == 0 {
		p.line("    no calls: the empty trace")
	}
	digits := len(fmt.Sprint(len(w.Steps)))
	for i, s := range w.Steps {
		p.call(fmt.Sprintf("%*d", digits, i+1), actor(s.By), s.Call, bad(i), s.Irrelevant)
		p.answer(digits, s.Answer)
	}
}

// answer writes what a call answers, as far as the witness rests on it, below the
// call.
func (p *page) answer(digits int, v types.Value) {
	// The answer begins below the name of the tool.
	at := len("    ") + digits + 2
	var parts []string
	switch v := v.(type) {
	case nil:
		return
	case types.Object:
		for _, m := range v {
			name := report.Visible(m.Name)
			parts = append(parts, name+" "+shorten(report.Visible(m.Value.String()), max(20, p.width-at-3-width(name))))
		}
	default:
		parts = []string{shorten(report.Visible(v.String()), max(20, p.width-at-2))}
	}
	if len(parts) > 0 {
		p.line("%s→ %s", strings.Repeat(" ", at), strings.Join(parts, ", "))
	}
}

// call writes a call as the check that asks for it, with its arguments one
// below the other where they do not fit on a line. Some arguments may be
// irrelevant. Who precedes it.
func (p *page) call(number, who string, c tool.Call, bad bool, irrelevant []string) {
	head, mark := "    "+number+"  ", ""
	name := who + report.Visible(c.Tool)
	// Measured before the paint: escapes take no cells.
	long := width(name)
	if bad {
		mark = "x"
		head = "  " + p.ink.Paint(report.Red, mark) + " " + number + "  "
		name = p.ink.Paint(report.Red, name)
	}
	at := len("    ") + len(number) + 2
	args := p.arguments(c, p.width-at-1-long, irrelevant)
	if len(args) == 0 {
		p.line("%s%s", head, name)
		return
	}
	// one is the width of all arguments on one line.
	column, one := at+long, 0
	for _, a := range args {
		one += 1 + width(a.text)
	}
	between := " "
	if column+one > p.width {
		between = "\n" + strings.Repeat(" ", column+1)
	}
	p.line("%s%s %s", head, name, strings.Join(p.painted(args), between))
}

// An argument of a call as a pin.
type argument struct {
	text string
	any  bool // it is irrelevant
}

// arguments returns the arguments of a call, each of at most n cells.
func (p *page) arguments(c tool.Call, n int, irrelevant []string) []argument {
	var list []argument
	for _, a := range c.Args {
		x := argument{any: slices.Contains(irrelevant, a.Name)}
		mark := p.mark(x.any)
		value := shorten(report.Visible(a.Value.String()), max(20, n-width(report.Visible(a.Name))-3-len(mark)))
		x.text = "(" + report.Visible(a.Name) + " " + mark + value + ")"
		list = append(list, x)
	}
	return list
}

func (p *page) painted(args []argument) []string {
	var list []string
	for _, a := range args {
		if a.any {
			a.text = p.ink.Paint(report.Faint, a.text)
		}
		list = append(list, a.text)
	}
	return list
}

// anyMark precedes values that are irrelevant where there is no colour.
const anyMark = "~"

func (p *page) mark(irrelevant bool) string {
	if irrelevant && !bool(p.ink) {
		return anyMark
	}
	return ""
}

// legend says once, after the first witness that needs it, how values that are
// irrelevant are marked.
func (p *page) legend(w *validate.Witness) {
	// Marks can occur in the table or in the arguments of the calls.
	needed := p.marked || slices.ContainsFunc(w.Steps, func(s validate.Step) bool { return len(s.Irrelevant) > 0 })
	if p.explained || !needed {
		return
	}
	p.explained = true
	text := anyMark + " marks values that do not matter: any others do as well, in any combination"
	if p.ink {
		text = "values that are dim do not matter: any others do as well, in any combination"
	}
	p.line("")
	for _, l := range wrap(text, p.width-4) {
		p.line("    %s", p.ink.Paint(report.Faint, l))
	}
}
