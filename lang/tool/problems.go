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

// misread is a string of the file in whose place another one was probably meant;
// problems embed it.
type misread struct {
	at    source.Span
	near  string // what was meant, or "" where nothing is like it
	exact bool   // the text in the file is known exactly, so that an edit can replace it
}

// misreading returns what was probably meant by a string. A JSON string is a string
// of YAML too.
func misreading(n *document.Node, near string) misread { return misread{n.At, near, !n.Inexact} }

// advise gives the advice to write what was meant, and reports whether anything was.
func (m misread) advise(d *diag.Diagnostic, advice string) bool {
	switch {
	case m.near == "":
		return false
	case m.exact:
		d.Fix(advice, diag.Edit{Span: m.at, New: quoted(m.near)})
	default:
		d.Helpf("%s", advice)
	}
	return true
}

// excerpt shortens a text that a message quotes.
func excerpt(s string) string { return document.Excerpt(s) }

// quoted returns a string as JSON.
func quoted(s string) string { return types.Quote(s) }
