package report

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/sarif"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// A finding is the content of a diagnostic, free of any format. It is made
// of the plain structs of the JSON projection, filled by other means.
type finding struct {
	Code, Severity, Message, Role string
	Primary                       *jsonSpan
	Secondary                     []jsonLabel
	Notes, Help, Tags             []string
	Fixes                         []jsonFix
}

var levelWords = map[diag.Level]string{diag.Certain: "certain", diag.Suggestion: "suggestion", diag.Placeholder: "placeholder"}

// content returns what every projection of a diagnostic has to carry.
func content(d diag.Diagnostic, texts []text) finding {
	span := func(s source.Span) *jsonSpan {
		if s.File == nil {
			return nil
		}
		x := textOf(s.File, texts)
		return &jsonSpan{File: s.File.Name(), Start: x.position(s.Start), End: x.position(s.End)}
	}
	f := finding{
		Code:     string(d.Code),
		Severity: map[diag.Severity]string{diag.Error: "error", diag.Warning: "warning", diag.Lint: "lint"}[d.Severity],
		Message:  d.Message,
		Role:     d.Role,
		Primary:  span(d.Primary),
		Notes:    d.Notes,
		Help:     d.Help,
	}
	for _, l := range d.Secondary {
		f.Secondary = append(f.Secondary, jsonLabel{Span: span(l.Span), Role: l.Role})
	}
	for _, x := range d.Fixes {
		fix := jsonFix{Level: levelWords[x.Level], Message: x.Message}
		for _, e := range x.Edits {
			fix.Edits = append(fix.Edits, jsonEdit{Span: span(e.Span), New: e.New})
		}
		f.Fixes = append(f.Fixes, fix)
	}
	for _, tag := range d.Tags {
		f.Tags = append(f.Tags, map[diag.Tag]string{diag.Unnecessary: "unnecessary", diag.Deprecated: "deprecated"}[tag])
	}
	return f
}

func textOf(f *source.File, texts []text) text {
	return texts[slices.IndexFunc(texts, func(x text) bool { return x.file == f })]
}

// spans calls f for every span of a finding.
func (x *finding) spans(f func(*jsonSpan)) {
	if x.Primary != nil {
		f(x.Primary)
	}
	for _, l := range x.Secondary {
		f(l.Span)
	}
	for _, fix := range x.Fixes {
		for _, e := range fix.Edits {
			f(e.Span)
		}
	}
}

func decodeJSON(t fataler, text string) []finding {
	var doc jsonDocument
	strict(t, text, &doc)
	return jsontext.Each(doc.Diagnostics, func(d jsonDiagnostic) finding {
		if d.URL != diag.Code(d.Code).URL() {
			t.Fatalf("url %s of %s", d.URL, d.Code)
		}
		return finding{
			Code: d.Code, Severity: d.Severity, Message: d.Message, Role: d.Role, Primary: d.Span,
			Secondary: d.Secondary, Notes: d.Notes, Help: d.Help, Tags: d.Tags, Fixes: d.Fixes,
		}
	})
}

// decodeSARIF reads a log back. The format has neither byte columns nor
// cells, so these stay 0.
func decodeSARIF(t fataler, text string) []finding {
	var log sarif.Log
	strict(t, text, &log)
	run := log.Runs[0]
	return jsontext.Each(run.Results, func(r sarif.Result) finding {
		if rule := run.Tool.Driver.Rules[r.RuleIndex].ID; rule != r.RuleID {
			t.Fatalf("rule %s at the index of %s", rule, r.RuleID)
		}
		f := finding{
			Code:     r.RuleID,
			Severity: map[string]string{"error": "error", "warning": "warning", "note": "lint"}[r.Level],
			Message:  r.Message.Text,
		}
		if p := r.Properties; p != nil {
			f.Role, f.Notes, f.Help, f.Tags = p.Role, p.Notes, p.Help, p.Tags
		}
		for _, l := range r.Locations {
			f.Primary = decodeRegion(t, l.PhysicalLocation.ArtifactLocation, *l.PhysicalLocation.Region)
		}
		for _, l := range r.RelatedLocations {
			label := jsonLabel{Span: decodeRegion(t, l.PhysicalLocation.ArtifactLocation, *l.PhysicalLocation.Region)}
			if l.Message != nil {
				label.Role = l.Message.Text
			}
			f.Secondary = append(f.Secondary, label)
		}
		for _, x := range r.Fixes {
			f.Fixes = append(f.Fixes, decodeFix(t, x))
		}
		return f
	})
}

func decodeFix(t fataler, x sarif.Fix) jsonFix {
	fix := jsonFix{Level: x.Properties.Level, Message: x.Description.Text}
	for _, c := range x.ArtifactChanges {
		for _, r := range c.Replacements {
			e := jsonEdit{Span: decodeRegion(t, c.ArtifactLocation, r.DeletedRegion)}
			if r.InsertedContent != nil {
				e.New = r.InsertedContent.Text
			}
			fix.Edits = append(fix.Edits, e)
		}
	}
	return fix
}

func decodeRegion(t fataler, at sarif.ArtifactLocation, r sarif.Region) *jsonSpan {
	u, err := url.Parse(at.URI)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if absolute := strings.HasPrefix(u.Path, "/"); absolute != (u.Scheme == "file") || absolute != (at.URIBaseID == "") {
		t.Fatalf("%s has the base %q", at.URI, at.URIBaseID)
	}
	return &jsonSpan{
		File:  strings.TrimPrefix(u.Path, "./"),
		Start: jsonPosition{Offset: *r.ByteOffset, Line: r.StartLine, UTF16: r.StartColumn},
		End:   jsonPosition{Offset: *r.ByteOffset + *r.ByteLength, Line: r.EndLine, UTF16: r.EndColumn},
	}
}

func strict(t fataler, text string, into any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
}
