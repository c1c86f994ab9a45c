package compiler

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/types"
)

// maxElems is how many values a type may have so that a set of them is
// encoded by a truth value for each.
const maxElems = 64

// elems returns all values of a type if they are at most maxElems. Their
// order is the same for types that are the same.
func elems(t types.Type) ([]types.Value, bool) {
	switch t := t.(type) {
	case types.Basic:
		return types.Few(t), t == types.Bool
	case *types.Enum:
		return types.Texts(t.Sorted()), len(t.Names) <= maxElems
	case *types.Record:
		return recordElems(t)
	case *types.Array:
		return setElems(t)
	}
	return nil, false
}

func recordElems(t *types.Record) ([]types.Value, bool) {
	list := []types.Object{{}}
	for _, f := range t.Sorted() {
		values, ok := elems(f.Type)
		if !ok || len(values)*len(list) > maxElems {
			return nil, false
		}
		list = types.WithEach(list, f.Name, values)
	}
	return types.Objects(list), true
}

func setElems(t *types.Array) ([]types.Value, bool) {
	values, ok := elems(t.Elem)
	if !ok || len(values) > 6 { // 2⁶ is maxElems
		return nil, false
	}
	return types.Subsets(values), true
}

// columns returns the sorts of the terms that stand for an element. A set that is not
// a list of bits is in it by its code.
func columns(t types.Type) []smt.Sort {
	return sortsOf(t, func(types.Type) smt.Sort { return smt.Int })
}

// sortsOf returns the sorts of the terms of a value; large is the sort of a set of
// elements of an infinite type.
func sortsOf(t types.Type, large func(elem types.Type) smt.Sort) []smt.Sort {
	switch t := t.(type) {
	case *types.Record:
		return lists.FlatMap(t.Sorted(), func(f types.Field) []smt.Sort { return sortsOf(f.Type, large) })
	case *types.Array:
		if values, ok := elems(t.Elem); ok {
			return slices.Repeat([]smt.Sort{smt.Bool}, len(values))
		}
		return []smt.Sort{large(t.Elem)}
	}
	return []smt.Sort{sortOf(t)}
}

// codes returns which of the columns of an element are codes of sets.
func codes(t types.Type) []bool {
	r, ok := t.(*types.Record)
	if !ok {
		list := columns(t)
		a, ok := t.(*types.Array)
		if !ok {
			return make([]bool, len(list))
		}
		// A set has either bits alone, or one column that is its code.
		_, finite := elems(a.Elem)
		return slices.Repeat([]bool{!finite}, len(list))
	}
	return lists.FlatMap(r.Sorted(), func(f types.Field) []bool { return codes(f.Type) })
}

// arraySort returns the sort of a set of elements of an infinite type.
func arraySort(elem types.Type) smt.Sort {
	var sort smt.Sort = smt.Bool
	list := columns(elem)
	// The first column is the outermost index.
	for i := len(list) - 1; i >= 0; i-- {
		sort = smt.Array{Index: list[i], Elem: sort}
	}
	return sort
}

// row returns the terms that stand for an element of a set, in the order of
// columns(t).
func (e *encoder) row(s *symbol, t types.Type) []*smt.Term { return e.termsOf(s, t, e.code) }

// termsOf returns the terms of a value; large is that of a set of elements of an
// infinite type.
func (e *encoder) termsOf(s *symbol, t types.Type, large func(*symbol) *smt.Term) []*smt.Term {
	switch t := t.(type) {
	case *types.Record:
		return lists.FlatMap(t.Sorted(), func(f types.Field) []*smt.Term { return e.termsOf(e.field(s, f.Name), f.Type, large) })
	case *types.Array:
		if s = e.columned(s, t.Elem); s.array != nil {
			return []*smt.Term{large(s)}
		}
		return s.bits
	}
	return []*smt.Term{e.coerced(s, t).scalar}
}

