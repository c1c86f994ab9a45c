package slice

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
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
	leaves []int // of the state before, that it reads
	term   *system.Term
	made   *system.Assignment // of the precondition that it can be made; term is its equality
}

// A Wish is a literal that a question wants to be true or false.
type Wish struct {
	*literal
	truth bool

	// Breach says that a call breaks a precondition by it, and none has yet.
	Breach bool
}

func (s *System) formula(t *system.Term) *formula {
	switch {
	case t.Is(ops.And), t.Is(ops.Or), t.Is(ops.Not):
		return &formula{op: t.Op, kids: s.formulas(t.Args)}
	case t.Is(ops.Implies):
		kids := s.formulas(t.Args)
		return &formula{op: ops.Or, kids: []*formula{{op: ops.Not, kids: kids[:1]}, kids[1]}}
	}
	if parts := s.parts(t); len(parts) > 0 {
		return &formula{op: ops.And, kids: s.formulas(parts)}
	}
	return &formula{lit: &literal{leaves: system.ReadsBefore(t), term: t}}
}

func (s *System) formulas(list []*system.Term) []*formula {
	out := make([]*formula, len(list))
	for i, t := range list {
		out[i] = s.formula(t)
	}
	return out
}

// parts takes apart what equates a record with a constant: it is equal if all of
// its leaves are. It returns nothing of what is of another form.
func (s *System) parts(t *system.Term) []*system.Term {
	if !t.Is(ops.Equal) || len(t.Args) != 2 {
		return nil
	}
	record, constant := t.Args[0], t.Args[1]
	if record.Kind != system.Before {
		record, constant = constant, record
	}
	if record.Kind != system.Before || record.Single() || len(constant.Reads) > 0 {
		return nil
	}
	v, _ := new(known).value(constant)
	var list []*system.Term
	for _, l := range record.Leaves {
		leaf := s.Leaves[l]
		part := types.ValueAt(v, leaf.Path[len(record.Path):])
		if part == nil || !fits(part, leaf.Type) {
			return nil
		}
		x := &system.Term{Kind: system.Before, Type: leaf.Type, Expr: t.Expr, Var: leaf.Var, Path: leaf.Path, Leaves: []int{l}, Reads: []system.Read{{Kind: system.Before, Index: l}}}
		y := &system.Term{Kind: system.Constant, Type: leaf.Type, Expr: t.Expr, Value: part}
		list = append(list, &system.Term{Op: ops.Equal, Type: types.Bool, Expr: t.Expr, Args: []*system.Term{x, y}, Reads: x.Reads})
	}
	return list
}

// wishes collects what of a formula, with the leaves that are known, is left to
// be wished for so that it has a truth value; decided says that nothing is, and
// whether it has. Where k is nil nothing is known.
func (f *formula) wishes(k *known, truth bool, out *[]Wish) (value, decided bool) {
	switch f.op {
	case ops.None:
		if k != nil {
			if holds, ok := f.lit.holds(k); ok {
				return holds == truth, true
			}
		}
		*out = append(*out, Wish{literal: f.lit, truth: truth})
		return false, false
	case ops.Not:
		return f.kids[0].wishes(k, !truth, out)
	}
	all := (f.op == ops.And) == truth // every operand has to have the truth value
	mark, decided := len(*out), true
	for _, kid := range f.kids {
		value, ok := kid.wishes(k, truth, out)
		if ok && value != all {
			*out = (*out)[:mark]
			return value, true
		}
		decided = decided && ok
	}
	return all, decided
}

// Reads reports whether a wish reads a leaf.
func (x Wish) Reads(leaf int) bool { return slices.Contains(x.leaves, leaf) }

// Alone reports whether it reads no other.
func (x Wish) Alone(leaf int) bool { return len(x.leaves) == 1 && x.leaves[0] == leaf }

// Direction says whether a wish is for a greater number in a leaf, or for a
// smaller one.
func (x Wish) Direction(leaf int) (up, ok bool) {
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

// Threshold returns the whole number that a wish compares a leaf with, if it is
// of that form.
func (x Wish) Threshold(leaf int) (n types.Number, ok bool) {
	if x.term.Kind != system.Applied || !x.term.Op.Compares() || len(x.term.Args) != 2 {
		return n, false
	}
	for i, a := range x.term.Args {
		if a.IsLeaf(leaf) {
			return whole(x.term.Args[1-i])
		}
	}
	return n, false
}

// whole returns the value of a term that is a constant whole number.
func whole(t *system.Term) (n types.Number, ok bool) {
	if len(t.Reads) > 0 {
		return n, false
	}
	v, _ := new(known).value(t)
	n, ok = v.(types.Number)
	return n, ok && n.IsInt()
}
