package search

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// The order in which witnesses would rather have values is that of the solver, which settles a value
// part by part (compiler.Choice).

// before is the order of values of a type, at a place with a schema, of which checks pin some values. The
// positions of lists matter down to some depth.
func (v *values) before(t types.Type, s *tool.Schema, pins []types.Value, deep int) func(a, b types.Value) int {
	switch t := t.(type) {
	case *types.Enum:
		return func(a, b types.Value) int {
			return slices.Index(t.Names, string(a.(types.Text))) - slices.Index(t.Names, string(b.(types.Text)))
		}
	case *types.Record:
		return v.beforeRecord(t, s, pins, deep)
	case *types.Array:
		if deep > 0 {
			return v.beforeList(t, s, pins, deep)
		}
		return beforeSet(t, s, pins)
	}
	return func(a, b types.Value) int {
		switch a := a.(type) {
		case types.Boolean:
			return int(truth(bool(a)) - truth(bool(b.(types.Boolean))))
		case types.Number:
			return nearer(a, b.(types.Number))
		case types.Text:
			ranks := v.d.x.search.ranking()
			return ranks.of(string(a)) - ranks.of(string(b.(types.Text)))
		}
		return 0
	}
}

// deep returns down to which depth the positions of lists matter.
func (v *values) deep() int {
	if v.param == nil {
		return 0
	}
	return v.param.Lists - v.within
}

// beforeRecord orders records: those without other keys than their type has come first. Then it is their fields
// that count: those that lack one come first, those that have null there last.
func (v *values) beforeRecord(t *types.Record, s *tool.Schema, pins []types.Value, deep int) func(a, b types.Value) int {
	rank := func(x types.Value, ok bool) int {
		switch {
		case !ok:
			return 0
		case x == (types.Null{}):
			return 2
		}
		return 1
	}
	open := placeAmong(system.OpenRecords(pins, t, s))
	pins = slices.Concat(pins, system.Listed(s))
	fields := make([]func(a, b types.Value) int, len(t.Fields))
	for i, f := range t.Fields {
		fields[i] = v.before(f.Type, system.PropertyOf(s, f.Name), system.FieldsOf(pins, f.Name), deep)
	}
	return func(a, b types.Value) int {
		if c := open(a) - open(b); c != 0 {
			return c
		}
		for i, f := range t.Fields {
			x, hasX := a.(types.Object).Get(f.Name)
			y, hasY := b.(types.Object).Get(f.Name)
			c := rank(x, hasX) - rank(y, hasY)
			if c == 0 && rank(x, hasX) == 1 {
				c = fields[i](x, y)
			}
			if c != 0 {
				return c
			}
		}
		return 0
	}
}

// placeAmong returns a function that tells the place of a value in a list, from 1 on; 0 if it is not there.
func placeAmong(list []types.Value) func(types.Value) int {
	return func(x types.Value) int {
		return 1 + slices.IndexFunc(list, func(y types.Value) bool { return types.Equal(x, y) })
	}
}

// beforeSet is the order of lists of which the members matter, and whether they are pinned: lists that are not
// come first, and the pinned ones in their order. Then those come first that lack the first members. It says
// nothing of members of which there are many.
func beforeSet(t *types.Array, s *tool.Schema, pins []types.Value) func(a, b types.Value) int {
	pinned := placeAmong(slices.Concat(pins, system.Listed(s)))
	members, _ := finite(t.Elem)
	return func(a, b types.Value) int {
		if c := pinned(a) - pinned(b); c != 0 {
			return c
		}
		x, y := a.(types.List), b.(types.List)
		if c := odd(x, t) - odd(y, t); c != 0 {
			return c
		}
		for _, m := range members {
			if c := int(truth(types.Contains(x, m)) - truth(types.Contains(y, m))); c != 0 {
				return c
			}
		}
		return 0
	}
}

// odd is 1 for a list with a member that is no value of its type, and 0 for others.
func odd(l types.List, t *types.Array) int {
	return int(truth(slices.ContainsFunc(l, func(x types.Value) bool { return interp.Conform(x, t.Elem) == nil })))
}

// beforeList is the order of lists whose positions matter: those without a member that is no value come
// first, then the short ones, then those with the better members.
func (v *values) beforeList(t *types.Array, s *tool.Schema, pins []types.Value, deep int) func(a, b types.Value) int {
	var members []types.Value
	for _, pin := range slices.Concat(pins, system.Listed(s)) {
		if l, ok := pin.(types.List); ok {
			members = append(members, l...)
		}
	}
	before := v.before(t.Elem, system.ItemsOf(s), members, deep-1)
	isNull := func(x types.Value) int { return int(truth(x == types.Value(types.Null{}))) }
	return func(a, b types.Value) int {
		x, y := a.(types.List), b.(types.List)
		if c := odd(x, t) - odd(y, t); c != 0 {
			return c
		}
		if c := len(x) - len(y); c != 0 {
			return c
		}
		for i := range x {
			c := isNull(x[i]) - isNull(y[i])
			if c == 0 && isNull(x[i]) == 0 {
				c = before(x[i], y[i])
			}
			if c != 0 {
				return c
			}
		}
		return 0
	}
}
