package modeltest

import (
	"fmt"

	"github.com/mantrac/mantrac/lang/types"
)

// drawMapTypes draws the types of variables that are maps. Values are of the
// types that the project has, so that what maps hold meets all else.
func (g *generator) drawMapTypes() {
	if g.tiny() {
		key := &types.Enum{Names: g.enums[0].(*types.Enum).Names[:2]}
		g.maps = []types.Type{&types.Map{Key: key, Value: pick(g.drawer, append([]types.Type{types.Bool}, g.enums...))}}
		return
	}
	keys := append([]types.Type{types.String, types.Int}, g.enums...)
	for range g.between(1, 2) {
		g.maps = append(g.maps, &types.Map{Key: pick(g.drawer, keys), Value: pick(g.drawer, g.types)})
	}
}

// varTypes are the types of variables; a third are maps where there are any.
func (g *generator) varTypes() []types.Type {
	list := g.types
	for i := 0; len(g.maps) > 0 && 2*i < len(g.types); i++ {
		list = append(list[:len(list):len(list)], g.maps[i%len(g.maps)])
	}
	return list
}

// entries returns terms for the values of some keys of a map, whose name is text. Keys
// are few, so that they meet.
func (s *scope) entries(m *types.Map, text string) []term {
	var list []term
	for range s.between(1, 2) {
		key := s.leaf(m.Key)
		list = append(list, term{text: fmt.Sprintf("(get %s %s)", text, key), typ: m.Value, get: true})
	}
	return list
}

// mapExpr draws an expression that is a map.
func (s *scope) mapExpr(t *types.Map, depth int) string {
	literal := func() string { return s.source(s.value(t, s.from), t) }
	some := func() string {
		if list := s.typed(t); len(list) > 0 {
			return pick(s.drawer, list).text
		}
		return literal()
	}
	if depth <= 0 {
		return some()
	}
	inner := func() string { return s.mapExpr(t, depth-1) }
	return s.choose(choice{3, some}, choice{1, literal},
		choice{3, func() string {
			return fmt.Sprintf("(put %s %s %s)", inner(), s.expr(t.Key, depth-1), s.expr(t.Value, depth-1))
		}},
		choice{2, func() string { return fmt.Sprintf("(remove %s %s)", inner(), s.expr(t.Key, depth-1)) }},
		choice{1, func() string {
			return fmt.Sprintf("(map (%s %s))", s.expr(t.Key, depth-1), s.expr(t.Value, depth-1))
		}})
}

// keyedTargets returns the targets of a transition in a map variable: some of its
// keys or, seldom, the whole map. No transition assigns both.
func (p *poster) keyedTargets(v decl) []target {
	m := v.typ.(*types.Map)
	if p.oneIn(4) {
		return []target{{v.name, term{text: "(next " + v.name + ")", typ: m, next: true}, term{text: v.name, typ: m}}}
	}
	var list []target
	for range p.between(1, 2) {
		key := p.leaf(m.Key)
		list = append(list, target{v.name,
			term{text: fmt.Sprintf("(get (next %s) %s)", v.name, key), typ: m.Value, next: true, get: true},
			term{text: fmt.Sprintf("(get %s %s)", v.name, key), typ: m.Value, get: true}})
	}
	return list
}
