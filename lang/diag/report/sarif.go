package report

import (
	"io"
	"slices"

	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/sarif"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// SARIF writes the diagnostics as a SARIF 2.1.0 log of one run by the given
// version of mantrac. Each code that occurs is declared as a rule, described
// by its title; title may be nil.
func SARIF(w io.Writer, list []diag.Diagnostic, version string, title func(diag.Code) string) error {
	return jsontext.Write(w, SARIFLog(list, version, title))
}

// SARIFLog returns what [SARIF] writes.
func SARIFLog(list []diag.Diagnostic, version string, title func(diag.Code) string) *sarif.Log {
	list = placed(list)
	codes := codesOf(list)
	prints := fingerprints(list)
	results := make([]sarif.Result, len(list))
	for i, d := range list {
		results[i] = toSARIF(d, prints[i])
		results[i].RuleIndex, _ = slices.BinarySearch(codes, d.Code)
	}
	rules := jsontext.Each(codes, func(c diag.Code) sarif.Rule { return toRule(c, title) })
	log := sarif.New(version, rules, results)
	if unread := notifications(list); len(unread) > 0 {
		log.Runs[0].Invocations = []sarif.Invocation{{ToolExecutionNotifications: unread}}
	}
	return log
}

// unreadable is the code of a file that cannot be read. SARIF has it among the
// notifications too: the run is incomplete.
const unreadable diag.Code = "MC0011"

func notifications(list []diag.Diagnostic) []sarif.Notification {
	var out []sarif.Notification
	for _, d := range list {
		if d.Code == unreadable {
			out = append(out, sarif.Notification{Descriptor: sarif.Reference{ID: string(d.Code)}, Level: "error",
				Message: sarif.Message{Text: d.Message}, Locations: located(d.Primary)})
		}
	}
	return out
}

func codesOf(list []diag.Diagnostic) []diag.Code {
	codes := jsontext.Each(list, func(d diag.Diagnostic) diag.Code { return d.Code })
	slices.Sort(codes)
	return slices.Compact(codes)
}

func toRule(c diag.Code, title func(diag.Code) string) sarif.Rule {
	r := sarif.Rule{ID: string(c), HelpURI: c.URL()}
	if title != nil {
		r.ShortDescription.Text = title(c)
	}
	if r.ShortDescription.Text == "" {
		r.ShortDescription.Text = string(c)
	}
	r.Help.Text = "Run `mantrac explain " + string(c) + "`, or read " + c.URL()
	return r
}

func toSARIF(d diag.Diagnostic, print string) sarif.Result {
	r := sarif.Result{
		RuleID:              string(d.Code),
		Level:               levelOf(d.Severity),
		Message:             sarif.Message{Text: d.Message},
		Locations:           located(d.Primary),
		PartialFingerprints: map[string]string{fingerprintName: print},
		Fixes:               jsontext.Each(d.Fixes, toSARIFFix),
		Properties:          propertiesOf(d),
	}
	for i, l := range d.Secondary {
		at := sarif.Location{ID: &i, PhysicalLocation: sarif.Physical(l.Span)}
		if l.Role != "" {
			at.Message = &sarif.Message{Text: l.Role}
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

func propertiesOf(d diag.Diagnostic) *sarif.Properties {
	if d.Role == "" && len(d.Notes) == 0 && len(d.Help) == 0 && len(d.Tags) == 0 {
		return nil
	}
	return &sarif.Properties{
		Role:  d.Role,
		Notes: d.Notes,
		Help:  d.Help,
		Tags:  slices.Compact(slices.Sorted(slices.Values(jsontext.Each(d.Tags, diag.Tag.String)))),
	}
}

// located returns the place as a list: a finding about no file has none.
func located(s source.Span) []sarif.Location {
	if s.IsZero() {
		return []sarif.Location{}
	}
	return []sarif.Location{{PhysicalLocation: sarif.Physical(s)}}
}

// toSARIFFix groups the edits of a fix by file, keeping their order.
func toSARIFFix(f diag.Fix) sarif.Fix {
	out := sarif.Fix{Description: sarif.Message{Text: f.Message}, Properties: sarif.FixProperties{Level: f.Level.String()}}
	for group := range chunks(f.Edits, func(a, b diag.Edit) bool { return sameFile(a.Span.File, b.Span.File) }) {
		out.ArtifactChanges = append(out.ArtifactChanges, sarif.ArtifactChange{
			ArtifactLocation: sarif.Artifact(group[0].Span.File.Name()),
			Replacements:     jsontext.Each(group, toReplacement),
		})
	}
	return out
}

func toReplacement(e diag.Edit) sarif.Replacement {
	r := sarif.Replacement{DeletedRegion: *sarif.RegionOf(e.Span)}
	if e.New != "" {
		r.InsertedContent = &sarif.Message{Text: e.New}
	}
	return r
}
