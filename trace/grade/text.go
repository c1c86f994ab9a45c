package grade

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/trace"
)

// TextOptions adapt a text to where and for whom it is shown.
type TextOptions struct {
	Color   bool // with the escape sequences of a terminal
	Verbose bool // with the checks that passed, and what proves it
}

// A textWriter writes for people: a line for each trace, and below it what is
// wrong with it; at the end, how often which class of failure occurs.
type textWriter struct {
	out *bufio.Writer
	TextOptions
	tally  Tally
	said   map[string]int // findings, by the number of traces that have them
	folded int            // findings that were not written
}

// NewText returns a writer for people. Whatever a terminal would act upon in
// names and values is escaped.
func NewText(w io.Writer, o TextOptions) Writer {
	return &textWriter{out: bufio.NewWriter(w), TextOptions: o}
}

// Result implements [Writer].
func (t *textWriter) Result(r *Result) error {
	t.tally.Add(r)
	name := r.File
	if r.ID != "" {
		name += "#" + r.ID
	}
	calls := report.Count(r.Calls, "call")
	mode := ""
	if r.Mode != "" {
		mode = ", " + string(r.Mode)
	}
	t.line("%s  %s  %s, %s%s", t.verdict(r.Verdict, 12), report.Visible(name), report.Visible(r.Case), calls, mode)
	for i := range r.Checks {
		t.check(&r.Checks[i])
	}
	t.replay(r.Replay)
	t.findings(r)
	return t.out.Flush()
}

// maxTraces is the number of traces under which the same finding is written, and
// maxFindings the number of findings that are told apart.
const (
	maxTraces   = 10
	maxFindings = 10000
)

// findings writes the findings of a trace: those that say the same in one line,
// and after some traces not at all.
func (t *textWriter) findings(r *Result) {
	type kind struct {
		class   Class
		message string
	}
	times, listed := make(map[kind]int), make(map[Class]int)
	for _, f := range r.Findings {
		times[kind{f.Class, f.Message}]++
		listed[f.Class]++
	}
	for _, f := range r.Findings {
		k := kind{f.Class, f.Message}
		n := times[k]
		// The kind is deleted once it is written, so the other findings like it are skipped.
		delete(times, k)
		if n == 0 || t.repeated(string(f.Class)+" "+f.Message, n) {
			continue
		}
		again := ""
		if n > 1 {
			again = fmt.Sprintf(" (%d times)", n)
		}
		t.line("      %s %s: %s%s%s", t.paint(report.Cyan, "note"), f.Class, report.Visible(f.Message), again, t.behind(f.Evidence))
	}
	// Findings beyond the limit are counted and not listed.
	for _, c := range Classes {
		if more := r.Counts[c.Class] - listed[c.Class]; more > 0 {
			t.line("      %s %s: %d more", t.paint(report.Cyan, "note"), c.Class, more)
		}
	}
}

// repeated reports whether a finding has been written under enough traces, and
// counts it if it has.
func (t *textWriter) repeated(finding string, times int) bool {
	if t.Verbose {
		return false
	}
	if t.said == nil {
		t.said = make(map[string]int)
	}
	// Beyond the bound, new findings are written each time, and the map stops growing.
	if _, had := t.said[finding]; !had && len(t.said) >= maxFindings {
		return false
	}
	if t.said[finding]++; t.said[finding] <= maxTraces {
		return false
	}
	t.folded += times
	return true
}

func (t *textWriter) check(c *Check) {
	if c.Verdict == Pass && !t.Verbose {
		return
	}
	label := string(c.Verdict)
	if c.Class != "" {
		label = string(c.Class)
	}
	text := fmt.Sprintf("      %s %s", t.paint(colours[c.Verdict], label), report.Visible(c.Check))
	if c.Message != "" {
		text += ": " + report.Visible(c.Message)
	}
	if c.Cause != "" {
		text += t.paint(report.Faint, " (follows from "+report.Visible(c.Cause)+")")
	}
	t.line("%s%s", text, t.behind(c.Evidence))
}

func (t *textWriter) replay(r *Replay) {
	if r == nil || r.Verdict == Pass && !t.Verbose {
		return
	}
	if r.Verdict == Fail {
		t.violations(r)
		return
	}
	text := cmp.Or(r.Message, "the trace is a run of the model")
	t.line("      %s: %s%s", t.paint(colours[r.Verdict], "model"), report.Visible(text), t.where(r.Seq, r.At))
	t.clauses(r.Broken, false)
	t.missing(r.Missing)
}

// maxFacts bounds the facts that are listed.
const maxFacts = 10

// missing writes what would have to be known.
func (t *textWriter) missing(facts []string) {
	if len(facts) < 2 {
		return // the message has said it
	}
	t.line("        to be known:")
	for _, f := range facts[:min(len(facts), maxFacts)] {
		t.line("          %s", report.Visible(f))
	}
	if more := len(facts) - maxFacts; more > 0 {
		t.line("          and %d more", more)
	}
}

