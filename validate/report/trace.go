package report

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/validate"
)

// trace lists calls; those that bad reports true of are marked.
func (p *page) trace(calls []tool.Call, bad func(i int) bool) {
	p.line("")
	if len(calls) == 0 {
		p.line("    no calls: the empty trace")
	}
	digits := len(fmt.Sprint(len(calls)))
	for i, c := range calls {
		p.call(fmt.Sprintf("%*d", digits, i+1), c, bad(i))
	}
}

// call writes a call as the check that asks for it, with its arguments one
// below the other where they do not fit on a line.
func (p *page) call(number string, c tool.Call, bad bool) {
	head, mark := "    "+number+"  ", ""
	name := visible(c.Tool)
	if bad {
		mark = "x"
		head = "  " + p.ink.paint(red, mark) + " " + number + "  "
		name = p.ink.paint(red, name)
	}
	at := len("    ") + len(number) + 2
	args := arguments(c, p.width-at-1-width(visible(c.Tool)))
	one := strings.Join(args, " ")
	if one == "" {
		p.line("%s%s", head, name)
		return
	}
	column := at + width(visible(c.Tool)) + 1
	if column+width(one) <= p.width {
		p.line("%s%s %s", head, name, one)
		return
	}
	p.line("%s%s %s", head, name, args[0])
	for _, a := range args[1:] {
		p.line("%s%s", strings.Repeat(" ", column), a)
	}
}

// arguments returns the arguments of a call as pins, each of at most n cells.
func arguments(c tool.Call, n int) []string {
	var list []string
	for _, a := range c.Args {
		value := shorten(visible(a.Value.String()), max(20, n-width(visible(a.Name))-3))
		list = append(list, "("+visible(a.Name)+" "+value+")")
	}
	return list
}

// callsOf returns the calls of a witness.
func callsOf(w *validate.Witness) []tool.Call {
	var list []tool.Call
	for _, s := range w.Steps {
		list = append(list, s.Call)
	}
	return list
}
