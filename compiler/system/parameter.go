package system

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A Parameter is one of a tool's that questions depend on: a transition binds
// it, or a check pins it.
type Parameter struct {
	Name   string
	Bound  *checker.Param // nil if no transition binds it
	Type   types.Type     // of a bound one: completed by its uses and pins
	Schema *tool.Schema   // nil if there is none
	Pins   []types.Value  // different ones, without null

	Optional, Nullable bool        // it may be left out, or null
	Other              types.Value // a value that is accepted and not pinned; nil if there is none, and of a bound one
}

// parametersOf returns the parameters of a tool that a transition, which may
// be nil, binds or that atoms pin: the bound ones first.
func parametersOf(m *checker.Model, schema *tool.Tool, t *checker.Transition, pins map[string][]types.Value, order []string) []*Parameter {
	var list []*Parameter
	if t != nil {
		for _, p := range t.Params {
			list = append(list, &Parameter{Name: p.Bind.Param.Name, Bound: p, Type: refined(m, t, p, pins[p.Bind.Param.Name])})
		}
	}
	for _, name := range order {
		if !slices.ContainsFunc(list, func(p *Parameter) bool { return p.Name == name }) {
			list = append(list, &Parameter{Name: name})
		}
	}
	for _, p := range list {
		p.describe(schema, pins[p.Name])
	}
	return list
}

// describe takes over what the schema says, and what is pinned. Without a
// schema an argument is always given.
func (p *Parameter) describe(t *tool.Tool, pins []types.Value) {
	for _, v := range pins {
		if v == (types.Null{}) {
			p.Nullable = t == nil
		} else if !slices.ContainsFunc(p.Pins, func(had types.Value) bool { return types.Equal(had, v) }) {
			p.Pins = append(p.Pins, v)
		}
	}
	if t != nil {
		p.Optional = true
		p.Schema = t.Input.Additional
		if prop := t.Param(p.Name); prop != nil {
			p.Schema = prop.Schema
			p.Optional = !prop.Required && prop.Schema.Default == nil
		}
	}
	if p.Schema != nil {
		p.Nullable = p.Schema.Nullable
	}
	if p.Bound == nil {
		p.Other = other(p.Schema, p.Pins)
	}
}

// FieldsOf returns what records among some values have in a field.
func FieldsOf(list []types.Value, name string) []types.Value {
	var out []types.Value
	for _, v := range list {
		if object, ok := v.(types.Object); ok {
			if x, has := object.Get(name); has {
				out = append(out, x)
			}
		}
	}
	return out
}

// OpenRecords returns, of some pinned values, the records with keys that a record
// type does not have, where the schema accepts them and lists no values. They are
// values of an argument of that type, beside those that have no other key.
func OpenRecords(pins []types.Value, t *types.Record, s *tool.Schema) []types.Value {
	var list []types.Value
	if Listed(s) != nil {
		return nil
	}
	for _, v := range pins {
		object, ok := v.(types.Object)
		if !ok || !slices.ContainsFunc(object, func(m types.Member) bool { _, known := t.Field(m.Name); return !known }) {
			continue
		}
		accepted := s == nil
		if !accepted {
			accepted, _ = s.Accepts(v)
		}
		if accepted && !slices.ContainsFunc(list, func(had types.Value) bool { return types.Equal(had, v) }) {
			list = append(list, v)
		}
	}
	return list
}

// Listed returns the values to which a schema restricts a place; nil where it
// lists none.
func Listed(s *tool.Schema) []types.Value {
	switch {
	case s == nil:
		return nil
	case s.Const != nil:
		return []types.Value{s.Const}
	}
	return s.Enum
}

// other returns a value that a schema accepts and that is none of the given
// ones, or nil if there is none. Without a schema there always is one.
func other(s *tool.Schema, given []types.Value) types.Value {
	for _, v := range Samples(s, len(given)+1) {
		if !slices.ContainsFunc(given, func(had types.Value) bool { return types.Equal(had, v) }) {
			return v
		}
	}
	return nil
}

// Samples returns at least n different values that a schema accepts, other
// than null, or all of them if they are fewer. (Of objects and lists with
// unusual restrictions it may find fewer.)
func Samples(s *tool.Schema, n int) []types.Value {
	if s == nil {
		return texts(n)
	}
	candidates := Listed(s)
	if candidates == nil {
		kinds := s.Types
		if len(kinds) == 0 {
			kinds = []tool.Kind{tool.KindString, tool.KindNumber, tool.KindBoolean, tool.KindObject, tool.KindArray}
		}
		for _, k := range kinds {
			candidates = append(candidates, samplesOf(k, s, n)...)
		}
	}
	var list []types.Value
	for _, v := range candidates {
		if ok, _ := s.Accepts(v); ok && v != (types.Null{}) {
			list = append(list, v)
		}
	}
	return list
}

