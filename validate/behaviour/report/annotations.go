package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/sarif"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/validate/behaviour"
	"github.com/mantrac/mantrac/validate/gate"
)

// fingerprint is the name under which code scanning finds a result again.
const fingerprint = "mantracChange/v1"

// SARIF writes the changes as a SARIF 2.1.0 log of one run by the given version of
// mantrac: an error for what is forbidden, a warning where that is not known, else
// a note. What is waived is suppressed, with the reason.
func SARIF(w io.Writer, r *behaviour.Report, g *gate.Report, forbid []behaviour.Class, version string) error {
	var ids []string
	for _, c := range g.Changes {
		ids = append(ids, c.Rule)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	rules := make([]sarif.Rule, len(ids))
	for i, id := range ids {
		text := strings.ReplaceAll(id, "-", " ")
		rules[i] = sarif.Rule{ID: id, ShortDescription: sarif.Message{Text: text}, Help: sarif.Message{Text: "A change: " + text + ". See mantrac help diff."}}
	}
	results := make([]sarif.Result, 0, len(g.Changes))
	list, equal := ordered(g)
	for _, c := range append(list, equal...) {
		text := sentence(r, c)
		sum := sha256.Sum256([]byte(c.Rule + "\n" + c.Key + "\n" + string(c.Class())))
		result := sarif.Result{RuleID: c.Rule, Level: level(c, forbid), Message: sarif.Message{Text: text}, Locations: []sarif.Location{},
			PartialFingerprints: map[string]string{fingerprint: hex.EncodeToString(sum[:])}}
		result.RuleIndex, _ = slices.BinarySearch(ids, c.Rule)
		if at := c.Place(); !at.IsZero() {
			result.Locations = append(result.Locations, sarif.Location{PhysicalLocation: physical(at)})
		}
		for _, one := range c.Waived {
			result.Suppressions = append(result.Suppressions, sarif.Suppression{Kind: "inSource", Justification: one.Author + ": " + one.Reason})
		}
		results = append(results, result)
	}
	return sarif.Write(w, version, rules, slices.Values(results))
}

// level returns how a change is annotated.
func level(c *gate.Change, forbid []behaviour.Class) string {
	switch found, open := Forbidden(c, forbid); {
	case found:
		return "error"
	case open:
		return "warning"
	}
	return "note"
}

// sentence says what changed and why it has its class, on one line.
func sentence(r *behaviour.Report, c *gate.Change) string {
	m := markup{code: quoted, call: visible, text: visible, loud: func(s string) string { return s }}
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

// shownFile returns the name of a file without the revision in front of it.
func shownFile(name string) string {
	if rest, ok := strings.CutPrefix(name, "git:"); ok {
		if _, name, ok := strings.Cut(rest, ":"); ok {
			return name
		}
	}
	return name
}

func physical(s source.Span) sarif.PhysicalLocation {
	from, to := s.From(source.UTF16), s.To(source.UTF16)
	start, length := s.Start, s.End-s.Start
	return sarif.PhysicalLocation{ArtifactLocation: sarif.Artifact(shownFile(s.File.Name())), Region: &sarif.Region{
		StartLine: from.Line, StartColumn: from.Column, EndLine: to.Line, EndColumn: to.Column, ByteOffset: &start, ByteLength: &length,
	}}
}

var (
	data     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// GitHub writes the changes as workflow commands, which GitHub Actions shows on
// the lines of a pull request: an error for what is forbidden, a warning where
// that is not known, else a notice. The headline is a notice, too.
func GitHub(w io.Writer, r *behaviour.Report, g *gate.Report, forbid []behaviour.Class) error {
	var b strings.Builder
	fmt.Fprintf(&b, "::notice title=mantrac diff::%s\n", data.Replace(Headline(g)))
	list, equal := ordered(g)
	for _, c := range append(list, equal...) {
		place := ""
		if at := c.Place(); !at.IsZero() {
			from, to := at.From(source.UTF16), at.To(source.UTF16)
			place = fmt.Sprintf("file=%s,line=%d,endLine=%d,", property.Replace(shownFile(at.File.Name())), from.Line, to.Line)
		}
		kind := map[string]string{"error": "error", "warning": "warning", "note": "notice"}[level(c, forbid)]
		fmt.Fprintf(&b, "::%s %stitle=%s::%s\n", kind, place, property.Replace(c.Rule), data.Replace(sentence(r, c)))
	}
	for _, line := range unused(g) {
		fmt.Fprintf(&b, "::warning title=unused waiver::%s\n", data.Replace(line))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
