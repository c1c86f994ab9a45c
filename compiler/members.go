package compiler

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// Quantifiers over the members of sets and the positions of lists. The walk over
// terms and the one over the syntax tree share this, too.
//
// A list has a few positions (lists.go), and a set of a finite type a few possible
// members: a quantifier is written out for each. The members of any other set are
// looked at through probes, as everywhere: forall holds if its body does for each
// probe in the set, those that come later among them (see quantify), and if it does
// not hold, a probe of its own is a member that says so. So any other value is as
// good in the set as out of it.

// A binding gives a bound name the symbol of a member.
type binding struct {
	outer *binding
	name  *checker.Bound
	value *symbol
}

// of returns what a name is bound to.
func (b *binding) of(name *checker.Bound) *symbol {
	for ; b != nil; b = b.outer {
		if b.name == name {
			return b.value
		}
	}
	panic("compiler: a name that is not bound")
}

// with binds names to what is at a position.
func (b *binding) with(names []*checker.Bound, values []*symbol) *binding {
	for i, name := range names {
		b = &binding{b, name, values[i]}
	}
	return b
}

// An item is one of the possible members of a collection, or of the positions of
// lists: what it is where in holds.
type item struct {
	in     *smt.Term
	values []*symbol
}

// A collection is what names are bound over.
type collection struct {
	defined *smt.Term
	items   []item
	open    *symbol // a set whose members are not items: see known
}

// collected returns what names are bound over, one over each symbol: a set, or
// lists of the same length.
func (e *encoder) collected(list bool, over []*symbol) collection {
	if !list {
		return e.membersOf(over[0])
	}
	c := collection{defined: e.Bool(true)}
	for _, s := range over {
		_, ok := s.typ.(*types.Array)
		c.defined = e.And(c.defined, s.defined, e.Bool(ok))
	}
	first := over[0]
	for _, s := range over[1:] {
		c.defined = e.And(c.defined, e.sameLength(first, s))
	}
	for i := range first.items {
		at := item{in: first.there[i]}
		for _, s := range over {
			// A position that not all lists have is never there in lists of one length.
			if i < len(s.items) {
				at.values = append(at.values, s.items[i])
			}
		}
		if len(at.values) == len(over) {
			c.items = append(c.items, at)
		}
	}
	return c
}

// sameLength holds where two lists have as many positions.
func (e *encoder) sameLength(x, y *symbol) *smt.Term {
	var all []*smt.Term
	for i := range max(len(x.there), len(y.there)) {
		switch {
		case i >= len(x.there):
			all = append(all, e.Not(y.there[i]))
		case i >= len(y.there):
			all = append(all, e.Not(x.there[i]))
		default:
			all = append(all, e.Eq(x.there[i], y.there[i]))
		}
	}
	return e.And(all...)
}

// membersOf returns the members of a set, each once.
func (e *encoder) membersOf(s *symbol) collection {
	array, ok := s.typ.(*types.Array)
	if !ok || s.odd == nil {
		return collection{defined: e.Bool(false)}
	}
	c := collection{defined: e.And(e.total(s), e.Not(s.odd))}
	// The element type of an empty literal may be unknown.
	if s.literal && len(s.members) == 0 {
		return c
	}
	elem := array.Elem
	s = e.columned(s, elem)
	if s.array == nil {
		values, _ := elems(elem)
		for i, v := range values {
			c.items = append(c.items, item{s.bits[i], []*symbol{e.constant(v, elem)}})
		}
		return c
	}
	// What the formula mentions then decides what can be counted (see weighs).
	e.tallies = true
	c.open = s
	return c
}

// known returns the items of a collection: of an open set, those that the formula mentions by now. They are made
// where they are counted, and not for forall and exists, which say of each member by itself what holds (see quantify).
func (e *encoder) known(c collection) []item {
	if c.open == nil {
		return c.items
	}
	var list []item
	elem := c.open.typ.(*types.Array).Elem
	for i := 0; i < len(e.probes); i++ { // member may add some
		if p := e.probes[i]; types.Identical(p.elem, elem) {
			list = append(list, item{e.first(c.open, elem, i), []*symbol{e.retyped(p.at, elem)}})
		}
	}
	return list
}

// first holds where a probe is in a set and none before it is the same.
func (e *encoder) first(s *symbol, elem types.Type, i int) *smt.Term {
	x := e.probes[i].at
	return e.And(e.isValue(x, elem), e.member(s, x), e.unlike(i))
}

