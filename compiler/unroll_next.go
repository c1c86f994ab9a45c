package compiler

import (
	"cmp"
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/lang/types"
)

// A branch is a move under the condition that it is the one made.
type branch struct {
	when *smt.Term
	*move
}

// next returns what a leaf is after one of several moves, of which at most one
// is made, and where it may be anything. What none of them changes is the same
// symbol.
func (e *encoder) next(leaf int, now *symbol, branches []branch) (value *symbol, open *smt.Term) {
	var groups []valued
	var opens []*smt.Term
	for _, b := range branches {
		o, ok := b.outcomes[leaf]
		if !ok {
			continue
		}
		opens = append(opens, e.And(b.when, o.open))
		if o.value == nil {
			continue
		}
		i := slices.IndexFunc(groups, func(g valued) bool { return identical(g.value, o.value) })
		if i < 0 {
			i = len(groups)
			groups = append(groups, valued{value: o.value})
		}
		groups[i].when = append(groups[i].when, b.when)
	}
	// As at most one of the conditions holds, their order is free. Known truth
	// values come last, so that they are outside and need no if-then-else.
	slices.SortStableFunc(groups, func(a, b valued) int { return cmp.Compare(a.rank(), b.rank()) })
	value = now
	for _, g := range groups {
		value = e.chosen(e.Or(g.when...), g.value, value)
	}
	return value, e.Or(opens...)
}

// A valued is a value with the conditions under which it comes.
type valued struct {
	value *symbol
	when  []*smt.Term
}

func (g valued) rank() int {
	switch s := g.value.scalar; {
	case s == nil || s.Op() != smt.Truth:
		return 0
	case s.IsFalse():
		return 1
	}
	return 2
}

// variable returns a symbol of its own for a leaf. Unless its value may be
// anything, that it lies in the type follows from what it is defined as.
func (e *encoder) variable(name string, t types.Type, open bool) *symbol {
	if open {
		return e.fresh(name, t)
	}
	s := &symbol{typ: t, defined: e.Bool(true)}
	if a, ok := t.(*types.Array); ok {
		s.odd = e.Bool(false)
		e.freshSet(s, name, a)
		return s
	}
	if m, ok := t.(*types.Map); ok {
		e.mapVariable(s, name, m)
		return s
	}
	s.scalar = e.Var(name, sortOf(t))
	return s
}
