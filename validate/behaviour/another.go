package behaviour

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

var errAnother = errors.New("no value was found that the schema of an argument accepts beside those that are pinned, and there may be one")

// another returns a value that is accepted and that is none of some pins; nil if
// there is none. Schemas are those of two versions; nil accepts anything.
func another(schemas [2]*tool.Schema, pins []types.Value, accept func(types.Value) bool) (types.Value, error) {
	finite := false
	for _, s := range schemas {
		// Among one value more than there are pins, one differs from all of them.
		list, all := valuesOf(s, len(pins)+1, 0)
		// A complete list of one schema is enough: the value has to satisfy both.
		finite = finite || all
		for _, v := range list {
			if accept(v) && !types.Contains(pins, v) {
				return v, nil
			}
		}
	}
	if finite {
		return nil, nil
	}
	return nil, errAnother
}

// maxNested bounds how deep values are looked for.
const maxNested = 8

// valuesOf returns different values that a schema is likely to accept, at least n
// where there are as many; all says that there are no others.
func valuesOf(s *tool.Schema, n, depth int) (list []types.Value, all bool) {
	if s == nil {
		s = &tool.Schema{Types: []tool.Kind{tool.KindString}}
	}
	switch {
	case s.Const != nil:
		list, all = []types.Value{s.Const}, true
	case s.Enum != nil:
		list, all = slices.Clone(s.Enum), true
	default:
		kinds := s.Types
		if len(kinds) == 0 {
			kinds = []tool.Kind{tool.KindString}
		}
		// A schema without types accepts other kinds, too.
		all = len(s.Types) > 0
		for _, k := range kinds {
			more, these := ofKind(s, k, n, depth)
			list, all = append(list, more...), all && these
		}
	}
	if s.Nullable {
		list = append(list, types.Null{})
	}
	// The generators follow single keywords; Accepts has the last word.
	list = slices.DeleteFunc(list, func(v types.Value) bool { ok, _ := s.Accepts(v); return !ok })
	return list, all
}

func ofKind(s *tool.Schema, k tool.Kind, n, depth int) (list []types.Value, all bool) {
	switch k {
	case tool.KindNull:
		return []types.Value{types.Null{}}, true
	case tool.KindBoolean:
		return []types.Value{types.Boolean(false), types.Boolean(true)}, true
	case tool.KindInteger, tool.KindNumber:
		return numbers(s, k, n)
	case tool.KindString:
		for i := range n {
			list = append(list, types.Text(fmt.Sprintf("other%s", []string{"", fmt.Sprint(i)}[min(i, 1)])))
		}
	case tool.KindArray:
		return arrays(s, n, depth)
	case tool.KindObject:
		return objects(s, n, depth)
	}
	return list, false
}

// numbers counts up from the minimum or down from the maximum, in halves where
// that is no integer.
func numbers(s *tool.Schema, k tool.Kind, n int) (list []types.Value, all bool) {
	at, step := new(big.Rat), big.NewRat(1, 1)
	if k == tool.KindNumber {
		step = big.NewRat(1, 2)
	}
	switch lo, hi := s.Minimum, s.Maximum; {
	case lo != nil && hi != nil && k == tool.KindNumber:
		// between two bounds, in equal parts
		at.Set(lo.Value.Rat())
		// n+2 parts of the range, so that n+2 values stay below the maximum.
		step = new(big.Rat).Quo(new(big.Rat).Sub(hi.Value.Rat(), at), big.NewRat(int64(n)+2, 1))
	case lo != nil:
		at.Set(lo.Value.Rat())
	case hi != nil:
		at.Set(hi.Value.Rat())
		step = new(big.Rat).Neg(step)
	}
	if k == tool.KindInteger {
		at = rounded(at, step.Sign())
	}
	// Two more than needed, as exclusive bounds may rule out an end.
	for range n + 2 {
		list = append(list, types.NewNumber(new(big.Rat).Set(at)))
		at.Add(at, step)
	}
	lo, hi := s.Minimum, s.Maximum
	// All integers between the bounds have been listed where the next one is too large.
	all = lo != nil && hi != nil && (k == tool.KindInteger && at.Cmp(hi.Value.Rat()) > 0 || lo.Value.Cmp(hi.Value) >= 0)
	return list, all
}

// rounded rounds a number up, or down.
func rounded(r *big.Rat, sign int) *big.Rat {
	if r.IsInt() {
		return r
	}
	q := new(big.Int).Div(r.Num(), r.Denom()) // rounds down
	if sign > 0 {
		q.Add(q, big.NewInt(1))
	}
	return new(big.Rat).SetInt(q)
}

// arrays returns lists of equal elements, of growing length.
func arrays(s *tool.Schema, n, depth int) (list []types.Value, all bool) {
	list = []types.Value{types.List{}}
	if depth >= maxNested {
		return list, false
	}
	elems, _ := valuesOf(s.Items, 1, depth+1)
	if len(elems) == 0 {
		return list, false
	}
	row := types.List{}
	for range n {
		// The capped capacity keeps the shorter lists intact.
		row = append(row[:len(row):len(row)], elems[0])
		list = append(list, row)
	}
	return list, false
}

// objects returns objects that differ in one member from the first of them,
// which has the required ones alone; or all, if there are few.
func objects(s *tool.Schema, n, depth int) (list []types.Value, all bool) {
	base := types.Object{}
	if depth >= maxNested {
		return []types.Value{base}, false
	}
	values, finite := make(map[string][]types.Value), s.Closed
	for _, p := range s.Properties {
		var these bool
		values[p.Name], these = valuesOf(p.Schema, n+1, depth+1)
		finite = finite && these
		if p.Required && len(values[p.Name]) > 0 {
			base = append(base, types.Member{Name: p.Name, Value: values[p.Name][0]})
		}
	}
	// A closed object with finite members has all its values listed, if they are few.
	if finite {
		if every := combined(s.Properties, values); every != nil {
			return every, true
		}
	}
	list = append(list, base)
	for _, p := range s.Properties {
		rest := slices.DeleteFunc(slices.Clone(base), func(m types.Member) bool { return m.Name == p.Name })
		for _, v := range values[p.Name] {
			// The value that base has already would repeat it.
			if had, _ := base.Get(p.Name); had == nil || !types.Equal(had, v) {
				list = append(list, append(rest[:len(rest):len(rest)], types.Member{Name: p.Name, Value: v}))
			}
		}
	}
	if !s.Closed {
		for i := range n {
			list = append(list, append(base[:len(base):len(base)], types.Member{Name: fmt.Sprintf("other%d", i), Value: types.Text("other")}))
		}
	}
	return list, false
}

// maxCombined bounds the objects that are listed.
const maxCombined = 256

// combined returns all objects with the values of members; nil if there are many.
func combined(properties []*tool.Property, values map[string][]types.Value) []types.Value {
	list := []types.Object{{}}
	for _, p := range properties {
		options := values[p.Name]
		if !p.Required {
			options = append([]types.Value{nil}, options...)
		}
		if list = types.WithEach(list, p.Name, options); len(list) > maxCombined {
			return nil
		}
	}
	return types.Objects(list)
}
