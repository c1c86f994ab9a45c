package compiler

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/types"
)

// An encoder makes the terms of one formula, and collects what must hold
// beside what it is asked for: that symbols lie in their types, and the like.
type encoder struct {
	*smt.Builder
	leaves []system.Leaf // of the model's state
	names  names

	required []smt.Assertion
	probes   []probe
	bounded  []boundedSet
	differ   map[*smt.Term]bool // equalities of sets that have their difference
	floors   map[*smt.Term]bool // whole parts that are defined
	codes    []coded            // sets that are elements
	tables   []table            // maps of many keys that start anywhere
	deep     int                // how deep lists in the argument that is made keep their positions
	sets     bool               // they are sets, too
	asked    int                // how many members checks ask for
	enough   int                // how many members are enough; 0 if no number is known to be
	brief    bool               // lists have no more members than are enough

	tallies     bool          // the elements of a set, or the keys of a map, that the formula mentions are counted
	quantifiers []*quantifier // over sets of which more members may become known
	counter     int

	vague   bool // quotients by what is no numeral may be anything; see some
	vaguely bool // there is such a quotient
}

func newEncoder(leaves []system.Leaf) *encoder {
	return &encoder{Builder: smt.NewBuilder(), leaves: leaves, differ: make(map[*smt.Term]bool), floors: make(map[*smt.Term]bool)}
}

// require adds a condition that holds in every query.
func (e *encoder) require(t *smt.Term, comment string) {
	if !t.IsTrue() {
		e.required = append(e.required, smt.Assertion{Term: t, Comment: comment})
	}
}

// name returns a name for a symbol that nothing in the source names. It begins with a
// number in parentheses, which no other name does; those of other symbols differ by what
// they are made of (see naming.go).
func (e *encoder) name(what string) string {
	e.counter++
	return fmt.Sprintf("(%d) %s", e.counter, what)
}

// fresh returns a symbol that may have any value of a type, and has one.
func (e *encoder) fresh(name string, t types.Type) *symbol {
	s := &symbol{typ: t, defined: e.Bool(true)}
	switch t := t.(type) {
	case *types.Record:
		for _, f := range t.Fields {
			s.fields = append(s.fields, e.fresh(name+" "+word(f.Name), f.Type))
		}
	case *types.Array:
		s.odd = e.Bool(false)
		e.freshSet(s, name, t)
	case *types.Map:
		e.freshMap(s, name, t)
	case *types.Enum:
		s.scalar = e.Var(name, smt.Int)
		e.require(e.among(s.scalar, t), name+" is one of its names")
	default:
		s.scalar = e.Var(name, sortOf(t))
		// Negative numbers are values of other kinds (see names).
		if t == types.String {
			e.require(e.Le(e.Int(0), s.scalar), name+" is a string")
		}
	}
	return s
}

func (e *encoder) freshSet(s *symbol, name string, t *types.Array) {
	values, finite := elems(t.Elem)
	if !finite {
		s.array = e.Var(name, arraySort(t.Elem))
		return
	}
	for _, v := range values {
		s.bits = append(s.bits, e.Var(name+" has "+v.String(), smt.Bool))
	}
}

// among holds where a string is one of the names of an enum.
func (e *encoder) among(scalar *smt.Term, t *types.Enum) *smt.Term {
	any := lists.Map(t.Names, func(n string) *smt.Term { return e.Eq(scalar, e.Int(e.names.text(n))) })
	return e.Or(any...)
}

// coerced returns a symbol in the form that a place of another type wants: an
// Int as a Real, and a string where a name of an enum is expected, which lacks
// a value where it is none. So does what is of another kind altogether, which
// can only be an argument without schema on which the uses do not agree.
func (e *encoder) coerced(s *symbol, want types.Type) *symbol {
	if want == types.Invalid {
		return s
	}
	if !fits(s, want) {
		return e.undefined(want)
	}
	out := *s
	switch want := want.(type) {
	case *types.Array, *types.Record:
		// Scalars inside are coerced where the value is taken apart (see leaf and termsOf).
		return s
	case *types.Map:
		return e.tabled(s, want)
	case *types.Enum:
		// Strings and names of enums share one table, so only membership has to be checked.
		if _, same := s.typ.(*types.Enum); !same {
			out.defined = e.And(s.defined, e.among(s.scalar, want))
		}
	default:
		switch {
		case want == types.Real:
			out.scalar = e.ToReal(s.scalar)
		case want == types.Int && s.typ == types.Real:
			return e.whole(s)
		}
	}
	out.typ = want
	return &out
}

