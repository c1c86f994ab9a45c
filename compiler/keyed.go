package compiler

import (
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/types"
)

// A keying is an assignment of one key of a map: where it is to be made, and
// what key has what value then, in the types of the map.
type keying struct {
	guard      *smt.Term
	key, value *symbol
}

// properKeying holds where key and value of an assignment can be in the map.
func (e *encoder) properKeying(k keying) *smt.Term {
	return e.And(e.total(k.key), e.proper(k.value))
}

// meet holds where two assignments give one key different values.
func (e *encoder) meet(x, y keying) *smt.Term {
	// An assignment that cannot be made contradicts no other one.
	can := e.And(x.guard, e.properKeying(x), y.guard, e.properKeying(y), e.Eq(x.key.scalar, y.key.scalar))
	if can.IsFalse() {
		return can
	}
	return e.And(can, e.Not(e.equal(x.value, y.value)))
}

// keyable holds where one of the assignments of keys of a map can be made, if it is
// to be: no other gives its key another value.
func (e *encoder) keyable(list []keying, i int) *smt.Term {
	return e.Implies(list[i].guard, e.made(list, i))
}

// made holds where an assignment of a key, which is to be made, can be.
func (e *encoder) made(list []keying, i int) *smt.Term {
	all := []*smt.Term{e.properKeying(list[i])}
	for j, y := range list {
		if i != j {
			all = append(all, e.Not(e.meet(list[i], y)))
		}
	}
	return e.And(all...)
}

// keyed returns a map after all assignments of its keys. A key to which they do
// not give one value is as it was.
func (e *encoder) keyed(m *symbol, list []keying) *symbol {
	t := m.typ.(*types.Map)
	out := *m
	for i, x := range list {
		e.probeKey(x.key, t)
		made := e.And(x.guard, e.made(list, i))
		after := e.put(&out, t, x.key.scalar, e.Bool(true), e.cells(x.value, t.Value))
		for n, had := range out.bits {
			after[n] = e.choose(made, after[n], had)
		}
		out.bits = after
	}
	return &out
}

// keyings returns assignments of keys of one map.
func (e *encoder) keyings(s *scope, list []*system.Assignment) []keying {
	var out []keying
	for _, a := range list {
		t := a.Source.Var.Type.(*types.Map)
		out = append(out, keying{e.And(e.truths(s, a.Guards)...), e.coerced(e.term(s, a.Key), t.Key), e.coerced(e.term(s, a.Value), t.Value)})
	}
	return out
}

// afterKeys says what becomes of the maps whose keys are assigned.
func (e *encoder) afterKeys(s *scope, t *system.Transition) []*smt.Term {
	var list []*smt.Term
	for _, a := range t.Assignments {
		if a.Key == nil {
			continue
		}
		// The first of the assignments to keys of a map speaks for all of them.
		if all := t.Keyed(a.Leaves[0]); all[0] == a {
			l := a.Leaves[0]
			list = append(list, e.same(s.next[l], e.keyed(s.now[l], e.keyings(s, all))))
		}
	}
	return list
}
