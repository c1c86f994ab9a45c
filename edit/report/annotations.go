package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/sarif"
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

// SARIF writes edits, and changes that are none, as a SARIF 2.1.0 log of one run by the given version of
// mantrac: a note for each, at its place in the new version.
func SARIF(w io.Writer, edits []edit.Edit, places []edit.Place, version string, notes ...Note) error {
	var ids []string
	for _, e := range edits {
		ids = append(ids, Rule(e))
	}
	for _, n := range notes {
		ids = append(ids, n.Rule)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	rules := make([]sarif.Rule, len(ids))
	for i, id := range ids {
		text := strings.ReplaceAll(id, "-", " ")
		rules[i] = sarif.Rule{ID: id, ShortDescription: sarif.Message{Text: text}, Help: sarif.Message{Text: "A typed edit: " + text + ". See mantrac help diff."}}
	}
	results := make([]sarif.Result, len(edits))
	for i, e := range edits {
		data, err := e.MarshalJSON()
		if err != nil {
			return err
		}
		sum := sha256.Sum256(data)
		results[i] = sarif.Result{
			RuleID: Rule(e), Level: "note", Message: sarif.Message{Text: Words(e, quoted)}, Locations: []sarif.Location{},
			PartialFingerprints: map[string]string{fingerprint: hex.EncodeToString(sum[:])},
		}
		results[i].RuleIndex, _ = slices.BinarySearch(ids, Rule(e))
		if at := places[i].New; !at.IsZero() {
			results[i].Locations = append(results[i].Locations, sarif.Location{PhysicalLocation: physical(at)})
		}
	}
	for _, n := range notes {
		sum := sha256.Sum256([]byte(n.Rule + "\n" + n.Key))
		one := sarif.Result{RuleID: n.Rule, Level: "note", Message: sarif.Message{Text: n.Text}, Locations: []sarif.Location{},
			PartialFingerprints: map[string]string{fingerprint: hex.EncodeToString(sum[:])}}
		one.RuleIndex, _ = slices.BinarySearch(ids, n.Rule)
		if !n.At.IsZero() {
			one.Locations = append(one.Locations, sarif.Location{PhysicalLocation: physical(n.At)})
		}
		results = append(results, one)
	}
	return sarif.Write(w, version, rules, slices.Values(results))
}

func physical(s source.Span) sarif.PhysicalLocation {
	from, to := s.From(source.UTF16), s.To(source.UTF16)
	start, length := s.Start, s.End-s.Start
	return sarif.PhysicalLocation{ArtifactLocation: sarif.Artifact(s.File.Name()), Region: &sarif.Region{
		StartLine: from.Line, StartColumn: from.Column, EndLine: to.Line, EndColumn: to.Column, ByteOffset: &start, ByteLength: &length,
	}}
}

var (
	data     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// GitHub writes edits, and changes that are none, as workflow commands, which GitHub Actions shows as
// notices on the lines of a pull request.
func GitHub(w io.Writer, edits []edit.Edit, places []edit.Place, notes ...Note) error {
	var b strings.Builder
	for i, e := range edits {
		fmt.Fprintf(&b, "::notice %stitle=%s::%s\n", onLines(places[i].New), property.Replace(Rule(e)), data.Replace(Words(e, quoted)))
	}
	for _, n := range notes {
		fmt.Fprintf(&b, "::notice %stitle=%s::%s\n", onLines(n.At), property.Replace(n.Rule), data.Replace(n.Text))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// onLines writes a place as properties of a workflow command.
func onLines(at source.Span) string {
	if at.IsZero() {
		return ""
	}
	from, to := at.From(source.UTF16), at.To(source.UTF16)
	return fmt.Sprintf("file=%s,line=%d,endLine=%d,", property.Replace(at.File.Name()), from.Line, to.Line)
}
