package compiler

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/lang/types"
)

// A cone is what of a scenario matters to a query: its slice (unroll_slice.go).
type cone struct {
	tools  []Tool
	leaves []leaf                 // those of the slice, in order of declaration
	kept   map[string]bool        // the same
	fixed  map[string]types.Value // those of the slice that keep the value that the case gives them
}

// cone returns what matters to a query.
func (sc *Scenario) cone(q Query) *cone {
	c := &cone{kept: make(map[string]bool), fixed: make(map[string]types.Value)}
	sl := sc.slice(q)
	for i, l := range sl.leaves {
		if sl.keeps[i] {
			c.leaves = append(c.leaves, l)
			c.kept[l.String()] = true
		}
	}
	written := make(map[string]bool)
	for _, j := range sl.tools {
		t := sc.Tools[j]
		if q.Kind == ChecksAlone && !t.Named {
			continue
		}
		c.tools = append(c.tools, t)
		if t.Transition == nil {
			continue
		}
		_, writes := touched(sc.Model, t.Transition)
		for l := range writes {
			written[l] = true
		}
	}
	sc.fix(c, written)
	return c
}

// fix finds the leaves that no tool of the cone writes, and that the case
// gives a value. Large sets are left as they are.
func (sc *Scenario) fix(c *cone, written map[string]bool) {
	for _, i := range sc.Case.Init {
		for _, l := range leavesOf(i.Var, nil, i.Var.Type) {
			if !c.kept[l.String()] || written[l.String()] {
				continue
			}
			if set, ok := l.typ.(*types.Array); ok {
				if _, finite := elems(set.Elem); !finite {
					continue
				}
			}
			if v := valueAt(i.Value, l.path); v != nil {
				c.fixed[l.String()] = v
			}
		}
	}
}

// state makes the symbols of the state before a call.
func (p *product) state() state {
	s := make(state)
	for _, v := range p.sc.Model.Vars {
		s[v] = p.leafwise(leaf{v, nil, v.Type}, func(l leaf) *symbol {
			if had := p.fixed[l.String()]; had != nil {
				if s := p.constant(had, l.typ); s != nil {
					return s
				}
				delete(p.fixed, l.String())
			}
			return p.e.fresh(symbolName(l, 0), l.typ)
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
func (p *product) after(t Tool) state {
	s := make(state)
	written := make(map[string]bool)
	if post := t.Transition.Decl.Post; post != nil {
		written = mentioned(p.sc.Model, t.Transition.Unit, post)
	}
	for _, v := range p.sc.Model.Vars {
		s[v] = p.leafwise(leaf{v, nil, v.Type}, func(l leaf) *symbol {
			if !written[l.String()] {
				return p.e.at(p.now, l)
			}
			return p.e.fresh(symbolName(l, 1), l.typ)
		})
	}
	return s
}

// leafwise makes a symbol of the symbols of its leaves.
func (p *product) leafwise(l leaf, of func(leaf) *symbol) *symbol {
	r, ok := l.typ.(*types.Record)
	if !ok {
		return of(l)
	}
	s := &symbol{typ: r, defined: p.e.Bool(true)}
	for _, f := range r.Fields {
		part := leaf{l.v, append(l.path[:len(l.path):len(l.path)], f.Name), f.Type}
		s.fields = append(s.fields, p.leafwise(part, of))
	}
	return s
}

// symbolName is what a leaf is called, as the reference encoding has it.
func symbolName(l leaf, i int) string {
	return strings.Join(append([]string{fmt.Sprintf("%s@%d", l.v.Name(), i)}, l.path...), " ")
}
