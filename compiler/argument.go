package compiler

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// An argument is a parameter in one call. One of which only the tests that it
// passes matter is a choice: left out (0), null (1), one of the pinned values
// (2 and on), or another value, the last.
type argument struct {
	*system.Parameter
	symbol *symbol   // of a parameter that is bound or joined
	choice *smt.Term // of another one
}

// argument returns the argument of a call.
func (e *encoder) argument(p *system.Parameter, name string) *argument {
	a := &argument{Parameter: p}
	if !p.Chosen() {
		// The functions that part calls read these fields, which hold for this argument only.
		e.deep, e.sets, e.asked = p.Lists, p.Members, p.Asked
		if e.brief {
			e.enough = p.Enough
		}
		a.symbol = e.part(name, p.Type, p.Schema, p.Optional, p.Nullable, p.Pins)
		e.others(a.symbol, name, p.Schema, p.Pins)
		e.deep, e.enough = 0, 0
		return a
	}
	a.choice = e.Var(name, smt.Int)
	var some []*smt.Term
	// The last number is that of another value, of which there may be none.
	for i := range len(p.Pins) + 3 {
		if i == 0 && p.Optional || i == 1 && p.Nullable || i >= 2 && (i < len(p.Pins)+2 || p.Other != nil) {
			some = append(some, e.Eq(a.choice, e.Int(int64(i))))
		}
	}
	e.require(e.Or(some...), name+" is left out, null, pinned or another value, as the schema has it")
	return a
}

// part returns the symbol of an argument or of a part of one.
func (e *encoder) part(name string, t types.Type, s *tool.Schema, optional, nullable bool, pins []types.Value) *symbol {
	sym := &symbol{typ: t, absent: e.flag(optional, name+" (absent)"), null: e.flag(nullable, name+" (null)")}
	e.require(e.Or(e.Not(sym.absent), e.Not(sym.null)), name+" is not both left out and null")
	sym.defined = e.And(e.Not(sym.absent), e.Not(sym.null))
	sym.pinned = len(pins) > 0
	// Values that the schema lists are told apart as pins are, but do not make the argument a pinned one.
	pins = append(pins[:len(pins):len(pins)], system.Listed(s)...)
	switch t := t.(type) {
	case *types.Record:
		for _, f := range t.Fields {
			sym.fields = append(sym.fields, e.fieldPart(name+" "+word(f.Name), f, s, pins))
		}
	case *types.Array:
		e.list(sym, name, t, s, pins)
	default:
		sym.scalar = e.fresh(name, t).scalar
		if t == types.Invalid {
			e.anything(sym, name, pins)
		}
	}
	if s != nil {
		// What is left out or null need not be as the schema has it.
		e.require(e.Or(e.Not(sym.defined), e.accepted(sym, s)), name+" is as the schema has it")
	}
	return sym
}

// others gives a record the view of checks beside that of the model: which of
// the pinned records it is that have keys beyond its type, if any. It has no such
// key otherwise.
func (e *encoder) others(s *symbol, name string, schema *tool.Schema, pins []types.Value) {
	t, ok := s.typ.(*types.Record)
	if !ok {
		return
	}
	for i, f := range t.Fields {
		e.others(s.fields[i], name+" "+word(f.Name), system.PropertyOf(schema, f.Name), system.FieldsOf(pins, f.Name))
	}
	if s.lists = system.OpenRecords(pins, t, schema); len(s.lists) == 0 {
		return
	}
	e.whichOf(s, name+" (other keys)", name+" is a pinned record with other keys, or has none")
	for i, v := range s.lists {
		e.require(e.Implies(e.Eq(s.which, e.Int(int64(i+1))), e.And(s.defined, e.hasFields(s, v.(types.Object)))), name+" has the fields of "+v.String())
	}
}

func (e *encoder) flag(possible bool, name string) *smt.Term {
	if !possible {
		return e.Bool(false)
	}
	return e.Var(name, smt.Bool)
}

