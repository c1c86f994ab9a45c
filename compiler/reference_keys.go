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

// keyings returns the assignments of keys of a map, up to one of them, or all if
// that is the last.
func (r *reading) keyings(last *checker.Assignment) []keying {
	var list []keying
	for _, a := range r.made {
		if a.Key == nil || a.Var != last.Var {
			continue
		}
		t := a.Var.Type.(*types.Map)
		list = append(list, keying{r.And(r.truths(a.Guards)...), r.coerced(r.term(a.Key), t.Key), r.coerced(r.term(a.Value), t.Value)})
		if a.Expr == last.Expr {
			break
		}
	}
	return list
}

// keys says what becomes of the maps whose keys a transition assigns.
func (r *reading) keys(m *checker.Model, t *checker.Transition) []smt.Assertion {
	last := make(map[*checker.Var]*checker.Assignment)
	for i, a := range r.made {
		if a.Key != nil {
			last[a.Var] = &r.made[i]
		}
	}
	var list []smt.Assertion
	for i, l := range r.leaves {
		if a := last[l.Var]; a != nil {
			after := r.keyed(r.in.now[i], r.keyings(a))
			list = append(list, smt.Assertion{Term: r.same(r.in.next[i], after), Comment: "keys of " + l.Name() + ", " + place(m.File, t.Unit, a.Clause)})
		}
	}
	return list
}
