package cursor

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// A Form is a list or an atom with its tokens in source order, well formed or
// not. The tree of package ast leaves out what it cannot make sense of; who
// types is most of the time in the middle of just that.
type Form struct {
	Kind       syntax.Kind // LParen for a list
	Text       string      // of an atom
	Start, End int         // in the file; an open list ends with the text of its piece
	Open       bool        // a list without a closing parenthesis
	Items      []*Form
	Parent     *Form
	Index      int // among the items of the parent
}

// Head returns the word at the head of a list, or "".
func (f *Form) Head() string {
	if f == nil || len(f.Items) == 0 || f.Items[0].Kind != syntax.Ident {
		return ""
	}
	return f.Items[0].Text
}

// Item returns an item of a list, or nil.
func (f *Form) Item(i int) *Form {
	if f == nil || i < 0 || i >= len(f.Items) {
		return nil
	}
	return f.Items[i]
}

// Word returns the text of an item that is an identifier, or "".
func (f *Form) Word(i int) string {
	if g := f.Item(i); g != nil && g.Kind == syntax.Ident {
		return g.Text
	}
	return ""
}

// List returns the item of a list that is a list with the given head, or nil.
func (f *Form) List(head string) *Form {
	if f == nil {
		return nil
	}
	return lists.Find(f.Items, func(g *Form) bool { return g.Kind == syntax.LParen && g.Head() == head })
}

// inside reports whether an offset is between the parentheses of a list.
func (f *Form) inside(offset int) bool {
	return f.Start < offset && (offset < f.End || f.Open)
}

// FormsOf returns the forms of a piece of a file. A closing parenthesis that
// closes nothing is passed over. Pieces that were too large to be read have
// none.
func FormsOf(p syntax.Piece) []*Form {
	// The root is artificial. It collects the top forms and is never closed.
	root := &Form{Kind: syntax.LParen, Open: true}
	for at, t := root, 0; t < len(p.Tokens); t++ {
		token := p.Tokens[t]
		switch {
		case token.Kind.IsTrivia():
		case token.Kind == syntax.RParen:
			if at != root {
				at.End, at.Open = p.Start+token.End, false
				at = at.Parent
			}
		default:
			f := &Form{Kind: token.Kind, Start: p.Start + token.Start, End: p.Start + token.End, Parent: at, Index: len(at.Items)}
			at.Items = append(at.Items, f)
			if token.Kind == syntax.LParen {
				// The list ends with its piece until its closing parenthesis is found.
				f.Open, f.End = true, p.Start+len(p.Source.Text())
				at = f
			} else {
				f.Text = p.Text(token.Start, token.End)
			}
		}
	}
	// The artificial root is not visible to callers.
	for _, f := range root.Items {
		f.Parent, f.Index = nil, 0
	}
	return root.Items
}

// Walk calls do for a form and all in it, in the order of the text.
func (f *Form) Walk(do func(*Form)) {
	do(f)
	for _, g := range f.Items {
		g.Walk(do)
	}
}

// A Place is the position of the cursor in a file.
type Place struct {
	Content   *snapshot.Content
	Offset    int
	Container string // "model", "case", or "" at the top of the file
	Open      int    // the piece that opens the container, or -1
	piece     int    // the piece that the cursor is in or after
	List      *Form  // the innermost form around it; nil directly in a container
	Index     int    // of the item that the cursor touches, or that would be put there
	Atom      *Form  // the atom that the cursor touches, or nil
	Comment   bool   // it is in a comment
}

// PlaceAt finds out where an offset is.
func PlaceAt(c *snapshot.Content, offset int) Place {
	p := Place{Content: c, Offset: offset, Open: -1}
	pieces := c.Tree.Tree.Pieces
	i, _ := slices.BinarySearchFunc(pieces, offset, func(p syntax.Piece, at int) int { return p.Start - at })
	// The piece that starts before the offset. A cursor at the border of two pieces is in the first.
	i--
	p.piece = max(i, 0)
	if len(pieces) == 0 {
		return p
	}
	p.Comment = inComment(pieces[p.piece], offset)
	p.enclosing(pieces)
	// A form that lacks its closing parenthesis goes on after its last token.
	if pieces[p.piece].Kind == syntax.Gap && p.piece > 0 && pieces[p.piece-1].Kind == syntax.Unit {
		if last := FormsOf(pieces[p.piece-1]); len(last) > 0 && last[len(last)-1].Open {
			p.piece--
		}
	}
	// Neither white space nor the end of a container has forms to descend into.
	if kind := pieces[p.piece].Kind; kind == syntax.Gap || kind == syntax.Close {
		return p
	}
	p.descend(FormsOf(pieces[p.piece]))
	return p
}