func (e *encoder) fieldPart(name string, f types.Field, s *tool.Schema, pins []types.Value) *symbol {
	var inner []types.Value
	lacking := false
	for _, v := range pins {
		if o, ok := v.(types.Object); ok {
			v, given := o.Get(f.Name)
			lacking = lacking || !given
			if given {
				inner = append(inner, v)
			}
		}
	}
	// Without a schema, only the pins tell whether the field may be missing or null.
	if s == nil {
		return e.part(name, f.Type, nil, lacking, slices.Contains(inner, types.Value(types.Null{})), inner)
	}
	prop := s.Property(f.Name)
	if prop == nil {
		return e.part(name, f.Type, nil, true, false, inner)
	}
	return e.part(name, f.Type, prop.Schema, !prop.Required, prop.Schema.Nullable, inner)
}

// list gives an array both of its views: the set of its members, and which of
// the pinned lists it is.
func (e *encoder) list(sym *symbol, name string, t *types.Array, s *tool.Schema, pins []types.Value) {
	if e.deep > 0 {
		e.positions(sym, name, t, s, pins)
		return
	}
	e.freshSet(sym, name, t)
	var items *tool.Schema
	if s != nil {
		items = s.Items
	}
	sym.odd = e.flag(e.improper(items, t.Elem) != nil, name+" (odd)")
	if items != nil {
		e.bound(sym, t.Elem, items)
	}
	if sym.lists = listsIn(pins); len(sym.lists) == 0 {
		return
	}
	e.whichOf(sym, name+" (list)", name+" is a pinned list or another")
	for i, l := range sym.lists {
		members := e.constantSet(l, t)
		same := e.And(e.Eq(sym.odd, members.odd), e.sameMembers(sym, members, t.Elem))
		e.require(e.Implies(e.Eq(sym.which, e.Int(int64(i+1))), same), name+" has the members of "+l.String())
		// There is only one empty list, so a list without members must be this one.
		if len(l.(types.List)) == 0 {
			e.require(e.Or(e.Not(e.Eq(sym.which, e.Int(0))), sym.odd, e.nonempty(sym, name, t.Elem)), name+" is empty only as the list without elements")
		}
	}
}

// anything gives an argument of no known type, which may be a list, both of
// its views: its members make its number, and beside it is which of the
// pinned lists it is.
func (e *encoder) anything(sym *symbol, name string, pins []types.Value) {
	sym.lists = listsIn(pins)
	if len(sym.lists) == 0 {
		return
	}
	e.whichOf(sym, name+" (list)", name+" is a pinned list or another value")
	for i, l := range sym.lists {
		is, same := e.Eq(sym.which, e.Int(int64(i+1))), e.Eq(sym.scalar, e.Int(e.names.value(l)))
		e.require(e.Implies(is, same), name+" has the members of "+l.String())
		// There is only one empty list, so a value with its number must be this one.
		if len(l.(types.List)) == 0 {
			e.require(e.Implies(same, is), name+" is empty only as the list without elements")
		}
	}
}

// listsIn returns the different lists among values.
func listsIn(values []types.Value) []types.Value {
	var lists []types.Value
	for _, v := range values {
		if l, ok := v.(types.List); ok && !types.Contains(lists, l) {
			lists = append(lists, l)
		}
	}
	return lists
}

func (e *encoder) sameMembers(x, y *symbol, elem types.Type) *smt.Term {
	x, y = e.columned(x, elem), e.columned(y, elem)
	if x.array != nil {
		return e.Eq(x.array, y.array)
	}
	return e.sameBits(x, y)
}

func (e *encoder) nonempty(s *symbol, name string, elem types.Type) *smt.Term {
	if s.array == nil {
		return e.Or(s.bits...)
	}
	// An array does not tell its members, so one of them gets a name.
	return e.member(s, e.witness(name+" (member)", elem))
}

