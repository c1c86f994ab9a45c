package compiler

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/types"
)

// A state has a symbol for each leaf, in the order of declaration.
type state []*symbol

// A scope is what an expression is read in: the state before a call, the one
// after it, which is nil outside of post, and the arguments.
type scope struct {
	now, next state
	args      []*argument
	bound     *binding // what quantifiers bind names to
}

// wholeOf returns the symbol of a variable in a state.
func (e *encoder) wholeOf(s state, v *checker.Var) *symbol {
	var leaves []*symbol
	for i, l := range e.leaves {
		if l.Var == v {
			leaves = append(leaves, s[i])
		}
	}
	whole, _ := e.assembled(v.Type, leaves)
	return whole
}

// assembled returns a symbol that has leaves, and the leaves after them.
func (e *encoder) assembled(t types.Type, leaves []*symbol) (whole *symbol, rest []*symbol) {
	r, ok := t.(*types.Record)
	if !ok {
		return leaves[0], leaves[1:]
	}
	whole = &symbol{typ: r, defined: e.Bool(true)}
	for range r.Fields {
		whole.fields = append(whole.fields, nil)
	}
	for i, f := range r.Fields {
		whole.fields[i], leaves = e.assembled(f.Type, leaves)
	}
	return whole, leaves
}

// initial returns what the case says of the initial state, leaf by leaf:
// constants in the form that leaves have, nil for a leaf that is free.
func (e *encoder) initial(sc *system.Scenario) state {
	s := make(state, len(e.leaves))
	for i, v := range sc.Initial() {
		if v != nil {
			s[i] = e.leaf(e.constant(v, e.leaves[i].Type), e.leaves[i].Type)
		}
	}
	return s
}

// startsAs says of the leaves in a state, those aside that are nil, what the case says
// of the initial state, in source order.
func (e *encoder) startsAs(sc *system.Scenario, s state) []smt.Assertion {
	var list []smt.Assertion
	for _, given := range sc.Case.Init {
		for i, l := range e.leaves {
			if l.Var != given.Var || s[i] == nil {
				continue
			}
			// The case gives some entries of the map and leaves the others open.
			if d, open := given.Value.(types.OpenDict); open {
				list = append(list, smt.Assertion{Term: e.has(s[i], d), Comment: initially(sc, l, d)})
			} else if v := types.ValueAt(given.Value, l.Path); v != nil {
				list = append(list, smt.Assertion{Term: e.equal(s[i], e.constant(v, l.Type)), Comment: initially(sc, l, v)})
			}
		}
	}
	// Hidden variables have a fixed first value, unless calls may have been made before.
	for i, l := range e.leaves {
		if l.Var.Hidden() && !sc.Case.Midway && s[i] != nil {
			list = append(list, smt.Assertion{Term: e.equal(s[i], e.constant(l.Var.First(), l.Type)), Comment: l.Name() + " is false before the first call"})
		}
	}
	return list
}

// opened says of the maps in the first state of which the case says something, and
// not all, what it says.
func (e *encoder) opened(sc *system.Scenario, s state) []smt.Assertion {
	var list []smt.Assertion
	for i, d := range sc.Opened() {
		if d != nil {
			list = append(list, smt.Assertion{Term: e.has(s[i], d), Comment: initially(sc, e.leaves[i], d)})
		}
	}
	return list
}

// leaf returns a value in the form that leaves of a type have.
func (e *encoder) leaf(s *symbol, t types.Type) *symbol {
	// A literal, also that of an undefined value, gets its bits or its array here.
	if a, ok := t.(*types.Array); ok {
		s = e.columned(s, a.Elem)
	}
	s = e.coerced(s, t)
	// Where the value does not fit, coerced returns a literal without columns.
	if m, ok := t.(*types.Map); ok {
		s = e.tabled(s, m)
	}
	return s
}

// parts returns an assigned value as the leaves of its target, each in the form
// that leaves have. The target is depth fields inside of a variable.
func (e *encoder) parts(value *symbol, leaves []int, depth int) []*symbol {
	var list []*symbol
	for _, l := range leaves {
		part := value
		for _, name := range e.leaves[l].Path[depth:] {
			part = e.field(part, name)
		}
		list = append(list, e.leaf(part, e.leaves[l].Type))
	}
	return list
}

// assigned holds where leaves have values after a call. If the whole value is
// not proper they keep their own: that it is proper is a precondition, and no
// hidden guard.
func (e *encoder) assigned(s *scope, leaves []int, values []*symbol, proper *smt.Term) *smt.Term {
	var sets, keeps []*smt.Term
	for i, l := range leaves {
		sets = append(sets, e.same(s.next[l], values[i]))
		keeps = append(keeps, e.same(s.now[l], s.next[l]))
	}
	return e.Ite(proper, e.And(sets...), e.And(keeps...))
}

// same compares two symbols of leaves of one type as they are: equal sets have
// equal terms.
func (e *encoder) same(x, y *symbol) *smt.Term {
	switch {
	case x.scalar != nil:
		return e.Eq(x.scalar, y.scalar)
	case x.array != nil:
		return e.Eq(x.array, y.array)
	}
	return e.sameBits(x, y)
}

// changes holds where the leaf that a question names, if it names one, differs
// in two states.
func (e *encoder) changes(q system.Query, now, next state) *smt.Term {
	if q.Changed == "" {
		return e.Bool(true)
	}
	for i, l := range e.leaves {
		if l.Key() == q.Changed {
			return e.Not(e.equal(now[i], next[i]))
		}
	}
	return e.Bool(false)
}
