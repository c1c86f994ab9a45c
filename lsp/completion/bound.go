package completion

import (
	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/lsp/cursor"
)

// boundNames adds the names that quantifiers around the place bind.
func (g *gatherer) boundNames() {
	for f := g.place.List; f != nil; f = f.Parent {
		binder := f.Item(1)
		if !ops.Lookup(f.Head()).Binds() || binder == nil || g.within(binder) {
			continue
		}
		names, over := []*cursor.Form{binder.Item(0)}, []*cursor.Form{binder.Item(1)}
		if first := binder.Item(0); first != nil && len(first.Items) > 0 {
			names = first.Items
			over = []*cursor.Form{binder.Item(1).Item(1), binder.Item(1).Item(2)}
		}
		for i, name := range names {
			if name == nil || i >= len(over) {
				continue
			}
			var typ types.Type
			if a, ok := g.scope.typeOf(over[i]).(*types.Array); ok {
				typ = known(a.Elem)
			}
			g.add(candidate{label: name.Text, text: new(Snippet).Add(name.Text).String(), kind: protocol.CompletionItemKindVariable,
				detail: typeText(typ), rank: rankedArgument(typ, g.expected.typ)})
		}
	}
}

// within reports whether the place is in a form.
func (g *gatherer) within(f *cursor.Form) bool {
	for list := g.place.List; list != nil; list = list.Parent {
		if list == f {
			return true
		}
	}
	return false
}
