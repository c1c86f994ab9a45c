package modeltest

import (
	"fmt"
	"maps"
	"slices"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// TinyCalls returns all calls that a tiny project's tools accept, normalised,
// with arguments in the order of the schema; each is there once. Objects have
// no members that the schema does not list. It panics where there are
// infinitely many.
func TinyCalls(p *Project) []tool.Call {
	var list []tool.Call
	for _, t := range p.Tools.Tools {
		seen := make(map[string]bool)
		for _, args := range objects(t.Input) {
			c := ordered(t, p.Tools.Normalise(tool.Call{Tool: t.Name, Args: args}))
			// Different arguments may be the same call once defaults are filled in.
			if key := c.Args.String(); !seen[key] {
				seen[key] = true
				list = append(list, c)
			}
		}
	}
	return list
}

// ordered returns the call with its arguments in the order of the schema.
func ordered(t *tool.Tool, c tool.Call) tool.Call {
	args := types.Object{}
	for _, p := range t.Input.Properties {
		if v, ok := c.Args.Get(p.Name); ok {
			args = append(args, types.Member{Name: p.Name, Value: v})
		}
	}
	return tool.Call{Tool: c.Tool, Args: args}
}

// objects returns the objects of the properties that a schema lists.
func objects(s *tool.Schema) []types.Object {
	list := []types.Object{{}}
	for _, p := range s.Properties {
		options := choices(p)
		if options == nil {
			panic(fmt.Sprintf("modeltest: infinitely many values of %s", p.Name))
		}
		list = types.WithEach(list, p.Name, options)
	}
	return list
}

// choices returns the values of a member, with a nil if it may be absent. They
// are nil where there are infinitely many.
func choices(p *tool.Property) []types.Value {
	list := domain(p.Schema)
	if list == nil {
		return nil
	}
	if p.Schema.Nullable {
		list = append(list, types.Null{})
	}
	if !p.Required {
		// nil means an absent member.
		list = append([]types.Value{nil}, list...)
	}
	return list
}

// domain returns the values other than null that a schema accepts, or nil
// where there are infinitely many.
func domain(s *tool.Schema) []types.Value {
	var list []types.Value
	switch {
	case s.Const != nil:
		list = []types.Value{s.Const}
	case s.Enum != nil:
		list = slices.Clone(s.Enum)
	case s.Only(tool.KindBoolean):
		list = []types.Value{types.Boolean(false), types.Boolean(true)}
	case s.Only(tool.KindInteger) && s.Minimum != nil && s.Maximum != nil:
		list = integers(s.Minimum.Value, s.Maximum.Value)
	case s.Only(tool.KindObject):
		if slices.ContainsFunc(s.Properties, func(p *tool.Property) bool { return choices(p) == nil }) {
			return nil
		}
		list = types.Objects(objects(s))
	default:
		return nil
	}
	return slices.DeleteFunc(list, func(v types.Value) bool { return !accepts(s, v) })
}

// integers returns the integers between two numbers, which are integers too.
func integers(least, most types.Number) []types.Value {
	var list []types.Value
	for n := least; n.Cmp(most) <= 0; n = Plus(n, 2) {
		list = append(list, n)
	}
	return list
}

// TinyStates returns all states of a tiny project. Records have the fields of
// their types in order; sets have no duplicates, and their elements in the
// order in which all values of the element's type are listed. It panics where
// there are infinitely many.
func TinyStates(p *Project) []map[string]types.Value {
	list := []map[string]types.Value{{}}
	for _, v := range p.Model.State() {
		var longer []map[string]types.Value
		for _, s := range list {
			for _, value := range values(v.Type) {
				next := map[string]types.Value{v.Name(): value}
				maps.Copy(next, s)
				longer = append(longer, next)
			}
		}
		// Each variable multiplies the states so far by its values.
		list = longer
	}
	return list
}

// values returns all values of a type.
func values(t types.Type) []types.Value {
	switch t := t.(type) {
	case *types.Record:
		return recordsOf(t)
	case *types.Array:
		return types.Subsets(values(t.Elem))
	case *types.Map:
		return dictsOf(t)
	}
	if list := types.Few(t); list != nil {
		return list
	}
	panic(fmt.Sprintf("modeltest: infinitely many values of the type %s", t))
}

func recordsOf(t *types.Record) []types.Value {
	list := []types.Object{{}}
	for _, f := range t.Fields {
		list = types.WithEach(list, f.Name, values(f.Type))
	}
	return types.Objects(list)
}

func dictsOf(t *types.Map) []types.Value {
	list := []types.Value{types.Dict{}}
	for _, k := range values(t.Key) {
		// range has the list before this key, so appending does not extend the loop.
		for _, d := range list {
			for _, v := range values(t.Value) {
				list = append(list, d.(types.Dict).Put(k, v))
			}
		}
	}
	return list
}