// accepted holds where a given value is one that the schema accepts: what its
// type does not say already.
func (e *encoder) accepted(sym *symbol, s *tool.Schema) *smt.Term {
	var all []*smt.Term
	if values := system.Listed(s); values != nil {
		any := lists.Map(values, func(v types.Value) *smt.Term { return e.is(sym, v) })
		all = append(all, e.Or(any...))
	}
	// Where no type says what is accepted, only samples are known to be.
	if sym.typ == types.Invalid && !takesText(s) {
		all = append(all, e.sampled(sym, s))
	}
	if sym.scalar != nil && types.IsNumber(sym.typ) && sym.typ != types.Invalid {
		all = append(all, e.within(sym.scalar, s.Minimum, s.Maximum))
	}
	return e.And(all...)
}

func (e *encoder) within(n *smt.Term, low, high *tool.Bound) *smt.Term {
	// A bound of an Int may have a fraction, so that both sides are compared as Reals.
	x := e.ToReal(n)
	var all []*smt.Term
	for i, b := range []*tool.Bound{low, high} {
		if b == nil {
			continue
		}
		from, to := e.Number(b.Value.Rat(), smt.Real), x
		// The upper bound is the same comparison the other way round.
		if i == 1 {
			from, to = to, from
		}
		if b.Exclusive {
			all = append(all, e.Lt(from, to))
		} else {
			all = append(all, e.Le(from, to))
		}
	}
	return e.And(all...)
}

// is holds where an argument or a part of one equals a JSON value, as pins
// compare (grammar/spec.md, 3.5).
func (e *encoder) is(s *symbol, v types.Value) *smt.Term {
	if v == (types.Null{}) {
		return s.null
	}
	switch s.typ.(type) {
	case *types.Record:
		return e.isObject(s, v)
	case *types.Array:
		return e.isList(s, v)
	}
	// The number of a list tells only its members, so the field which decides.
	if _, list := v.(types.List); list && s.typ == types.Invalid {
		return e.isList(s, v)
	}
	c := e.constant(v, s.typ)
	return e.And(s.defined, c.defined, e.equal(s, c))
}

// isList holds where a list, or a record with keys beyond its type, is one of the
// pinned ones.
func (e *encoder) isList(s *symbol, v types.Value) *smt.Term {
	// With positions, a list is compared element by element.
	if l, ok := v.(types.List); ok && s.there != nil {
		return e.listIs(s, l, e.is)
	}
	if is := e.isPinned(s, v); is != nil {
		return is
	}
	return e.Bool(false)
}

// whichOf makes the number of the one of the symbol's lists that it is; 0 for none of them.
func (e *encoder) whichOf(s *symbol, name, comment string) {
	s.which = e.Var(name, smt.Int)
	e.require(e.And(e.Le(e.Int(0), s.which), e.Le(s.which, e.Int(int64(len(s.lists))))), comment)
}

// isPinned holds where a symbol is the one of its lists that is a value; nil if none is.
func (e *encoder) isPinned(s *symbol, v types.Value) *smt.Term {
	i := slices.IndexFunc(s.lists, func(l types.Value) bool { return types.Equal(l, v) })
	if i < 0 {
		return nil
	}
	return e.And(s.defined, e.Eq(s.which, e.Int(int64(i+1))))
}

func (e *encoder) isObject(s *symbol, v types.Value) *smt.Term {
	object, ok := v.(types.Object)
	if !ok {
		return e.Bool(false)
	}
	for _, m := range object {
		// An object with such a key can only be one of the pinned records.
		if _, ok := s.typ.(*types.Record).Field(m.Name); !ok {
			return e.isList(s, v)
		}
	}
	return e.And(s.defined, e.plain(s), e.hasFields(s, object))
}

// plain holds where a record has no keys beyond its type.
func (e *encoder) plain(s *symbol) *smt.Term {
	if s.which == nil {
		return e.Bool(true)
	}
	return e.Eq(s.which, e.Int(0))
}

