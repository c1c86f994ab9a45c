package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
	diagnostics "github.com/mantrac/mantrac/lang/diag/report"
	"github.com/mantrac/mantrac/plan/why"
	"github.com/mantrac/mantrac/validate"
	verdicts "github.com/mantrac/mantrac/validate/report"
)

// A page is a text in the making.
type page struct {
	*Result
	ink    report.Ink
	traces *verdicts.Traces
	out    bytes.Buffer
}

func (p *page) line(format string, args ...any) { fmt.Fprintf(&p.out, format+"\n", args...) }

// Text writes a section for each refused call.
func Text(w io.Writer, r *Result, color bool) error {
	p := &page{Result: r, ink: report.Ink(color), traces: verdicts.NewTraces(verdicts.Options{Color: color})}
	for i := range r.Refused {
		if i > 0 {
			p.line("")
		}
		p.section(&r.Refused[i])
	}
	if len(r.Refused) == 0 {
		p.line("%s", Summary(r))
	}
	_, err := w.Write(p.out.Bytes())
	return err
}

// Summary says in a line how many calls are refused.
func Summary(r *Result) string {
	switch {
	case len(r.Refused) > 0:
		return report.Counts(len(r.Refused), "refused call", "refused calls")
	case r.Trace == "":
		return fmt.Sprintf("the checks of %s accept no call that the model refuses", report.Visible(r.Case))
	}
	return "no call is refused: " + report.Count(r.Calls, "call")
}

func (p *page) section(x *Refused) {
	p.line("%s: %s", p.ink.Paint(report.Red, fmt.Sprintf("step %d", x.Step)), p.ink.Paint(report.Bold, verdicts.Call(x.Call)))
	if x.Schema != "" {
		p.line("the schema of `%s` does not accept its arguments: %s", report.Visible(x.Call.Tool), report.Visible(x.Schema))
	}
	for _, reason := range x.Reasons {
		p.reason(x, reason)
	}
	for _, w := range x.Ways {
		p.way(x, w)
	}
}

// reason writes one broken clause, its place, and what the manual says.
func (p *page) reason(x *Refused, r why.Reason) {
	p.line("the model refuses it%s: %s", in(x, r.States), verdicts.Why(r.Broken))
	var b bytes.Buffer
	if err := diagnostics.Text(&b, []diag.Diagnostic{{Primary: r.Span()}}, diagnostics.TextOptions{Color: bool(p.ink)}); err == nil {
		// The headline of the diagnostic is left out: the line above says it.
		_, text, _ := strings.Cut(b.String(), "\n")
		p.out.WriteString(text)
	}
	for _, s := range why.Manual(p.Model, r.Broken) {
		p.line("   %s manual: %s, %s", p.ink.Paint(report.Blue, "="), report.Visible(s.File), report.Visible(s.Place))
		for l := range strings.Lines(s.Text) {
			p.line("     %s", strings.TrimRight("> "+report.Visible(strings.TrimRight(l, "\r\n")), " "))
		}
	}
}

// in says in how many of the possible states something is so; "" if in all.
func in(x *Refused, states []int) string {
	if len(states) == len(x.States) {
		return ""
	}
	return fmt.Sprintf(" in %d of %d possible states", len(states), len(x.States))
}

// way writes the calls that make a call allowed.
func (p *page) way(x *Refused, w why.Way) {
	p.line("")
	if w.Answer != validate.Found {
		p.line("%s", claim(x, w))
		return
	}
	p.line("%s:", claim(x, w))
	p.out.WriteString(p.traces.Text(nil, nil, w.Witness))
}

// claim says in a line whether there are calls that make a call allowed.
func claim(x *Refused, w why.Way) string {
	in := in(x, w.States)
	switch w.Answer {
	case validate.Unknown:
		return fmt.Sprintf("not known which calls make it allowed%s: %s", in, report.Visible(verdicts.Reason(w.Reason)))
	case validate.None:
		length := fmt.Sprintf(" of up to %s", report.Count(x.Bound, "call"))
		if w.Proved {
			length = ""
		}
		return fmt.Sprintf("no calls%s make it allowed%s", length, in)
	}
	luck := ""
	if !w.Sure {
		luck = ", if they come out as follows"
	}
	return fmt.Sprintf("%s it allowed%s%s", report.Counts(len(w.Witness.Steps)-1, "call makes", "calls make"), in, luck)
}
