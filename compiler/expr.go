package compiler

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A scope is what an expression is read in: what its names stand for, and at
// which step.
type scope struct {
	unit   *ast.Unit
	types  func(*ast.Unit, ast.Expr) types.Type
	object func(*ast.Unit, ast.Node) checker.Object

	now, next state // next is nil outside of post
	args      map[*checker.Param]*symbol
}

// newScope returns what the sections of a transition are read in, without
// arguments.
func newScope(m *checker.Model, t *checker.Transition, now, next state) *scope {
	return &scope{unit: t.Unit, types: m.TypeOf, object: m.ObjectOf, now: now, next: next, args: make(map[*checker.Param]*symbol)}
}

// bind adds an argument, if the transition binds it.
func (s *scope) bind(a *argument) {
	if a.Bound != nil {
		s.args[a.Bound] = a.symbol
	}
}

// state gives each variable its symbol.
type state map[*checker.Var]*symbol

// truth returns the truth value of an expression where one is wanted: that of
// a connective, or of an atom, which is false if something in it has no value
// (grammar/spec.md, 9.3).
func (e *encoder) truth(s *scope, x ast.Expr) *smt.Term {
	switch x := x.(type) {
	case *ast.Op:
		switch x.Op {
		case ops.And:
			return e.And(e.truths(s, x.Args)...)
		case ops.Or:
			return e.Or(e.truths(s, x.Args)...)
		case ops.Not:
			return e.Not(e.truth(s, x.Args[0]))
		case ops.Implies:
			return e.Implies(e.truth(s, x.Args[0]), e.truth(s, x.Args[1]))
		case ops.Equal, ops.Less, ops.LessEqual, ops.Greater, ops.GreaterEqual:
			return e.comparison(s, x)
		}
	case *ast.Contains:
		elem := e.term(s, x.Elem)
		set := e.set(s, x.Array, elem)
		return e.And(e.total(set), e.total(elem), e.member(set, elem))
	}
	t := e.coerced(e.term(s, x), types.Bool)
	return e.And(t.defined, t.scalar)
}

func (e *encoder) truths(s *scope, list []ast.Expr) []*smt.Term {
	var out []*smt.Term
	for _, x := range list {
		out = append(out, e.truth(s, x))
	}
	return out
}

// comparison compares each operand with the one behind it.
func (e *encoder) comparison(s *scope, x *ast.Op) *smt.Term {
	var operands []*symbol
	var all []*smt.Term
	for _, a := range x.Args {
		t := e.term(s, a)
		operands = append(operands, t)
		all = append(all, e.total(t))
	}
	for i := 1; i < len(operands); i++ {
		all = append(all, e.compared(x.Op, operands[i-1], operands[i]))
	}
	return e.And(all...)
}

func (e *encoder) compared(op ops.Op, x, y *symbol) *smt.Term {
	if op == ops.Equal {
		return e.equal(x, y)
	}
	if !comparable(x, y) || x.scalar.Sort() == smt.Bool {
		return e.Bool(false)
	}
	a, b := e.numbers(x.scalar, y.scalar)
	switch op {
	case ops.Less:
		return e.Lt(a, b)
	case ops.LessEqual:
		return e.Le(a, b)
	case ops.Greater:
		return e.Lt(b, a)
	}
	return e.Le(b, a)
}

// term returns the value of an expression.
func (e *encoder) term(s *scope, x ast.Expr) *symbol {
	switch x := x.(type) {
	case *ast.Literal:
		return e.constant(x.Value, s.types(s.unit, x))
	case *ast.Ref:
		switch o := s.object(s.unit, x).(type) {
		case *checker.Const:
			return e.constant(o.Value, o.Type)
		case *checker.Var:
			return s.now[o]
		}
	case *ast.NextRef:
		return s.next[s.object(s.unit, x).(*checker.Var)]
	case *ast.ParamRef:
		return s.args[s.object(s.unit, x).(*checker.Param)]
	case *ast.FieldExpr:
		return e.field(e.term(s, x.Record), x.Field.Name)
	case *ast.SetOp:
		return e.setOp(s, x)
	case *ast.ArrayLit:
		return e.arrayLit(s, x)
	case *ast.RecordLit:
		return e.recordLit(s, x)
	case *ast.Op:
		if x.Op.Family() == ops.Arithmetic {
			return e.arithmetic(s, x)
		}
	}
	return &symbol{typ: types.Bool, defined: e.Bool(true), scalar: e.truth(s, x)}
}

