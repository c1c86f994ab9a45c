package compiler

import (
	"fmt"
	"maps"
	"strings"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/types"
)

// A cone is what of a scenario matters to a query: its slice (unroll_slice.go).
type cone struct {
	tools  []system.Tool
	leaves []system.Leaf          // those of the slice, in order of declaration
	kept   map[string]bool        // the same
	fixed  map[string]types.Value // those of the slice that keep the value that the case gives them
}

// cone returns what matters to a query.
func newCone(sc *system.Scenario, q system.Query) *cone {
	c := &cone{kept: make(map[string]bool), fixed: make(map[string]types.Value)}
	sl := newSlice(sc, q)
	for i, l := range sl.leaves {
		if sl.keeps[i] {
			c.leaves = append(c.leaves, l)
			c.kept[l.Name()] = true
		}
	}
	writes := make(map[string]bool)
	for _, j := range sl.tools {
		t := sc.Tools[j]
		if q.Kind == system.ChecksAlone && !t.Named {
			continue
		}
		c.tools = append(c.tools, t)
		if t.Transition == nil {
			continue
		}
		maps.Copy(writes, written(sc.Model, t.Transition))
	}
	c.fix(sc, writes)
	return c
}

// fix finds the leaves that no tool of the cone writes, and that the case
// gives a value. Large sets are left as they are.
func (c *cone) fix(sc *system.Scenario, writes map[string]bool) {
	for _, i := range sc.Case.Init {
		for _, l := range system.LeavesOf(i.Var, nil) {
			if !c.kept[l.Name()] || writes[l.Name()] {
				continue
			}
			if set, ok := l.Type.(*types.Array); ok {
				if _, finite := elems(set.Elem); !finite {
					continue
				}
			}
			if v := types.ValueAt(i.Value, l.Path); v != nil {
				c.fixed[l.Name()] = v
			}
		}
	}
}

// state makes the symbols of the state before a call.
func (p *product) state() state {
	s := make(state)
	for _, v := range p.sc.Model.Vars {
		s[v] = p.leafwise(system.Leaf{Var: v, Type: v.Type}, func(l system.Leaf) *symbol {
			if had := p.fixed[l.Name()]; had != nil {
				if s := p.constant(had, l.Type); s != nil {
					return s
				}
				delete(p.fixed, l.Name())
			}
			return p.e.fresh(symbolName(l, 0), l.Type)
		})
	}
	return s
}

// constant returns the symbol of a leaf that has a value, or nil if the value
// is not of the type.
func (p *product) constant(v types.Value, t types.Type) *symbol {
	c := p.e.constant(v, t)
	if !p.e.proper(c).IsTrue() {
		return nil
	}
	if set, ok := t.(*types.Array); ok {
		return p.e.columned(c, set.Elem)
	}
	return c
}

// after makes the symbols of the state after a call of a tool, which are those
// before it where the tool keeps them.
func (p *product) after(t system.Tool) state {
	s := make(state)
	writes := written(p.sc.Model, t.Transition)
	for _, v := range p.sc.Model.Vars {
		s[v] = p.leafwise(system.Leaf{Var: v, Type: v.Type}, func(l system.Leaf) *symbol {
			if !writes[l.Name()] {
				return p.e.at(p.now, l)
			}
			return p.e.fresh(symbolName(l, 1), l.Type)
		})
	}
	return s
}

// leafwise makes a symbol of the symbols of its leaves.
func (p *product) leafwise(l system.Leaf, of func(system.Leaf) *symbol) *symbol {
	r, ok := l.Type.(*types.Record)
	if !ok {
		return of(l)
	}
	s := &symbol{typ: r, defined: p.e.Bool(true)}
	for _, f := range r.Fields {
		part := system.Leaf{Var: l.Var, Path: append(l.Path[:len(l.Path):len(l.Path)], f.Name), Type: f.Type}
		s.fields = append(s.fields, p.leafwise(part, of))
	}
	return s
}

// symbolName is what a leaf is called, as the reference encoding has it.
func symbolName(l system.Leaf, i int) string {
	return strings.Join(append([]string{fmt.Sprintf("%s@%d", l.Var.Name(), i)}, l.Path...), " ")
}
