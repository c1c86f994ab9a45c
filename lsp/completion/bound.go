package completion

import (
	"slices"

	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/lsp/cursor"
)

// bound adds the names that quantifiers around a place bind, the outermost first:
// the collections of inner ones may speak of them.
func (s Scope) bound(p cursor.Place) Scope {
	var around []*cursor.Form
	// A binder is not in the scope of its own names: its collection is evaluated outside of it.
	inner := map[*cursor.Form]bool{}
	for f := p.List; f != nil; f = f.Parent {
		// inner holds the forms between the cursor and f. With item 1 among them, the cursor is
		// in the binder of f.
		if ops.Lookup(f.Head()).Binds() && !inner[f.Item(1)] {
			around = append(around, f)
		}
		inner[f] = true
	}
	slices.Reverse(around)
	for _, f := range around {
		s.locals = append(s.locals, s.binding(f.Item(1))...)
	}
	return s
}

// binding returns the names that a binder binds.
func (s Scope) binding(binder *cursor.Form) []local {
	if binder == nil {
		return nil
	}
	names, over := []*cursor.Form{binder.Item(0)}, []*cursor.Form{binder.Item(1)}
	if first := binder.Item(0); first != nil && len(first.Items) > 0 {
		// ((a b) (zip C D)) binds a to the members of C and b to those of D.
		names = first.Items
		over = []*cursor.Form{binder.Item(1).Item(1), binder.Item(1).Item(2)}
	}
	var list []local
	for i, name := range names {
		if name == nil || name.Text == "" || i >= len(over) {
			continue
		}
		l := local{name: name.Text}
		if a, ok := s.typeOf(over[i]).(*types.Array); ok {
			l.typ = known(a.Elem)
		}
		list = append(list, l)
	}
	return list
}
