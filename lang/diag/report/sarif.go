package report

import (
	"io"
	"slices"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

const (
	sarifSchema  = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	sarifVersion = "2.1.0"
	homepage     = "https://github.com/mantrac/mantrac"
)

// SARIF writes the diagnostics as a SARIF 2.1.0 log of one run by the given
// version of mantrac. Each code that occurs is declared as a rule, described
// by its title; title may be nil.
func SARIF(w io.Writer, list []diag.Diagnostic, version string, title func(diag.Code) string) error {
	list = placed(list)
	codes := codesOf(list)
	prints := fingerprints(list)
	results := make([]sarifResult, len(list))
	for i, d := range list {
		results[i] = toSARIF(d, prints[i])
		results[i].RuleIndex, _ = slices.BinarySearch(codes, d.Code)
	}
	return writeJSON(w, sarifLog{
		Schema:  sarifSchema,
		Version: sarifVersion,
		Runs: []sarifRun{{
			Tool: sarifTool{Driver: sarifDriver{
				Name:           "mantrac",
				Version:        version,
				InformationURI: homepage,
				Rules:          each(codes, func(c diag.Code) sarifRule { return toRule(c, title) }),
			}},
			OriginalURIBaseIDs: map[string]sarifArtifactLocation{
				sourceRoot: {Description: &sarifMessage{"The folder that mantrac ran in."}},
			},
			ColumnKind: "utf16CodeUnits",
			Results:    results,
		}},
	})
}

func codesOf(list []diag.Diagnostic) []diag.Code {
	codes := each(list, func(d diag.Diagnostic) diag.Code { return d.Code })
	slices.Sort(codes)
	return slices.Compact(codes)
}

func toRule(c diag.Code, title func(diag.Code) string) sarifRule {
	r := sarifRule{ID: string(c), HelpURI: c.URL()}
	if title != nil {
		r.ShortDescription.Text = title(c)
	}
	if r.ShortDescription.Text == "" {
		r.ShortDescription.Text = string(c)
	}
	r.Help.Text = "Run `mantrac explain " + string(c) + "`, or read " + c.URL()
	return r
}

func toSARIF(d diag.Diagnostic, print string) sarifResult {
	r := sarifResult{
		RuleID:              string(d.Code),
		Level:               levelOf(d.Severity),
		Message:             sarifMessage{d.Message},
		Locations:           []sarifLocation{},
		PartialFingerprints: map[string]string{fingerprintName: print},
		Fixes:               each(d.Fixes, toSARIFFix),
		Properties:          propertiesOf(d),
	}
	if !d.Primary.IsZero() {
		r.Locations = append(r.Locations, sarifLocation{PhysicalLocation: physical(d.Primary)})
	}
	for i, l := range d.Secondary {
		at := sarifLocation{ID: &i, PhysicalLocation: physical(l.Span)}
		if l.Role != "" {
			at.Message = &sarifMessage{l.Role}
		}
		r.RelatedLocations = append(r.RelatedLocations, at)
	}
	return r
}

func levelOf(s diag.Severity) string {
	switch s {
	case diag.Error:
		return "error"
	case diag.Warning:
		return "warning"
	}
	return "note"
}

func propertiesOf(d diag.Diagnostic) *sarifProperties {
	if d.Role == "" && len(d.Notes) == 0 && len(d.Help) == 0 && len(d.Tags) == 0 {
		return nil
	}
	return &sarifProperties{
		Role:  d.Role,
		Notes: d.Notes,
		Help:  d.Help,
		Tags:  slices.Compact(slices.Sorted(slices.Values(each(d.Tags, diag.Tag.String)))),
	}
}

func physical(s source.Span) sarifPhysicalLocation {
	return sarifPhysicalLocation{ArtifactLocation: artifact(s.File), Region: region(s)}
}

func region(s source.Span) sarifRegion {
	from, to := s.From(source.UTF16), s.To(source.UTF16)
	return sarifRegion{
		StartLine:   from.Line,
		StartColumn: from.Column,
		EndLine:     to.Line,
		EndColumn:   to.Column,
		ByteOffset:  s.Start,
		ByteLength:  s.End - s.Start,
	}
}

// toSARIFFix groups the edits of a fix by file, keeping their order.
func toSARIFFix(f diag.Fix) sarifFix {
	out := sarifFix{Description: sarifMessage{f.Message}}
	for group := range chunks(f.Edits, func(a, b diag.Edit) bool { return sameFile(a.Span.File, b.Span.File) }) {
		out.ArtifactChanges = append(out.ArtifactChanges, sarifArtifactChange{
			ArtifactLocation: artifact(group[0].Span.File),
			Replacements:     each(group, toReplacement),
		})
	}
	return out
}

func toReplacement(e diag.Edit) sarifReplacement {
	r := sarifReplacement{DeletedRegion: region(e.Span)}
	if e.New != "" {
		r.InsertedContent = &sarifMessage{e.New}
	}
	return r
}
