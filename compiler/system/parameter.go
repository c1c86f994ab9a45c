package system

import (
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
