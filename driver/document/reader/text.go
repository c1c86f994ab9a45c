package reader

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mantrac/mantrac/driver/document"
	"github.com/mantrac/mantrac/internal/lazyregexp"
)

// longestHeading is the number of characters that a line without marks may have
// to be a heading.
const longestHeading = 80

// numbered is a line with the number of a section: 2.1, 2.1. or 2), with a text
// that begins with a capital.
var numbered = lazyregexp.New(`^(\d{1,2}(?:\.\d{1,2}){0,5})[.)]?\s+\p{Lu}`)

// readText finds the headings and paragraphs of a text.
func readText(s *document.Source) {
	starts := lineStarts(s.Text)
	var lines []string
	for line := range strings.Lines(s.Text) {
		lines = append(lines, strings.TrimSpace(line))
	}
	blank := func(i int) bool { return i < 0 || i >= len(lines) || lines[i] == "" }
	for i := 0; i < len(lines); i++ {
		// Only the first line of a paragraph may be a heading.
		if blank(i) || !blank(i-1) {
			continue
		}
		s.Breaks = append(s.Breaks, starts[i])
		switch level := underlined(lines, i); {
		case level > 0:
			// The underline belongs to the heading.
			s.Headings = append(s.Headings, document.Heading{Title: lines[i], Level: level, Start: starts[i], End: starts[i+2]})
		case blank(i + 1):
			if level := alone(lines[i]); level > 0 {
				s.Headings = append(s.Headings, document.Heading{Title: lines[i], Level: level, Start: starts[i], End: starts[i+1]})
			}
		}
	}
}

// underlined returns the level of a heading that the next line underlines; 0 if it
// does not.
func underlined(lines []string, i int) int {
	// The underline may be shorter than the title, but not by half.
	if i+1 == len(lines) || len(lines[i+1]) < 3 || len(lines[i+1])*2 < len(lines[i]) {
		return 0
	}
	switch strings.Trim(lines[i+1], lines[i+1][:1]) {
	case "":
		return map[byte]int{'=': 1, '-': 2, '~': 3}[lines[i+1][0]]
	}
	return 0
}

// alone returns the level of a heading that is a line between blank ones; 0 if it
// is none. Numbers have the level of their parts, capitals the first.
func alone(line string) int {
	// A sentence ends with such a mark, and a heading does not.
	if utf8.RuneCountInString(line) > longestHeading || strings.ContainsAny(line[len(line)-1:], ".,;:") {
		return 0
	}
	if m := numbered.FindStringSubmatch(line); m != nil {
		return min(strings.Count(m[1], ".")+1, 6)
	}
	letters := strings.IndexFunc(line, unicode.IsLetter) >= 0
	// A few letters in capitals are an abbreviation.
	if letters && strings.ToUpper(line) == line && utf8.RuneCountInString(line) > 3 {
		return 1
	}
	return 0
}
