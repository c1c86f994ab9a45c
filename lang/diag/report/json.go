package report

import (
	_ "embed"
	"io"

	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

//go:embed diagnostics.schema.json
var schema string

// Schema returns the JSON Schema (draft 2020-12) of what [JSON] writes.
func Schema() string { return schema }

// The version of the document. It grows when a key changes its meaning or
// goes away.
const jsonVersion = 1

type jsonDocument struct {
	Version     int              `json:"version"`
	Diagnostics []jsonDiagnostic `json:"diagnostics"`
	Summary     jsonSummary      `json:"summary"`
}

type jsonSummary struct {
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	Lints    int `json:"lints"`
}

type jsonDiagnostic struct {
	Code      string      `json:"code"`
	URL       string      `json:"url"`
	Severity  string      `json:"severity"`
	Message   string      `json:"message"`
	Span      *jsonSpan   `json:"span"` // null where the diagnostic has no place
	Role      string      `json:"role"`
	Secondary []jsonLabel `json:"secondary"`
	Notes     []string    `json:"notes"`
	Help      []string    `json:"help"`
	Fixes     []jsonFix   `json:"fixes"`
	Tags      []string    `json:"tags"`
}

type jsonLabel struct {
	Span *jsonSpan `json:"span"`
	Role string    `json:"role"`
}

type jsonFix struct {
	Level   string     `json:"level"`
	Message string     `json:"message"`
	Edits   []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	Span *jsonSpan `json:"span"`
	New  string    `json:"new"`
}

type jsonSpan struct {
	File  string       `json:"file"`
	Start jsonPosition `json:"start"`
	End   jsonPosition `json:"end"`
}

// A jsonPosition answers in every unit, since the reader of the document may
// not have the file.
type jsonPosition struct {
	Offset int `json:"offset"` // bytes before it
	Line   int `json:"line"`   // this and the columns count from 1
	Column int `json:"column"` // in bytes, as in FILE:LINE:COLUMN
	UTF16  int `json:"utf16"`  // column in UTF-16 code units
	Width  int `json:"width"`  // column in terminal cells
}

// JSON writes the diagnostics as one document that [Schema] describes. Every
// key is always there, lists that are empty included.
func JSON(w io.Writer, list []diag.Diagnostic) error {
	c := diag.Tally(list)
	return jsontext.Write(w, jsonDocument{
		Version:     jsonVersion,
		Diagnostics: jsontext.Each(placed(list), toJSON),
		Summary:     jsonSummary{Errors: c.Errors, Warnings: c.Warnings, Lints: c.Lints},
	})
}

// Objects returns the diagnostics as they are in the document that [JSON]
// writes, for a document of another kind.
func Objects(list []diag.Diagnostic) []any {
	return jsontext.Each(placed(list), func(d diag.Diagnostic) any { return toJSON(d) })
}

func toJSON(d diag.Diagnostic) jsonDiagnostic {
	return jsonDiagnostic{
		Code:     string(d.Code),
		URL:      d.Code.URL(),
		Severity: d.Severity.String(),
		Message:  d.Message,
		Span:     toJSONSpan(d.Primary),
		Role:     d.Role,
		Secondary: jsontext.Each(d.Secondary, func(l diag.Label) jsonLabel {
			return jsonLabel{Span: toJSONSpan(l.Span), Role: l.Role}
		}),
		Notes: jsontext.List(d.Notes),
		Help:  jsontext.List(d.Help),
		Fixes: jsontext.Each(d.Fixes, func(f diag.Fix) jsonFix {
			return jsonFix{Level: f.Level.String(), Message: f.Message, Edits: jsontext.Each(f.Edits, toJSONEdit)}
		}),
		Tags: jsontext.Each(d.Tags, diag.Tag.String),
	}
}

func toJSONEdit(e diag.Edit) jsonEdit {
	return jsonEdit{Span: toJSONSpan(e.Span), New: e.New}
}

func toJSONSpan(s source.Span) *jsonSpan {
	if s.IsZero() {
		return nil
	}
	return &jsonSpan{
		File:  s.File.Name(),
		Start: toJSONPosition(s.File, s.Start),
		End:   toJSONPosition(s.File, s.End),
	}
}

func toJSONPosition(f *source.File, offset int) jsonPosition {
	at := f.Location(offset, source.Bytes)
	return jsonPosition{
		Offset: offset,
		Line:   at.Line,
		Column: at.Column,
		UTF16:  f.Location(offset, source.UTF16).Column,
		Width:  f.Location(offset, source.Width).Column,
	}
}
