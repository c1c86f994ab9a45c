package tool

import (
	"strings"
	"unicode"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
)

// A reporter collects what is wrong with one file.
type reporter struct {
	file     *source.File
	problems []diag.Diagnostic
	compared int // candidates that were held against misspelt words so far
}

// maxProblems bounds what is said about one file. Nobody reads further, and
// a hostile file could have one for every few bytes.
const maxProblems = 1000

func (r *reporter) report(p diag.Problem) {
	if len(r.problems) < maxProblems {
		r.problems = append(r.problems, diag.Of(p))
	}
}

// span returns where a node stands.
func (r *reporter) span(n *node) source.Span { return r.file.Span(n.start, n.end) }

// maxCompared bounds the work of guessing what misspelt names were meant to
// be. A file with so many of them has other problems.
const maxCompared = 1 << 18

// nearest is [spell.Nearest] of a number of candidates within that bound.
func (r *reporter) nearest(word string, count int, candidates func() []string) string {
	if r.compared += count; r.compared > maxCompared {
		return ""
	}
	return spell.Nearest(word, candidates())
}

// replace returns an edit that writes a string in the place of a node, or
// false where the node's text is not known exactly. A JSON string is a string
// of YAML too.
func (r *reporter) replace(n *node, with string) (diag.Edit, bool) {
	return diag.Edit{Span: r.span(n), New: quoted(with)}, !n.loose
}

// excerpt shortens a text that a message quotes, and keeps it on one line.
func excerpt(s string) string {
	const limit = 60
	var b strings.Builder
	n := 0
	for _, c := range s {
		if n == limit {
			b.WriteString("…")
			break
		}
		if unicode.IsControl(c) || c == '\u2028' || c == '\u2029' {
			c = unicode.ReplacementChar
		}
		b.WriteRune(c)
		n++
	}
	return b.String()
}
