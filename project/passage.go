package project

import (
	"strings"

	"github.com/mantrac/mantrac/lang/ast"
)

// Passage returns the text of a manual at the place that a line `; @manual FILE#PLACE`
// names, a dozen lines at most; "" if it has no such place.
func Passage(text string, m ast.Provenance) string {
	lines := strings.Split(text, "\n")
	first, last := m.First, m.Last
	if m.Heading != "" {
		first, last = Section(lines, m.Heading)
	}
	if first < 1 || first > len(lines) {
		return ""
	}
	const most = 12
	last = min(last, len(lines))
	shown := strings.Join(lines[first-1:min(last, first-1+most)], "\n")
	if last-first+1 > most {
		shown += "\n…"
	}
	return strings.TrimSpace(shown)
}

// Section returns the lines of a manual after a heading, counted from 1, up to the
// next heading; 0 and 0 if there is no such heading.
func Section(lines []string, heading string) (first, last int) {
	for i, l := range lines {
		title := strings.TrimLeft(l, "#")
		if title == l || !strings.EqualFold(strings.TrimSpace(title), strings.TrimSpace(heading)) {
			continue
		}
		end := i + 1
		for end < len(lines) && !strings.HasPrefix(lines[end], "#") {
			end++
		}
		return i + 2, end
	}
	return 0, 0
}
