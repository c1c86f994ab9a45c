package compiler

import (
	"slices"
	"strconv"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/types"
)

// A map is held as columns, terms of which each says of keys whether they are
// there, or what a part of their value is. Where there are few keys these are
// terms for each key in turn; else they are arrays over keys. A key that is not
// there has the same blank value in every map, so that equal maps have equal
// columns (docs/decisions/0027-maps.md).
//
// A map that is written out is literal: its members are the keys, and values
// what they have; of a key that comes twice the last one counts.

// fewKeys returns the keys of a map type if they are few, in ascending order.
func fewKeys(t *types.Map) ([]types.Value, bool) {
	if _, enum := t.Key.(*types.Enum); !enum {
		return nil, false
	}
	return elems(t.Key)
}

func isFew(t *types.Map) bool {
	_, few := fewKeys(t)
	return few
}

// cellSorts returns the sorts of the terms of a value of a map.
func cellSorts(t types.Type) []smt.Sort { return sortsOf(t, arraySort) }

// cells returns the terms of a total value of a map.
func (e *encoder) cells(s *symbol, t types.Type) []*smt.Term {
	return e.termsOf(s, t, func(s *symbol) *smt.Term { return s.array })
}

// celled returns the value that has some terms.
func (e *encoder) celled(list []*smt.Term, t types.Type) *symbol {
	s := &symbol{typ: t, defined: e.Bool(true)}
	switch t := t.(type) {
	case *types.Record:
		s.fields = make([]*symbol, len(t.Fields))
		// The columns are in the order of names, and the fields of a symbol are in the order of its type.
		for _, f := range t.Sorted() {
			n := len(cellSorts(f.Type))
			i := slices.IndexFunc(t.Fields, func(g types.Field) bool { return g.Name == f.Name })
			s.fields[i], list = e.celled(list[:n], f.Type), list[n:]
		}
	case *types.Array:
		s.odd = e.Bool(false)
		switch _, few := elems(t.Elem); {
		case few:
			s.bits = list
		case t.Elem == types.Invalid:
			s.literal = true // a set without element type is empty, and adapts to any
		default:
			s.array = list[0]
		}
	default:
		s.scalar = list[0]
	}
	return s
}

// blank returns the terms of the value of a key that is not there. They are
// those of a value of the type, the same for types that are the same.
func (e *encoder) blank(t types.Type) []*smt.Term {
	switch t := t.(type) {
	case *types.Record:
		return lists.FlatMap(t.Sorted(), func(f types.Field) []*smt.Term { return e.blank(f.Type) })
	case *types.Array:
		if values, ok := elems(t.Elem); ok {
			return slices.Repeat([]*smt.Term{e.Bool(false)}, len(values))
		}
		return []*smt.Term{e.filled(columns(t.Elem))}
	case *types.Enum:
		return []*smt.Term{e.Int(e.names.text(slices.Min(t.Names)))}
	}
	return []*smt.Term{e.zero(sortOf(t))}
}

// freshMap gives a symbol the columns of a map of its own. Any map of the type
// may be what they say, and where there are few keys nothing else may.
func (e *encoder) freshMap(s *symbol, name string, t *types.Map) {
	e.mapVariable(s, name, t)
	keys, few := fewKeys(t)
	if !few {
		// finishTables says this later, of each key that the formula mentions.
		e.tables = append(e.tables, table{set: s, t: t})
		return
	}
	width := 1 + len(cellSorts(t.Value))
	for i, k := range keys {
		in, cells := s.bits[i*width], s.bits[i*width+1:(i+1)*width]
		for j, b := range e.blank(t.Value) {
			e.require(e.Or(in, e.Eq(cells[j], b)), name+" has no value for "+k.String()+" if it has no such key")
		}
		e.require(e.typed(e.celled(cells, t.Value)), name+" has a value for "+k.String()+" that is of its type")
	}
}

// mapVariable gives a symbol the columns of a map, of which nothing is said.
func (e *encoder) mapVariable(s *symbol, name string, t *types.Map) {
	sorts := cellSorts(t.Value)
	keys, few := fewKeys(t)
	if !few {
		s.bits = append(s.bits, e.Var(name+" (keys)", smt.Array{Index: smt.Int, Elem: smt.Bool}))
		for j, sort := range sorts {
			s.bits = append(s.bits, e.Var(name+" (value) "+strconv.Itoa(j), smt.Array{Index: smt.Int, Elem: sort}))
		}
		return
	}
	for _, k := range keys {
		s.bits = append(s.bits, e.Var(name+" has "+k.String(), smt.Bool))
		for j, sort := range sorts {
			s.bits = append(s.bits, e.Var(name+" at "+k.String()+" "+strconv.Itoa(j), sort))
		}
	}
}

