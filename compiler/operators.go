package compiler

import (
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// What operators make of their operands, as symbols. The walk over terms
// (terms.go) and the one over the syntax tree (reference_expr.go) share it.

// truthOf returns the truth value of an atom, which is false if it has no value
// (grammar/spec.md, 9.3).
func (e *encoder) truthOf(s *symbol) *smt.Term {
	// What is no Bool becomes undefined, and so false.
	s = e.coerced(s, types.Bool)
	return e.And(s.defined, s.scalar)
}

// truthValue returns a truth value as a symbol.
func (e *encoder) truthValue(t *smt.Term) *symbol {
	return &symbol{typ: types.Bool, defined: e.Bool(true), scalar: t}
}

// comparison compares each operand with the one after it.
func (e *encoder) comparison(op ops.Op, operands []*symbol) *smt.Term {
	// An undefined operand makes the comparison false, whatever the others are.
	all := lists.Map(operands, e.total)
	for i := 1; i < len(operands); i++ {
		all = append(all, e.compared(op, operands[i-1], operands[i]))
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

// matching holds where a string, or a name of an enum, matches a pattern.
func (e *encoder) matching(s *symbol, pattern string) *smt.Term {
	if s.scalar == nil || s.scalar.Sort() != smt.Int || number(s) {
		return e.Bool(false)
	}
	return e.And(e.total(s), e.like(s.scalar, pattern))
}

// arithmetic applies an operator to operands of the type in which it computes.
func (e *encoder) arithmetic(op ops.Op, typ types.Type, list []*symbol) *symbol {
	out := &symbol{typ: typ}
	var defined, operands []*smt.Term
	for _, x := range list {
		defined = append(defined, x.defined)
		operands = append(operands, x.scalar)
	}
	switch op {
	case ops.Add:
		out.scalar = e.Add(operands...)
	case ops.Mul:
		out.scalar = e.Mul(operands...)
	case ops.Sub:
		out.scalar = e.minus(operands)
	case ops.Div:
		divisor := operands[1]
		// What a solver makes of x/0 must not matter.
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
	// The full slice expression makes append copy: the operands belong to the caller.
	sum := operands[:1:1]
	for _, t := range operands[1:] {
		sum = append(sum, e.Neg(t))
	}
	return e.Add(sum...)
}

// set returns a value as a set that an element may be in.
func (e *encoder) set(s, elem *symbol) *symbol {
	if _, ok := s.typ.(*types.Array); !ok {
		return e.undefined(&types.Array{Elem: elem.typ})
	}
	return s
}

// contains holds where an element is in a set, or a key in a map.
func (e *encoder) contains(set, elem *symbol) *smt.Term {
	if _, ok := set.typ.(*types.Map); ok {
		in, _ := e.found(set, elem)
		return in
	}
	set = e.set(set, elem)
	return e.And(e.total(set), e.total(elem), e.member(set, elem))
}

// setOp is insert or remove, of a map, too.
func (e *encoder) setOp(op ops.Op, set, elem *symbol) *symbol {
	if _, ok := set.typ.(*types.Map); ok {
		return e.changedMap(set, elem, nil)
	}
	set = e.set(set, elem)
	// What is taken out need not be in the enum: it is not in the set then.
	if op == ops.Insert {
		elem = e.coerced(elem, set.typ.(*types.Array).Elem)
	}
	out := *e.changed(set, elem, op == ops.Insert)
	out.defined = e.And(out.defined, e.total(set), e.total(elem))
	return &out
}

// array returns the set of members that are of its element type.
func (e *encoder) array(typ *types.Array, members []*symbol) *symbol {
	out := &symbol{typ: typ, literal: true, odd: e.Bool(false), members: members}
	var defined []*smt.Term
	for _, m := range members {
		defined = append(defined, e.total(m))
		// Where typ leaves the element type open, the members tell it together.
		out.typ = &types.Array{Elem: system.Complete(typ.Elem, system.Merge(out.typ.(*types.Array).Elem, m.typ))}
		out.odd = e.Or(out.odd, e.Not(e.unodd(m)))
	}
	out.defined = e.And(defined...)
	return out
}

// record returns a record of fields, which value returns by name: nil for one
// that is lacking.
func (e *encoder) record(typ *types.Record, value func(name string) *symbol) *symbol {
	out := &symbol{}
	var defined []*smt.Term
	var fields []types.Field
	for _, f := range typ.Fields {
		part := e.undefined(f.Type)
		if given := value(f.Name); given != nil {
			part = e.coerced(given, f.Type)
		}
		defined = append(defined, e.total(part))
		out.fields = append(out.fields, part)
		fields = append(fields, types.Field{Name: f.Name, Type: system.Complete(f.Type, part.typ)})
	}
	out.typ, out.defined = &types.Record{Fields: fields}, e.And(defined...)
	return out
}

// choice returns the value of a type that a condition chooses.
func (e *encoder) choice(typ types.Type, first *smt.Term, x, y *symbol) *symbol {
	if typ == types.Invalid {
		typ = system.Merge(x.typ, y.typ)
	}
	x, y = e.coerced(x, typ), e.coerced(y, typ)
	out := &symbol{typ: typ, defined: e.Ite(first, e.total(x), e.total(y))}
	switch t := typ.(type) {
	case *types.Record:
		for _, f := range t.Fields {
			part := e.choice(f.Type, first, e.field(x, f.Name), e.field(y, f.Name))
			// What is chosen is total, or undefined as a whole.
			part.defined = out.defined
			out.fields = append(out.fields, part)
		}
	case *types.Array:
		x, y = e.columned(x, t.Elem), e.columned(y, t.Elem)
		out.odd = e.Ite(first, x.odd, y.odd)
		for i := range x.bits {
			out.bits = append(out.bits, e.Ite(first, x.bits[i], y.bits[i]))
		}
		if x.array != nil {
			out.array = e.Ite(first, x.array, y.array)
		}
	case *types.Map:
		out.bits = e.chosenMap(t, first, x, y)
	default:
		out.scalar = e.Ite(first, x.scalar, y.scalar)
	}
	return out
}