// columned returns a set in the form that its element type wants, with the
// elements in the order of elem's values.
func (e *encoder) columned(s *symbol, elem types.Type) *symbol {
	values, finite := elems(elem)
	out := *s
	out.typ = &types.Array{Elem: elem}
	switch {
	case finite:
		out.bits = nil
		for _, v := range values {
			// This also brings a set of bits to another element type that fits.
			out.bits = append(out.bits, e.member(s, e.constant(v, elem)))
		}
	case s.literal:
		out.array = e.filled(columns(elem))
		for _, m := range s.members {
			out.array = e.stored(out.array, e.row(m, elem), e.total(m))
			// The reader looks at probes only, so each member that is put into an array must be one.
			e.probe(m, elem)
		}
	}
	out.literal, out.members = false, nil
	return &out
}

// filled is the empty set.
func (e *encoder) filled(sorts []smt.Sort) *smt.Term {
	t := e.Bool(false)
	for i := len(sorts) - 1; i >= 0; i-- {
		t = e.Filled(sorts[i], t)
	}
	return t
}

// stored is a set with one element in it or not.
func (e *encoder) stored(array *smt.Term, row []*smt.Term, in *smt.Term) *smt.Term {
	if len(row) == 0 {
		return in
	}
	return e.Store(array, row[0], e.stored(e.Select(array, row[0]), row[1:], in))
}

// member holds where a total element is in a set. An element with an odd set
// in it is in none.
func (e *encoder) member(set, x *symbol) *smt.Term {
	elem := set.typ.(*types.Array).Elem
	switch {
	case !set.literal && !fits(x, elem):
		return e.Bool(false)
	case set.literal:
		any := lists.Map(set.members, func(m *symbol) *smt.Term { return e.equal(m, x) })
		return e.Or(any...)
	case set.array == nil:
		values, _ := elems(elem)
		var any []*smt.Term
		for i, v := range values {
			any = append(any, e.And(set.bits[i], e.equal(e.constant(v, elem), x)))
		}
		return e.Or(any...)
	}
	e.probe(x, elem)
	at := set.array
	for _, column := range e.row(x, elem) {
		at = e.Select(at, column)
	}
	// The row of x does not tell whether a set in it is odd.
	return e.And(at, e.unodd(x))
}

// unodd holds where no set in a symbol is odd.
func (e *encoder) unodd(s *symbol) *smt.Term {
	all := []*smt.Term{}
	for _, f := range s.fields {
		all = append(all, e.unodd(f))
	}
	if s.odd != nil {
		all = append(all, e.Not(s.odd))
	}
	return e.And(all...)
}

// changed returns the set with an element put in or taken out. An element that is not of the
// element type cannot be taken out. Where the element is not total, no element is put in: its row may
// be one that no value of the type has, and in such a row no two sets may differ (see equalSets).
func (e *encoder) changed(set, x *symbol, in bool) *symbol {
	elem := set.typ.(*types.Array).Elem
	if elem == types.Invalid {
		elem = x.typ
	}
	if array := (&types.Array{Elem: elem}); !fits(set, array) || !fits(x, elem) {
		return e.undefined(array)
	}
	out := *e.columned(set, elem)
	// An element with an odd set makes the set odd, too. As it is in no set, it is never taken out.
	if in {
		out.odd = e.Or(out.odd, e.Not(e.unodd(x)))
	}
	if out.array != nil {
		e.probe(x, elem)
		// An element with an odd set changes nothing but odd.
		out.array = e.Ite(e.unodd(x), e.stored(out.array, e.row(x, elem), e.And(e.Bool(in), e.total(x))), out.array)
		return &out
	}
	values, _ := elems(elem)
	for i, v := range values {
		same := e.equal(e.constant(v, elem), x)
		if in {
			out.bits[i] = e.Or(out.bits[i], same)
		} else {
			out.bits[i] = e.And(out.bits[i], e.Not(same))
		}
	}
	return &out
}

