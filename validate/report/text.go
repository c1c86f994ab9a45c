package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
	diagnostics "github.com/mantrac/mantrac/lang/diag/report"
	"github.com/mantrac/mantrac/validate"
)

// Options adapt texts to where and for whom they are shown.
type Options struct {
	Color   bool // with the escape sequences of a terminal
	Width   int  // the columns that there are; 0 is 100
	Verbose bool // with the traces that are as they should be, and those of omissions

	Decisions bool // with the engine that answered each question
	Proved    bool // with what is not proved of a consistent case
	Profile   bool // with the questions that took longest, and on what
}

// A page is a text in the making.
type page struct {
	out     bytes.Buffer
	file    bool // sections say which file a case is in
	ink     report.Ink
	width   int
	verbose bool

	decisions, proved bool

	marked    bool // a table has a value that is irrelevant
	explained bool // how such values are marked
}

func newPage(o Options) *page {
	o.Width = cmp.Or(o.Width, 100)
	return &page{ink: report.Ink(o.Color), width: max(o.Width, 60), verbose: o.Verbose, decisions: o.Decisions, proved: o.Proved}
}

func (p *page) line(format string, args ...any) { fmt.Fprintf(&p.out, format+"\n", args...) }

// wrapped writes a text on as many lines as it takes, all indented.
func (p *page) wrapped(indent, text string) {
	for _, l := range wrap(text, p.width-len(indent)) {
		p.line("%s%s", indent, l)
	}
}

// excerpt shows places in files as diagnostics do, without a headline and
// indented.
func (p *page) excerpt(indent string, d diag.Diagnostic) {
	var b bytes.Buffer
	if err := diagnostics.Text(&b, []diag.Diagnostic{d}, diagnostics.TextOptions{Color: bool(p.ink)}); err != nil {
		return // a buffer takes everything
	}
	// The first line is the headline, which the caller replaces.
	_, text, _ := strings.Cut(b.String(), "\n")
	for l := range strings.Lines(text) {
		p.out.WriteString(indent + l)
	}
}

// Text writes a line for each case, then a section for each conflict, and
// for whatever else is to be explained.
func Text(w io.Writer, r *validate.Result, o Options) error {
	p := newPage(o)
	// Column widths first. The padding is added after the paint, as escapes take no cells.
	verdicts, names, files := 0, 0, 0
	for _, c := range r.Cases {
		verdicts = max(verdicts, len(c.Verdict))
		names = max(names, width(report.Visible(c.Name)))
		files = max(files, width(fileName(c)))
	}
	for _, c := range r.Cases {
		verdict := p.ink.Paint(colourOf(c.Verdict), string(c.Verdict)) + strings.Repeat(" ", verdicts-len(c.Verdict))
		p.line("%s  %s  %s  %s", verdict, pad(report.Visible(c.Name), names), pad(fileName(c), files), matters(c))
	}
	// Sections name the file only if there are several.
	p.file = slices.ContainsFunc(r.Cases, func(c *validate.Case) bool { return c.File != r.Cases[0].File })
	for _, c := range r.Cases {
		p.sections(c)
		p.unproved(c)
		p.engines(c)
	}
	p.unfinished(r.Unfinished)
	if o.Profile {
		p.profile(r)
	}
	_, err := w.Write(p.out.Bytes())
	return err
}

func fileName(c *validate.Case) string { return report.Visible(filepath.ToSlash(c.File)) }

func colourOf(v validate.Verdict) string {
	switch v {
	case validate.Consistent:
		return report.Green
	case validate.UnknownVerdict:
		return report.Yellow
	}
	return report.Red
}

// matters says how far a verdict reaches and what else is to be known about
// the case.
func matters(c *validate.Case) string {
	list := []string{reach(c)}
	if c.ChecksAlone.Steps > c.Bound {
		list = append(list, fmt.Sprintf("checks %s, more than the bound", need(c)))
	}
	if n := furtherConflicts(c); n > 0 {
		list = append(list, report.Count(n, "further conflict"))
	}
	if n := len(ofClass(c, validate.Commission)); n > 0 && c.Verdict != validate.OverRestrictive {
		list = append(list, report.Count(n, "commission"))
	}
	if n := len(disturbed(c)); n > 0 {
		list = append(list, fmt.Sprintf("%d disturbed", n))
	}
	if n := len(ofClass(c, validate.ByOthers)); n > 0 {
		list = append(list, fmt.Sprintf("%d by others", n))
	}
	if n := len(ofClass(c, validate.Omission)); n > 0 {
		list = append(list, report.Count(n, "omission"))
	}
	if n := len(unknowns(c)); n > 0 {
		list = append(list, report.Count(n, "question")+" without answer")
	}
	if names := needs(c); names != "" {
		list = append(list, "needs "+names)
	}
	if values := restsOn(c); values != "" {
		list = append(list, "rests on "+values)
	}
	return strings.Join(list, ", ")
}

func furtherConflicts(c *validate.Case) int {
	return lists.Count(c.Conflicts, func(f validate.Forward) bool { return f.Answer == validate.Found })
}

// reach says whether what was not found was proved not to be there, or only
// up to which length it was looked for.
func reach(c *validate.Case) string {
	// A conflict has its trace, so the bound says all; Unproved would be empty for it.
	final := c.Verdict == validate.NoCompliantTrace || c.Verdict == validate.UnsatisfiableChecks || c.Verdict == validate.Consistent
	if final && c.Proved() {
		return "proved"
	}
	text := fmt.Sprintf("up to K=%d", c.Bound)
	if c.Lists > 0 {
		text += fmt.Sprintf(", lists of at most %d", c.Lists)
	}
	return text
}

// ofClass returns the backward conflicts of a class.
func ofClass(c *validate.Case, class validate.Class) []validate.Backward {
	return lists.Filter(c.Backward, func(b validate.Backward) bool { return b.Answer == validate.Found && b.Class == class })
}

// Summary says how many cases there are of each verdict:
// "3 cases: 2 consistent, 1 forward-conflict; 2 not validated".
func Summary(r *validate.Result) string {
	count := make(map[validate.Verdict]int)
	for _, c := range r.Cases {
		count[c.Verdict]++
	}
	var parts []string
	for _, v := range []validate.Verdict{
		validate.Consistent, validate.UnsatisfiableChecks, validate.NoCompliantTrace,
		validate.ForwardConflict, validate.OverRestrictive, validate.UnknownVerdict,
	} {
		if count[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[v], v))
		}
	}
	text := report.Count(len(r.Cases), "case")
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	if n := len(r.Unfinished); n > 0 {
		text += fmt.Sprintf("; %d not validated", n)
	}
	return text
}