// whole returns a Real as an Int, which lacks a value where it has a
// fraction.
func (e *encoder) whole(s *symbol) *symbol {
	// The name depends on the scalar alone, so that the whole part of each number is defined once.
	floor := e.Var(fmt.Sprintf("(floor) %d", s.scalar.ID()), smt.Int)
	low, high := e.ToReal(floor), e.ToReal(e.Add(floor, e.Int(1)))
	if !e.floors[floor] {
		e.floors[floor] = true
		e.require(e.And(e.Le(low, s.scalar), e.Lt(s.scalar, high)), "the whole part of a number")
	}
	return &symbol{typ: types.Int, defined: e.And(s.defined, e.Eq(low, s.scalar)), scalar: floor}
}

// fits reports whether a symbol is of the kind that a type wants. In a model
// without errors it is, unless no schema gives an argument a type.
func fits(s *symbol, want types.Type) bool {
	switch want := want.(type) {
	case *types.Map:
		return fitsMap(s, want)
	case *types.Array:
		return s.odd != nil && s.fields == nil && s.scalar == nil && fitsSet(s, want.Elem)
	case *types.Record:
		r, ok := s.typ.(*types.Record)
		if !ok {
			return false
		}
		for _, f := range want.Fields {
			// A record with more fields than are expected fits, too.
			i := slices.IndexFunc(r.Fields, func(had types.Field) bool { return had.Name == f.Name })
			if i < 0 || !fits(s.fields[i], f.Type) {
				return false
			}
		}
		return true
	}
	switch {
	case s.scalar == nil:
		return false
	// Either number can be coerced to the other type (see coerced).
	case want == types.Real || want == types.Int:
		return number(s)
	}
	return sortOf(want) == s.scalar.Sort() && !number(s)
}

func fitsSet(s *symbol, elem types.Type) bool {
	_, finite := elems(elem)
	switch {
	case s.literal:
		return !slices.ContainsFunc(s.members, func(m *symbol) bool { return !fits(m, elem) })
	case s.array == nil:
		// columned asks for each value of elem, so that an enum of other names fits, too.
		_, enum := elem.(*types.Enum)
		inner := s.typ.(*types.Array).Elem
		_, innerEnum := inner.(*types.Enum)
		return finite && enum == innerEnum && (elem == types.Bool) == (inner == types.Bool)
	}
	return !finite && s.array.Sort() == arraySort(elem)
}

func number(s *symbol) bool { return s.typ == types.Int || s.typ == types.Real }

// equal compares two total symbols: sets as sets, records field by field.
func (e *encoder) equal(x, y *symbol) *smt.Term {
	switch t := x.typ.(type) {
	case *types.Record:
		other, ok := y.typ.(*types.Record)
		if !ok {
			return e.Bool(false)
		}
		var all []*smt.Term
		for _, f := range t.Fields {
			if _, ok := other.Field(f.Name); !ok {
				return e.Bool(false)
			}
			all = append(all, e.equal(e.field(x, f.Name), e.field(y, f.Name)))
		}
		return e.And(all...)
	case *types.Array:
		if _, ok := y.typ.(*types.Array); !ok {
			return e.Bool(false)
		}
		return e.equalSets(x, y)
	case *types.Map:
		if _, ok := y.typ.(*types.Map); !ok {
			return e.Bool(false)
		}
		return e.equalMaps(x, y)
	}
	if !comparable(x, y) {
		return e.Bool(false)
	}
	return e.Eq(e.numbers(x.scalar, y.scalar))
}

// comparable reports whether two scalars are of one kind.
func comparable(x, y *symbol) bool {
	if x.scalar == nil || y.scalar == nil {
		return false
	}
	return number(x) == number(y) && (number(x) || x.scalar.Sort() == y.scalar.Sort())
}

// numbers makes two numbers Reals if one of them is.
func (e *encoder) numbers(a, b *smt.Term) (x, y *smt.Term) {
	if a.Sort() == smt.Int && b.Sort() == smt.Real {
		a = e.ToReal(a)
	}
	if a.Sort() == smt.Real && b.Sort() == smt.Int {
		b = e.ToReal(b)
	}
	return a, b
}