// typed holds where the terms of a total value lie in its type, which those of
// an array do not by themselves. What is in a set of many values is not looked at.
func (e *encoder) typed(s *symbol) *smt.Term {
	switch t := s.typ.(type) {
	case *types.Enum:
		return e.among(s.scalar, t)
	case *types.Record:
		all := lists.Map(s.fields, e.typed)
		return e.And(all...)
	}
	if s.typ == types.String {
		return e.Le(e.Int(0), s.scalar)
	}
	return e.Bool(true)
}

// A table is a map of many keys that starts anywhere. Of its values nothing but
// what is said at the keys that the formula mentions makes them lie in their type.
type table struct {
	set  *symbol
	t    *types.Map
	seen int // probes up to which that was said
}

// finishTables says of the keys that were not there the last time that what they have
// in maps that start anywhere lies in its type.
func (e *encoder) finishTables() {
	for i := range e.tables {
		x := &e.tables[i]
		for ; x.seen < len(e.probes); x.seen++ {
			p := e.probes[x.seen]
			if !types.Identical(p.elem, x.t.Key) {
				continue
			}
			in, cells := e.at(x.set, x.t, p.row[0])
			e.require(e.Or(e.Not(in), e.typed(e.celled(cells, x.t.Value))), "the value of a key is of its type")
		}
	}
}

// tabled returns a map as columns.
func (e *encoder) tabled(s *symbol, t *types.Map) *symbol {
	out := *s
	// The columns of a map that is no literal are in the form of the type already.
	if out.typ = t; !s.literal {
		return &out
	}
	out.literal, out.members, out.values = false, nil, nil
	out.bits = nil
	blank := e.blank(t.Value)
	if keys, few := fewKeys(t); few {
		for range keys {
			out.bits = append(append(out.bits, e.Bool(false)), blank...)
		}
	} else {
		for _, b := range append([]*smt.Term{e.Bool(false)}, blank...) {
			out.bits = append(out.bits, e.Filled(smt.Int, b))
		}
	}
	for i, k := range s.members {
		key, value := e.coerced(k, t.Key), e.coerced(s.values[i], t.Value)
		out.defined = e.And(out.defined, e.total(key), e.proper(value))
		e.probeKey(key, t)
		out.bits = e.put(&out, t, key.scalar, e.Bool(true), e.cells(value, t.Value))
	}
	return &out
}

// probeKey notes that the formula mentions a key.
func (e *encoder) probeKey(key *symbol, t *types.Map) {
	// Few keys are looked at one by one and need no probes.
	if _, few := fewKeys(t); !few {
		e.probe(key, t.Key)
	}
}

// put returns the columns of a map in which a key is there or not, and has a value.
func (e *encoder) put(s *symbol, t *types.Map, key, in *smt.Term, cells []*smt.Term) []*smt.Term {
	row := append([]*smt.Term{in}, cells...)
	out := slices.Clone(s.bits)
	keys, few := fewKeys(t)
	if !few {
		for j, x := range row {
			out[j] = e.Store(out[j], key, x)
		}
		return out
	}
	for i, k := range keys {
		this := e.Eq(key, e.Int(e.names.text(string(k.(types.Text)))))
		for j, x := range row {
			n := i*len(row) + j
			out[n] = e.choose(this, x, out[n])
		}
	}
	return out
}

// at returns whether a map in columns has a key, and the terms of its value.
func (e *encoder) at(s *symbol, t *types.Map, key *smt.Term) (in *smt.Term, cells []*smt.Term) {
	keys, few := fewKeys(t)
	if !few {
		for _, column := range s.bits {
			cells = append(cells, e.Select(column, key))
		}
		return cells[0], cells[1:]
	}
	width := len(s.bits) / len(keys)
	in, cells = e.Bool(false), e.blank(t.Value)
	for i, k := range slices.Backward(keys) {
		this, row := e.Eq(key, e.Int(e.names.text(string(k.(types.Text))))), s.bits[i*width:(i+1)*width]
		in = e.choose(this, row[0], in)
		for j := range cells {
			cells[j] = e.choose(this, row[j+1], cells[j])
		}
	}
	return in, cells
}

