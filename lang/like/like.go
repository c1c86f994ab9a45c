// Package like defines the text patterns of `like`.
//
// A `*` stands for any text, also none; `\*` is a star; every other character,
// also another backslash, stands for itself. A pattern is about the whole
// string, and case matters. This is the `like` of Cedar.
package like

import (
	"slices"
	"strings"
)

// A Pattern is a text with wildcards.
type Pattern struct {
	// parts are the texts between the wildcards; one, if there is no wildcard.
	parts []string
}

// Parse reads a pattern. Every text is one.
func Parse(text string) Pattern {
	var p Pattern
	var part strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '*':
			p.parts = append(p.parts, part.String())
			part.Reset()
		case strings.HasPrefix(text[i:], `\*`):
			i++
			part.WriteByte('*')
		default:
			part.WriteByte(text[i])
		}
	}
	return Pattern{append(p.parts, part.String())}
}

// Exactly returns the pattern that only this string matches.
func Exactly(s string) Pattern { return Pattern{[]string{s}} }

// Matches reports whether the whole string matches.
func (p Pattern) Matches(s string) bool {
	last := len(p.parts) - 1
	if last == 0 {
		return s == p.parts[0]
	}
	s, ok := strings.CutPrefix(s, p.parts[0])
	if !ok {
		return false
	}
	if s, ok = strings.CutSuffix(s, p.parts[last]); !ok {
		return false
	}
	for _, part := range p.parts[1:last] {
		// The first place is the best one: it leaves the most text for the parts after it.
		i := strings.Index(s, part)
		if i < 0 {
			return false
		}
		s = s[i+len(part):]
	}
	return true
}

// Single reports whether only one string matches.
func (p Pattern) Single() bool { return len(p.parts) == 1 }

// All reports whether every string matches.
func (p Pattern) All() bool {
	return len(p.parts) > 1 && !slices.ContainsFunc(p.parts, func(part string) bool { return part != "" })
}
