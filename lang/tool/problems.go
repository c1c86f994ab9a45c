package tool

import (
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/types"
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
func (r *reporter) replace(n *document.Node, with string) (diag.Edit, bool) {
	return diag.Edit{Span: n.At, New: quoted(with)}, !n.Loose
}

// excerpt shortens a text that a message quotes.
func excerpt(s string) string { return document.Excerpt(s) }

// quoted returns a string as JSON.
func quoted(s string) string { return types.Quote(s) }
