package explicit

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A maker makes code of the expressions of a transition or a goal.
//
// What is computed with Bools, Ints, strings and the names of enums becomes Go
// functions on slots. An atom, or an assigned value, with anything else in it
// is left to the interpreter, which is given the slots that it reads.
type maker struct {
	m      *Model
	tab    *table
	site   *interp.Site
	unit   *ast.Unit
	typeOf func(*ast.Unit, ast.Expr) types.Type
	object func(*ast.Unit, ast.Node) checker.Object
	params map[*checker.Param]int  // their slots
	always map[*checker.Param]bool // they are in every call, and not null
	number map[*checker.Param]int  // among the arguments of all transitions
	memos  *int
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

// A term is code for a value. A total one always has a value.
type term struct {
	calc  calc
	kind  kind
	total bool
}

func constant(c cell, k kind) *term {
	return &term{func(*env) (cell, bool) { return c, true }, k, true}
}

// term returns the code of an expression, or nil where it is left to the
// interpreter.
func (b *maker) term(e ast.Expr) *term {
	switch e := e.(type) {
	case *ast.Literal:
		return b.value(e.Value, b.typeOf(b.unit, e))
	case *ast.Ref:
		if k, ok := b.object(b.unit, e).(*checker.Const); ok {
			return b.value(k.Value, k.Type)
		}
		return b.slotTerm(e)
	case *ast.NextRef, *ast.FieldExpr:
		return b.slotTerm(e)
	case *ast.ParamRef:
		return b.argument(e)
	case *ast.Contains:
		return b.truthTerm(e)
	case *ast.Op:
		if e.Op.Family() == ops.Arithmetic {
			return b.arithmetic(e)
		}
		return b.truthTerm(e)
	}
	return nil
}

func (b *maker) truthTerm(e ast.Expr) *term {
	holds := b.cond(e)
	return &term{func(n *env) (cell, bool) { return truth(holds(n)), true }, truthKind, true}
}

func (b *maker) value(v types.Value, t types.Type) *term {
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

// place takes apart what names a leaf, or what leaves belong to, or an
// argument or a part of one.
func (b *maker) place(e ast.Expr) (root checker.Object, next bool, path []string) {
	switch e := e.(type) {
	case *ast.Ref:
		v, _ := b.object(b.unit, e).(*checker.Var)
		if v == nil {
			return nil, false, nil
		}
		return v, false, nil
	case *ast.NextRef:
		return b.object(b.unit, e), true, nil
	case *ast.ParamRef:
		return b.object(b.unit, e), false, nil
	case *ast.FieldExpr:
		root, next, path = b.place(e.Record)
		return root, next, append(path, e.Field.Name)
	}
	return nil, false, nil
}

func (b *maker) slotTerm(e ast.Expr) *term {
	root, next, path := b.place(e)
	v, ok := root.(*checker.Var)
	if !ok {
		return nil
	}
	leaves := b.m.under(v, path)
	if len(leaves) != 1 || len(b.m.leaves[leaves[0]].Path) != len(path) {
		return nil
	}
	k := kindOf(b.m.leaves[leaves[0]].Type)
	if k == other {
		return nil
	}
	slot := leaves[0]
	if next {
		slot += len(b.m.leaves)
	}
	return &term{func(n *env) (cell, bool) { return n.read(slot), true }, k, true}
}

func (b *maker) argument(e *ast.ParamRef) *term {
	p, _ := b.object(b.unit, e).(*checker.Param)
	slot, ok := b.params[p]
	if !ok || kindOf(p.Type) == other {
		return nil
	}
	return &term{func(n *env) (cell, bool) {
		c := n.read(slot)
		return c, c != absent && c != null
	}, kindOf(p.Type), b.always[p]}
}

func (b *maker) arithmetic(e *ast.Op) *term {
	if b.typeOf(b.unit, e) != types.Int {
		return nil
	}
	out := &term{kind: integer, total: e.Op.Info().Definedness != ops.Partial}
	var list []calc
	for _, a := range e.Args {
		t := b.term(a)
		if t == nil || t.kind != integer {
			return nil
		}
		list = append(list, t.calc)
		out.total = out.total && t.total
	}
	out.calc = fold(e.Op, list)
	return out
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

// cond returns the code of an expression where a truth value is wanted.
func (b *maker) cond(e ast.Expr) cond {
	if op, ok := e.(*ast.Op); ok {
		switch op.Op {
		case ops.And:
			list := b.conds(op.Args)
			return func(n *env) bool { return n.all(list, true) }
		case ops.Or:
			list := b.conds(op.Args)
			return func(n *env) bool { return !n.all(list, false) }
		case ops.Not:
			c := b.cond(op.Args[0])
			return func(n *env) bool { return !c(n) }
		case ops.Implies:
			c := b.cond(op.Args[0])
			list := []cond{func(n *env) bool { return !c(n) }, b.cond(op.Args[1])}
			return func(n *env) bool { return !n.all(list, false) }
		case ops.Equal, ops.Less, ops.LessEqual, ops.Greater, ops.GreaterEqual:
			if c := b.comparison(op); c != nil {
				return c
			}
			if parts := b.equalities(op); parts != nil {
				return together(parts)
			}
			return b.foreignCond(e)
		}
	}
	if _, ok := e.(*ast.Contains); ok {
		return b.foreignCond(e)
	}
	if t := b.term(e); t != nil && t.kind == truthKind {
		return func(n *env) bool {
			c, ok := t.calc(n)
			return ok && c == 1
		}
	}
	return b.foreignCond(e)
}

func (b *maker) conds(list []ast.Expr) []cond {
	out := make([]cond, len(list))
	for i, e := range list {
		out[i] = b.cond(e)
	}
	return out
}

func (b *maker) comparison(e *ast.Op) cond {
	var list []calc
	first := other
	for _, a := range e.Args {
		t := b.term(a)
		if t == nil || first != other && t.kind != first || e.Op != ops.Equal && t.kind != integer {
			return nil
		}
		first = t.kind
		list = append(list, t.calc)
	}
	op := e.Op
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
