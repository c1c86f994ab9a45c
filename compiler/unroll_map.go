package compiler

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/lang/types"
)

// columnsAfter returns a map whose columns are some terms: what a call does not
// change keeps its term, and what it does has a constant of its own.
func (u *Unrolling) columnsAfter(name string, before, value *symbol) *symbol {
	out := *value
	out.bits = slices.Clone(value.bits)
	for i, t := range value.bits {
		what := fmt.Sprintf("%s (%d)", name, i)
		switch {
		case t == before.bits[i]:
		case t.Sort() == smt.Bool:
			out.bits[i] = u.define(t, what)
		default:
			if one := u.counted(what, &symbol{scalar: t}); one != nil {
				out.bits[i] = one.scalar
				continue
			}
			out.bits[i] = u.enc.Var(what, t.Sort())
			u.assert(u.enc.Eq(out.bits[i], t), "what becomes of "+what)
		}
	}
	return &out
}

// enumerateMap makes the names of enums in a map of few keys numbers of few values.
func (u *Unrolling) enumerateMap(s *symbol, t *types.Map, what string) {
	keys, few := fewKeys(t)
	if !few || s.literal {
		return
	}
	width := len(s.bits) / len(keys)
	for i, k := range keys {
		u.enumerate(u.enc.celled(s.bits[i*width+1:(i+1)*width], t.Value), what+" at "+k.String())
	}
}

// rewritesMap is whether call i changes a map of many keys: whether a key that it
// gives a value has another one before, or none. Of other ways to change one it is
// not said that they do.
func (u *Unrolling) rewritesMap(i, leaf int) *smt.Term {
	before := u.states[i][leaf]
	return u.changes(i, leaf, func(value *symbol) *smt.Term {
		changed := u.enc.Bool(false)
		for n, t := range value.bits {
			changed = u.enc.Or(changed, u.enc.altered(t, before.bits[n]))
		}
		return changed
	})
}
