package project

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/ast"
)

// Passage returns the text of a manual at the place that a line `; @manual FILE#PLACE`
// names, a dozen lines at most; "" if it has no such place.
func Passage(text string, m ast.Provenance) string {
	lines := strings.Split(text, "\n")
	first, last := m.First, m.Last
	if m.Heading != "" {
		first, last = Section(text, m.Heading)
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
// next heading; 0 and 0 if there is no such heading. Capitals do not matter.
func Section(text, heading string) (first, last int) {
	list := Headings(text)
	i := slices.IndexFunc(list, func(h Heading) bool { return strings.EqualFold(h.Text, strings.TrimSpace(heading)) })
	switch {
	case i < 0:
		return 0, 0
	case i+1 < len(list):
		return list[i].Line + 1, list[i+1].Line - 1
	}
	return list[i].Line + 1, strings.Count(text, "\n") + 1
}
