package validate

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// Engines come to the members of a list in different orders. Where a model sees the list as a set, all of
// these are the same answer, so a witness has them in the order of sets (see [interp.Conform]).

// witnessOf makes a trace that answers a question a witness, with lists that are sets in order.
func (v *validator) witnessOf(q system.Query, t *system.Trace) (*Witness, error) {
	if ordered := v.inOrder(t); ordered != t {
		if w, err := v.replay(q, ordered); err == nil {
			return w, nil
		}
	}
	return v.replay(q, t)
}

// inOrder returns a trace with its lists in order, or the trace itself if they are.
func (v *validator) inOrder(t *system.Trace) *system.Trace {
	ordered := t
	for i, s := range t.Steps {
		at := slices.IndexFunc(v.scenario.Tools, func(x system.Tool) bool { return x.Name == s.Call.Tool })
		if at < 0 {
			continue
		}
		for j, a := range s.Call.Args {
			p := lists.Find(v.scenario.Tools[at].Params, func(p *system.Parameter) bool { return !p.Answer && p.Name == a.Name })
			if p == nil {
				continue
			}
			value := orderedArgument(p, a.Value)
			if types.Equal(value, a.Value) {
				continue
			}
			if ordered == t {
				ordered = &system.Trace{Init: t.Init, Steps: slices.Clone(t.Steps)}
			}
			args := slices.Clone(ordered.Steps[i].Call.Args)
			args[j].Value = value
			ordered.Steps[i].Call.Args = args
		}
	}
	return ordered
}

// orderedArgument returns the value of an argument that a model does not tell from one, with its lists in
// order: the shortest that the schema accepts and that no check pins.
func orderedArgument(p *system.Parameter, had types.Value) types.Value {
	// Checks tell the lists that they pin, and those that they compare with others, from lists in another order.
	if !types.Has[*types.Array](p.Type) || p.Bound == nil || p.Joined || types.Contains(p.Pins, had) {
		return had
	}
	value := ordered(had, p.Type, p.Schema, p.Lists)
	for range len(p.Pins) + 1 {
		accepted := p.Schema == nil
		if !accepted {
			accepted, _ = p.Schema.Accepts(value)
		}
		if accepted && !types.Contains(p.Pins, value) {
			return value
		}
		list, ok := value.(types.List)
		if !ok || len(list) == 0 {
			break
		}
		// Repeating a member makes another list with the same set.
		value = append(slices.Clip(list), list[len(list)-1])
	}
	return had
}

// ordered returns a value of a type with the members of its lists in order, each once, but for lists
// that the schema lists, and those whose positions matter down to some depth.
func ordered(v types.Value, t types.Type, s *tool.Schema, depth int) types.Value {
	if system.Listed(s) != nil {
		return v
	}
	switch t := t.(type) {
	case *types.Record:
		if o, ok := v.(types.Object); ok {
			return types.Object(lists.Map(o, func(m types.Member) types.Member {
				if field, known := t.Field(m.Name); known {
					m.Value = ordered(m.Value, field, system.PropertyOf(s, m.Name), depth)
				}
				return m
			}))
		}
	case *types.Array:
		if list, ok := v.(types.List); ok {
			return orderedList(list, t, s, depth)
		}
	}
	return v
}

func orderedList(list types.List, t *types.Array, s *tool.Schema, depth int) types.Value {
	members := types.List(lists.Map(list, func(m types.Value) types.Value { return ordered(m, t.Elem, system.ItemsOf(s), depth-1) }))
	set, ok := interp.Conform(members, t).(types.List)
	if depth > 0 || !ok {
		return members
	}
	out := types.List{}
	for _, x := range set {
		out = append(out, lists.Find(members, func(m types.Value) bool { return types.Equal(interp.Conform(m, t.Elem), x) }))
	}
	return out
}
