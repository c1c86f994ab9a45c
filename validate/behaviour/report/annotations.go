package report

import (
	"io"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/validate/behaviour"
	"github.com/mantrac/mantrac/validate/gate"
)

// fingerprint is the name under which code scanning finds a result again.
const fingerprint = "mantracChange/v1"

// SARIF writes the changes as a SARIF 2.1.0 log of one run by the given version of
// mantrac: an error for what is forbidden, a warning where that is not known, else
// a note. What is waived is suppressed, with the reason.
func SARIF(w io.Writer, r *behaviour.Report, g *gate.Report, forbid []behaviour.Class, version string) error {
	return report.SARIF(w, findings(r, g, forbid), report.Log{Version: version, Fingerprint: fingerprint})
}

func findings(r *behaviour.Report, g *gate.Report, forbid []behaviour.Class) []report.Finding {
	var all []report.Finding
	list, equal := ordered(g)
	// Equal changes are notes, so that each edit is annotated.
	for _, c := range append(list, equal...) {
		f := report.Finding{
			Rule: c.Rule, Help: "A change: " + strings.ReplaceAll(c.Rule, "-", " ") + ". See mantrac help diff.",
			Level: level(c, forbid), Text: sentence(r, c), At: c.Place(), Key: c.Rule + "\n" + c.Key + "\n" + string(c.Class()),
		}
		f.Suppressed = lists.Map(c.Waived, func(one *gate.Waiver) string { return one.Author + ": " + one.Reason })
		all = append(all, f)
	}
	return all
}

// level returns how a change is annotated.
func level(c *gate.Change, forbid []behaviour.Class) report.Level {
	switch found, open := forbidden(c, forbid); {
	case found:
		return report.Error
	case open:
		return report.Warning
	}
	return report.Note
}

// sentence says what changed and why it has its class, on one line.
func sentence(r *behaviour.Report, c *gate.Change) string {
	m := markup{code: quoted, call: report.Visible, text: report.Visible, loud: func(s string) string { return s }}
	text := class(c.Difference) + ": " + m.change(r, c)
	for _, row := range m.changeRows(c) {
		text += "; " + row.head
		if row.trace != "" {
			text += ": " + row.trace
		}
		if row.why != "" {
			text += ", " + row.why
		}
	}
	return text
}

// GitHub writes the changes as workflow commands, which GitHub Actions shows on
// the lines of a pull request: an error for what is forbidden, a warning where
// that is not known, else a notice. The headline is a notice, too.
func GitHub(w io.Writer, r *behaviour.Report, g *gate.Report, forbid []behaviour.Class) error {
	if _, err := io.WriteString(w, report.Command(report.Note, "", "mantrac diff", headline(g))); err != nil {
		return err
	}
	if err := report.GitHub(w, findings(r, g, forbid)); err != nil {
		return err
	}
	for _, line := range unused(g) {
		if _, err := io.WriteString(w, report.Command(report.Warning, "", "unused waiver", line)); err != nil {
			return err
		}
	}
	return nil
}
