package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
	diagnostics "github.com/mantrac/mantrac/lang/diag/report"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/validate"
)

// Fingerprint is the name under which code scanning finds a result again.
const Fingerprint = "mantracVerdict/v1"

// SARIF writes a result as a SARIF 2.1.0 log of one run by the given version of
// mantrac: an error for each conflict, whose rule is the verdict with its class,
// and a warning for each case whose verdict is not known. The diagnostics of the
// result go before them; title describes their codes, and may be nil.
func SARIF(w io.Writer, r *validate.Result, version string, title func(diag.Code) string) error {
	return report.SARIF(w, findings(r), report.Log{
		Version: version, Fingerprint: Fingerprint, More: diagnostics.SARIFLog(r.Diagnostics, version, title),
	})
}

// GitHub writes what [SARIF] writes as workflow commands, which GitHub Actions
// shows on the lines of a pull request.
func GitHub(w io.Writer, r *validate.Result) error {
	if err := diagnostics.GitHub(w, r.Diagnostics); err != nil {
		return err
	}
	return report.GitHub(w, findings(r))
}

// findings returns the conflicts, and the cases without a verdict.
func findings(r *validate.Result) []report.Finding {
	var list []report.Finding
	for _, c := range r.Cases {
		list = append(list, Conflicts(c)...)
		if c.Verdict == validate.UnknownVerdict {
			why := lists.Map(unknowns(c), func(u UnknownNote) string { return u.Question + ": " + report.Visible(u.Reason) })
			text := report.Count(len(why), "question") + " without answer: " + strings.Join(why, "; ")
			list = append(list, finding(c, string(c.Verdict), report.Warning, text, ""))
		}
	}
	for _, u := range r.Unfinished {
		text := fmt.Sprintf("case %s (%s) is not validated: %s", report.Visible(u.Name), report.Visible(u.File), report.Visible(Reason(u.Reason)))
		// An unfinished case has no place in a file, so the key is made of its names.
		list = append(list, report.Finding{Rule: "unfinished", Help: help, Level: report.Warning, Text: text, Key: u.File + "\n" + u.Name})
	}
	return list
}

// Conflicts returns the conflicts of a case.
func Conflicts(c *validate.Case) (list []report.Finding) {
	switch c.Verdict {
	case validate.UnsatisfiableChecks:
		list = append(list, blamed(c, unsatisfiable(c)))
	case validate.NoCompliantTrace:
		list = append(list, blamed(c, noTrace(c)))
	}
	// Forward conflicts are listed whatever the verdict is, and further ones as well.
	for _, x := range forwards(c) {
		if x.Answer != validate.Found {
			continue
		}
		f := finding(c, fmt.Sprintf("%s/%s", validate.ForwardConflict, x.Class), report.Error, forward(x)+": "+calls(x.Witness), x.Broken[0].Text())
		f.Also = append(f.Also, report.Related{At: x.Broken[0].Span(), Role: "does not hold"})
		for _, b := range x.Broken[1:] {
			f.Also = append(f.Also, report.Related{At: b.Span(), Role: "does not hold either"})
		}
		// The finding is shown at the check; the clause of the model is related to it.
		if at, role := because(c, x); !at.IsZero() {
			f.At = at
			f.Also = append(f.Also, report.Related{At: at, Role: role})
		}
		list = append(list, f)
	}
	if c.Verdict == validate.OverRestrictive {
		for _, b := range ofClass(c, validate.Commission) {
			f := finding(c, fmt.Sprintf("%s/%s", c.Verdict, b.Class), report.Error, backward(c, b)+flawed(c, b)+": "+calls(b.Witness), b.Check)
			if at := rejecting(c, b); !at.IsZero() {
				f.At = at
			}
			list = append(list, f)
		}
	}
	return list
}

const help = "See mantrac help validate."

// finding returns a finding at the name of a case. What tells it from others of
// its rule in the case is part.
func finding(c *validate.Case, rule string, l report.Level, text, part string) report.Finding {
	about := strings.NewReplacer("-", " ", "/", ": ").Replace(rule)
	return report.Finding{
		Rule: rule, About: about, Help: help, Level: l, Text: "case " + report.Visible(c.Name) + ": " + text, At: c.Span,
		Key: strings.Join([]string{c.Name, rule, part}, "\n"),
	}
}

// blamed returns a finding with what the verdict rests on.
func blamed(c *validate.Case, text string) report.Finding {
	f := finding(c, string(c.Verdict), report.Error, text, "")
	for _, part := range blameOf(c) {
		f.Also = append(f.Also, report.Related{At: part.Span, Role: roles[part.Kind]})
	}
	return f
}

// calls returns the calls of a witness on one line.
func calls(w *validate.Witness) string {
	p := newPage(Options{})
	return tool.Row(w.Steps, func(s validate.Step) string {
		text := actor(s.By) + report.Visible(s.Call.Tool)
		for _, a := range p.arguments(s.Call, 2*maxValue, s.Irrelevant) {
			text += " " + a.text
		}
		return text
	})
}

// Markdown writes a result for a comment on a pull request, in the Markdown of
// GitHub: a table of the cases, and below each that is not consistent what the
// text report says.
func Markdown(w io.Writer, r *validate.Result, o Options) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n", Summary(r))
	if len(r.Diagnostics) > 0 {
		b.WriteString("\n")
		if err := diagnostics.Markdown(&b, r.Diagnostics); err != nil {
			return err
		}
	}
	if len(r.Cases) > 0 {
		b.WriteString("\n" + report.Columns("case", "verdict", "file"))
	}
	for _, c := range r.Cases {
		b.WriteString(report.Row(report.Cell(c.Name), string(c.Verdict)+", "+reach(c), report.Cell(fileName(c))))
	}
	for _, c := range r.Cases {
		// Each case has a page of its own, so each explains its marks.
		p := newPage(o)
		p.sections(c)
		if text := strings.Trim(p.out.String(), "\n"); text != "" {
			fmt.Fprintf(&b, "\n<details><summary>%s: %s</summary>\n\n", report.Escape(c.Name), c.Verdict)
			b.WriteString(report.Block("", "", strings.Split(text, "\n")) + "\n</details>\n")
		}
	}
	for _, u := range r.Unfinished {
		fmt.Fprintf(&b, "\n- %s (%s) is not validated: %s\n", report.Cell(u.Name), report.Cell(u.File), report.Escape(Reason(u.Reason)))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
