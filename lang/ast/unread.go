package ast

import (
	"strings"

	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

// Unread returns the words in the parts of a model that could not be read as
// declarations, and where the first of each is. A name among them may be
// declared there, so that its uses are no mistakes of their own.
func (f *File) Unread() map[string]source.Span {
	words := make(map[string]source.Span)
	add := func(fragment *syntax.Fragment) {
		for _, t := range fragment.Tokens {
			if t.Kind != syntax.Ident {
				continue
			}
			for _, w := range wordsOf(fragment.Text(t.Start, t.End)) {
				if _, ok := words[w]; !ok {
					words[w] = fragment.Source.Span(t.Start, t.End)
				}
			}
		}
	}
	for i, p := range f.Tree.Pieces {
		u := f.units[i]
		if p.Kind == syntax.Stray || p.Kind == syntax.Gap || u != nil && u.undeclared() {
			add(p.Fragment)
		}
	}
	return words
}

// undeclared reports whether a unit was meant to declare something that is not
// known.
func (u *Unit) undeclared() bool {
	switch n := u.Node.(type) {
	case *Bad:
		return true
	case *Var:
		return n.Name == nil
	case *Const:
		return n.Name == nil
	case *Definition:
		return n.Name == nil
	case *Transition:
		return n.Tool == nil
	}
	return false
}

// wordsOf returns the names that may be meant by a run of characters, such as
// `visits` by `visits:Int`.
func wordsOf(run string) []string {
	return strings.FieldsFunc(run, func(r rune) bool { return strings.ContainsRune(":,=[]{}<>'`!?$@#", r) })
}
