package compiler

import (
	"math/big"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/lang/types"
)

// A symbol is a value that is not known yet: the terms that stand for it.
// Which of its parts are used follows from its type.
type symbol struct {
	typ types.Type

	// defined holds where the symbol has a value. That of a record says
	// nothing of its fields, which may be lacking one by one; see total.
	defined *smt.Term

	// scalar stands for a Bool, a number, or, as an Int, for a string or the
	// name of an enum (see names).
	scalar *smt.Term

	fields []*symbol // of a record, in the order of its type

	// A set is known in one of three ways: by its members, one by one; where
	// the element type is finite, by a truth value for each of elems(typ);
	// else by an array from the columns of an element to Bool, one column
	// after the other.
	literal bool
	members []*symbol
	bits    []*smt.Term
	array   *smt.Term
	// odd holds where a set has members that are no values of the element
	// type, as the arguments of a call may.
	odd *smt.Term

	// The columns of a map are in bits, too (map.go). Of one that is written out,
	// members are the keys, and values what they have.
	values []*symbol
	// Of a list whose positions matter: which of its positions are there, the first
	// ones, and what is at each.
	there []*smt.Term
	items []*symbol

	// Of an argument or a part of one: whether any check pins it, whether it is
	// left out, whether it is null, and of a list, or of a record with keys beyond
	// its type, which of the pinned ones it is, 0 for none.
	pinned       bool
	absent, null *smt.Term
	which        *smt.Term
	lists        []types.Value
}

// total holds where a symbol has a value with everything that its type says.
func (e *encoder) total(s *symbol) *smt.Term {
	all := []*smt.Term{s.defined}
	for _, f := range s.fields {
		all = append(all, e.total(f))
	}
	return e.And(all...)
}

// field returns the field of a record symbol; it lacks a value where the
// record does.
func (e *encoder) field(s *symbol, name string) *symbol {
	r, ok := s.typ.(*types.Record)
	if !ok {
		return e.undefined(types.Invalid) // an argument that uses do not agree on
	}
	for i, f := range r.Fields {
		if f.Name != name {
			continue
		}
		// A copy, since the condition of the record must not stay in its field.
		part := *s.fields[i]
		part.defined = e.And(s.defined, part.defined)
		return &part
	}
	return e.undefined(types.Invalid)
}

// constant returns the symbol of a value. Where the value is not of the type,
// or lacks something, the symbol is undefined in that place.
func (e *encoder) constant(v types.Value, t types.Type) *symbol {
	// To a model, null is no value.
	if v == (types.Null{}) {
		return e.undefined(t)
	}
	s := &symbol{typ: t, defined: e.Bool(true), odd: e.Bool(false)}
	switch t := t.(type) {
	case types.Basic:
		s.scalar = e.basic(v, t)
	case *types.Enum:
		if name, ok := v.(types.Text); ok && t.Has(string(name)) {
			s.scalar = e.Int(e.names.text(string(name)))
		}
	case *types.Record:
		return e.constantRecord(v, t)
	case *types.Array:
		return e.constantSet(v, t)
	case *types.Map:
		return e.constantMap(v, t)
	}
	if s.scalar == nil {
		return e.undefined(t)
	}
	return s
}

// basic returns the term of a value of a basic type, or nil.
func (e *encoder) basic(v types.Value, t types.Basic) *smt.Term {
	switch t {
	case types.Invalid:
		// Where the type is not known, any value has a number.
		return e.Int(e.names.value(v))
	case types.Bool:
		if b, ok := v.(types.Boolean); ok {
			return e.Bool(bool(b))
		}
	case types.Int, types.Real:
		if n, ok := v.(types.Number); ok && (t == types.Real || n.IsInt()) {
			return e.Number(n.Rat(), sortOf(t))
		}
	case types.String:
		if s, ok := v.(types.Text); ok {
			return e.Int(e.names.text(string(s)))
		}
	}
	return nil
}

func (e *encoder) constantRecord(v types.Value, t *types.Record) *symbol {
	object, ok := v.(types.Object)
	if !ok {
		return e.undefined(t)
	}
	s := &symbol{typ: t, defined: e.Bool(true)}
	for _, f := range t.Fields {
		part := e.undefined(f.Type)
		if v, ok := object.Get(f.Name); ok {
			part = e.constant(v, f.Type)
		}
		s.fields = append(s.fields, part)
	}
	return s
}

func (e *encoder) constantSet(v types.Value, t *types.Array) *symbol {
	list, ok := v.(types.List)
	if !ok {
		return e.undefined(t)
	}
	s := &symbol{typ: t, defined: e.Bool(true), odd: e.Bool(false), literal: true}
	for _, v := range list {
		m := e.constant(v, t.Elem)
		// A model sees only members of the element type. That there are others makes the set odd.
		if e.proper(m).IsTrue() {
			s.members = append(s.members, m)
		} else {
			s.odd = e.Bool(true)
		}
	}
	return s
}

// proper holds where a symbol is a total value and no set in it is odd.
func (e *encoder) proper(s *symbol) *smt.Term {
	all := []*smt.Term{s.defined}
	for _, f := range s.fields {
		all = append(all, e.proper(f))
	}
	if s.odd != nil {
		all = append(all, e.Not(s.odd))
	}
	return e.And(all...)
}

// undefined returns a symbol without a value. Its terms are there, and
// nothing rests on them.
func (e *encoder) undefined(t types.Type) *symbol {
	s := &symbol{typ: t, defined: e.Bool(false), odd: e.Bool(false)}
	switch t := t.(type) {
	case *types.Record:
		for _, f := range t.Fields {
			s.fields = append(s.fields, e.undefined(f.Type))
		}
	case *types.Array, *types.Map:
		// A literal without members needs no columns.
		s.literal = true
	default:
		s.scalar = e.zero(sortOf(t))
	}
	return s
}

func (e *encoder) zero(sort smt.Sort) *smt.Term {
	if sort == smt.Bool {
		return e.Bool(false)
	}
	return e.Number(new(big.Rat), sort)
}

// sortOf returns the sort of a scalar.
func sortOf(t types.Type) smt.Sort {
	switch t {
	case types.Bool:
		return smt.Bool
	case types.Real:
		return smt.Real
	}
	return smt.Int
}
