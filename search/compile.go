package search

import (
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A builder makes code of the terms of a transition or a goal.
//
// What is computed with Bools, Ints, strings and the names of enums becomes Go
// functions on slots. An atom, or an assigned value, with anything else in it
// is left to the interpreter, which is given the slots that it reads.
type builder struct {
	m     *Model
	tab   *table
	site  *interp.Site
	first int // the number of the first argument among those of all transitions
	memos *int
}

// A kind is how a value is held in a slot.
type kind int8

const (
	other kind = iota
	truthKind
	integer
	text
)

func kindOf(t types.Type) kind {
	switch t := t.(type) {
	case *types.Enum:
		return text
	case types.Basic:
		switch t {
		case types.Bool:
			return truthKind
		case types.Int:
			return integer
		case types.String:
			return text
		}
	}
	return other
}

// A term is code for a value.
type term struct {
	calc calc
	kind kind
}

func constant(c cell, k kind) *term {
	return &term{func(*env) (cell, bool) { return c, true }, k}
}

// term returns the code of a term, or nil where it is left to the interpreter.
func (b *builder) term(t *system.Term) *term {
	switch {
	case t.Kind == system.Constant:
		return b.value(t.Value, t.Type)
	case t.Single():
		return b.leaf(t)
	case t.Kind == system.Argument && len(t.Path) == 0:
		return b.argument(t)
	case t.Kind != system.Applied:
		return nil
	}
	switch t.Op.Family() {
	case ops.Arithmetic:
		return b.arithmetic(t)
	case ops.Logic, ops.Equality, ops.Order:
		return b.truthTerm(t)
	}
	if t.Op == ops.Contains {
		return b.truthTerm(t)
	}
	return nil
}

func (b *builder) truthTerm(t *system.Term) *term {
	holds := b.cond(t)
	return &term{func(n *env) (cell, bool) { return truth(holds(n)), true }, truthKind}
}

func (b *builder) value(v types.Value, t types.Type) *term {
	k := kindOf(t)
	switch v := v.(type) {
	case types.Boolean:
		if k == truthKind {
			return constant(truth(bool(v)), k)
		}
	case types.Number:
		if k == integer {
			if c, ok := b.tab.whole(v); ok {
				return constant(c, k)
			}
		}
	case types.Text:
		if k == text {
			return constant(b.tab.text(string(v)), k)
		}
	}
	return nil
}

func (b *builder) leaf(t *system.Term) *term {
	slot := t.Leaves[0]
	k := kindOf(b.m.leaves[slot].Type)
	if k == other {
		return nil
	}
	if t.Kind == system.After {
		slot += len(b.m.leaves)
	}
	return &term{func(n *env) (cell, bool) { return n.read(slot), true }, k}
}

func (b *builder) argument(t *system.Term) *term {
	if kindOf(t.Param.Type) == other {
		return nil
	}
	slot := b.slot(t.Index)
	return &term{func(n *env) (cell, bool) {
		c := n.read(slot)
		return c, c != absent && c != null
	}, kindOf(t.Param.Type)}
}

// slot returns the slot of a parameter.
func (b *builder) slot(param int) int { return 2*len(b.m.leaves) + param }

func (b *builder) arithmetic(t *system.Term) *term {
	if t.Type != types.Int {
		return nil
	}
	var list []calc
	for _, a := range t.Args {
		x := b.term(a)
		if x == nil || x.kind != integer {
			return nil
		}
		list = append(list, x.calc)
	}
	return &term{fold(t.Op, list), integer}
}

// fold computes an operator from left to right.
func fold(op ops.Op, list []calc) calc {
	if op == ops.Sub && len(list) == 1 {
		list = []calc{constant(0, integer).calc, list[0]}
	}
	return func(n *env) (cell, bool) {
		sum, ok := list[0](n)
		for _, f := range list[1:] {
			v, defined := f(n)
			if ok = ok && defined; ok && n.need < 0 {
				sum, ok = n.compute(op, sum, v)
			}
		}
		return sum, ok
	}
}

// cond returns the code of a term where a truth value is wanted.
func (b *builder) cond(t *system.Term) cond {
	if t.Kind == system.Applied {
		if c := b.connective(t); c != nil {
			return c
		}
		if t.Op.Compares() {
			if c := b.comparison(t); c != nil {
				return c
			}
			if parts := b.equalities(t); parts != nil {
				return together(parts)
			}
		}
		if t.Op.Compares() || t.Op == ops.Contains {
			return b.foreignCond(t)
		}
	}
	if x := b.term(t); x != nil && x.kind == truthKind {
		return func(n *env) bool {
			c, ok := x.calc(n)
			return ok && c == 1
		}
	}
	return b.foreignCond(t)
}

// connective returns the code of a connective, nil of anything else.
func (b *builder) connective(t *system.Term) cond {
	switch t.Op {
	case ops.And:
		list := b.conds(t.Args)
		return func(n *env) bool { return n.all(list, true) }
	case ops.Or:
		list := b.conds(t.Args)
		return func(n *env) bool { return !n.all(list, false) }
	case ops.Not:
		c := b.cond(t.Args[0])
		return func(n *env) bool { return !c(n) }
	case ops.Implies:
		c := b.cond(t.Args[0])
		list := []cond{func(n *env) bool { return !c(n) }, b.cond(t.Args[1])}
		return func(n *env) bool { return !n.all(list, false) }
	}
	return nil
}

func (b *builder) conds(list []*system.Term) []cond {
	out := make([]cond, len(list))
	for i, t := range list {
		out[i] = b.cond(t)
	}
	return out
}

func (b *builder) comparison(t *system.Term) cond {
	var list []calc
	first := other
	for _, a := range t.Args {
		x := b.term(a)
		if x == nil || first != other && x.kind != first || t.Op != ops.Equal && x.kind != integer {
			return nil
		}
		first = x.kind
		list = append(list, x.calc)
	}
	op := t.Op
	if len(list) == 2 {
		return compared(op, list[0], list[1])
	}
	return func(n *env) bool {
		holds := true
		last, ok := list[0](n)
		holds = ok
		for _, f := range list[1:] {
			v, ok := f(n)
			holds = holds && ok && n.compares(op, last, v)
			last = v
		}
		return holds
	}
}

func compared(op ops.Op, f, g calc) cond {
	if op == ops.Equal {
		return func(n *env) bool {
			a, ok := f(n)
			b, defined := g(n)
			return a == b && ok && defined
		}
	}
	return func(n *env) bool {
		a, ok := f(n)
		b, defined := g(n)
		return ok && defined && n.compares(op, a, b)
	}
}

func (e *env) compares(op ops.Op, a, b cell) bool {
	if op == ops.Equal || e.need >= 0 {
		return a == b
	}
	switch order := e.tab.compare(a, b); op {
	case ops.Less:
		return order < 0
	case ops.LessEqual:
		return order <= 0
	case ops.Greater:
		return order > 0
	default:
		return order >= 0
	}
}
