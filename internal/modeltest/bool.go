package modeltest

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// boolean draws an expression of type Bool.
func (s *scope) boolean(depth int) string {
	if depth < 0 {
		return s.leaf(types.Bool)
	}
	atoms := []choice{
		{3, func() string { return s.leaf(types.Bool) }},
		{5, func() string { return s.equality(depth) }},
		{2, func() string { return s.comparison(depth) }},
		{3, func() string { return s.contains(depth) }},
		{1, func() string { return s.like(depth) }},
	}
	if s.members {
		atoms = append(atoms, choice{8, func() string { return s.quantified(depth) }})
	}
	if s.answers {
		atoms = append(atoms, choice{2, s.seen})
	}
	// Connectives need a level below them.
	if depth == 0 {
		return s.choose(atoms...)
	}
	inner := func() string { return s.boolean(depth - 1) }
	return s.choose(append(atoms,
		choice{2, func() string { return "(not " + inner() + ")" }},
		choice{2, func() string { return "(and" + s.operands(types.Bool, 1, 3, depth-1) + ")" }},
		choice{2, func() string { return "(or" + s.operands(types.Bool, 1, 3, depth-1) + ")" }},
		choice{1, func() string { return "(if " + inner() + " " + inner() + " " + inner() + ")" }},
		choice{1, func() string { return "(=> " + inner() + " " + inner() + ")" }})...)
}

// equality draws an equality of a term with expressions of its type.
func (s *scope) equality(depth int) string {
	if len(s.terms) == 0 {
		return s.leaf(types.Bool)
	}
	return s.equal(pick(s.drawer, s.terms), depth)
}

// equal draws an equality of the term given.
func (s *scope) equal(x term, depth int) string {
	t := x.typ
	if t == types.Int && s.oneIn(4) {
		t = types.Real // an Int beside a Real
	}
	list := []string{x.text}
	for range s.between(1, 2) {
		list = append(list, s.other(x.text, t, depth-1))
	}
	return "(= " + strings.Join(shuffle(s.drawer, list), " ") + ")"
}

// orders are the comparisons of numbers by their order.
var orders = slices.DeleteFunc(ops.All(), func(o ops.Op) bool { return o.Family() != ops.Order })

// like draws a question what a string, or a name of an enum, is like.
func (s *scope) like(depth int) string {
	list := s.of(func(x term) bool { _, enum := x.typ.(*types.Enum); return enum || x.typ == types.String })
	if len(list) == 0 {
		return s.comparison(depth)
	}
	pattern := pick(s.drawer, []string{"a*", "*b*", "*", "*c", "q*é", "z*"})
	return "(like " + s.expr(pick(s.drawer, list).typ, depth-1) + " " + types.Quote(pattern) + ")"
}

func (s *scope) comparison(depth int) string {
	t := pick(s.drawer, []types.Type{types.Int, types.Real})
	op := pick(s.drawer, orders).String()
	return "(" + op + s.operands(t, 2, 3, depth) + ")"
}

func (s *scope) contains(depth int) string {
	sets := s.of(func(x term) bool {
		_, set := x.typ.(*types.Array)
		_, keyed := x.typ.(*types.Map)
		return set || keyed
	})
	if len(sets) == 0 || s.oneIn(4) {
		return s.among(depth)
	}
	x := pick(s.drawer, sets)
	if m, ok := x.typ.(*types.Map); ok {
		return "(contains " + s.mapExpr(m, depth-1) + " " + s.expr(m.Key, depth-1) + ")"
	}
	t := x.typ.(*types.Array)
	set := x.text
	if depth > 0 && s.oneIn(3) {
		set = "(" + pick(s.drawer, []string{"insert ", "remove "}) + set + " " + s.expr(t.Elem, depth-1) + ")"
	}
	return "(contains " + set + " " + s.expr(t.Elem, depth-1) + ")"
}

// among tests a term for membership in a set that is written out.
func (s *scope) among(depth int) string {
	if len(s.terms) == 0 {
		return s.leaf(types.Bool)
	}
	x := pick(s.drawer, s.terms)
	if _, ok := x.typ.(*types.Map); ok {
		return s.equal(x, depth)
	}
	return "(contains (array" + s.operands(x.typ, 1, 3, -1) + ") " + x.text + ")"
}
