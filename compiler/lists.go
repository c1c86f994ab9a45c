package compiler

import (
	"fmt"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A list whose positions matter has a few of them, of which the first ones are
// there, as many as the list has elements. Its set is made of these.

// positions gives a list argument its positions.
func (e *encoder) positions(s *symbol, name string, t *types.Array, schema *tool.Schema, pins []types.Value) {
	var items *tool.Schema
	if schema != nil {
		items = schema.Items
	}
	n := e.longest(schema)
	e.enough = 0 // that is known of the outermost list only
	var inner []types.Value
	for _, l := range listsIn(pins) {
		inner = append(inner, l.(types.List)...)
		n = max(n, len(l.(types.List)))
	}
	nullable := items != nil && items.Nullable
	s.there, s.items = []*smt.Term{}, []*symbol{} // there may be none
	// Lists in the elements are one level deeper.
	e.deep--
	for i := range n {
		at := fmt.Sprintf("%s [%d]", name, i)
		there := e.Var(at+" (there)", smt.Bool)
		if i > 0 {
			e.require(e.Or(e.Not(there), s.there[i-1]), at+" comes after the others")
		}
		// An element is never left out: there says whether it exists.
		item := e.part(at, t.Elem, items, false, nullable, inner)
		e.others(item, at, items, inner)
		s.there, s.items = append(s.there, there), append(s.items, item)
	}
	e.deep++
	e.gather(s, t)
}

// longest returns how many positions a list has, as far as its schema tells.
func (e *encoder) longest(schema *tool.Schema) int {
	if system.Listed(schema) != nil {
		return 0 // those that are listed have more
	}
	n, all := system.Positions(schema)
	// Checks may ask for more members than the usual number of positions.
	if !all {
		n = max(n, e.asked)
	}
	if e.enough > 0 {
		n = min(n, e.enough)
	}
	return n
}

// gather makes the set of what is at the positions of a list, where the model sees
// it as one.
func (e *encoder) gather(s *symbol, t *types.Array) {
	var odd []*smt.Term
	values, finite := elems(t.Elem)
	if !e.sets {
		values, finite = nil, true // its members are not asked for
	}
	if !finite {
		s.array = e.filled(columns(t.Elem))
	}
	any := make([][]*smt.Term, len(values))
	for i, x := range s.items {
		proper := e.proper(x)
		odd = append(odd, e.And(s.there[i], e.Not(proper)))
		in := e.And(s.there[i], proper)
		for j, v := range values {
			any[j] = append(any[j], e.And(in, e.equal(e.constant(v, t.Elem), x)))
		}
		if !finite {
			e.probe(x, t.Elem)
			s.array = e.Ite(in, e.stored(s.array, e.row(x, t.Elem), e.Bool(true)), s.array)
		}
	}
	for _, in := range any {
		s.bits = append(s.bits, e.Or(in...))
	}
	s.odd = e.Or(odd...)
}

// listIs holds where a list with positions is a JSON list, of whose elements is
// says when they are what they should be.
func (e *encoder) listIs(s *symbol, l types.List, is func(*symbol, types.Value) *smt.Term) *smt.Term {
	if len(l) > len(s.items) {
		return e.Bool(false)
	}
	all := []*smt.Term{s.defined}
	for i, there := range s.there {
		if i < len(l) {
			all = append(all, there, is(s.items[i], l[i]))
		} else {
			all = append(all, e.Not(there))
		}
	}
	return e.And(all...)
}

// positioned reads a list with positions.
func (r *reader) positioned(s *symbol, schema *tool.Schema) types.List {
	var items *tool.Schema
	if schema != nil {
		items = schema.Items
	}
	list := types.List{}
	for i, there := range s.there {
		if r.truth(there) {
			list = append(list, r.part(s.items[i], items))
		}
	}
	return list
}

// positioned wants a list to be short, and then what is at its positions to be small.
func (c *chooser) positioned(s *symbol) {
	for _, there := range s.there {
		c.rather(c.e.Not(there))
	}
	for i, x := range s.items {
		// What is at a position counts only if the position is there.
		inner := &chooser{e: c.e}
		inner.part(x)
		for _, choice := range append(inner.list, inner.late...) {
			if choice.If == nil {
				choice.If = s.there[i]
			} else {
				choice.If = c.e.And(choice.If, s.there[i])
			}
			c.list = append(c.list, choice)
		}
		c.sets = append(c.sets, inner.sets...)
	}
}
