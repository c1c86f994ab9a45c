package syntaxtest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// A Filling is what [Spread] puts between tokens.
type Filling int

const (
	Spaces   Filling = iota // white space without a blank line
	Blanks                  // white space
	Comments                // white space and comments
)

// Spread draws a text with the given tokens. Comments in it are all
// different.
func Spread(t *rapid.T, tokens []string, with Filling) string {
	s := spreader{t: t, with: with}
	before := "("
	for _, token := range tokens {
		s.gap(isWord(before) && isWord(token))
		s.b.WriteString(token)
		before = token
	}
	s.gap(false)
	return s.b.String()
}

// isWord reports whether a token has to be kept apart from another.
func isWord(token string) bool { return strings.IndexByte(`()"`, token[0]) < 0 }

type spreader struct {
	t        *rapid.T
	with     Filling
	b        strings.Builder
	comments int
}

var (
	spaces = []string{"", " ", "\n", "\t", "  \n    ", "\r\n", " \r "}
	blanks = []string{"\n\n", " \n \n\n\n ", "\r\n\r\n"}
	bodies = []string{"", " text", " trailing \t ", " (", ")))", ` "`, " 全角", "; more", " @manual manual.md#1", " a\rb"}
)

// gap writes what is between two tokens.
func (s *spreader) gap(apart bool) {
	choices := spaces
	if s.with >= Blanks {
		choices = append(choices[:len(choices):len(choices)], blanks...)
	}
	start := s.b.Len()
	s.pick(choices)
	for s.with == Comments && rapid.IntRange(0, 5).Draw(s.t, "comment") == 0 {
		s.comments++
		fmt.Fprintf(&s.b, ";%d", s.comments)
		s.pick(bodies)
		s.b.WriteString("\n")
		s.pick(choices)
	}
	if apart && s.b.Len() == start {
		s.b.WriteByte(' ')
	}
}

func (s *spreader) pick(choices []string) {
	s.b.WriteString(rapid.SampledFrom(choices).Draw(s.t, "trivia"))
}