// equalSets compares two sets. Two arrays that are unequal differ in an
// element of the type: without that, they might differ in a place that no
// value of the type stands for.
func (e *encoder) equalSets(x, y *symbol) *smt.Term {
	elem := x.typ.(*types.Array).Elem
	// The type of a set in the state decides, and a literal adapts to it.
	if other := y.typ.(*types.Array).Elem; elem == types.Invalid || x.literal && !y.literal {
		elem = other
	}
	if array := (&types.Array{Elem: elem}); !fits(x, array) || !fits(y, array) {
		return e.Bool(false)
	}
	x, y = e.columned(x, elem), e.columned(y, elem)
	proper := e.And(e.Not(x.odd), e.Not(y.odd))
	if x.array == nil {
		return e.And(proper, e.sameBits(x, y))
	}
	return e.And(proper, e.equalArrays(x, y, elem))
}

func (e *encoder) equalArrays(x, y *symbol, elem types.Type) *smt.Term {
	same := e.Eq(x.array, y.array)
	// Each pair of arrays gets one element in which the two may differ.
	if same.Op() == smt.Eq && !e.differ[same] {
		e.differ[same] = true
		d := e.witness("differ", elem)
		e.require(e.Or(same, e.Not(e.Eq(e.member(x, d), e.member(y, d)))), "unequal sets differ in an element")
	}
	return same
}

// A coded set is an element of other sets. A number stands for it there,
// since solvers do not cope with arrays whose indices are arrays: cvc5 refuses
// them, and Z3 cannot tell from its models which elements are there.
type coded struct {
	set  *symbol
	code *smt.Term
}

// code returns the number of a set that is an array: two sets have the same
// number exactly if they are equal. There are as many conditions on them as
// pairs of sets.
func (e *encoder) code(s *symbol) *smt.Term {
	for _, c := range e.codes {
		// Equal terms are one pointer, so that a set of the same term is found here.
		if c.set.array == s.array {
			return c.code
		}
	}
	// The new set must not be compared with itself.
	others := e.codes
	code := e.Var(e.name("code"), smt.Int)
	e.codes = append(e.codes, coded{s, code})
	for _, c := range others {
		elem := s.typ.(*types.Array).Elem
		if types.Identical(elem, c.set.typ.(*types.Array).Elem) {
			e.require(e.Eq(e.Eq(code, c.code), e.equalArrays(s, c.set, elem)), "equal sets have equal numbers")
		}
	}
	return code
}

func (e *encoder) sameBits(x, y *symbol) *smt.Term {
	var all []*smt.Term
	for i := range x.bits {
		all = append(all, e.Eq(x.bits[i], y.bits[i]))
	}
	return e.And(all...)
}

// A probe is an element that may be in sets of an element type. What a
// solver says of a set is read at the probes alone.
type probe struct {
	elem  types.Type
	at    *symbol
	row   []*smt.Term
	shows bool // it occurs in no expression: it is there to show a difference

	unlike *smt.Term // none before it is the same; nil until that is asked (see [encoder.unlike])
}

// witness returns an element that is there to show something of a set.
func (e *encoder) witness(what string, elem types.Type) *symbol {
	d := e.fresh(e.name(what), elem)
	e.probes = append(e.probes, probe{elem: elem, at: d, row: e.row(d, elem), shows: true})
	return d
}

// weighs reports whether some set has to differ from another one, or its members or
// the keys of a map are counted.
func (e *encoder) weighs() bool {
	return e.tallies || slices.ContainsFunc(e.probes, func(p probe) bool { return p.shows })
}

func (e *encoder) probe(x *symbol, elem types.Type) {
	// Of an empty map that is written out nothing is read, and its type is identical to any.
	if elem == types.Invalid {
		return
	}
	row := e.row(x, elem)
	for _, p := range e.probes {
		if types.Identical(p.elem, elem) && slices.Equal(p.row, row) {
			return
		}
	}
	e.probes = append(e.probes, probe{elem: elem, at: x, row: row})
}
