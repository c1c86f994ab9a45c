package compiler

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A map of many keys is made of arrays, and over arrays a fixed point rarely comes to an
// end. So the relation says what such a map has at a few keys, and nothing about the
// others: at the keys that the case, the goal and the tools of the slice name as
// constants, at those that strings of the state are, and at the values that the
// variables of checks are fixed to. The same holds of the sets of keys whose values
// have been seen.
//
// In a rule, the map before a call is any map that has this at these keys. Each step of
// a trace satisfies the rule of its tool still, so what does not follow has no answer;
// Goal may follow without one (see Clauses.Approximate).

// mostKeys is at how many keys the relation says what a map has.
const mostKeys = 8

// A told is a leaf of which the relation says what it has at some keys.
type told struct {
	constants []*symbol
	leaves    []int // strings of the state
}

// tell finds the leaves that the relation tells at some keys, and these keys.
func (p *product) tell() {
	p.told = make(map[int]*told)
	for _, l := range p.kept {
		if p.now != nil && p.now[l] != nil && partly(p.e.leaves[l]) {
			p.told[l] = &told{}
		}
	}
	if len(p.told) == 0 {
		return
	}
	for _, t := range p.system.Goals(p.sc.Suite, p.sc.Case) {
		p.keysIn(t)
	}
	for _, t := range p.tools {
		if lowered := p.system.Transition(t.Name); lowered != nil {
			for _, x := range slices.Concat(lowered.Pre, lowered.Post) {
				p.keysIn(x)
			}
		}
	}
	given, open := p.sc.Initial(), p.sc.Opened()
	for _, l := range p.kept {
		m, ok := p.e.leaves[l].Type.(*types.Map)
		if x := p.told[l]; ok && x != nil {
			// given is nil where the case leaves something of the map open.
			d, _ := given[l].(types.Dict)
			for _, entry := range append(slices.Clip(d), open[l]...) {
				x.add(p.e.constant(entry.Key, m.Key))
			}
		}
	}
}

// partly reports whether a leaf is a map of many keys, or a set of keys of one.
func partly(l system.Leaf) bool {
	switch t := l.Type.(type) {
	case *types.Map:
		return !isFew(t)
	case *types.Array:
		return l.Var.Hidden() && !small(t)
	}
	return false
}

// keysIn takes up the keys at which a term reads maps and sets.
func (p *product) keysIn(t *system.Term) {
	if (t.Is(ops.Get) || t.Is(ops.Contains)) && t.Args[0].Single() {
		if x := p.told[t.Args[0].Leaves[0]]; x != nil {
			switch key := t.Args[1]; {
			case key.Kind == system.Constant:
				x.add(p.e.constant(key.Value, keyType(t.Args[0].Type)))
			case key.Kind == system.Before && key.Single() && slices.Contains(p.kept, key.Leaves[0]):
				x.addLeaf(key.Leaves[0], p)
			}
		}
	}
	for _, a := range t.Args {
		p.keysIn(a)
	}
}

func keyType(t types.Type) types.Type {
	if m, ok := t.(*types.Map); ok {
		return m.Key
	}
	return t.(*types.Array).Elem
}

// add adds a constant key.
func (x *told) add(key *symbol) {
	had := func(k *symbol) bool { return k.scalar == key.scalar }
	if key.scalar != nil && key.defined.IsTrue() && len(x.constants)+len(x.leaves) < mostKeys && !slices.ContainsFunc(x.constants, had) {
		x.constants = append(x.constants, key)
	}
}

// addLeaf adds a string of the state.
func (x *told) addLeaf(l int, p *product) {
	switch {
	// A leaf that never changes is a constant key.
	case p.fixed[l]:
		x.add(p.now[l])
	case p.now[l].scalar != nil && len(x.constants)+len(x.leaves) < mostKeys && !slices.Contains(x.leaves, l):
		x.leaves = append(x.leaves, l)
	}
}

// keys returns the keys at which a leaf is told, in a state.
func (p *product) keys(s state, l int) []*symbol {
	x, t := p.told[l], keyType(p.e.leaves[l].Type)
	list := slices.Clone(x.constants)
	for _, k := range x.leaves {
		list = append(list, p.e.coerced(s[k], t))
	}
	for _, v := range p.values {
		if fits(v, t) {
			list = append(list, p.e.coerced(v, t))
		}
	}
	return list
}

// says returns what the relation says of a leaf in a state.
func (p *product) says(s state, l int) []*smt.Term {
	if p.told[l] == nil {
		return s[l].terms()
	}
	var list []*smt.Term
	for _, key := range p.keys(s, l) {
		m, ok := p.e.leaves[l].Type.(*types.Map)
		if !ok {
			list = append(list, p.e.Select(s[l].array, key.scalar))
			continue
		}
		in, cells := p.e.at(s[l], m, key.scalar)
		list = append(list, in)
		for _, c := range cells {
			// Cells that are sets are arrays, over which fixed points rarely come to an end.
			if _, scalar := c.Sort().(smt.Basic); scalar {
				list = append(list, c)
			}
		}
	}
	return list
}

// probeKeys says that the values at the keys are of their type.
func (c *clause) probeKeys() {
	for _, l := range c.kept {
		if m, ok := c.e.leaves[l].Type.(*types.Map); ok && c.told[l] != nil {
			for _, key := range c.keys(c.now, l) {
				c.e.probeKey(key, m)
			}
		}
	}
}
