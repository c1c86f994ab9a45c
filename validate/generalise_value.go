package validate

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// Limits of what is computed for each of several values.
const (
	maxValues = 16 // that a place may have; with more it may have any
	maxCombos = 64 // of values that an expression, or a call, reads
)

// possible is what a place may have: some values, of which nil is none at all,
// or any of its type.
type possible struct {
	any    bool
	values []types.Value
}

func exactly(v types.Value) possible { return possible{values: []types.Value{v}} }

func (p possible) known() bool { return !p.any && len(p.values) == 1 }

// or returns what may be either.
func (p possible) or(q possible) possible {
	if p.any || q.any {
		return possible{any: true}
	}
	// p may be shared with other states.
	list := slices.Clone(p.values)
	for _, v := range q.values {
		list = types.Include(list, v)
	}
	if len(list) > maxValues {
		return possible{any: true}
	}
	return possible{values: list}
}

// anyOf returns all values of the type of a leaf.
func anyOf(t types.Type) possible {
	if list := few(t); list != nil {
		return possible{values: list}
	}
	return possible{any: true}
}

// few returns all values of a type, if they are few, else nil.
func few(t types.Type) []types.Value {
	if list := types.Few(t); len(list) <= maxValues {
		return list
	}
	return nil
}

// property returns what the schema of its tool says of an argument. It is nil
// where there is none; the argument is then always given.
func (v *validator) property(toolName, name string) *tool.Property {
	known := v.scenario.Model.Tools.Lookup(toolName)
	if known == nil {
		return nil
	}
	if p := known.Param(name); p != nil {
		return p
	}
	// An undeclared argument has the schema of additionalProperties, or any value.
	other := known.Input.Additional
	if other == nil {
		other = &tool.Schema{}
	}
	return &tool.Property{Name: name, Schema: other}
}

// accepted returns what an argument may be by its schema.
func (g *generaliser) accepted(c candidate) possible {
	call := g.w.Steps[c.step].Call
	name := call.Args[c.arg].Name
	p := g.property(call.Tool, name)
	if p == nil {
		return anyOf(g.paramType(call.Tool, name))
	}
	list := listed(p.Schema)
	// A schema with too many values is treated as any value, null and absence included.
	if list == nil || len(list) > maxValues {
		return possible{any: true}
	}
	if p.Schema.Nullable {
		list = append(list, types.Null{})
	}
	// nil is the absent argument.
	if mayLack(p) {
		list = append(list, nil)
	}
	return possible{values: list}
}

// pinsNull reports whether a check tells null from another value of an argument:
// the only way that one without a schema can be null.
func (v *validator) pinsNull(toolName, name string) bool {
	return slices.ContainsFunc(v.checks, func(c *monitor.Check) bool {
		return slices.ContainsFunc(c.Atoms, func(a monitor.Atom) bool {
			return a.Tool == toolName && (slices.ContainsFunc(a.Vars, func(x property.Var) bool { return x.Of == name }) ||
				slices.ContainsFunc(a.Tests, func(t property.Test) bool {
					_, equals := t.Equals()
					return t.Of == name && (!equals || slices.Contains(t.Values, types.Value(types.Null{})))
				}))
		})
	})
}

// mayLack reports whether a call may leave an argument out and mean nothing by
// it.
func mayLack(p *tool.Property) bool { return !p.Required && p.Schema.Default == nil }

// listed returns the values other than null that a schema accepts, if they are
// few, else nil.
func listed(s *tool.Schema) []types.Value {
	switch {
	case s.Const != nil:
		return []types.Value{s.Const}
	case s.Enum != nil:
		return slices.Clone(s.Enum)
	}
	return few(checker.SchemaType(s))
}

// bound returns the parameter that a transition binds, or nil.
func (v *validator) bound(toolName, name string) *checker.Param {
	t := v.scenario.Model.Transition(toolName)
	if t == nil {
		return nil
	}
	return lists.Find(t.Params, func(p *checker.Param) bool { return p.Bind.Param.Name == name })
}

func (v *validator) paramType(toolName, name string) types.Type {
	if p := v.bound(toolName, name); p != nil {
		return p.Type
	}
	return types.Invalid
}