// enclosing notes the container around the piece of the cursor.
func (p *Place) enclosing(pieces []syntax.Piece) {
	// Containers do not nest, so the nearest opening or closing piece decides.
	for i := p.piece; i >= 0; i-- {
		switch q := pieces[i]; q.Kind {
		case syntax.Close:
			if i < p.piece || p.Offset == q.Start+len(q.Source.Text()) {
				// The container is closed before the cursor.
				return
			}
		case syntax.Open:
			if i == p.piece && p.Offset < q.Start+len(q.Source.Text()) {
				return // in its keyword or its name
			}
			if i == p.piece && len(q.Tokens) > 0 && !q.Tokens[len(q.Tokens)-1].Kind.IsTrivia() {
				return // directly after them
			}
			p.Open, p.Container = i, HeadOf(q)
			return
		}
	}
}

// HeadOf returns the keyword of a piece, or "".
func HeadOf(p syntax.Piece) string {
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
	// The first token that ends at or after the offset.
	i, _ := slices.BinarySearchFunc(p.Tokens, offset-p.Start, func(t syntax.Token, at int) int { return t.End - at })
	return i < len(p.Tokens) && p.Tokens[i].Kind == syntax.Comment && p.Start+p.Tokens[i].Start < offset
}

// descend finds the innermost form around the cursor.
func (p *Place) descend(forms []*Form) {
	for {
		var next *Form
		// If no item begins after the cursor, a new item goes to the end of the list.
		p.Index = len(forms)
		for i, f := range forms {
			if f.Kind == syntax.LParen && f.inside(p.Offset) {
				next = f
			}
			if f.Kind != syntax.LParen && p.touches(f) {
				p.Atom, p.Index = f, i
				return
			}
			// The first item after the cursor is the one that a new item precedes.
			if p.Offset <= f.Start && i < p.Index {
				p.Index = i
			}
		}
		if next == nil {
			return
		}
		p.List, forms = next, next.Items
	}
}

// touches reports whether the cursor is in or at an atom. After a string one
// is out of it.
func (p *Place) touches(f *Form) bool {
	if f.Kind == syntax.String {
		return f.Start < p.Offset && p.Offset < f.End
	}
	// The end counts as well, because a word is being typed there.
	return f.Start <= p.Offset && p.Offset <= f.End && !(f.Kind == syntax.OpenString && p.Offset == f.Start)
}

// Root returns the form of the unit that the cursor is in, or nil.
func (p Place) Root() *Form {
	f := p.List
	for f != nil && f.Parent != nil {
		f = f.Parent
	}
	return f
}

// Fragment returns the fragment of the piece that the cursor is in.
func (p Place) Fragment() *syntax.Fragment { return p.Content.Tree.Tree.Pieces[p.piece].Fragment }

// Siblings calls do for the head of each other unit of the container, or of
// each other form at the top of the file.
func (p Place) Siblings(do func(head string, piece syntax.Piece)) {
	pieces := p.Content.Tree.Tree.Pieces
	depth := 0
	// Open is -1 at the top of the file. Then depth tells whether a piece is in a container.
	for i := p.Open + 1; i < len(pieces); i++ {
		switch q := pieces[i]; {
		case q.Kind == syntax.Close:
			if p.Open >= 0 {
				return
			}
			depth--
		case q.Kind == syntax.Open:
			if p.Open >= 0 {
				return
			}
			if depth <= 0 {
				do(HeadOf(q), q)
			}
			// A container left open ends where the next one opens, so depth never exceeds 1.
			depth = 1
		case q.Kind == syntax.Unit && i != p.piece && depth <= 0:
			do(HeadOf(q), q)
		}
	}
}

// Span returns the bytes of the word that the cursor touches, or the empty
// span at the cursor.
func (p Place) Span() source.Span {
	if p.Atom == nil {
		return p.Content.Source.Span(p.Offset, p.Offset)
	}
	end := p.Atom.End
	if p.Atom.Kind == syntax.OpenString {
		end = p.Offset // what follows on the line was not meant to be in it
	}
	return p.Content.Source.Span(p.Atom.Start, end)
}
