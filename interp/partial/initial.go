package partial

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
)

// An Initial is what a case says of the state before the first call.
type Initial struct {
	free []bool // by leaf: it may have any value, but for the keys of a map that are known

	model   *Model
	state   interp.State           // free leaves have some value
	entries map[int]types.OpenDict // what is known of free maps, by leaf
}

const atStart = "at the start"

// Initial returns what a case of the model says of the state before the first call.
func (x *Model) Initial(k *checker.Case) *Initial {
	known, free := x.machine.Initial(k)
	in := &Initial{model: x, free: make([]bool, len(x.vars.leaves)), entries: make(map[int]types.OpenDict)}
	state := types.Object{}
	for name, v := range known {
		state = append(state, types.Member{Name: name, Value: v})
	}
	for i, l := range x.vars.leaves {
		if in.free[i] = slices.ContainsFunc(free, func(f system.Leaf) bool { return f.Name() == l.Name() }); in.free[i] {
			if open, ok := l.In(known).(types.OpenDict); ok {
				in.entries[i] = open
			}
			state = types.WithAt(state, append([]string{l.Var.Name()}, l.Path...), zeroOf(l.Type)).(types.Object)
		}
	}
	in.state = x.canonical(state)
	return in
}

// Says reports whether the case says what a slot has at the start.
func (in *Initial) Says(s Slot) bool {
	if !in.free[s.Leaf] {
		return true
	}
	open, ok := in.entries[s.Leaf]
	if !ok || s.Key == nil {
		return false
	}
	_, has := types.Dict(open).Get(s.Key)
	return has
}

// canonical returns a complete state. The checker has seen that the values are of
// their types.
func (x *Model) canonical(o types.Object) interp.State {
	s := make(interp.State, len(o))
	for _, m := range o {
		s[m.Name] = m.Value
	}
	if c, err := x.machine.Canonical(s); err == nil {
		return c
	}
	return s
}

// World returns the world before the first call.
func (in *Initial) World() *World {
	s := newSpace()
	w := &World{model: in.model, space: s, state: in.state, leaves: make([]*Term, len(in.free)), facts: newFacts(s)}
	for i, l := range in.model.vars.leaves {
		if !in.free[i] {
			continue
		}
		w.leaves[i] = s.unknownLeaf(l.Name(), l.Type, atStart)
		for _, e := range in.entries[i] {
			t := l.Type.(*types.Map)
			w.leaves[i] = s.write(w.leaves[i], s.constant(e.Key, t.Key), s.entryOf(e.Value, t))
		}
	}
	return w
}
