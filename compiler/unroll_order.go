package compiler

import (
	"fmt"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/types"
)

// Two calls next to each other commute if neither writes a leaf of the slice
// that the other reads or writes. If checks name at most one of the two tools,
// a trace with the two in the other order answers the same questions: each call sees the values that it saw, arguments included, so it breaks and
// does what it did; the calls that checks see are the same in the same order;
// the state after both is the same; and the trace has as many calls. Of the
// two orders only that of the tools in the model is therefore
// looked at. Swapping such neighbours until there are none in the wrong order
// comes to an end, as each swap leaves one pair of calls fewer that is
// against the order of the model, so every trace has an equal one that is left.
//
// A Reach question asks for a last call, which a swap changes, so it goes
// without. So does the search for the smallest answer, in which the order of
// tools counts.

// Ordered is an assumption under which neighbours that commute are in the
// order of the model, and whether a question may be asked with it: the answer
// is none only if it is without, and so it is for each length.
func (u *Unrolling) Ordered(q system.Query) (*smt.Term, bool) {
	return u.ordered, !u.alone && q.Kind != system.Reach
}

// progress says that call i, if there is one, changes something: a leaf of the
// slice, what is known of a check, or whether a call that a check speaks of has
// been made; or that it breaks a precondition, or matches a pattern of a form
// with variables. A trace with a call that does
// none of these answers the same questions without it, since all that questions
// look at is as it was before the call. So the shortest answers have no such
// calls, and as no others are shown, this holds in every question, other than
// Reach, which asks for a last call.
func (u *Unrolling) progress(i int) {
	e := u.enc
	var any []*smt.Term
	change := func(before, after []*smt.Term) {
		for k, t := range after {
			any = append(any, e.Not(e.Eq(before[k], t)))
		}
	}
	if !u.alone {
		for k, before := range u.states[i] {
			if m, ok := u.enc.leaves[k].Type.(*types.Map); u.slice.keeps[k] && ok && !isFew(m) {
				any = append(any, u.rewritesMap(i, k))
			} else if u.slice.keeps[k] && before.array != nil {
				any = append(any, u.rewrites(i, k))
			} else if u.slice.keeps[k] {
				change(before.terms(), u.states[i+1][k].terms())
			}
		}
		any = append(any, u.Broke(i))
	}
	for _, c := range u.scenario.Case.Checks {
		change(u.prefix(c, i), u.prefix(c, i+1))
		// The unrolling serves both kinds of commission.
		for _, others := range []bool{false, true} {
			q := system.Query{Kind: system.Commission, Check: c, Others: others}
			change(u.spokenOf(q, i), u.spokenOf(q, i+1))
		}
		for _, b := range u.prefixOf(c).basics {
			if b.Joins() {
				any = append(any, u.sight(i).any(b.Patterns()))
			}
		}
	}
	u.assert(e.Implies(u.steps[i].any, e.Or(any...)), fmt.Sprintf("call %d changes something", i+1))
}

// rewrites is whether call i changes a set that is an array: what is put in was
// not there before, or what is taken out was. Of other ways to change one it is
// not said that they do: that two arrays differ is more than the solver is to
// be asked for on the way.
func (u *Unrolling) rewrites(i, leaf int) *smt.Term {
	before := u.states[i][leaf].array
	return u.changes(i, leaf, func(value *symbol) *smt.Term { return u.enc.altered(value.array, before) })
}

// changes is whether a branch of call i gives a leaf a value that is another one, or
// leaves it open.
func (u *Unrolling) changes(i, leaf int, another func(value *symbol) *smt.Term) *smt.Term {
	e := u.enc
	var any []*smt.Term
	for _, b := range u.steps[i].branches {
		if o, ok := b.outcomes[leaf]; ok {
			changed := e.Bool(true)
			if o.value != nil && o.open.IsFalse() {
				changed = another(o.value)
			}
			any = append(any, e.And(b.when, changed))
		}
	}
	return e.Or(any...)
}

// altered holds where an array may differ from one that it is made of.
func (e *encoder) altered(t, before *smt.Term) *smt.Term {
	args := t.Args()
	switch {
	case t == before:
		return e.Bool(false)
	case t.Op() == smt.Ite:
		return e.choose(args[0], e.altered(args[1], before), e.altered(args[2], before))
	case t.Op() == smt.Store && scalarSort(args[2].Sort()):
		// The store changes something unless the array has this value there already.
		return e.Or(e.altered(args[0], before), e.Not(e.Eq(e.Select(before, args[1]), args[2])))
	}
	return e.Bool(true)
}

// keepOrder says of call i and the one before that they are not in the wrong
// order.
func (u *Unrolling) keepOrder(i int) {
	if i == 0 || u.last {
		return
	}
	if u.apart == nil {
		u.apart = u.slice.commuting(u.scenario)
	}
	e := u.enc
	for _, j := range u.slice.tools {
		// apart[j] are later tools that commute with tool j, and should come after it.
		wrong := lists.Map(u.apart[j], func(k int) *smt.Term { return u.steps[i-1].calls[k] })
		if len(wrong) > 0 {
			u.assert(e.Implies(e.And(u.ordered, u.steps[i].calls[j]), e.Not(e.Or(wrong...))),
				fmt.Sprintf("call %d could as well come before call %d", i+1, i))
		}
	}
}
