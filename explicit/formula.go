package explicit

import (
	"github.com/mantrac/mantrac/lang/types"
	"slices"

	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
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
	expr   ast.Expr
	maker  *maker
	part   *equality // that it is, where expr equates more than one leaf
}

func (b *maker) formula(e ast.Expr) *formula {
	op, ok := e.(*ast.Op)
	if !ok {
		return b.literal(e)
	}
	switch op.Op {
	case ops.And, ops.Or, ops.Not:
		return &formula{op: op.Op, kids: b.formulas(op.Args)}
	case ops.Implies:
		kids := b.formulas(op.Args)
		return &formula{op: ops.Or, kids: []*formula{{op: ops.Not, kids: kids[:1]}, kids[1]}}
	}
	if parts := b.equalities(op); len(parts) > 1 {
		f := &formula{op: ops.And}
		for i, q := range parts {
			f.kids = append(f.kids, &formula{lit: &literal{holds: q.holds, leaves: []int{q.leaf}, expr: e, maker: b, part: &parts[i]}})
		}
		return f
	}
	return b.literal(e)
}

func (b *maker) formulas(list []ast.Expr) []*formula {
	var out []*formula
	for _, e := range list {
		out = append(out, b.formula(e))
	}
	return out
}

func (b *maker) literal(e ast.Expr) *formula {
	return &formula{lit: &literal{holds: b.cond(e), leaves: b.reads(e), expr: e, maker: b}}
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
func (b *maker) writes(r *rule, place int) []write {
	var list []write
	covered := make(map[int]int)
	for i := range r.assigns {
		a := &r.assigns[i]
		for k, l := range a.leaves {
			covered[l]++
			if w, changes := b.write(a, k); changes {
				w.place, w.leaf, w.guards = place, l, a.guards
				list = append(list, w)
			}
		}
	}
	for _, l := range r.open {
		if slices.Contains(r.tied, l) || covered[l] < 2 {
			list = append(list, write{place: place, leaf: l})
		}
	}
	return list
}

// write says what an assignment makes of the k-th of its leaves, and whether it
// ever changes it.
func (b *maker) write(a *assignment, k int) (write, bool) {
	leaf := b.m.leaves[a.leaves[k]]
	if len(b.readings(a.Value)) == 0 {
		if v := b.site.Assigned(&a.Assignment, interp.Moment{}); v != nil {
			if c, ok := b.tab.cellOf(types.ValueAt(v, leaf.Path[len(a.Path):]), leaf.Type); ok {
				return write{kind: settingTo, value: c}, true
			}
		}
		return write{}, true
	}
	if len(a.leaves) != 1 {
		return write{}, true
	}
	if b.is(a.Value, a.leaves[0]) {
		return write{}, false
	}
	return b.change(a), true
}

// is reports whether an expression is a leaf of the state before.
func (b *maker) is(e ast.Expr, leaf int) bool {
	r := b.readings(e)
	root, next, _ := b.place(e)
	return root != nil && !next && len(r) == 1 && r[0].slot == leaf
}

// change says what an assignment makes of its leaf that computes it from what
// it was.
func (b *maker) change(a *assignment) write {
	op, ok := a.Value.(*ast.Op)
	if !ok {
		return write{}
	}
	leaf := a.leaves[0]
	switch op.Op {
	case ops.Or, ops.And:
		if slices.ContainsFunc(op.Args, func(x ast.Expr) bool { return b.is(x, leaf) }) {
			return write{kind: settingTo, value: truth(op.Op == ops.Or)}
		}
	case ops.Add, ops.Sub:
		if a.step > 0 {
			return write{kind: raising}
		} else if a.step < 0 {
			return write{kind: lowering}
		}
	}
	return write{}
}

// constantInt returns the value of a constant Int other than zero.
func (b *maker) constantInt(e ast.Expr) (cell, bool) {
	t := b.term(e)
	if t == nil || t.kind != integer || len(b.readings(e)) > 0 {
		return 0, false
	}
	c, ok := t.calc(&env{need: -1})
	return c, ok && c != 0
}

// flows returns the leaves whose values an assignment hands on to others. That
// a latch, x := x or y, reads what it sets does not count, and neither does
// that x := x keeps what is there, as a call does that does not write x.
func (b *maker) flows(a *assignment) []int {
	if len(a.leaves) == 1 && b.is(a.Value, a.leaves[0]) {
		return b.reads(a.Guards...)
	}
	op, ok := a.Value.(*ast.Op)
	if !ok || len(a.leaves) != 1 || op.Op != ops.Or && op.Op != ops.And {
		return a.reads
	}
	list := slices.Clone(a.Guards)
	for _, x := range op.Args {
		if !b.is(x, a.leaves[0]) {
			list = append(list, x)
		}
	}
	return b.reads(list...)
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
	op, isOp := x.expr.(*ast.Op)
	if !isOp || len(op.Args) != 2 {
		return false, false
	}
	switch op.Op {
	case ops.Less, ops.LessEqual:
		up = false
	case ops.Greater, ops.GreaterEqual:
		up = true
	default:
		return false, false
	}
	b := x.maker
	first, second := b.is(op.Args[0], leaf), b.is(op.Args[1], leaf)
	inFirst, inSecond := slices.Contains(b.reads(op.Args[0]), leaf), slices.Contains(b.reads(op.Args[1]), leaf)
	switch {
	case first && !inSecond:
	case second && !inFirst:
		up = !up
	default:
		return false, false
	}
	return up == x.truth, true
}
