package partial

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
)

// A Value is what an expression is worth: a term, or a record of values. It is
// undefined where the condition Def does not hold. Of a vague value nothing is
// known but the terms that it rests on.
type Value struct {
	Def    *Term
	Term   *Term
	Fields []Field // of a record; not nil even if it has none
	vague  []*Term // not nil if it is vague
}

// A Field is a field of a record.
type Field struct {
	Name string
	Value
}

// undefined is the value of an argument that is left out.
func (s *Space) undefined() Value { return Value{Def: s.no} }

func (s *Space) vagueOf(from ...*Term) Value {
	return Value{Def: s.yes, vague: append([]*Term{}, from...)}
}

// valueOf returns a value that is known; nil is undefined.
func (s *Space) valueOf(v types.Value, t types.Type) Value {
	switch v := v.(type) {
	case nil:
		return s.undefined()
	case types.Object:
		out := Value{Def: s.yes, Fields: []Field{}}
		r, _ := t.(*types.Record)
		for _, m := range v {
			inner := types.Type(types.Invalid)
			if r != nil {
				if x, ok := r.Field(m.Name); ok {
					inner = x
				}
			}
			out.Fields = append(out.Fields, Field{m.Name, s.valueOf(m.Value, inner)})
		}
		return out
	}
	return Value{Def: s.yes, Term: s.constant(v, typeOf(v, t))}
}

// typeOf returns the type that a value is held in.
func typeOf(v types.Value, t types.Type) types.Type {
	switch v := v.(type) {
	case types.Boolean:
		return types.Bool
	case types.Number:
		if t != types.Real && v.IsInt() {
			return types.Int
		}
		return types.Real
	case types.Text:
		if _, ok := t.(*types.Enum); !ok {
			return types.String
		}
	}
	return t
}

// unknownOf returns a value of a type of which nothing is known.
func (s *Space) unknownOf(t types.Type, about string) Value {
	switch t := t.(type) {
	case *types.Record:
		out := Value{Def: s.yes, Fields: []Field{}}
		for _, f := range t.Fields {
			out.Fields = append(out.Fields, Field{f.Name, s.unknownOf(f.Type, about)})
		}
		return out
	case *types.Array:
		return Value{Def: s.yes, Term: s.unknownSet(t, about)}
	}
	return Value{Def: s.yes, Term: s.Unknown(t, about)}
}

// unknownLeaf returns the value of a leaf of which nothing is known at a time.
func (s *Space) unknownLeaf(name string, t types.Type, when string) *Term {
	x := s.unknownOf(t, "the value of `"+name+"` "+when).Term
	for _, y := range symbolsOf(x) {
		y.name, y.when = name, when
	}
	return x
}

// at returns a field of a value, at any depth.
func (s *Space) at(v Value, path []string) Value {
	for _, name := range path {
		if v.vague != nil {
			return v
		}
		i := slices.IndexFunc(v.Fields, func(f Field) bool { return f.Name == name })
		if i < 0 {
			return s.undefined()
		}
		def := v.Def
		v = v.Fields[i].Value
		v.Def = s.And(def, v.Def)
	}
	return v
}

// terms returns the terms in a value.
func (v Value) terms() []*Term {
	list := slices.Concat([]*Term{v.Def}, v.vague)
	if v.Term != nil {
		list = append(list, v.Term)
	}
	for _, f := range v.Fields {
		list = append(list, f.terms()...)
	}
	return list
}