// unlike holds where no probe before the i-th is the same. It says nothing of a set, so it is made once:
// the members of many sets are counted, and there may be hundreds of probes.
func (e *encoder) unlike(i int) *smt.Term {
	if p := e.probes[i]; p.unlike == nil {
		var all []*smt.Term
		for _, other := range e.probes[:i] {
			if types.Identical(other.elem, p.elem) {
				all = append(all, e.Not(e.And(e.isValue(other.at, p.elem), e.equal(other.at, p.at))))
			}
		}
		e.probes[i].unlike = e.And(all...)
	}
	return e.probes[i].unlike
}

// all holds where a body holds for each member.
func (e *encoder) all(c collection, body func([]*symbol) *smt.Term) *smt.Term {
	all := lists.Map(c.items, func(x item) *smt.Term { return e.Implies(x.in, body(x.values)) })
	return e.And(append(all, c.defined)...)
}

// counted returns for how many members a body holds.
func (e *encoder) counted(c collection, body func([]*symbol) *smt.Term) *symbol {
	// Add takes at least one operand.
	list := []*smt.Term{e.Int(0)}
	for _, x := range e.known(c) {
		list = append(list, e.Ite(e.And(x.in, body(x.values)), e.Int(1), e.Int(0)))
	}
	return &symbol{typ: types.Int, defined: c.defined, scalar: e.Add(list...)}
}

// summed adds up what a body comes to, in a type.
func (e *encoder) summed(c collection, typ types.Type, body func([]*symbol) *symbol) *symbol {
	zero := e.zero(sortOf(typ))
	list, defined := []*smt.Term{zero}, []*smt.Term{c.defined}
	for _, x := range e.known(c) {
		v := e.coerced(body(x.values), typ)
		defined = append(defined, e.Implies(x.in, v.defined))
		list = append(list, e.Ite(x.in, v.scalar, zero))
	}
	return &symbol{typ: typ, defined: e.And(defined...), scalar: e.Add(list...)}
}

// measured is length or size.
func (e *encoder) measured(op ops.Op, s *symbol) *symbol {
	if t, ok := s.typ.(*types.Map); ok {
		return e.keyCount(s, t)
	}
	c := e.collected(op == ops.Length, []*symbol{s})
	return e.counted(c, func([]*symbol) *smt.Term { return e.Bool(true) })
}

// quantified is forall or exists.
func (e *encoder) quantified(op ops.Op, c collection, body func([]*symbol) *smt.Term) *smt.Term {
	if op == ops.Exists {
		// exists is the negation of a forall, so that quantify has to know only that one.
		refuted := e.everywhere(c, func(v []*symbol) *smt.Term { return e.Not(body(v)) })
		return e.And(c.defined, e.Not(refuted))
	}
	return e.And(c.defined, e.everywhere(c, body))
}

// everywhere holds where a body holds for each member. Of a collection without a
// value it says nothing.
func (e *encoder) everywhere(c collection, body func([]*symbol) *smt.Term) *smt.Term {
	if c.open == nil {
		c.defined = e.Bool(true)
		return e.all(c, body)
	}
	elem := c.open.typ.(*types.Array).Elem
	q := &quantifier{set: c.open, elem: elem, body: body, holds: e.Var(e.name("forall"), smt.Bool)}
	e.quantifiers = append(e.quantifiers, q)
	// This is the other direction: if not all members have it, there is one that does not.
	d := e.witness("counterexample", elem)
	e.require(e.Or(q.holds, e.And(e.member(c.open, d), e.Not(body([]*symbol{d})))), "a member says that not all have it")
	return q.holds
}

// A quantifier over a set of which more members may become known.
type quantifier struct {
	set   *symbol
	elem  types.Type
	body  func([]*symbol) *smt.Term
	holds *smt.Term
	seen  int // probes that it has been said of
}

// quantify says of the elements that are known by now what quantifiers over sets
// with such members demand.
func (e *encoder) quantify() {
	// A body may mention new elements and contain quantifiers, of which the next round speaks.
	for again := true; again; {
		again = false
		for _, q := range e.quantifiers {
			for ; q.seen < len(e.probes); q.seen++ {
				p := e.probes[q.seen]
				if !types.Identical(p.elem, q.elem) {
					continue
				}
				again = true
				x := e.retyped(p.at, q.elem)
				in := e.And(e.isValue(p.at, q.elem), e.member(q.set, p.at))
				e.require(e.Implies(e.And(q.holds, in), q.body([]*symbol{x})), "each member has it")
			}
		}
	}
}
