package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/golden"
	"github.com/mantrac/mantrac/internal/report"
)

// Options are the choices of text.
type Options struct {
	Color   bool
	Verbose bool // every trace, and why others are impossible
}

// Text writes a result as go test does: what failed with its trace, and a line for
// each suite.
func Text(w io.Writer, r *Result, o Options) error {
	ink := report.Ink(o.Color)
	var b strings.Builder
	for _, s := range r.Suites {
		for _, x := range s.Outcomes {
			if s.Kept {
				outcome(&b, ink, s, x, o.Verbose)
			}
		}
		n := s.Tally()
		switch {
		case !s.Kept:
			fmt.Fprintf(&b, "%s  %s  no traces; `%s` makes them\n", ink.Paint(report.Yellow, "?   "), report.Visible(s.Name), report.Visible(update(s)))
		case n[golden.Failed] > 0:
			fmt.Fprintf(&b, "%s  %s  %s\n", ink.Paint(report.Red, "FAIL"), report.Visible(s.Name), counts(n))
		case n[golden.Missing] > 0:
			fmt.Fprintf(&b, "%s  %s  %s; `%s` makes what can be made\n", ink.Paint(report.Yellow, "?   "), report.Visible(s.Name), counts(n), report.Visible(update(s)))
		default:
			fmt.Fprintf(&b, "%s  %s  %s\n", ink.Paint(report.Green, "ok  "), report.Visible(s.Name), counts(n))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func outcome(b *strings.Builder, ink report.Ink, s Suite, x golden.Outcome, verbose bool) {
	id := report.Visible(x.ID)
	switch x.Status {
	case golden.Failed:
		fmt.Fprintf(b, "%s %s (%s:%d)\n", ink.Paint(report.Red, "--- FAIL:"), id, report.Visible(s.File), x.Trace.Line)
		for _, c := range x.Changes {
			fmt.Fprintf(b, "    %s\n", changed(c))
		}
	case golden.Missing:
		fmt.Fprintf(b, "%s %s\n", ink.Paint(report.Yellow, "--- MISSING:"), id)
	case golden.Skipped:
		if !verbose {
			return
		}
		fmt.Fprintf(b, "%s %s\n", ink.Paint(report.Yellow, "--- SKIP:"), id)
	default:
		if verbose {
			fmt.Fprintf(b, "%s %s\n", ink.Paint(report.Green, "--- PASS:"), id)
		}
		return
	}
	if x.Reason != "" {
		fmt.Fprintf(b, "    %s\n", report.Visible(x.Reason))
	}
	if x.Trace != nil {
		for _, line := range calls(x.Trace) {
			fmt.Fprintf(b, "      %s\n", line)
		}
	}
}
