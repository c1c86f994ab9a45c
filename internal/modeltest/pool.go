package modeltest

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A pool holds the values to draw from.
type pool struct {
	numbers []types.Number
	origin  types.Number // that bounds of schemas lie around, if it is not 0
	texts   []types.Text
	whole   []types.Value // lists and objects, to be taken as they are
}

// base is the pool that projects are drawn from.
func base() *pool {
	p := &pool{texts: []types.Text{"a", "b", "c", "z", "", "q\"é"}}
	for _, halves := range []int64{0, 2, -2, 4, 1, -1, 3, 6, -4, 5} {
		p.numbers = append(p.numbers, types.NewNumber(big.NewRat(halves, 2)))
	}
	return p
}

func (p *pool) integers() []types.Number {
	return slices.DeleteFunc(slices.Clone(p.numbers), func(n types.Number) bool { return !n.IsInt() })
}

// value draws a value of a type.
func (d drawer) value(t types.Type, from *pool) types.Value {
	switch t := t.(type) {
	case *types.Enum:
		return types.Text(pick(d, t.Names))
	case *types.Record:
		o := types.Object{}
		for _, f := range t.Fields {
			o = append(o, types.Member{Name: f.Name, Value: d.value(f.Type, from)})
		}
		return o
	case *types.Array:
		return d.set(t, from)
	case *types.Map:
		return d.dict(t, from)
	}
	switch t {
	case types.Int:
		return pick(d, from.integers())
	case types.Real:
		return pick(d, from.numbers)
	case types.String:
		return pick(d, from.texts)
	}
	return types.Boolean(d.flip())
}

// set draws a list without duplicates.
func (d drawer) set(t *types.Array, from *pool) types.Value {
	list := types.List{}
	for range d.between(0, 3) {
		v := d.value(t.Elem, from)
		if !types.InSet(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// dict draws a map of few keys.
func (d drawer) dict(t *types.Map, from *pool) types.Value {
	var entries []types.Entry
	for range d.between(0, 3) {
		entries = append(entries, types.Entry{Key: d.value(t.Key, from), Value: d.value(t.Value, from)})
	}
	return types.NewDict(entries)
}

// accepted draws a value that a schema accepts, or returns nil where it finds
// none.
func (d drawer) accepted(s *tool.Schema, from *pool) types.Value {
	if s.Nullable && d.oneIn(5) {
		return types.Null{}
	}
	list := from.candidates(s)
	// Structured values are drawn from their parts most of the time.
	if len(list) > 0 && (s.Enum != nil || s.Const != nil || d.oneIn(4)) {
		return pick(d, list)
	}
	var v types.Value
	switch {
	case s.Only(tool.KindArray):
		v = d.list(s, from)
	case isFree(s):
		v = d.free(2, from)
	case s.Only(tool.KindObject):
		v = d.object(s, from)
	case len(list) > 0:
		v = pick(d, list)
	}
	// Parts are drawn one by one, and the whole may still be refused.
	if v != nil && accepts(s, v) {
		return v
	}
	return nil
}

// accepts reports whether a schema accepts a value in which no object has
// members that the schema does not list.
func accepts(s *tool.Schema, v types.Value) bool {
	ok, _ := s.Accepts(v)
	return ok && listed(s, v)
}

func listed(s *tool.Schema, v types.Value) bool {
	switch v := v.(type) {
	case types.List:
		return s.Items == nil || !slices.ContainsFunc(v, func(e types.Value) bool { return !listed(s.Items, e) })
	case types.Object:
		return isFree(s) || !slices.ContainsFunc(v, func(m types.Member) bool {
			p := s.Property(m.Name)
			return p == nil || !listed(p.Schema, m.Value)
		})
	}
	return true
}

func (d drawer) list(s *tool.Schema, from *pool) types.Value {
	list := types.List{}
	for range d.between(0, 3) {
		items := cmp.Or(s.Items, &tool.Schema{})
		if v := d.accepted(items, from); v != nil {
			list = append(list, v)
		}
	}
	return list
}

func (d drawer) object(s *tool.Schema, from *pool) types.Value {
	o := types.Object{}
	for _, p := range s.Properties {
		if !p.Required && d.oneIn(3) {
			continue
		}
		if v := d.accepted(p.Schema, from); v != nil {
			o = append(o, types.Member{Name: p.Name, Value: v})
		}
	}
	return o
}

// free draws an object of any members.
func (d drawer) free(depth int, from *pool) types.Value {
	o := types.Object{}
	for _, name := range some(d, []string{"f", "g", "free"}, 0, 2) {
		var v types.Value
		switch {
		case depth > 0 && d.oneIn(4):
			v = d.free(depth-1, from)
		case depth > 0 && d.oneIn(6):
			v = types.List{d.free(depth-1, from)}
		case d.oneIn(8):
			v = types.Null{}
		default:
			v = d.value(pick(d, []types.Type{types.Bool, types.Real, types.String}), from)
		}
		o = append(o, types.Member{Name: name, Value: v})
	}
	return o
}

// candidates returns the values of the pool, and of the schema itself, that
// the schema accepts, null aside.
func (p *pool) candidates(s *tool.Schema) []types.Value {
	list := []types.Value{types.Boolean(false), types.Boolean(true)}
	for _, n := range p.numbers {
		list = append(list, n)
	}
	for _, t := range p.texts {
		list = append(list, t)
	}
	switch {
	case s.Const != nil:
		list = []types.Value{s.Const}
	case s.Enum != nil:
		list = slices.Clone(s.Enum)
	default:
		list = append(list, p.whole...)
	}
	// Bounds are the values at which mistakes show.
	for _, b := range []*tool.Bound{s.Minimum, s.Maximum} {
		if b != nil {
			list = append(list, b.Value)
		}
	}
	return slices.DeleteFunc(list, func(v types.Value) bool { return !accepts(s, v) })
}
