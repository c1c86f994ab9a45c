package partial

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/types"
)

// A map that is not known is a symbol, or one with writes on it: a term of the kind
// written, whose operands are the map below and, for each write, the key, whether
// the map has it then, and the columns: the terms of the value, field by field.

// columns returns the types of the terms that a value of a type is made of. Fields are
// in the order of their names: columns of types that are the same go together by
// position.
func columns(t types.Type) []types.Type {
	r, ok := t.(*types.Record)
	if !ok {
		return []types.Type{t}
	}
	return lists.FlatMap(r.Sorted(), func(f types.Field) []types.Type { return columns(f.Type) })
}

// valueIn returns the value of a type whose columns are given, and what is left of
// them.
func (s *Space) valueIn(t types.Type, cols []*Term) (Value, []*Term) {
	r, ok := t.(*types.Record)
	if !ok {
		return Value{Def: s.yes, Term: cols[0]}, cols[1:]
	}
	out := Value{Def: s.yes, Fields: make([]Field, len(r.Fields))}
	for _, f := range r.Sorted() {
		var v Value
		v, cols = s.valueIn(f.Type, cols)
		// A value has its fields in the order of its type.
		out.Fields[slices.Index(r.Fields, f)] = Field{f.Name, v}
	}
	return out, cols
}

// flat returns the columns of a value: see columns.
func (v Value) flat() []*Term {
	if v.Term != nil {
		return []*Term{v.Term}
	}
	byName := slices.SortedFunc(slices.Values(v.Fields), func(a, b Field) int { return strings.Compare(a.Name, b.Name) })
	return lists.FlatMap(byName, Field.flat)
}

// An entry is what a map has at a key: whether it has it, and the columns, which
// mean nothing if it has not.
type entry []*Term

func (s *Space) absent(t *types.Map) entry {
	e := entry{s.no}
	for _, c := range columns(t.Value) {
		e = append(e, s.constant(zeroOf(c), c))
	}
	return e
}

func (s *Space) entryOf(v types.Value, t *types.Map) entry {
	return append(entry{s.yes}, s.valueOf(v, t.Value).flat()...)
}

func (s *Space) chooseEntry(c *Term, a, b entry) entry {
	out := make(entry, len(a))
	for i := range a {
		switch {
		case i > 0 && a[0].IsFalse(): // what is absent has no value to keep
			out[i] = b[i]
		case i > 0 && b[0].IsFalse():
			out[i] = a[i]
		default:
			out[i] = s.Choose(c, a[i], b[i])
		}
	}
	return out
}

// zeroOf returns a value of a type that is no record.
func zeroOf(t types.Type) types.Value {
	switch t := t.(type) {
	case *types.Enum:
		return types.Text(t.Names[0])
	case *types.Array:
		return types.List{}
	case *types.Map:
		return types.Dict{}
	}
	switch t {
	case types.Bool:
		return types.Boolean(false)
	case types.Int, types.Real:
		return types.NewInt(0)
	}
	return types.Text("")
}

// A slot is a key of a map of which nothing is known.
type slot struct {
	symbol *Symbol
	key    *Term
}

// maxKeys bounds the keys of a known map with which an unknown key is compared.
const maxKeys = 32

