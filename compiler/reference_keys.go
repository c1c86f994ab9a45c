package compiler

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// mapping returns what `get` or `put` makes of a map.
func (r *reading) mapping(x *ast.Op) *symbol {
	key := r.term(x.Args[1])
	if x.Op == ops.Get {
		return r.get(r.term(x.Args[0]), key)
	}
	value := r.term(x.Args[2])
	return r.changedMap(r.term(x.Args[0]), key, value)
}

// keyings returns the assignments of keys of the map of one of them, with effects or
// without, and the place of that one.
func (r *reading) keyings(one *checker.Assignment, effects bool) (list []keying, at int) {
	for _, a := range r.assignments {
		// An effect is no precondition, and none of the others has to agree with it.
		if a.Key == nil || a.Var != one.Var || a.Effect && !effects {
			continue
		}
		if a.Expr == one.Expr {
			at = len(list)
		}
		t := a.Var.Type.(*types.Map)
		list = append(list, keying{r.And(r.truths(a.Guards)...), r.coerced(r.term(a.Key), t.Key), r.coerced(r.term(a.Value), t.Value)})
	}
	return list, at
}

// keys says what becomes of the maps whose keys a transition assigns.
func (r *reading) keys(m *checker.Model, t *checker.Transition) []smt.Assertion {
	some := make(map[*checker.Var]*checker.Assignment)
	for i, a := range r.assignments {
		if a.Key != nil {
			some[a.Var] = &r.assignments[i]
		}
	}
	var list []smt.Assertion
	for i, l := range r.leaves {
		if a := some[l.Var]; a != nil {
			all, _ := r.keyings(a, true)
			after := r.keyed(r.in.now[i], all)
			list = append(list, smt.Assertion{Term: r.same(r.in.next[i], after), Comment: "keys of " + l.Name() + ", " + place(m.File, t.Unit, a.Clause)})
		}
	}
	return list
}
