package report

import (
	"io"
	"strings"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/source"
)

// quoted marks source in texts without markup.
func quoted(s string) string { return "`" + s + "`" }

// Rule returns the identifier of what an edit is: "remove-precondition".
func Rule(e edit.Edit) string {
	return string(e.Op) + "-" + strings.ReplaceAll(e.At.Kind().String(), " ", "-")
}

// Quoted marks source by back quotes, in texts without markup.
func Quoted(s string) string { return quoted(report.Visible(s)) }

// A Note is a change that is no edit, as of a schema.
type Note struct {
	Rule, Key, Text string
	At              source.Span // in the new version; the zero span if it is gone
}

// fingerprint is the name under which code scanning finds a result again.
const fingerprint = "mantracEdit/v1"

// SARIF writes edits, and changes that are none, as a SARIF 2.1.0 log of one run
// by the given version of mantrac: a note for each, at its place in the new
// version.
func SARIF(w io.Writer, edits []edit.Edit, places []edit.Place, version string, notes ...Note) error {
	list, err := findings(edits, places, notes)
	if err != nil {
		return err
	}
	return report.SARIF(w, list, report.Log{Version: version, Fingerprint: fingerprint})
}

// GitHub writes edits, and changes that are none, as workflow commands, which
// GitHub Actions shows as notices on the lines of a pull request.
func GitHub(w io.Writer, edits []edit.Edit, places []edit.Place, notes ...Note) error {
	list, err := findings(edits, places, notes)
	if err != nil {
		return err
	}
	return report.GitHub(w, list)
}

func findings(edits []edit.Edit, places []edit.Place, notes []Note) ([]report.Finding, error) {
	var list []report.Finding
	add := func(rule, text, key string, at source.Span) {
		help := "A typed edit: " + strings.ReplaceAll(rule, "-", " ") + ". See mantrac help diff."
		list = append(list, report.Finding{Rule: rule, Help: help, Level: report.Note, Text: text, At: at, Key: key})
	}
	for i, e := range edits {
		data, err := e.MarshalJSON()
		if err != nil {
			return nil, err
		}
		add(Rule(e), Words(e, quoted), string(data), places[i].New)
	}
	for _, n := range notes {
		add(n.Rule, n.Text, n.Rule+"\n"+n.Key, n.At)
	}
	return list, nil
}