// violations writes what a failed replay broke.
func (t *textWriter) violations(r *Replay) {
	for i, v := range r.Alike() {
		// A violation of one call has no message where its clauses say enough.
		text := cmp.Or(v.Message, fmt.Sprintf("event %d, `%s`, is not allowed", v.Seq, v.Tool))
		if v.Follows > 0 {
			text += fmt.Sprintf("; this follows from event %d", v.Follows)
		}
		t.line("      %s: %s%s", t.paint(colours[Fail], string(v.Class)), report.Visible(text), t.where(v.Seq, v.At))
		// Where all of it follows from an earlier violation, the line above has said so.
		t.clauses(v.Broken, v.Follows == 0)
		for _, o := range v.Others {
			t.clauses(o.Broken, false)
		}
		if len(v.Seqs) > 1 {
			t.line("        and so %s", eventsAt(v.Seqs[1:]))
		}
		// The remark is made once, since it is about all violations after the first.
		if i == 0 && len(r.All()) > 1 {
			t.line("%s", t.paint(report.Faint, "        later calls are judged as if the calls before had taken effect"))
		}
	}
	if r.More > 0 {
		t.line("      %d more violations are not listed", r.More)
	}
	if r.Stopped != "" {
		t.line("      later calls are not judged: %s", report.Visible(r.Stopped))
	}
}

// clauses writes clauses with their places, the values that were in them, and
// which follow from earlier violations.
func (t *textWriter) clauses(list []Clause, causes bool) {
	for _, c := range list {
		why := ""
		if c.Why != "" {
			why = ": " + report.Visible(c.Why)
		}
		if causes && c.Follows > 0 {
			why += fmt.Sprintf(" (follows from event %d)", c.Follows)
		}
		t.line("        %s:%d:%d `%s`%s", report.Visible(c.File), c.Line, c.Column, report.Visible(cutClause(c.Text)), why)
	}
}

// behind says what proves something.
func (t *textWriter) behind(list []Evidence) string {
	if len(list) == 0 {
		return ""
	}
	var parts []string
	for _, e := range list {
		part := e.Role
		if e.Seq > 0 {
			part += fmt.Sprintf(" %d", e.Seq)
		}
		if e.Tool != "" {
			part += " " + e.Tool
		}
		if e.Recogniser != "" {
			part += " (" + e.Recogniser + ")"
		}
		if at := e.At.String(); at != "" {
			part += " at " + at
		}
		parts = append(parts, report.Visible(part))
	}
	return "\n" + t.paint(report.Faint, "        "+strings.Join(parts, "\n        "))
}

func (t *textWriter) where(seq int, at trace.Pointer) string {
	if seq == 0 || at.String() == "" {
		return ""
	}
	return "\n" + t.paint(report.Faint, "        at "+report.Visible(at.String()))
}

// Problem implements [Writer]. What could not be read goes to another stream.
func (t *textWriter) Problem(trace.Problem) error { return nil }

// Assumed implements [Writer]. What was assumed goes to another stream.
func (t *textWriter) Assumed(Assumption) error { return nil }

// Close implements [Writer].
func (t *textWriter) Close() error {
	t.classes()
	return t.out.Flush()
}

// classes writes how often which class of failure and finding occurs.
func (t *textWriter) classes() {
	// The share is of failed checks only, so the sum is made before the table.
	failed := 0
	for _, n := range t.tally.Checks {
		failed += n
	}
	if failed > 0 {
		t.line("")
		t.line("%-24s %6s %6s %6s", "failed checks", "number", "share", "roots")
		for _, c := range Classes {
			if n := t.tally.Checks[c.Class]; n > 0 {
				t.line("  %-22s %6d %5.1f%% %6d", c.Class, n, 100*float64(n)/float64(failed), t.tally.Roots[c.Class])
			}
		}
	}
	t.preconditions()
	t.list("failed traces", OfTrace, t.tally.Modes)
	t.list("notes", OfFinding, t.tally.Findings)
	if t.folded > 0 {
		t.line("")
		t.line("%d notes repeat those of %d traces above and are not shown; --verbose shows them", t.folded, maxTraces)
	}
}

// preconditions writes how often which clause of the model is broken.
func (t *textWriter) preconditions() {
	for i, c := range t.tally.Clauses.List() {
		if i == 0 {
			t.line("")
			t.line("%7s %7s  %s", "calls", "traces", "broken preconditions")
		}
		place := ""
		if c.Line > 0 {
			place = fmt.Sprintf(" at %s:%d:%d", c.File, c.Line, c.Column)
		}
		if c.Class == Attempted {
			place += " (failed calls)"
		}
		t.line("%7d %7d  `%s`: %s%s", c.Calls, c.Traces, report.Visible(c.Tool), report.Visible(c.Short()), report.Visible(place))
	}
}

func (t *textWriter) list(head string, f Family, counts map[Class]int) {
	if len(counts) == 0 {
		return
	}
	t.line("")
	t.line("%-24s %6s", head, "number")
	for _, c := range Classes {
		if n := counts[c.Class]; c.Family == f && n > 0 {
			about := ""
			if f == OfTrace {
				// The row begins with the name of the mode, and an explanation after a colon.
				about, _, _ = strings.Cut(c.About, ":")
				about = "  " + about
			}
			t.line("  %-22s %6d%s", c.Class, n, about)
		}
	}
}

func (t *textWriter) line(format string, args ...any) { fmt.Fprintf(t.out, format+"\n", args...) }

var colours = map[Verdict]string{Pass: report.Green, Fail: report.Red, Inconclusive: report.Yellow}

func (t *textWriter) paint(colour, s string) string {
	return report.Ink(t.Color).Paint(colour, s)
}

// verdict returns a verdict, filled up to n cells.
func (t *textWriter) verdict(v Verdict, n int) string {
	return t.paint(colours[v], string(v)) + strings.Repeat(" ", max(0, n-len(v)))
}
