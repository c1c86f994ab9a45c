package format

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

// guard returns an error unless the layout out says what the file f says,
// and is the layout of itself. It shares nothing with the printer but the
// order of the parts of a case.
func guard(f *ast.File, out string) error {
	if out == f.Tree.File.Text() {
		return nil // it is the layout of itself
	}
	if len(out) > syntax.MaxSize {
		return &Refused{At: f.Tree.File.Span(0, 0), Why: "its layout would be larger than a file may be"}
	}
	again := ast.Parse(source.NewFile(f.Tree.File.Name(), out), f.Kind, f)
	was, is := contentOf(f.Tree), contentOf(again.Tree)
	if i := difference(was.tokens, is.tokens); i >= 0 {
		return refused(f, was.tokens, i, "its layout would not have the same tokens")
	}
	if i := difference(was.comments, is.comments); i >= 0 {
		return refused(f, was.comments, i, "its layout would not have the same comments")
	}
	if len(newInvalid(again).Faults) > 0 {
		return refused(f, was.tokens, is.tokensBefore(newInvalid(again).Faults[0].Primary.Start), "its layout would have errors")
	}
	if twice := layout(again); twice != out {
		return refused(f, was.tokens, is.tokensBefore(firstDifference(out, twice)), "its layout would not be stable")
	}
	return nil
}

// A lexeme is a token or a comment that has to be kept.
type lexeme struct {
	text string
	at   int // offset in the file
}

// content is what a file, or a stretch of it, holds besides white space.
type content struct {
	tokens, comments []lexeme
	rank             int // of the part of a case that it belongs to
}

// contentOf returns the content of a file, with the parts of each case in
// their order. A comment on the line on which a part ends belongs to that
// part, other comments to the part below them, if there is one.
func contentOf(t *syntax.Tree) *content {
	var all, above content
	var parts []content
	inCase := false
	for _, p := range t.Pieces {
		switch {
		case inCase && p.Kind == syntax.Gap:
			n := lineOf(p)
			last := &all
			if len(parts) > 0 {
				last = &parts[len(parts)-1]
			}
			last.add(p, p.Tokens[:n])
			above.add(p, p.Tokens[n:])
		case inCase && p.Kind == syntax.Unit:
			above.add(p, p.Tokens)
			above.rank = slices.Index(scenario.order, p.Head(p.Form()))
			parts, above = append(parts, above), content{}
		default:
			// Parts of a case are compared in the order that the formatter gives them.
			slices.SortStableFunc(parts, func(a, b content) int { return a.rank - b.rank })
			all.join(append(parts, above)...)
			parts, above = nil, content{}
			all.add(p, p.Tokens)
			inCase = p.Kind == syntax.Open && opensCase(p)
		}
	}
	return &all
}

// lineOf returns how many tokens of a gap are on the line that it starts in.
func lineOf(gap syntax.Piece) int {
	for i, t := range gap.Tokens {
		if strings.Contains(gap.Text(t.Start, t.End), "\n") {
			return i
		}
	}
	return len(gap.Tokens)
}

// opensCase reports whether the opening of a container is that of a case.
func opensCase(p syntax.Piece) bool {
	for _, t := range p.Tokens {
		if t.Kind == syntax.Ident {
			return p.Text(t.Start, t.End) == "case"
		}
	}
	return false
}

func (c *content) add(p syntax.Piece, tokens []syntax.Token) {
	for _, t := range tokens {
		switch l := (lexeme{p.Text(t.Start, t.End), p.Start + t.Start}); t.Kind {
		case syntax.Space:
		case syntax.Comment:
			l.text = trim(l.text)
			c.comments = append(c.comments, l)
		default:
			c.tokens = append(c.tokens, l)
		}
	}
}

func (c *content) join(others ...content) {
	for _, o := range others {
		c.tokens = append(c.tokens, o.tokens...)
		c.comments = append(c.comments, o.comments...)
	}
}

// tokensBefore returns the number of tokens that start before an offset.
func (c *content) tokensBefore(offset int) int {
	n, _ := slices.BinarySearchFunc(c.tokens, offset, func(l lexeme, at int) int { return l.at - at })
	return n
}

// difference returns the index of the first lexeme in which two lists
// differ, or -1.
func difference(a, b []lexeme) int {
	for i := range min(len(a), len(b)) {
		if a[i].text != b[i].text {
			return i
		}
	}
	if len(a) != len(b) {
		return min(len(a), len(b))
	}
	return -1
}

// firstDifference returns the offset of the first byte in which two texts
// differ.
func firstDifference(a, b string) int {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return i
}

// refused returns the error that points at the i-th lexeme of a file, or at
// the end of the file.
func refused(f *ast.File, list []lexeme, i int, why string) *Refused {
	file := f.Tree.File
	at := file.Span(len(file.Text()), len(file.Text()))
	if i < len(list) {
		at = file.Span(list[i].at, list[i].at+len(list[i].text))
	}
	return &Refused{At: at, Why: why}
}
