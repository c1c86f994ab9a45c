package report

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// placed returns copies of the diagnostics in which every secondary span and
// every edit is somewhere. The role of a span that is nowhere (a declaration
// that is built in, say) becomes a note, and a fix that changes nothing
// anywhere becomes help, so that no projection has to lose it.
func placed(list []diag.Diagnostic) []diag.Diagnostic {
	out := slices.Clone(list)
	for i := range out {
		out[i] = placeAll(out[i])
	}
	return out
}

func placeAll(d diag.Diagnostic) diag.Diagnostic {
	d.Notes, d.Help = slices.Clone(d.Notes), slices.Clone(d.Help)
	labels := d.Secondary
	d.Secondary = nil
	for _, l := range labels {
		if l.Span.IsZero() {
			d.Notes = append(d.Notes, l.Role)
		} else {
			d.Secondary = append(d.Secondary, l)
		}
	}
	fixes := d.Fixes
	d.Fixes = nil
	for _, f := range fixes {
		f.Edits = slices.DeleteFunc(slices.Clone(f.Edits), func(e diag.Edit) bool { return e.Span.IsZero() })
		if len(f.Edits) == 0 {
			d.Help = append(d.Help, f.Message)
		} else {
			d.Fixes = append(d.Fixes, f)
		}
	}
	return d
}

// sameFile reports whether two files are one, perhaps read twice.
func sameFile(f, g *source.File) bool {
	return f == g || f != nil && g != nil && f.Name() == g.Name() && f.Text() == g.Text()
}

// ends returns where the first and the last byte of a span are; for an empty
// span, its place twice.
func ends(s source.Span) (first, last source.Location) {
	first = s.From(source.Bytes)
	if s.Start == s.End {
		return first, first
	}
	return first, s.File.Location(s.End-1, source.Bytes)
}

// where says in words which lines and columns a span covers.
func where(s source.Span) string {
	first, last := ends(s)
	switch {
	case s.Start == s.End:
		return fmt.Sprintf("line %d, before column %d", first.Line, first.Column)
	case first == last:
		return fmt.Sprintf("line %d, column %d", first.Line, first.Column)
	case first.Line == last.Line:
		return fmt.Sprintf("line %d, columns %d to %d", first.Line, first.Column, last.Column)
	}
	return fmt.Sprintf("line %d, column %d to line %d, column %d", first.Line, first.Column, last.Line, last.Column)
}

// whereFrom is where, preceded by the file's name unless it is home.
func whereFrom(home *source.File, s source.Span) string {
	if sameFile(home, s.File) {
		return where(s)
	}
	return "in " + report.Visible(s.File.Name()) + ", " + where(s)
}