// chosen returns a if a condition holds, else b.
func (s *Space) chosen(c *Term, a, b Value) Value {
	switch {
	case c.IsTrue():
		return a
	case c.IsFalse():
		return b
	case a.vague == nil && a.Def.IsFalse():
		// The other branch is all there is, defined where it is chosen.
		b.Def = s.And(s.Not(c), b.Def)
		return b
	case b.vague == nil && b.Def.IsFalse():
		a.Def = s.And(c, a.Def)
		return a
	}
	def := s.Choose(c, a.Def, b.Def)
	switch {
	case a.Term != nil && b.Term != nil:
		return Value{Def: def, Term: s.Choose(c, a.Term, b.Term)}
	case a.Fields != nil && b.Fields != nil && len(a.Fields) == len(b.Fields):
		out := Value{Def: def, Fields: []Field{}}
		for _, f := range a.Fields {
			out.Fields = append(out.Fields, Field{f.Name, s.chosen(c, f.Value, s.field(b, f.Name))})
		}
		return out
	}
	return Value{Def: def, vague: slices.Concat([]*Term{c}, a.terms(), b.terms())}
}

func (s *Space) field(v Value, name string) Value { return s.at(v, []string{name}) }

// equals returns the condition that two values are defined and equal.
func (s *Space) equals(a, b Value) *Term {
	def := s.And(a.Def, b.Def)
	switch {
	case def.IsFalse():
		return def
	case a.vague != nil || b.vague != nil:
		return s.And(def, s.derived(types.Bool, slices.Concat(a.terms(), b.terms())...))
	case a.Term != nil && b.Term != nil && comparable(a.Term.typ, b.Term.typ):
		return s.And(def, s.Equal(a.Term, b.Term))
	case a.Fields != nil && b.Fields != nil && len(a.Fields) == len(b.Fields):
		list := []*Term{def}
		for _, f := range a.Fields {
			list = append(list, s.equals(f.Value, s.field(b, f.Name)))
		}
		return s.And(list...)
	}
	return s.no
}

// comparable reports whether values of two types may be equal.
func comparable(a, b types.Type) bool {
	kindOf := func(t types.Type) int {
		switch t.(type) {
		case *types.Enum:
			return 1
		case *types.Array:
			return 2
		case *types.Map:
			return 5
		}
		switch t {
		case types.String:
			return 1
		case types.Int, types.Real:
			return 3
		case types.Bool:
			return 4
		}
		return 0
	}
	return kindOf(a) == kindOf(b) && kindOf(a) != 0
}

// fits returns a value as one of a type: undefined where it is none.
func (s *Space) fits(v Value, t types.Type) Value {
	switch {
	case v.vague != nil:
		out := s.unknownOf(t, "")
		from := symbolsOf(v.terms()...)
		for _, x := range symbolsOf(out.terms()...) {
			x.from = from
		}
		out.Def = s.And(v.Def, s.derived(types.Bool, v.terms()...))
		return out
	case v.Def.IsFalse():
		return v
	case v.Fields != nil:
		r, ok := t.(*types.Record)
		if !ok || len(r.Fields) != len(v.Fields) {
			return s.undefined()
		}
		out := Value{Def: v.Def, Fields: []Field{}}
		for _, f := range r.Fields {
			x := s.fits(s.field(v, f.Name), f.Type)
			out.Def = s.And(out.Def, x.Def)
			// The record as a whole is undefined where one of its fields is.
			x.Def = s.yes
			if x.Term == nil && x.Fields == nil {
				return s.undefined()
			}
			out.Fields = append(out.Fields, Field{f.Name, x})
		}
		return out
	}
	return s.fitsOne(v, t)
}

func (s *Space) fitsOne(v Value, t types.Type) Value {
	from := v.Term.typ
	switch enum, isEnum := t.(*types.Enum); {
	case v.Term.kind == constant && interp.Odd(v.Term.value):
		return s.undefined()
	case types.Identical(from, t) || from == types.Int && t == types.Real:
		return v
	case isEnum && comparable(from, t):
		list := lists.Map(enum.Names, func(n string) *Term { return s.Equal(v.Term, s.constant(types.Text(n), from)) })
		v.Def = s.And(v.Def, s.Or(list...))
		if v.Term.kind == constant {
			v.Term = s.constant(v.Term.value, t)
		}
		return v
	case comparable(from, t) && t == types.String:
		return v
	case comparable(from, t):
		return s.fits(Value{Def: v.Def, vague: []*Term{v.Term}}, t)
	}
	return s.undefined()
}