// lookup returns what a map has at a key.
func (s *Space) lookup(m, key *Term) entry {
	t := m.typ.(*types.Map)
	switch m.kind {
	case choice:
		return s.chooseEntry(m.args[0], s.lookup(m.args[1], key), s.lookup(m.args[2], key))
	case written:
		below := func() entry { return s.lookup(m.args[0], key) }
		width := 2 + len(columns(t.Value))
		var open []entry
		var conditions []*Term
		// The last write of a key counts, so writes are read from the end.
		for i := len(m.args) - width; i > 0; i -= width {
			e := entry(m.args[i+1 : i+width])
			c := s.Equal(key, m.args[i])
			if c.IsTrue() {
				below = func() entry { return e }
				break
			}
			if !c.IsFalse() {
				open, conditions = append(open, e), append(conditions, c)
			}
		}
		e := below()
		for i := len(open) - 1; i >= 0; i-- {
			e = s.chooseEntry(conditions[i], open[i], e)
		}
		return e
	case constant:
		d := m.value.(types.Dict)
		if key.kind == constant {
			if v, ok := d.Get(key.value); ok {
				return s.entryOf(v, t)
			}
			return s.absent(t)
		}
		if len(d) <= maxKeys {
			e := s.absent(t)
			for _, x := range d {
				e = s.chooseEntry(s.Equal(key, s.constant(x.Key, key.typ)), s.entryOf(x.Value, t), e)
			}
			return e
		}
	}
	return s.unknownEntry(m, key, t)
}

// unknownEntry returns what a map of which nothing is known has at a key: the same
// each time.
func (s *Space) unknownEntry(m, key *Term, t *types.Map) entry {
	at := slot{m.symbol, key}
	if e := s.slots[at]; e != nil {
		return e
	}
	var e entry
	if slices.ContainsFunc(symbolsOf(key), func(x *Symbol) bool { return x.member }) {
		// An operand that is some member can be replaced, and then the entry is looked up.
		for i, c := range append([]types.Type{types.Bool}, columns(t.Value)...) {
			e = append(e, s.intern(Term{kind: column, typ: c, args: []*Term{m, key, s.constant(types.NewInt(int64(i)), types.Int)}}))
		}
		return e
	}
	for i, c := range append([]types.Type{types.Bool}, columns(t.Value)...) {
		var x *Term
		switch {
		case key.kind == constant && m.symbol != nil && m.symbol.about != "":
			about := fmt.Sprintf("the value of `%s` of %s %s", m.symbol.name, key.value, m.symbol.when)
			if i > 0 {
				x = s.unknownOf(c, about).Term
			} else {
				x = s.Unknown(c, about)
			}
			for _, y := range symbolsOf(x) {
				y.name, y.key, y.when = m.symbol.name, key.value, m.symbol.when
			}
		default:
			x = s.derived(c, m, key)
		}
		e = append(e, x)
	}
	if m.symbol != nil {
		s.slots[at] = e
	}
	return e
}

// written returns the map in which a key has an entry.
func (s *Space) write(m, key *Term, e entry) *Term {
	t := m.typ.(*types.Map)
	if m.kind == constant && key.kind == constant {
		d := m.value.(types.Dict)
		if e[0].IsFalse() {
			return s.constant(d.Without(key.value), t)
		}
		v, _ := s.valueIn(t.Value, e[1:])
		if known, ok := v.known(); ok && e[0].IsTrue() {
			return s.constant(d.Put(key.value, known), t)
		}
	}
	args := []*Term{m}
	if m.kind == written {
		args = []*Term{m.args[0]}
		width := 2 + len(columns(t.Value))
		for i := 1; i < len(m.args); i += width {
			// An older write of the same key no longer matters.
			if m.args[i] != key {
				args = append(args, m.args[i:i+width]...)
			}
		}
	}
	return s.intern(Term{kind: written, typ: t, args: append(append(args, key), e...)})
}

// rewritten returns a map with other operands.
func (s *Space) rewritten(t *types.Map, args []*Term) *Term {
	width := 2 + len(columns(t.Value))
	m := args[0]
	for i := 1; i < len(args); i += width {
		m = s.write(m, args[i], entry(args[i+1:i+width]))
	}
	return m
}

// get returns the value at a key.
func (s *Space) get(m, key Value) Value {
	if m.vague != nil || key.vague != nil || m.Term == nil {
		return Value{Def: s.And(m.Def, key.Def), vague: slices.Concat(m.terms(), key.terms())}
	}
	t := m.Term.typ.(*types.Map)
	if key = s.fits(key, t.Key); key.Def.IsFalse() || m.Def.IsFalse() {
		return s.undefined()
	}
	e := s.lookup(m.Term, key.Term)
	v, _ := s.valueIn(t.Value, e[1:])
	v.Def = s.And(m.Def, key.Def, e[0])
	return v
}

