package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/worddiff"
	"github.com/mantrac/mantrac/lang/source"
)

// ProseText writes changed comments word by word. After says that something
// is above them.
func ProseText(w io.Writer, list []edit.ProseChange, after bool, o TextOptions) error {
	var b strings.Builder
	shown := ""
	for _, c := range list {
		if name := report.Visible(c.NewAt.File.Name()); name != shown {
			if shown != "" || after {
				b.WriteByte('\n')
			}
			b.WriteString(report.Ink(o.Color).Paint(report.Bold, name) + "\n")
			shown = name
		}
		fmt.Fprintf(&b, "  %s\n", report.Ink(o.Color).Paint(report.Bold, proseTitle(c, func(s string) string { return s })))
		for _, line := range WordLines(c.Old, c.New, o.Color) {
			b.WriteString("    " + line + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// ProseMarkdown writes changed comments word by word, as a list.
func ProseMarkdown(w io.Writer, list []edit.ProseChange) error {
	var b strings.Builder
	shown := ""
	for _, c := range list {
		if name := report.Visible(c.NewAt.File.Name()); name != shown {
			fmt.Fprintf(&b, "\n#### %s\n\n", report.Code(name))
			shown = name
		}
		fmt.Fprintf(&b, "- %s: %s\n", proseTitle(c, report.Code), WordsMarkdown(c.Old, c.New))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// proseTitle names the comments of a change: "comments of pre/0 of transition
// pay, line 12".
func proseTitle(c edit.ProseChange, code func(string) string) string {
	if len(c.At.Path) == 0 {
		return "comments of the file"
	}
	what := c.At.Declaration().Kind().String()
	if len(c.At.Path) > 1 { // `use` has no name
		what += " " + code(report.Visible(c.At.Path[1]))
	}
	if len(c.At.Path) > 2 {
		what = code(report.Visible(edit.At(c.At.Path[2:]...).String())) + " of " + what
	}
	return fmt.Sprintf("comments of %s, line %d", what, c.NewAt.From(source.Bytes).Line)
}

// WordLines returns two texts compared word by word, for a terminal: the lines
// in which something differs, with those around a gap left out.
func WordLines(old, new string, color bool) []string {
	write := worddiff.Plain
	if color {
		write = worddiff.Color
	}
	var lines []string
	skipped := false
	for _, spans := range byLine(worddiff.Diff(old, new)) {
		if !worddiff.Changed(spans) {
			skipped = true
			continue
		}
		if skipped && len(lines) > 0 {
			lines = append(lines, "…")
		}
		skipped = false
		lines = append(lines, write(visibleSpans(spans)))
	}
	return lines
}

// WordsMarkdown returns two texts compared word by word on one line of Markdown.
func WordsMarkdown(old, new string) string {
	var parts []string
	for _, spans := range byLine(worddiff.Diff(old, new)) {
		if worddiff.Changed(spans) {
			parts = append(parts, strings.TrimSpace(worddiff.Markdown(visibleSpans(spans))))
		}
	}
	return strings.Join(parts, "<br>")
}

// byLine cuts spans at line breaks. A line break is in the line that it ends.
func byLine(list []worddiff.Span) [][]worddiff.Span {
	lines := [][]worddiff.Span{nil}
	for _, s := range list {
		for part := range strings.Lines(s.Text) {
			last := len(lines) - 1
			lines[last] = append(lines[last], worddiff.Span{Op: s.Op, Text: part})
			if strings.HasSuffix(part, "\n") {
				lines = append(lines, nil)
			}
		}
	}
	return slices.DeleteFunc(lines, func(l []worddiff.Span) bool { return len(l) == 0 })
}

// visibleSpans returns spans in which what cannot be seen is escaped. A line
// break at the end is left out; one that differs is shown.
func visibleSpans(list []worddiff.Span) []worddiff.Span {
	var out []worddiff.Span
	for _, s := range list {
		text := s.Text
		if s.Op == worddiff.Equal || len(list) > 1 || strings.TrimSpace(text) != "" {
			text = strings.TrimSuffix(text, "\n")
		}
		if text != "" {
			out = append(out, worddiff.Span{Op: s.Op, Text: report.Visible(text)})
		}
	}
	return out
}
