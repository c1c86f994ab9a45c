package search

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A formula is a condition as a tree of connectives over literals, by which a
// slice tells what can make the condition true.
type formula struct {
	op   ops.Op // And, Or, Not, or None for a literal
	kids []*formula
	lit  *literal
}

// A literal is what connectives combine.
type literal struct {
	holds  cond
	leaves []int // of the state before, that it reads
	term   *system.Term
	by     *builder
	part   *equality // that it is, where the term equates more than one leaf
}

func (b *builder) formula(t *system.Term) *formula {
	if t.Kind == system.Applied {
		switch t.Op {
		case ops.And, ops.Or, ops.Not:
			return &formula{op: t.Op, kids: b.formulas(t.Args)}
		case ops.Implies:
			kids := b.formulas(t.Args)
			return &formula{op: ops.Or, kids: []*formula{{op: ops.Not, kids: kids[:1]}, kids[1]}}
		}
	}
	if parts := b.equalities(t); len(parts) > 1 {
		f := &formula{op: ops.And}
		for i, q := range parts {
			f.kids = append(f.kids, &formula{lit: &literal{holds: q.holds, leaves: []int{q.leaf}, term: t, by: b, part: &parts[i]}})
		}
		return f
	}
	return &formula{lit: &literal{holds: b.cond(t), leaves: system.ReadsBefore(t), term: t, by: b}}
}

func (b *builder) formulas(list []*system.Term) []*formula {
	out := make([]*formula, len(list))
	for i, t := range list {
		out[i] = b.formula(t)
	}
	return out
}

// A wish is a literal that a question wants to be true or false.
type wish struct {
	*literal
	truth  bool
	breach bool // so that a call breaks a precondition, and none has yet
}

// wishes collects what of a formula, with the leaves in e that are known, is
// left to be wished for so that it has a truth value; decided says that nothing
// is, and whether it has.
func (f *formula) wishes(e *env, truth bool, out *[]wish) (value, decided bool) {
	switch f.op {
	case ops.None:
		if e != nil {
			e.need = -1
			if holds := f.lit.holds(e); e.need < 0 {
				return holds == truth, true
			}
		}
		*out = append(*out, wish{literal: f.lit, truth: truth})
		return false, false
	case ops.Not:
		return f.kids[0].wishes(e, !truth, out)
	}
	all := (f.op == ops.And) == truth // every operand has to have the truth value
	mark, decided := len(*out), true
	for _, k := range f.kids {
		value, known := k.wishes(e, truth, out)
		if known && value != all {
			*out = (*out)[:mark]
			return value, true
		}
		decided = decided && known
	}
	return all, decided
}

// A write is what a call may make of a leaf.
type write struct {
	place int // of the tool
	leaf  int
	kind  writeKind
	value cell // of a setting

	guards []cond // it is made only where they hold
}

type writeKind int8

const (
	anyValue writeKind = iota
	settingTo
	raising
	lowering
)

// writes lists what a transition may make of leaves.
func (b *builder) writes(r *rule, place int) []write {
	var list []write
	covered := make(map[int]int)
	for i := range r.assigns {
		a := &r.assigns[i]
		for k, l := range a.Leaves {
			covered[l]++
			if w, changes := b.write(a, k); changes {
				w.place, w.leaf, w.guards = place, l, a.guards
				list = append(list, w)
			}
		}
	}
	for _, l := range r.transition.Open {
		if slices.Contains(r.transition.Tied, l) || covered[l] < 2 {
			list = append(list, write{place: place, leaf: l})
		}
	}
	return list
}

// write says what an assignment makes of the k-th of its leaves, and whether it
// ever changes it.
func (b *builder) write(a *assignment, k int) (write, bool) {
	leaf := b.m.leaves[a.Leaves[k]]
	if len(a.Value.Reads) == 0 {
		if v := b.site.Assigned(&a.Source, interp.Environment{}); v != nil {
			if c, ok := b.tab.cellOf(types.ValueAt(v, leaf.Path[len(a.Source.Path):]), leaf.Type); ok {
				return write{kind: settingTo, value: c}, true
			}
		}
		return write{}, true
	}
	if len(a.Leaves) != 1 {
		return write{}, true
	}
	if a.Value.IsLeaf(a.Leaves[0]) {
		return write{}, false
	}
	return a.change(), true
}

// change says what an assignment makes of its leaf that computes it from what
// it was.
func (a *assignment) change() write {
	switch {
	case a.latch():
		return write{kind: settingTo, value: truth(a.Value.Op == ops.Or)}
	case a.step > 0:
		return write{kind: raising}
	case a.step < 0:
		return write{kind: lowering}
	}
	return write{}
}

// latch reports whether an assignment sets a leaf to itself or something else,
// or to itself and something else.
func (a *assignment) latch() bool {
	return (a.Value.Is(ops.Or) || a.Value.Is(ops.And)) &&
		slices.ContainsFunc(a.Value.Args, func(t *system.Term) bool { return t.IsLeaf(a.Leaves[0]) })
}

// constantInt returns the value of a constant Int other than zero.
func (b *builder) constantInt(t *system.Term) (cell, bool) {
	x := b.term(t)
	if x == nil || x.kind != integer || len(t.Reads) > 0 {
		return 0, false
	}
	c, ok := x.calc(&env{need: -1})
	return c, ok && c != 0
}

// handsOn returns the leaves whose values an assignment hands on to others. That
// a latch, x := x or y, reads what it sets does not count, and neither does
// that x := x keeps what is there, as a call does that does not write x.
func (a *assignment) handsOn() []int {
	from := slices.Clone(a.Guards)
	switch {
	case len(a.Leaves) != 1:
		return a.reads
	case a.Value.IsLeaf(a.Leaves[0]):
	case a.Value.Is(ops.Or) || a.Value.Is(ops.And):
		for _, t := range a.Value.Args {
			if !t.IsLeaf(a.Leaves[0]) {
				from = append(from, t)
			}
		}
	default:
		return a.reads
	}
	return system.ReadsBefore(from...)
}

// helps reports whether a write may make a literal what is wished for.
//
// e has the leaves that are known, and no others.
func (w *write) helps(e *env, x wish) bool {
	if !slices.Contains(x.leaves, w.leaf) {
		return false
	}
	switch w.kind {
	case settingTo:
		had := e.cells[w.leaf]
		e.cells[w.leaf], e.need = w.value, -1
		holds := x.holds(e)
		e.cells[w.leaf] = had
		return e.need >= 0 || holds == x.truth
	case raising, lowering:
		up, ok := x.direction(w.leaf)
		return !ok || up == (w.kind == raising)
	}
	return true
}

// direction says whether a wish is for a greater number in a leaf, or for a
// smaller one.
func (x wish) direction(leaf int) (up, ok bool) {
	t := x.term
	if t.Kind != system.Applied || t.Op.Family() != ops.Order || len(t.Args) != 2 {
		return false, false
	}
	up = t.Op == ops.Greater || t.Op == ops.GreaterEqual
	reads := func(t *system.Term) bool {
		return slices.Contains(t.Reads, system.Read{Kind: system.Before, Index: leaf})
	}
	switch a, b := t.Args[0], t.Args[1]; {
	case a.IsLeaf(leaf) && !reads(b):
	case b.IsLeaf(leaf) && !reads(a):
		up = !up
	default:
		return false, false
	}
	return up == x.truth, true
}