// hasFields holds where the fields of a record are those of an object.
func (e *encoder) hasFields(s *symbol, object types.Object) *smt.Term {
	var all []*smt.Term
	for i, f := range s.typ.(*types.Record).Fields {
		if v, ok := object.Get(f.Name); ok {
			all = append(all, e.is(s.fields[i], v))
		} else {
			all = append(all, s.fields[i].absent)
		}
	}
	return e.And(all...)
}

// A boundedSet is one whose members a schema restricts.
type boundedSet struct {
	set   *symbol
	elem  types.Type
	items *tool.Schema
	seen  int // probes up to which finishNew has said so
}

func (e *encoder) bound(set *symbol, elem types.Type, items *tool.Schema) {
	if set.array != nil {
		e.bounded = append(e.bounded, boundedSet{set: set, elem: elem, items: items})
		return
	}
	values, _ := elems(elem)
	for i, v := range values {
		accepted := e.acceptedElement(e.constant(v, elem), items)
		e.require(e.Or(e.Not(set.bits[i]), accepted), "the schema does not accept "+v.String())
	}
}

// finish adds what can be said only when all elements are known: that those
// in a set whose members a schema restricts are as the schema has it.
func (e *encoder) finish() {
	e.quantify()
	e.finishTables()
	for _, b := range e.bounded {
		e.require(e.acceptedMembers(b.set, b.elem, b.items), "elements are as the schema has them")
	}
}

// finishNew adds the same for an encoder that goes on: it says of each element
// that was not there the last time that it is as the schema has it.
func (e *encoder) finishNew() {
	e.quantify()
	e.finishTables()
	for i := range e.bounded {
		b := &e.bounded[i]
		if b.seen < len(e.probes) && types.Has[*types.Array](b.elem) {
			b.seen = 0 // the members of its elements are among the new ones
		}
		for ; b.seen < len(e.probes); b.seen++ {
			if p := e.probes[b.seen]; types.Identical(p.elem, b.elem) {
				e.require(e.Or(e.Not(e.member(b.set, p.at)), e.acceptedElement(p.at, b.items)), "an element is as the schema has it")
			}
		}
	}
}

// acceptedElement holds where a total value can be an element of a list: where
// some JSON value that the schema accepts is, to a model, that value.
func (e *encoder) acceptedElement(s *symbol, items *tool.Schema) *smt.Term {
	if items == nil {
		return e.Bool(true)
	}
	// Where the schema lists values, they say all.
	if values := system.Listed(items); values != nil {
		var any []*smt.Term
		for _, v := range values {
			c := e.constant(v, s.typ)
			any = append(any, e.And(e.proper(c), e.equal(s, c)))
		}
		return e.Or(any...)
	}
	var all []*smt.Term
	switch t := s.typ.(type) {
	case *types.Record:
		for _, f := range t.Fields {
			all = append(all, e.acceptedElement(e.field(s, f.Name), system.PropertyOf(items, f.Name)))
		}
	case *types.Array:
		all = append(all, e.acceptedMembers(s, t.Elem, items.Items))
	default:
		all = append(all, e.accepted(s, items))
	}
	return e.And(all...)
}

func (e *encoder) acceptedMembers(s *symbol, elem types.Type, items *tool.Schema) *smt.Term {
	var all []*smt.Term
	// columned gives a literal set its bits or its array.
	if s.array == nil {
		s = e.columned(s, elem)
	}
	if s.array == nil {
		values, _ := elems(elem)
		for i, v := range values {
			all = append(all, e.Or(e.Not(s.bits[i]), e.acceptedElement(e.constant(v, elem), items)))
		}
		return e.And(all...)
	}
	for _, p := range e.probes {
		if types.Identical(p.elem, elem) {
			all = append(all, e.Or(e.Not(e.member(s, p.at)), e.acceptedElement(p.at, items)))
		}
	}
	return e.And(all...)
}