func texts(n int) []types.Value {
	var list []types.Value
	for i := range n {
		list = append(list, types.Text(Numbered("other", i)))
	}
	return list
}

// Numbered numbers names from the second on.
func Numbered(base string, i int) string {
	if i == 0 {
		return base
	}
	return fmt.Sprintf("%s-%d", base, i+1)
}

func samplesOf(k tool.Kind, s *tool.Schema, n int) []types.Value {
	switch k {
	case tool.KindString:
		return texts(n)
	case tool.KindBoolean:
		return []types.Value{types.Boolean(false), types.Boolean(true)}
	case tool.KindInteger, tool.KindNumber:
		return Numbers(s, n)
	case tool.KindArray:
		return lists(s, n)
	case tool.KindObject:
		return objects(s, n)
	}
	return nil
}

// Numbers returns integers within the bounds of a schema, from the one nearest to zero,
// and points between the bounds, for those that hold no integers.
func Numbers(s *tool.Schema, n int) []types.Value {
	from := big.NewRat(0, 1)
	step := int64(1)
	switch {
	case s.Minimum != nil && s.Minimum.Value.Sign() >= 0:
		from = floor(s.Minimum.Value.Rat())
	case s.Maximum != nil && s.Maximum.Value.Sign() <= 0:
		from, step = floor(s.Maximum.Value.Rat()), -1
	}
	var list []types.Value
	add := func(r *big.Rat) { list = append(list, types.NewNumber(r)) }
	for i := -1; i <= n+1; i++ {
		add(new(big.Rat).Add(from, big.NewRat(step*int64(i), 1)))
		add(new(big.Rat).Sub(from, big.NewRat(step*int64(i), 1)))
	}
	if s.Minimum != nil && s.Maximum != nil {
		width := new(big.Rat).Sub(s.Maximum.Value.Rat(), s.Minimum.Value.Rat())
		for i := range n + 2 {
			part := new(big.Rat).Mul(width, big.NewRat(int64(i), int64(n+1)))
			add(part.Add(part, s.Minimum.Value.Rat()))
		}
	}
	var different []types.Value
	for _, v := range list {
		if !slices.ContainsFunc(different, func(had types.Value) bool { return types.Equal(had, v) }) {
			different = append(different, v)
		}
	}
	return different
}

func floor(r *big.Rat) *big.Rat {
	// Euclidean, with a positive divisor: towards minus infinity.
	return new(big.Rat).SetInt(new(big.Int).Div(r.Num(), r.Denom()))
}

func lists(s *tool.Schema, n int) []types.Value {
	list, item := []types.Value{types.List{}}, Samples(s.Items, 1)
	long := types.List{}
	for i := 0; i < n && len(item) > 0; i++ {
		long = append(slices.Clip(long), item[0])
		list = append(list, long)
	}
	return list
}

// objects returns one with the required members, then with more, one by one,
// then with other values of each, then with keys that it does not list.
func objects(s *tool.Schema, n int) []types.Value {
	base := types.Object{}
	for _, p := range s.Properties {
		if v := Samples(p.Schema, 1); p.Required && len(v) > 0 {
			base = append(base, types.Member{Name: p.Name, Value: v[0]})
		}
	}
	list := []types.Value{base}
	for _, p := range s.Properties {
		for _, v := range Samples(p.Schema, n+1) {
			changed := slices.DeleteFunc(slices.Clone(base), func(m types.Member) bool { return m.Name == p.Name })
			list = append(list, append(changed, types.Member{Name: p.Name, Value: v}))
		}
	}
	return append(list, withOthers(base, s, n)...)
}

// withOthers returns objects with a key more that the schema does not list, each
// with another one.
func withOthers(base types.Object, s *tool.Schema, n int) []types.Value {
	some := Samples(s.Additional, 1)
	if len(s.Properties) > 0 && !s.AllowsOthers() || len(some) == 0 {
		return nil
	}
	var list []types.Value
	for i := range n {
		list = append(list, append(slices.Clip(base), types.Member{Name: Numbered("other", i), Value: some[0]}))
	}
	return slices.DeleteFunc(list, func(v types.Value) bool { return s.Property(v.(types.Object)[len(base)].Name) != nil })
}
