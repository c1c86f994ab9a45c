package diag

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/source"
)

// Tidy adapts the fixes of a diagnostic to the text around them. Deletions are
// widened so that they leave neither an empty line nor a double space after: to
// the whole line where nothing else is on it, else to the space before, and
// where only closing parentheses follow to the end of the line before. A word
// that replaces a parenthesis is kept apart from its neighbours, and new text
// has the line breaks of its file. Spans must be those of whole files.
func Tidy(d Diagnostic) Diagnostic {
	d.Fixes = slices.Clone(d.Fixes)
	for i, f := range d.Fixes {
		edits := slices.Clone(f.Edits)
		for j, e := range edits {
			if e.New == "" {
				edits[j].Span = widened(e.Span)
			}
		}
		if !apart(edits) {
			edits = slices.Clone(f.Edits)
		}
		spaced(edits)
		for j, e := range edits {
			edits[j].New = withReturns(e)
		}
		d.Fixes[i].Edits = edits
	}
	return d
}

// withReturns returns the new text of an edit with the line breaks of its file.
func withReturns(e Edit) string {
	first, _, ok := strings.Cut(e.Span.File.Text(), "\n")
	if !ok || !strings.HasSuffix(first, "\r") || !strings.Contains(e.New, "\n") {
		return e.New
	}
	return strings.ReplaceAll(strings.ReplaceAll(e.New, "\r\n", "\n"), "\n", "\r\n")
}

// spaced adds spaces to edits that would make one word of two: `(not(ok))` with
// `ok` for `(ok)`. Where edits touch, their author has seen to it.
func spaced(edits []Edit) {
	for i, e := range edits {
		text, s := e.Span.File.Text(), e.Span
		if s.Start == s.End || slices.ContainsFunc(edits, func(o Edit) bool { return touch(o, e) }) {
			continue
		}
		left, right := endsInWord(text[:s.Start]), startsWithWord(text[s.End:])
		switch parted := delimiter(text[s.Start]); {
		case e.New == "":
			if left && right && (parted || delimiter(text[s.End-1])) {
				edits[i].New = " "
			}
			continue
		case left && parted && startsWithWord(e.New):
			edits[i].New = " " + edits[i].New
		}
		if right && delimiter(text[s.End-1]) && endsInWord(e.New) {
			edits[i].New += " "
		}
	}
}

// touch reports whether one of two different edits begins where the other ends.
func touch(a, b Edit) bool {
	return a.Span != b.Span && a.Span.File == b.Span.File && (a.Span.End == b.Span.Start || a.Span.Start == b.Span.End)
}

// delimiter reports whether a character ends the word before it.
func delimiter(c byte) bool { return strings.IndexByte(`()"`, c) >= 0 }

// notInWords are the characters that no word has. A backslash is counted
// among them: it is part of a string.
const notInWords = "()\";\\ \t\r\n"

func startsWithWord(s string) bool { return s != "" && strings.IndexByte(notInWords, s[0]) < 0 }

func endsInWord(s string) bool { return s != "" && strings.IndexByte(notInWords, s[len(s)-1]) < 0 }

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
