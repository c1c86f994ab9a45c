package format

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/syntax"
)

// A node is an atom or a list, with the comments around it.
type node struct {
	text  string // of an atom
	list  bool
	items []*node // of a list

	before []comment // above it, on lines of their own
	blank  bool      // a blank line is directly above it
	after  string    // the comment after it on its line, or ""
	open   string    // of a list: the comment after its opening parenthesis
	end    []comment // of a list: above its closing parenthesis

	style *style // of a list
	pad   int    // of the name of a check: spaces after it beyond the one
	width int    // on one line, without pad, or never
}

// A comment on a line of its own.
type comment struct {
	text  string
	blank bool // a blank line is above it
}

// head returns the word at the head of a list, or "".
func (n *node) head() string {
	if len(n.items) == 0 {
		return ""
	}
	return n.items[0].text
}

// header returns the items that stay on the line of the parenthesis, and the
// others. It does not depend on comments, which move.
func (n *node) header() (header, rest []*node) {
	k := min(n.style.header, len(n.items))
	if n.style.owned && k < len(n.items) && n.items[k].head() == keywords.By.String() && n.items[k].simple() {
		k++
	}
	return n.items[:k], n.items[k:]
}

// simple reports whether all the items of a list are atoms.
func (n *node) simple() bool {
	return !slices.ContainsFunc(n.items, func(i *node) bool { return i.list })
}

// A reader makes nodes of the tokens of a well-formed file.
type reader struct {
	pieces []syntax.Piece
	piece  int // the next token is the tokenth of this piece
	token  int
}

// read returns the forms of a file as the items of one list.
func read(t *syntax.Tree) *node {
	root := &node{list: true}
	r := &reader{pieces: t.Pieces}
	r.items(root, 1) // a comment at the start of a file is on a line of its own
	return root
}

// next returns the next token and its text, or false at the end.
func (r *reader) next() (syntax.Kind, string, bool) {
	for r.piece < len(r.pieces) {
		p := r.pieces[r.piece]
		if r.token < len(p.Tokens) {
			t := p.Tokens[r.token]
			r.token++
			return t.Kind, p.Text(t.Start, t.End), true
		}
		r.piece, r.token = r.piece+1, 0
	}
	return 0, "", false
}

// items reads the items of a list up to its closing parenthesis, or to the
// end of the file. Breaks is the number of line breaks since the last token.
func (r *reader) items(list *node, breaks int) {
	trailed := &list.open // where a comment on the same line belongs
	for {
		kind, text, ok := r.next()
		switch {
		case !ok || kind == syntax.RParen:
			return
		case kind == syntax.Space:
			breaks += strings.Count(text, "\n")
			continue
		case kind == syntax.Comment:
			text = trim(text)
			if breaks == 0 {
				*trailed = text
			} else {
				list.end = append(list.end, comment{text, breaks > 1})
			}
		default:
			// The comments that came since the last item are above this one.
			n := &node{text: text, before: list.end, blank: breaks > 1}
			list.end = nil
			if kind == syntax.LParen {
				n.text, n.list = "", true
				r.items(n, 0)
			}
			list.items = append(list.items, n)
			trailed = &n.after
		}
		breaks = 0
	}
}

// trim removes the white space at the end of a comment.
func trim(comment string) string { return strings.TrimRight(comment, " \t\r") }
