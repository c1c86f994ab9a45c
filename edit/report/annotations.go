package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/sarif"
	"github.com/mantrac/mantrac/lang/source"
)

// quoted marks source in texts without markup.
func quoted(s string) string { return "`" + s + "`" }

// Rule returns the identifier of what an edit is: "remove-precondition".
func Rule(e edit.Edit) string {
	return string(e.Op) + "-" + strings.ReplaceAll(e.At.Kind().String(), " ", "-")
}

// fingerprint is the name under which code scanning finds a result again.
const fingerprint = "mantracEdit/v1"

// SARIF writes edits as a SARIF 2.1.0 log of one run by the given version of
// mantrac: a note for each, at its place in the new version.
func SARIF(w io.Writer, edits []edit.Edit, places []edit.Place, version string) error {
	var ids []string
	for _, e := range edits {
		ids = append(ids, Rule(e))
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
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(sarif.New(version, rules, results)); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
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

// GitHub writes edits as workflow commands, which GitHub Actions shows as
// notices on the lines of a pull request.
func GitHub(w io.Writer, edits []edit.Edit, places []edit.Place) error {
	var b strings.Builder
	for i, e := range edits {
		place := ""
		if at := places[i].New; !at.IsZero() {
			from, to := at.From(source.UTF16), at.To(source.UTF16)
			place = fmt.Sprintf("file=%s,line=%d,endLine=%d,", property.Replace(at.File.Name()), from.Line, to.Line)
		}
		fmt.Fprintf(&b, "::notice %stitle=%s::%s\n", place, property.Replace(Rule(e)), data.Replace(Words(e, quoted)))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
