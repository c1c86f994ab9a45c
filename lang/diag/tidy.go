package diag

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/source"
)

// Tidy widens the deletions among the fixes of a diagnostic so that they leave
// neither an empty line nor a double space after: to the whole line where
// nothing else is on it, else to the space before, and where only closing
// parentheses follow to the end of the line before. Spans must be those of
// whole files.
func Tidy(d Diagnostic) Diagnostic {
	d.Fixes = slices.Clone(d.Fixes)
	for i, f := range d.Fixes {
		if !slices.ContainsFunc(f.Edits, func(e Edit) bool { return e.New == "" }) {
			continue
		}
		wide := slices.Clone(f.Edits)
		for j, e := range wide {
			if e.New == "" {
				wide[j].Span = widened(e.Span)
			}
		}
		if apart(wide) {
			d.Fixes[i].Edits = wide
		}
	}
	return d
}

// apart reports whether no two edits overlap.
func apart(edits []Edit) bool {
	sorted := slices.SortedFunc(slices.Values(edits), func(a, b Edit) int { return a.Span.Compare(b.Span) })
	for i := 1; i < len(sorted); i++ {
		if a, b := sorted[i-1].Span, sorted[i].Span; a.File == b.File && b.Start < a.End {
			return false
		}
	}
	return true
}

func widened(s source.Span) source.Span {
	text := s.File.Text()
	start, end := s.Start, s.End
	for start > 0 && (text[start-1] == ' ' || text[start-1] == '\t') {
		start--
	}
	if start == s.Start && start > 0 && text[start-1] != '\n' {
		return s
	}
	rest := strings.TrimLeft(text[end:], " \t\r")
	atLineStart := start == 0 || text[start-1] == '\n'
	switch {
	case atLineStart && rest == "":
		return s.File.Span(start, len(text))
	case atLineStart && rest[0] == '\n':
		return s.File.Span(start, len(text)-len(rest)+1)
	case atLineStart && rest[0] == ')':
		return s.File.Span(lineBefore(text, s.Start), end)
	case atLineStart:
		return s // it is the indentation of what follows
	case rest == text[end:] && rest != "" && rest[0] != ')' && rest[0] != '\n':
		return s // it keeps apart what comes before and after
	}
	return s.File.Span(start, end)
}

// lineBefore returns where the line that starts at an offset could go on from:
// the end of the line before, or the offset itself if that may end in a comment.
func lineBefore(text string, start int) int {
	before := strings.TrimRight(text[:start], " \t\r\n")
	if line := before[strings.LastIndexByte(before, '\n')+1:]; line == "" || strings.Contains(line, ";") {
		return start
	}
	return len(before)
}
