package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/mutate"
)

// Options are the choices for [Text].
type Options struct{ Color bool }

// Text writes a result for a terminal.
func Text(w io.Writer, r *mutate.Result, o Options) error {
	p := &page{ink: report.Ink(o.Color)}
	p.line("%s %s", p.ink.Paint(report.Bold, "mutants:"), counts(r))
	p.line("  of models: %s", scored(r.Score(onModel)))
	p.line("  of suites: %s", scored(r.Score(onSuite)))
	if len(r.Outcomes) < r.Total {
		p.line("  a sample of %d of %d mutants", len(r.Outcomes), r.Total)
	}
	p.cases(r)
	p.places("clauses with survivors", "killed", r.Clauses())
	p.places("checks with survivors", "killed", r.Checks())
	for i, x := range r.Survivors() {
		if i == 0 {
			p.head("survivors, those that allow most first")
		}
		p.survivor(i+1, x)
	}
	_, err := io.WriteString(w, p.String())
	return err
}

// A page is a text in the making.
type page struct {
	strings.Builder
	ink report.Ink
}

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

func (p *page) head(text string) {
	p.line("")
	p.line("%s", p.ink.Paint(report.Bold, text))
}

// cases writes how many mutants each case kills.
func (p *page) cases(r *mutate.Result) {
	wide := 0
	for _, c := range r.Judges {
		wide = max(wide, len(report.Visible(c.Name)))
	}
	for i, c := range r.Cases() {
		if i == 0 {
			p.head("cases")
		}
		p.line("  %-*s  %s", wide, report.Visible(c.Name), judged(c))
	}
}

// places writes the scores that are not full.
func (p *page) places(head, what string, list []mutate.PlaceScore) {
	first := true
	for _, x := range list {
		if x.Killed == x.Counted {
			continue
		}
		if first {
			p.head(head)
			first = false
		}
		p.line("  %s  %d of %d %s  %s", report.At(x.Span), x.Killed, x.Counted, what, report.Visible(afterFile(x.At)))
	}
}

// afterFile returns the path of an address.
func afterFile(at string) string { return at[strings.LastIndexByte(at, '#')+1:] }

// caseLines returns the source of a new case; nothing of checks that are added, which
// the edits show.
func caseLines(c *mutate.Cure) []string {
	text := report.Visible(c.Edits[0].Text)
	init, checks, ok := strings.Cut(text, " (checks")
	if c.Edits[0].At.Kind() != edit.Case || !ok {
		return nil
	}
	name, init, _ := strings.Cut(init, " (init")
	return []string{name, "  (init" + init, "  (checks" + checks}
}

func (p *page) survivor(n int, o *mutate.Outcome) {
	p.line("")
	p.line("  %d  %s  %s", n, p.ink.Paint(report.Yellow, string(o.Operator)), report.At(o.Span))
	p.line("     %s", changes(o.Edits))
	if what, calls := difference(o); calls != "" {
		p.line("     %s: %s", what, calls)
	}
	if why := open(o); why != "" {
		p.line("     not known: %s", report.Visible(why))
	}
	if c := o.Cure; c != nil {
		p.line("     %s: %s", p.ink.Paint(report.Cyan, "killed by"), changes(c.Edits))
		for _, line := range caseLines(c) {
			p.line("       %s", line)
		}
	}
}
