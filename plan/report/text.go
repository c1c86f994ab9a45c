package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/plan"
	"github.com/mantrac/mantrac/validate"
	verdicts "github.com/mantrac/mantrac/validate/report"
)

// Options adapt texts to where and for whom they are shown.
type Options struct {
	Color   bool // with the escape sequences of a terminal
	Verbose bool // with the states of the plans
	Costs   bool // tools have costs
}

// A page is a text in the making.
type page struct {
	Options
	ink    report.Ink
	bound  int
	traces *verdicts.Traces
	out    bytes.Buffer
}

func (p *page) line(format string, args ...any) { fmt.Fprintf(&p.out, format+"\n", args...) }

// Text writes a section for each case.
func Text(w io.Writer, r *plan.Result, o Options) error {
	p := &page{Options: o, ink: report.Ink(o.Color), bound: r.Bound, traces: verdicts.NewTraces(verdicts.Options{Color: o.Color, Verbose: o.Verbose})}
	for i, c := range r.Cases {
		if i > 0 {
			p.line("")
		}
		p.section(c)
	}
	_, err := w.Write(p.out.Bytes())
	return err
}

func (p *page) section(c *plan.Case) {
	switch {
	case c.Err != nil:
		p.head(report.Red, c, "internal error: "+c.Err.Error())
	case c.None():
		p.out.WriteString(verdicts.NoTrace(c.Verdict, verdicts.Options{Color: p.Color}))
	case len(c.Plans) == 0:
		// No plan, and no answer None either.
		p.head(report.Yellow, c, "not known whether there is a plan: "+verdicts.Reason(c.Further.Reason))
	}
	for i := range c.Plans {
		p.plan(c, i)
	}
	if c.Common != nil {
		p.further(c)
		p.common(c.Common)
	}
}

func (p *page) head(colour string, c *plan.Case, sentence string) {
	p.line("%s: %s", p.ink.Paint(colour, report.Visible(c.Name())), report.Visible(sentence))
}

// plan writes one plan: how good it is, its calls, and what it rests on.
func (p *page) plan(c *plan.Case, i int) {
	x := &c.Plans[i]
	text := report.Count(len(x.Calls), "call")
	if p.Costs {
		text += ", cost " + x.Cost.String() + ", " + p.cheapest(x)
	}
	if len(c.Plans) > 1 {
		text = fmt.Sprintf("plan %d: %s", i+1, text)
	}
	if i > 0 {
		p.line("")
	}
	p.head(report.Green, c, text)
	p.out.WriteString(p.traces.Text(c.Suite, c.Decl, x.Witness))
	if list := verdicts.RestsOn(x.RestsOn); list != "" {
		p.line("    rests on %s, which no answer has shown by then", list)
	}
}

func (p *page) cheapest(x *plan.Plan) string {
	switch {
	case x.Cheapest.Answer == validate.Unknown:
		return "not known whether it is the cheapest: " + verdicts.Reason(x.Cheapest.Reason)
	case x.Cheapest.Answer == validate.None:
		return "the cheapest" + p.reach(x.Cheapest.Proved)
	}
	return "not the cheapest"
}

// reach says how far a claim holds.
func (p *page) reach(proved bool) string {
	if proved {
		return ""
	}
	return fmt.Sprintf(" up to K=%d", p.bound)
}

// further says whether there are more plans.
func (p *page) further(c *plan.Case) {
	switch c.Further.Answer {
	case validate.None:
		p.line("")
		p.line("no other plan%s", p.reach(c.Further.Proved))
	case validate.Unknown:
		p.line("")
		p.line("not known whether there is another plan: %s", report.Visible(verdicts.Reason(c.Further.Reason)))
	}
}

// common writes what all plans have in common.
func (p *page) common(c *plan.Common) {
	if len(c.Necessary) > 0 {
		p.line("")
		p.line("in every plan")
	}
	for i, n := range c.Necessary {
		text := fmt.Sprintf("%s  %s%s", label(i), report.Visible(n.String()), p.reach(n.Proved))
		if after := p.after(c, i); after != "" {
			text += p.ink.Paint(report.Faint, "  after "+after)
		}
		p.line("    %s", text)
	}
	if len(c.Exclusive) > 0 {
		p.line("")
		p.line("never both in one plan")
	}
	for _, x := range c.Exclusive {
		a, b, between := report.Visible(x.A.String()), report.Visible(x.B.String()), " "
		if len(a)+len(b) > maxPair {
			between = "\n      "
		}
		p.line("    %s%s| %s%s", a, between, b, p.reach(x.Proved))
	}
	if len(c.Open) > 0 {
		p.line("")
		p.line("not known")
	}
	for _, q := range c.Open {
		p.line("    %s: %s", report.Visible(q.About), report.Visible(verdicts.Reason(q.Reason)))
	}
}

// maxPair is how many bytes two calls may take that are shown on one line.
const maxPair = 90

// after lists the necessary calls that come directly before one in every plan.
func (p *page) after(c *plan.Common, to int) string {
	var list []string
	for _, e := range c.Order {
		if e.To == to && !e.Implied {
			list = append(list, label(e.From)+p.reach(e.Proved))
		}
	}
	return strings.Join(list, ", ")
}

// label returns what a necessary call is named by: a to z, a1 and so on.
func label(i int) string {
	text := string(rune('a' + i%26))
	if i >= 26 {
		text += fmt.Sprint(i / 26)
	}
	return text
}
