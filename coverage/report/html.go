package report

import (
	_ "embed"
	"io"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/coverage"
	"github.com/mantrac/mantrac/internal/report"
)

//go:embed page.html
var pageText string

var pageTemplate = report.Page(pageText)

type view struct {
	Models  []modelView
	Manuals []manualView
}

type modelView struct {
	File   string
	Counts []countView
	Items  []itemView
}

type countView struct{ Kind, Text string }

type itemView struct{ Place, Kind, Text, Status, Class, By string }

type manualView struct {
	File   string
	Lines  []lineView
	Places []itemView
}

// A lineView is a line of a manual. Label is its status where that begins.
type lineView struct {
	Number             int
	Text, Class, Label string
}

// HTML writes a result as one page that holds everything and loads nothing. It
// says each status in words, and not by a colour alone.
func HTML(w io.Writer, r *coverage.Result) error {
	// The zero page has no colours, so its texts are plain.
	plain := &page{}
	var v view
	for i := range r.Models {
		m := &r.Models[i]
		x := modelView{File: m.File.File.Tree.File.Name()}
		for _, k := range coverage.Kinds() {
			if text := plain.counted(func(s coverage.Status) int { return m.Count(k, s) }); text != "" {
				x.Counts = append(x.Counts, countView{nouns[k], text})
			}
		}
		for _, i := range m.Items {
			x.Items = append(x.Items, itemView{report.At(i.Span), string(i.Kind), i.Text, string(i.Status()), class(i.Status()), strings.TrimPrefix(by(i), "; ")})
		}
		v.Models = append(v.Models, x)
	}
	for i := range r.Manuals {
		v.Manuals = append(v.Manuals, manualViewOf(&r.Manuals[i]))
	}
	return pageTemplate.Execute(w, v)
}

func manualViewOf(m *coverage.Manual) manualView {
	v := manualView{File: m.File}
	for _, s := range m.Sections {
		v.Places = append(v.Places, itemView{Place: lines(m, s), Text: title(s), Status: string(s.Status) + parts(&s), Class: class(s.Status)})
	}
	before, number := coverage.Status(""), 0
	for text := range strings.Lines(m.Text) {
		number++
		status := m.LineStatus(number)
		l := lineView{Number: number, Text: strings.TrimRight(text, "\r\n"), Class: class(status)}
		// The label is shown where a status or a section begins, not on each line.
		if status != before || begins(m, number) {
			l.Label = string(status) + reason(m, number, status)
		}
		before = status
		v.Lines = append(v.Lines, l)
	}
	return v
}

// reason says why a line cannot be checked; "" where that is not its status.
func reason(m *coverage.Manual, line int, status coverage.Status) string {
	for i := range m.Sections {
		if s := &m.Sections[i]; s.First <= line && line <= s.Last && s.Status == status && status == coverage.NotCheckable {
			return parts(s)
		}
	}
	return ""
}

// begins reports whether a section begins with a line.
func begins(m *coverage.Manual, line int) bool {
	return slices.ContainsFunc(m.Sections, func(s coverage.Section) bool { return s.First == line })
}

// class returns the name of the style of a status.
func class(s coverage.Status) string { return strings.ReplaceAll(string(s), " ", "-") }
