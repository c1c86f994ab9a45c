package interp

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/types"
)

// Keyed computes what assignments of keys, all those that a transition makes of one
// map, make of it: its next value.
func (p *Site) Keyed(list []checker.Assignment, m Environment) types.Value {
	r := &rule{assignments: list}
	return r.keyedMaps(p.scope(m))[list[0].Var]
}

// Assignable reports whether one of all the assignments of keys of a map can be made,
// if its guards hold: key and value are defined and of their types, and no other one
// that looks at no answer gives the key another value.
func (p *Site) Assignable(list []checker.Assignment, i int, m Environment) bool {
	r := &rule{assignments: list}
	_, broken := brokenKeys(withoutEffects(r.keyed(p.scope(m))))[list[i].Expr]
	return !broken
}