// found returns whether a map has a key, where both have a value, and the value
// that it has.
func (e *encoder) found(m, key *symbol) (in *smt.Term, value *symbol) {
	t, ok := m.typ.(*types.Map)
	if !ok {
		return e.Bool(false), e.undefined(types.Invalid)
	}
	key = e.coerced(key, t.Key)
	defined := e.And(m.defined, e.total(key))
	if defined.IsFalse() {
		return defined, e.undefined(t.Value)
	}
	if !fitsMap(m, t) {
		return e.Bool(false), e.undefined(t.Value)
	}
	m = e.tabled(m, t)
	e.probeKey(key, t)
	in, cells := e.at(m, t, key.scalar)
	in = e.And(m.defined, e.total(key), in)
	value = e.celled(cells, t.Value)
	value.defined = in
	return in, value
}

// get returns the value of a key in a map.
func (e *encoder) get(m, key *symbol) *symbol {
	_, value := e.found(m, key)
	return value
}

// changedMap returns a map in which a key has a value, or is not there where that is nil. A
// key of another type cannot be taken out.
func (e *encoder) changedMap(m, key, value *symbol) *symbol {
	t, ok := m.typ.(*types.Map)
	if !ok || !fitsMap(m, t) {
		return e.undefined(&types.Map{Key: types.Invalid, Value: types.Invalid})
	}
	// A literal stays one, so that its entries can still be coerced.
	if m.literal && value != nil {
		// Clip makes append copy: the literal keeps its own entries.
		out := e.literalMap(t, append(slices.Clip(m.members), key), append(slices.Clip(m.values), value))
		out.defined = e.And(m.defined, out.defined)
		return out
	}
	out := *e.tabled(m, t)
	at := e.coerced(key, t.Key)
	e.probeKey(at, t)
	if value == nil {
		without := e.put(&out, t, at.scalar, e.Bool(false), e.blank(t.Value))
		// A key of another type is in no map, so that the map stays as it is.
		for i, had := range out.bits {
			without[i] = e.choose(e.total(at), without[i], had)
		}
		out.bits = without
		out.defined = e.And(out.defined, e.total(key))
		return &out
	}
	value = e.coerced(value, t.Value)
	out.bits = e.put(&out, t, at.scalar, e.Bool(true), e.cells(value, t.Value))
	out.defined = e.And(out.defined, e.total(at), e.proper(value))
	return &out
}

// literalMap returns the map of some entries.
func (e *encoder) literalMap(t *types.Map, keys, values []*symbol) *symbol {
	key, value := types.Type(types.Invalid), types.Type(types.Invalid)
	for i := range keys {
		key, value = system.Merge(key, keys[i].typ), system.Merge(value, values[i].typ)
	}
	t = &types.Map{Key: system.Complete(t.Key, key), Value: system.Complete(t.Value, value)}
	s := &symbol{typ: t, literal: true, members: keys, values: values}
	all := []*smt.Term{e.Bool(true)}
	for i := range keys {
		all = append(all, e.total(e.coerced(keys[i], t.Key)), e.proper(e.coerced(values[i], t.Value)))
	}
	s.defined = e.And(all...)
	return s
}

// entries takes apart what has each key before its value.
func entries(list []*symbol) (keys, values []*symbol) {
	for i := 0; i+1 < len(list); i += 2 {
		keys, values = append(keys, list[i]), append(values, list[i+1])
	}
	return keys, values
}

func (e *encoder) constantMap(v types.Value, t *types.Map) *symbol {
	dict, ok := v.(types.Dict)
	if !ok {
		return e.undefined(t)
	}
	var keys, values []*symbol
	for _, x := range dict {
		keys, values = append(keys, e.constant(x.Key, t.Key)), append(values, e.constant(x.Value, t.Value))
	}
	return e.literalMap(t, keys, values)
}

// has holds where a map has some entries, whatever else it has.
func (e *encoder) has(m *symbol, d types.OpenDict) *smt.Term {
	t := m.typ.(*types.Map)
	var all []*smt.Term
	for _, x := range d {
		in, value := e.found(m, e.constant(x.Key, t.Key))
		c := e.constant(x.Value, t.Value)
		all = append(all, in, e.proper(c), e.equal(value, c))
	}
	return e.And(all...)
}

// fitsMap reports whether a symbol is a map of a type.
func fitsMap(s *symbol, t *types.Map) bool {
	m, ok := s.typ.(*types.Map)
	switch {
	case !ok:
		return false
	case s.literal:
		return !slices.ContainsFunc(s.members, func(k *symbol) bool { return !fits(k, t.Key) }) &&
			!slices.ContainsFunc(s.values, func(v *symbol) bool { return !fits(v, t.Value) })
	}
	return types.Identical(m, t) && len(s.bits) > 0
}

