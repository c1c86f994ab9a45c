package compiler

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/system/slice"
	"github.com/mantrac/mantrac/lang/types"
)

// A cone is what of a scenario matters to a query: its slice.
type cone struct {
	tools []system.Tool
	kept  []int        // the leaves of the slice, ascending
	fixed map[int]bool // those of them that keep the value that the case gives them
}

// cone returns what matters to a query.
func newCone(m *system.System, sc *system.Scenario, q system.Query) *cone {
	c := &cone{fixed: make(map[int]bool)}
	sl := slice.New(m).Case(sc).Of(q, false)
	in, given := sl.Cone(), sc.Initial()
	for i, l := range m.Leaves {
		if in[i] {
			c.kept = append(c.kept, i)
			c.fixed[i] = given[i] != nil && small(l.Type)
		}
	}
	for _, j := range sl.Tools {
		t := sc.Tools[j]
		if q.Kind == system.ChecksAlone && !t.Named {
			continue
		}
		c.tools = append(c.tools, t)
		if t.Transition != nil {
			for _, l := range m.Transition(t.Name).Mentioned {
				c.fixed[l] = false
			}
		}
	}
	return c
}

// small reports whether a type is no set of a type with many values, and no map of
// many keys or such sets.
func small(t types.Type) bool {
	if m, ok := t.(*types.Map); ok {
		return isFew(m) && small(m.Value)
	}
	set, ok := t.(*types.Array)
	if !ok {
		return true
	}
	_, finite := elems(set.Elem)
	return finite
}

// state makes the symbols of the state before a call.
func (p *product) state() state {
	given := p.sc.Initial()
	var s state
	for i, l := range p.e.leaves {
		if p.fixed[i] {
			if c := p.e.constant(given[i], l.Type); p.e.proper(c).IsTrue() {
				s = append(s, p.e.leaf(c, l.Type))
				continue
			}
			p.fixed[i] = false
		}
		s = append(s, p.e.fresh(symbolName(l, 0), l.Type))
	}
	return s
}

// after makes the symbols of the state after a call, which are those before it
// where the call keeps them.
func (p *product) after(t *system.Transition) state {
	s := slices.Clone(p.now)
	for _, i := range t.Mentioned {
		s[i] = p.e.fresh(symbolName(p.e.leaves[i], 1), p.e.leaves[i].Type)
	}
	return s
}
