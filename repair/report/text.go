package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/repair"
)

// Options are the choices for [Text].
type Options struct{ Color bool }

// mostTraces is how many traces are shown that a candidate allows, and that it
// forbids.
const mostTraces = 2

// Text writes the candidates for people, numbered through all conflicts.
func Text(w io.Writer, r *repair.Result, o Options) error {
	p := page{ink: report.Ink(o.Color), bound: r.Bound}
	number := 0
	for i := range r.Repairs {
		x := &r.Repairs[i]
		if i > 0 {
			p.line("")
		}
		p.line("%s: %s", report.Visible(x.File), p.ink.Paint(report.Bold, "case "+report.Visible(x.Case)))
		p.line("%s: %s", p.ink.Paint(report.Red, string(x.Kind)), report.Visible(x.Text))
		for _, c := range x.Candidates {
			number++
			p.candidate(number, &c)
		}
		p.rest(x)
	}
	for _, u := range r.Unknown {
		p.line("%s", unknown(u))
	}
	_, err := io.WriteString(w, p.String())
	return err
}

// unknown says of which case not all is known.
func unknown(u repair.Unknown) string {
	return fmt.Sprintf("%s: case %s: not all is known of it: %s", report.Visible(u.File), report.Visible(u.Case), report.Visible(u.Reason))
}

// Candidate writes one candidate as [Text] does, with a number. Bound is the length of
// the traces that were looked at.
func Candidate(number int, c *repair.Candidate, bound int) string {
	p := page{bound: bound}
	p.candidate(number, c)
	return strings.Trim(p.String(), "\n")
}

// A page is a text that is being written.
type page struct {
	strings.Builder
	ink   report.Ink
	bound int
}

func (p *page) line(format string, operands ...any) { fmt.Fprintf(p, format+"\n", operands...) }

func (p *page) candidate(number int, c *repair.Candidate) {
	p.line("")
	p.line("  %s %s", p.ink.Paint(report.Bold, fmt.Sprintf("%d.", number)), report.Visible(Label(c)))
	for _, e := range c.Edits {
		p.edit(e)
	}
	e := &c.Effect
	p.line("     %s", p.reach(e))
	for _, x := range e.Opened {
		p.line("     opens in %s: %s", report.Visible(x.Case+" ("+x.File+")"), report.Visible(Name(x)))
	}
	for _, x := range e.Changed {
		p.line("     %s: %s → %s", report.Visible(x.Case+" ("+x.File+")"), x.Old, x.New)
	}
	for _, u := range e.Unknown {
		p.line("     %s: not all is known of it: %s", report.Visible(u.Case), report.Visible(u.Reason))
	}
	p.traces("newly allows", e.Allows)
	p.traces("newly forbids", e.Forbids)
	if e.Open {
		p.line("     not all is known of what it allows and forbids")
	}
	for _, a := range c.Same {
		p.line("     same behaviour: %s", report.Visible(a.Why))
	}
	for _, s := range c.Manual {
		p.line("     %s#%s: %s", report.Visible(s.File), report.Visible(s.Place), report.Visible(short(s.Text)))
	}
}

// short returns the beginning of a long text.
func short(s string) string {
	const most = 160
	if len(s) <= most {
		return s
	}
	if blank := strings.LastIndex(s[:most], " "); blank > 0 {
		return s[:blank+1] + "…"
	}
	cut := most
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// edit writes an edit as what is there before and after.
func (p *page) edit(e edit.Edit) {
	p.line("     %s %s", e.Op, report.Visible(e.At.String()))
	if e.Expect != "" {
		p.line("     %s", p.ink.Paint(report.Red, "- "+report.Visible(e.Expect)))
	}
	if e.Text != "" {
		p.line("     %s", p.ink.Paint(report.Green, "+ "+report.Visible(e.Text)))
	}
}

// reach says for how long traces the conflict is closed.
func (p *page) reach(e *repair.Effect) string {
	if e.Proved {
		return "proved for every length"
	}
	return "for traces of up to " + report.Count(p.bound, "call")
}

func (p *page) traces(what string, list []repair.Trace) {
	for i, t := range list {
		if i == mostTraces {
			p.line("     %s: %d more", what, len(list)-i)
			return
		}
		p.line("     %s%s: %s", what, report.Visible(where(t)), report.Visible(calls(t.Calls)))
	}
}

// where says of which case a trace is.
func where(t repair.Trace) string {
	switch {
	case t.Case != "":
		return " in " + t.Case
	case t.Start != "":
		return " from the start of " + t.Start
	}
	return ""
}

// rest says what is not listed.
func (p *page) rest(x *repair.Repair) {
	var lines []string
	add := func(format string, operands ...any) { lines = append(lines, fmt.Sprintf(format, operands...)) }
	if len(x.Candidates) == 0 {
		add("no single edit that was tried closes it")
	}
	if x.More > 0 {
		add("%s: see --show", report.Counts(x.More, "more candidate closes it as well", "more candidates close it as well"))
	}
	if x.Locked > 0 {
		add("%s left out: they change what is locked", report.Count(x.Locked, "candidate"))
	}
	if x.Untried > 0 {
		add("%s tried, %d not tried: see --tries", report.Count(x.Tried, "candidate"), x.Untried)
	}
	if len(lines) > 0 {
		p.line("\n  %s", strings.Join(lines, "\n  "))
	}
}

// Label says on one line what a candidate does, and to how many conflicts.
func Label(c *repair.Candidate) string {
	if len(c.Effect.Closed) == 1 && len(c.Effect.Opened) == 0 {
		return c.Why + ": closes the conflict, opens none"
	}
	opens := "opens none"
	if n := len(c.Effect.Opened); n > 0 {
		opens = fmt.Sprintf("opens %d", n)
	}
	return fmt.Sprintf("%s: closes %s, %s", c.Why, report.Count(len(c.Effect.Closed), "conflict"), opens)
}

// Name says on one line what a conflict is.
func Name(c repair.Conflict) string {
	switch {
	case c.Tool != "":
		return fmt.Sprintf("%s, a call of `%s` breaks %s", c.Kind, c.Tool, c.Clause)
	case c.Check != "":
		return fmt.Sprintf("%s, `%s`", c.Kind, c.Check)
	}
	return string(c.Kind)
}

// calls writes calls on one line.
func calls(list []tool.Call) string { return tool.Row(list, tool.Call.Text) }

// Summary says on one line what was found.
func Summary(r *repair.Result) string {
	repaired := lists.Count(r.Repairs, func(x repair.Repair) bool { return len(x.Candidates) > 0 })
	return fmt.Sprintf("%s, %s, %d with candidates", report.Count(r.Cases, "case"), report.Count(len(r.Repairs), "conflict"), repaired)
}