func (e *encoder) arithmetic(s *scope, x *ast.Op) *symbol {
	typ := s.types(s.unit, x)
	out := &symbol{typ: typ}
	var defined, operands []*smt.Term
	for _, a := range x.Args {
		t := e.coerced(e.term(s, a), typ)
		defined = append(defined, t.defined)
		operands = append(operands, t.scalar)
	}
	switch x.Op {
	case ops.Add:
		out.scalar = e.Add(operands...)
	case ops.Mul:
		out.scalar = e.Mul(operands...)
	case ops.Sub:
		out.scalar = e.minus(operands)
	case ops.Div:
		divisor := operands[1]
		defined = append(defined, e.Not(e.Eq(divisor, e.zero(divisor.Sort()))))
		out.scalar = e.quotient(operands[0], divisor)
	}
	out.defined = e.And(defined...)
	return out
}

// quotient divides; the caller sees to it that nothing rests on what it gives
// for the divisor zero.
func (e *encoder) quotient(x, divisor *smt.Term) *smt.Term {
	switch {
	case e.vague && divisor.Op() != smt.Number:
		return e.some(x, divisor)
	case x.Sort() == smt.Int:
		return e.IntDiv(x, divisor)
	}
	return e.Div(x, divisor)
}

func (e *encoder) minus(operands []*smt.Term) *smt.Term {
	if len(operands) == 1 {
		return e.Neg(operands[0])
	}
	sum := operands[:1:1]
	for _, t := range operands[1:] {
		sum = append(sum, e.Neg(t))
	}
	return e.Add(sum...)
}

// set returns the value of an expression as a set that an element may be in.
func (e *encoder) set(s *scope, x ast.Expr, elem *symbol) *symbol {
	set := e.term(s, x)
	if _, ok := set.typ.(*types.Array); !ok {
		return e.undefined(&types.Array{Elem: elem.typ})
	}
	return set
}

// setOp is insert or remove.
func (e *encoder) setOp(s *scope, x *ast.SetOp) *symbol {
	elem := e.term(s, x.Elem)
	set := e.set(s, x.Array, elem)
	in := x.Op == ops.Insert
	if in {
		elem = e.coerced(elem, set.typ.(*types.Array).Elem)
	}
	out := *e.changed(set, elem, in)
	out.defined = e.And(out.defined, e.total(set), e.total(elem))
	return &out
}

func (e *encoder) arrayLit(s *scope, x *ast.ArrayLit) *symbol {
	typ := s.types(s.unit, x).(*types.Array)
	out := &symbol{typ: typ, literal: true, odd: e.Bool(false)}
	var defined []*smt.Term
	for _, el := range x.Elems {
		m := e.coerced(e.term(s, el), typ.Elem)
		defined = append(defined, e.total(m))
		out.members = append(out.members, m)
		out.typ = &types.Array{Elem: system.Complete(typ.Elem, system.Merge(out.typ.(*types.Array).Elem, m.typ))}
		out.odd = e.Or(out.odd, e.Not(e.unodd(m)))
	}
	out.defined = e.And(defined...)
	return out
}

func (e *encoder) recordLit(s *scope, x *ast.RecordLit) *symbol {
	typ := s.types(s.unit, x).(*types.Record)
	out := &symbol{}
	var defined []*smt.Term
	var fields []types.Field
	for _, f := range typ.Fields {
		part := e.undefined(f.Type)
		for _, pin := range x.Fields {
			if pin.Name.Name == f.Name {
				part = e.coerced(e.term(s, pin.Value), f.Type)
			}
		}
		defined = append(defined, e.total(part))
		out.fields = append(out.fields, part)
		fields = append(fields, types.Field{Name: f.Name, Type: system.Complete(f.Type, part.typ)})
	}
	out.typ, out.defined = &types.Record{Fields: fields}, e.And(defined...)
	return out
}
