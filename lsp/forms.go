package lsp

import (
	"slices"

	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

// A form is a list or an atom as its tokens stand in the text, well formed or
// not. The tree of package ast leaves out what it cannot make sense of; who
// types is most of the time in the middle of just that.
type form struct {
	kind       syntax.Kind // LParen for a list
	text       string      // of an atom
	start, end int         // in the file; an open list ends with the text of its piece
	open       bool        // a list without a closing parenthesis
	items      []*form
	parent     *form
	index      int // among the items of the parent
}

// head returns the word at the head of a list, or "".
func (f *form) head() string {
	if f == nil || len(f.items) == 0 || f.items[0].kind != syntax.Ident {
		return ""
	}
	return f.items[0].text
}

// item returns an item of a list, or nil.
func (f *form) item(i int) *form {
	if f == nil || i < 0 || i >= len(f.items) {
		return nil
	}
	return f.items[i]
}

// word returns the text of an item that is an identifier, or "".
func (f *form) word(i int) string {
	if g := f.item(i); g != nil && g.kind == syntax.Ident {
		return g.text
	}
	return ""
}

// list returns the item of a list that is a list with the given head, or nil.
func (f *form) list(head string) *form {
	if f == nil {
		return nil
	}
	for _, g := range f.items {
		if g.kind == syntax.LParen && g.head() == head {
			return g
		}
	}
	return nil
}

// inside reports whether an offset is between the parentheses of a list.
func (f *form) inside(offset int) bool {
	return f.start < offset && (offset < f.end || f.open)
}

// formsOf returns the forms of a piece of a file. A closing parenthesis that
// closes nothing is passed over. Pieces that were too large to be read have
// none.
func formsOf(p syntax.Piece) []*form {
	root := &form{kind: syntax.LParen, open: true}
	for at, t := root, 0; t < len(p.Tokens); t++ {
		token := p.Tokens[t]
		switch {
		case token.Kind.IsTrivia():
		case token.Kind == syntax.RParen:
			if at != root {
				at.end, at.open = p.Start+token.End, false
				at = at.parent
			}
		default:
			f := &form{kind: token.Kind, start: p.Start + token.Start, end: p.Start + token.End, parent: at, index: len(at.items)}
			at.items = append(at.items, f)
			if token.Kind == syntax.LParen {
				f.open, f.end = true, p.Start+len(p.Source.Text())
				at = f
			} else {
				f.text = p.Text(token.Start, token.End)
			}
		}
	}
	for _, f := range root.items {
		f.parent, f.index = nil, 0
	}
	return root.items
}

// walk calls do for a form and all in it, in the order of the text.
func (f *form) walk(do func(*form)) {
	do(f)
	for _, g := range f.items {
		g.walk(do)
	}
}

// A place is where the cursor stands in a file.
type place struct {
	content   *content
	offset    int
	container string // "model", "case", or "" at the top of the file
	open      int    // the piece that opens the container, or -1
	piece     int    // the piece that the cursor is in or behind
	list      *form  // the innermost form around it; nil directly in a container
	index     int    // of the item that the cursor touches, or that would be put there
	atom      *form  // the atom that the cursor touches, or nil
	comment   bool   // it is in a comment
}

// placeAt finds out where an offset is.
func placeAt(c *content, offset int) place {
	p := place{content: c, offset: offset, open: -1}
	pieces := c.tree.Tree.Pieces
	i, _ := slices.BinarySearchFunc(pieces, offset, func(p syntax.Piece, at int) int { return p.Start - at })
	i--
	p.piece = max(i, 0)
	if len(pieces) == 0 {
		return p
	}
	p.comment = inComment(pieces[p.piece], offset)
	p.enclosing(pieces)
	// A form that lacks its closing parenthesis goes on behind its last token.
	if pieces[p.piece].Kind == syntax.Gap && p.piece > 0 && pieces[p.piece-1].Kind == syntax.Unit {
		if last := formsOf(pieces[p.piece-1]); len(last) > 0 && last[len(last)-1].open {
			p.piece--
		}
	}
	if kind := pieces[p.piece].Kind; kind == syntax.Gap || kind == syntax.Close {
		return p
	}
	p.descend(formsOf(pieces[p.piece]))
	return p
}

// enclosing notes the container around the piece of the cursor.
func (p *place) enclosing(pieces []syntax.Piece) {
	for i := p.piece; i >= 0; i-- {
		switch q := pieces[i]; q.Kind {
		case syntax.Close:
			if i < p.piece || p.offset == q.Start+len(q.Source.Text()) {
				return
			}
		case syntax.Open:
			if i == p.piece && p.offset < q.Start+len(q.Source.Text()) {
				return // in its keyword or its name
			}
			if i == p.piece && len(q.Tokens) > 0 && !q.Tokens[len(q.Tokens)-1].Kind.IsTrivia() {
				return // directly behind them
			}
			p.open, p.container = i, headOf(q)
			return
		}
	}
}

// headOf returns the keyword of a piece, or "".
func headOf(p syntax.Piece) string {
	for _, t := range p.Tokens {
		if t.Kind == syntax.Ident {
			return p.Text(t.Start, t.End)
		}
		if t.Kind != syntax.LParen && !t.Kind.IsTrivia() {
			return ""
		}
	}
	return ""
}

func inComment(p syntax.Piece, offset int) bool {
	i, _ := slices.BinarySearchFunc(p.Tokens, offset-p.Start, func(t syntax.Token, at int) int { return t.End - at })
	return i < len(p.Tokens) && p.Tokens[i].Kind == syntax.Comment && p.Start+p.Tokens[i].Start < offset
}

// descend finds the innermost form around the cursor.
func (p *place) descend(forms []*form) {
	for {
		var next *form
		p.index = len(forms)
		for i, f := range forms {
			if f.kind == syntax.LParen && f.inside(p.offset) {
				next = f
			}
			if f.kind != syntax.LParen && p.touches(f) {
				p.atom, p.index = f, i
				return
			}
			if p.offset <= f.start && i < p.index {
				p.index = i
			}
		}
		if next == nil {
			return
		}
		p.list, forms = next, next.items
	}
}

// touches reports whether the cursor is in or at an atom. Behind a string one
// is out of it.
func (p *place) touches(f *form) bool {
	if f.kind == syntax.String {
		return f.start < p.offset && p.offset < f.end
	}
	return f.start <= p.offset && p.offset <= f.end && !(f.kind == syntax.OpenString && p.offset == f.start)
}

// root returns the form of the unit that the cursor is in, or nil.
func (p place) root() *form {
	f := p.list
	for f != nil && f.parent != nil {
		f = f.parent
	}
	return f
}

// siblings calls do for the head of each other unit of the container, or of
// each other form at the top of the file.
func (p place) siblings(do func(head string, piece syntax.Piece)) {
	pieces := p.content.tree.Tree.Pieces
	depth := 0
	for i := p.open + 1; i < len(pieces); i++ {
		switch q := pieces[i]; {
		case q.Kind == syntax.Close:
			if p.open >= 0 {
				return
			}
			depth--
		case q.Kind == syntax.Open:
			if p.open >= 0 {
				return
			}
			if depth <= 0 {
				do(headOf(q), q)
			}
			depth = 1
		case q.Kind == syntax.Unit && i != p.piece && depth <= 0:
			do(headOf(q), q)
		}
	}
}

// span returns the bytes of the word that the cursor touches, or the empty
// span at the cursor.
func (p place) span() source.Span {
	if p.atom == nil {
		return p.content.source.Span(p.offset, p.offset)
	}
	end := p.atom.end
	if p.atom.kind == syntax.OpenString {
		end = p.offset // what follows on the line was not meant to be in it
	}
	return p.content.source.Span(p.atom.start, end)
}
