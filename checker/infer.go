package checker

import (
	"slices"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// An argument of which no schema tells the type gets it from its uses
// (grammar/spec.md, 4.10). They are collected in a pass over the sections
// that reports nothing, so that their order does not matter.

// A use is a place of an argument that wants a type.
type use struct {
	typ  types.Type
	at   source.Span
	open bool // literals alone want it, which may take on another type
}

// untold reports whether no schema tells the type of an argument. One that
// names several types does.
func (p *Param) untold() bool {
	return p.Schema == nil || len(p.Schema.Schema.Types) < 2 && SchemaType(p.Schema.Schema) == types.Invalid
}

// inferParams gives the arguments and results of the transition that have no
// type the one that their uses want.
func (t *typer) inferParams() {
	params := slices.DeleteFunc(slices.Concat(t.transition.Params, t.transition.Results), func(p *Param) bool {
		return p.Type != types.Invalid || !p.untold()
	})
	if len(params) == 0 {
		return
	}
	// The first pass collects uses alone: its findings would come twice.
	first := *t
	first.info, first.read, first.wanted = newInfo(), make(map[*Param]bool), make(map[*Param][]use)
	first.sections()
	for _, p := range params {
		if list := first.wanted[p]; len(list) > 0 {
			// The use is kept, since a conflict with it shows both places.
			t.uses[p] = decisive(list)
			p.Type = t.uses[p].typ
		}
	}
}

// decisive returns the use that tells the type: of the closed ones, or else of
// the open ones, the first, but a wider one rather than it, and an array whose elements are told rather than one of any.
func decisive(list []use) use {
	best := list[0]
	for _, u := range list[1:] {
		// An array whose element type is known says more than one of any elements.
		if vague(u.typ) != vague(best.typ) {
			if vague(best.typ) {
				best = u
			}
			continue
		}
		if best.open && !u.open || best.open == u.open && wider(u.typ, best.typ) {
			best = u
		}
	}
	return best
}

// wider reports whether a type has the values of another one and more: Real those of Int, String
// those of an enum, and arrays of the one those of arrays of the other.
func wider(t, than types.Type) bool {
	if a, ok := t.(*types.Array); ok {
		b, ok := than.(*types.Array)
		return ok && wider(a.Elem, b.Elem)
	}
	_, enum := than.(*types.Enum)
	return t == types.Real && than == types.Int || t == types.String && enum
}

// vague reports whether a type is that of arrays of any elements.
func vague(t types.Type) bool {
	a, ok := t.(*types.Array)
	return ok && a.Elem == types.Invalid
}

// inferred returns the argument that an expression is, if its uses tell its
// type.
func (t *typer) inferred(e ast.Expr) (*Param, bool) {
	p := t.paramOf(e)
	return p, p != nil && t.uses[p].typ != nil
}

// conflicts reports that an argument whose uses tell its type has another
// one where it is expected here; it returns false for all other expressions.
func (t *typer) conflicts(e ast.Expr, want types.Type) bool {
	p, ok := t.inferred(e)
	if ok {
		t.report(argumentConflict{At: t.span(e), Name: p.Name(), Want: want, First: t.uses[p].at, FirstType: p.Type})
	}
	return ok
}
