package explicit

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A caller is a tool that a trace may call, with the arguments that matter:
// those that its transition binds, then those that only checks pin.
type caller struct {
	place  int // among the tools of the scenario
	tool   *compiler.Tool
	rule   *rule // nil where there is no transition
	params []*param
	conds  []bool // by condition of the rule: it counts
}

// A param is an argument of a tool.
type param struct {
	name   string
	slot   int
	bound  *checker.Param // nil if only checks speak of it
	typ    types.Type     // of a bound one
	schema *tool.Schema   // nil where there is none
	pins   []types.Value  // different ones, without null
	place  int            // of a bound one: among leaves and arguments

	optional, nullable bool

	few []cell // see fewValues; nil before they were asked for
}

// pinned is what checks pin of a tool.
type pinned struct {
	order  []string
	values map[string][]types.Value
}

// pinsOf collects what the checks of a case pin, by tool.
func pinsOf(k *checker.Case) map[string]*pinned {
	all := make(map[string]*pinned)
	for _, c := range k.Checks {
		for _, a := range checker.Atoms(c.Form) {
			p := all[a.Tool.Name]
			if p == nil {
				p = &pinned{values: make(map[string][]types.Value)}
				all[a.Tool.Name] = p
			}
			for _, pin := range a.Pins {
				name := pin.Name.Name
				if _, had := p.values[name]; !had {
					p.order = append(p.order, name)
				}
				p.values[name] = append(p.values[name], checker.ValueOf(pin.Value))
			}
		}
	}
	return all
}

// caller returns the caller of the tool at a place.
func (s *Search) caller(place int) *caller {
	if c := s.callers[place]; c != nil {
		return c
	}
	t := &s.scenario.Tools[place]
	c := &caller{place: place, tool: t}
	slot := 2 * len(s.model.leaves)
	known := s.schema(t.Name)
	pins := s.pins[t.Name]
	if pins == nil {
		pins = &pinned{}
	}
	if t.Transition != nil {
		c.rule = s.model.rules[t.Name]
		for i, p := range t.Transition.Params {
			c.params = append(c.params, &param{name: p.Bind.Param.Name, bound: p, typ: p.Type, slot: slot + i, place: len(s.model.leaves) + c.rule.first + i})
		}
		for _, cond := range c.rule.conds {
			c.conds = append(c.conds, !s.scenario.Ignored[cond.expr])
		}
	}
	for _, name := range pins.order {
		if !slices.ContainsFunc(c.params, func(p *param) bool { return p.name == name }) {
			c.params = append(c.params, &param{name: name, slot: slot + len(c.params)})
		}
	}
	for _, p := range c.params {
		p.describe(known, pins.values[p.name])
	}
	s.callers[place] = c
	return c
}

func (s *Search) schema(name string) *tool.Tool {
	if s.model.model.Tools != nil {
		return s.model.model.Tools.Lookup(name)
	}
	return s.scenario.Suite.Tools.Lookup(name)
}

// describe takes over what the schema says, and what is pinned. Without a
// schema an argument is always given.
func (p *param) describe(t *tool.Tool, pins []types.Value) {
	for _, v := range pins {
		if v == (types.Null{}) {
			p.nullable = t == nil
		} else if !slices.ContainsFunc(p.pins, func(had types.Value) bool { return types.Equal(had, v) }) {
			p.pins = append(p.pins, v)
		}
	}
	if t != nil {
		p.optional = true
		p.schema = t.Input.Additional
		if prop := t.Param(p.name); prop != nil {
			p.schema = prop.Schema
			p.optional = !prop.Required && prop.Schema.Default == nil
		}
	}
	if p.schema != nil {
		p.nullable = p.schema.Nullable
	}
}

func (c *caller) param(name string) *param {
	i := slices.IndexFunc(c.params, func(p *param) bool { return p.name == name })
	return c.params[i]
}
