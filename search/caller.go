package search

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/types"
)

// A caller is a tool that a trace may call, with the arguments that matter:
// those that its transition binds, then those that only checks pin.
type caller struct {
	place  int // among the tools of the scenario
	tool   *system.Tool
	rule   *rule // nil where there is no transition
	params []*param
	conds  []bool // by condition of the rule: it counts
}

// A param is an argument of a tool.
type param struct {
	*system.Parameter
	slot  int
	typ   types.Type // of a bound one: as the checker has it
	place int        // of a bound one: among leaves and arguments
}

// caller returns the caller of the tool at a place.
func (s *Search) caller(place int) *caller {
	if c := s.callers[place]; c != nil {
		return c
	}
	t := &s.scenario.Tools[place]
	c := &caller{place: place, tool: t}
	if t.Transition != nil {
		c.rule = s.model.rules[t.Name]
		for _, cond := range c.rule.conds {
			c.conds = append(c.conds, !s.scenario.Ignored[cond.expr])
		}
	}
	for i, a := range t.Params {
		p := &param{Parameter: a, slot: 2*len(s.model.leaves) + i}
		if a.Bound != nil {
			p.typ, p.place = a.Bound.Type, len(s.model.leaves)+c.rule.first+i
		}
		c.params = append(c.params, p)
	}
	s.callers[place] = c
	return c
}

func (c *caller) param(name string) *param {
	i := slices.IndexFunc(c.params, func(p *param) bool { return p.Name == name })
	return c.params[i]
}

// wanted reports whether a condition counts and can fail.
func (c *caller) wanted(i int) bool { return c.conds[i] && !c.rule.conds[i].trivial }