// hasKey returns the condition that a map has a key.
func (s *Space) hasKey(m, key Value) *Term {
	if v := s.get(m, key); v.vague != nil {
		return s.And(v.Def, s.derived(types.Bool, v.terms()...))
	} else {
		return v.Def
	}
}

// put returns the map in which a key has a value.
func (s *Space) put(m, key, v Value) Value {
	if m.vague != nil || key.vague != nil || m.Term == nil {
		return Value{Def: s.And(m.Def, key.Def, v.Def), vague: slices.Concat(m.terms(), key.terms(), v.terms())}
	}
	t := m.Term.typ.(*types.Map)
	key, v = s.fits(key, t.Key), s.fits(v, t.Value)
	def := s.And(m.Def, key.Def, v.Def)
	if def.IsFalse() {
		return s.undefined()
	}
	return Value{Def: def, Term: s.write(m.Term, key.Term, append(entry{s.yes}, v.flat()...))}
}

// without returns the map without a key; one that is none of its keys it does not
// have.
func (s *Space) without(m, key Value) Value {
	def := s.And(m.Def, key.Def)
	if key.vague != nil {
		return Value{Def: def, vague: slices.Concat(m.terms(), key.terms())}
	}
	t := m.Term.typ.(*types.Map)
	k := s.fits(key, t.Key)
	if k.Def.IsFalse() {
		return Value{Def: def, Term: m.Term}
	}
	return Value{Def: def, Term: s.Choose(k.Def, s.write(m.Term, k.Term, s.absent(t)), m.Term)}
}

// A keyed assignment is one of a key of a map.
type keyed struct {
	applies, made *Term // its guards hold; and it has a key and a value
	key, value    Value
	leaf          int
}

// keyedAssignments returns the assignments of keys, by their index; nil for others.
func (m *stepping) keyedAssignments() []*keyed {
	list := make([]*keyed, len(m.assignments))
	for i := range m.assignments {
		a := &m.assignments[i]
		if a.Key == nil {
			continue
		}
		t := a.Var.Type.(*types.Map)
		k := &keyed{applies: m.And(m.truths(a.Guards)...), leaf: m.vars.leaf(a.Var, nil)}
		k.key, k.value = m.fits(m.term(a.Key), t.Key), m.fits(m.term(a.Value), t.Value)
		k.made = m.And(k.applies, k.key.Def, k.value.Def)
		list[i] = k
	}
	return list
}

// makeable returns the condition that one of the assignments of keys can be made:
// it has a key and a value, and no other one that applies gives the key another.
func (m *stepping) makeable(list []*keyed, i int) *Term {
	x := list[i]
	can := []*Term{x.key.Def, x.value.Def}
	for j, y := range list {
		if y == nil || j == i || y.leaf != x.leaf || y.made.IsFalse() || x.made.IsFalse() {
			continue
		}
		meet := m.And(y.made, m.equals(x.key, y.key), m.Not(m.equals(x.value, y.value)))
		can = append(can, m.Not(meet))
	}
	return m.And(can...)
}

// mapsAfter returns what maps become that are assigned by key, by leaf.
func (m *stepping) mapsAfter() map[int]*Term {
	after := make(map[int]*Term)
	list := m.keyedAssignments()
	for i, x := range list {
		if x == nil {
			continue
		}
		now, ok := after[x.leaf]
		if !ok {
			now = m.leaf(x.leaf, false)
		}
		if made := m.And(x.applies, m.makeable(list, i)); !made.IsFalse() {
			e := append(entry{m.yes}, x.value.flat()...)
			now = m.write(now, x.key.Term, m.chooseEntry(made, e, m.lookup(now, x.key.Term)))
		}
		after[x.leaf] = now
	}
	return after
}