// equalMaps compares two maps. Two that are unequal, and of many keys, have a key in
// which they differ.
func (e *encoder) equalMaps(x, y *symbol) *smt.Term {
	t := x.typ.(*types.Map)
	// The type of a map in the state decides, and a literal adapts to it.
	if x.literal && !y.literal {
		t = y.typ.(*types.Map)
	}
	if !fitsMap(x, t) || !fitsMap(y, t) {
		return e.Bool(false)
	}
	x, y = e.tabled(x, t), e.tabled(y, t)
	same := e.sameBits(x, y)
	if same.Op() == smt.Truth || e.differ[same] {
		return same
	}
	e.differ[same] = true
	// Columns of few keys differ only where maps do. Arrays may differ where there is no key.
	if keys, few := fewKeys(t); few {
		// Values that are sets have an element in which they differ.
		for i := range keys {
			e.equal(e.cellOf(x, t, i), e.cellOf(y, t, i))
		}
		return same
	}
	d := e.witness("differ", t.Key)
	in, cells := e.at(x, t, d.scalar)
	has, others := e.at(y, t, d.scalar)
	alike := e.equal(e.celled(cells, t.Value), e.celled(others, t.Value))
	e.require(e.Or(same, e.Not(e.Eq(in, has)), e.And(in, e.Not(alike))), "unequal maps differ in a key")
	return same
}

// cellOf returns the value that a map of few keys has at the i-th of them.
func (e *encoder) cellOf(m *symbol, t *types.Map, i int) *symbol {
	keys, _ := fewKeys(t)
	width := len(m.bits) / len(keys)
	return e.celled(m.bits[i*width+1:(i+1)*width], t.Value)
}

// chosenMap returns the map that a condition chooses of two.
func (e *encoder) chosenMap(t *types.Map, first *smt.Term, x, y *symbol) []*smt.Term {
	x, y = e.tabled(x, t), e.tabled(y, t)
	var out []*smt.Term
	for i := range x.bits {
		out = append(out, e.choose(first, x.bits[i], y.bits[i]))
	}
	return out
}

// dict reads a map: at each of a few keys, or at each probe.
func (r *reader) dict(s *symbol, t *types.Map) types.Dict {
	var list []types.Entry
	if keys, few := fewKeys(t); few {
		width := len(s.bits) / len(keys)
		for i, k := range keys {
			if r.truth(s.bits[i*width]) {
				list = append(list, types.Entry{Key: k, Value: r.value(r.e.cellOf(s, t, i))})
			}
		}
		return types.NewDict(list)
	}
	for _, p := range r.e.probes {
		if !types.Identical(p.elem, t.Key) || !r.truth(r.e.isValue(p.at, t.Key)) {
			continue
		}
		in, cells := r.e.at(s, t, p.row[0])
		if r.truth(in) {
			list = append(list, types.Entry{Key: r.value(r.e.retyped(p.at, t.Key)), Value: r.value(r.e.celled(cells, t.Value))})
		}
	}
	return types.NewDict(list)
}

// keyCount returns how many keys a map has: of those that the formula mentions, where
// they are many.
func (e *encoder) keyCount(m *symbol, t *types.Map) *symbol {
	if !fitsMap(m, t) {
		return e.undefined(types.Int)
	}
	m = e.tabled(m, t)
	list := []*smt.Term{e.Int(0)}
	count := func(in *smt.Term) { list = append(list, e.Ite(in, e.Int(1), e.Int(0))) }
	if keys, few := fewKeys(t); few {
		width := len(m.bits) / len(keys)
		for i := range keys {
			count(m.bits[i*width])
		}
	} else {
		e.tallies = true
		var before []probe
		for _, p := range e.probes {
			if !types.Identical(p.elem, t.Key) {
				continue
			}
			in, _ := e.at(m, t, p.row[0])
			all := []*smt.Term{in, e.isValue(p.at, t.Key)}
			// A key that several probes have is counted once.
			for _, q := range before {
				all = append(all, e.Not(e.And(e.isValue(q.at, t.Key), e.Eq(q.row[0], p.row[0]))))
			}
			count(e.And(all...))
			before = append(before, p)
		}
	}
	return &symbol{typ: types.Int, defined: m.defined, scalar: e.Add(list...)}
}
