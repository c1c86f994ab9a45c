package modeltest

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"

	"pgregory.net/rapid"
)

// A Space is every state and every call of a tiny project. What a call does it
// asks the interpreter and nobody else: brute force is a second implementation
// of what is tested.
type Space struct {
	*Project
	Machine *interp.Machine
	Calls   []tool.Call
	States  []interp.State

	ids map[string]int
}

// NewSpace returns the states and calls of a tiny project.
func NewSpace(p *Project) *Space {
	s := &Space{Project: p, Machine: interp.New(p.Model), Calls: TinyCalls(p), ids: make(map[string]int)}
	for _, state := range TinyStates(p) {
		state, err := s.Machine.Canonical(state)
		if err != nil {
			panic(err)
		}
		s.ids[StateKey(state)] = len(s.States)
		s.States = append(s.States, state)
	}
	return s
}

// StateKey returns a text that two states share exactly if they are equal.
func StateKey(s interp.State) string {
	text, err := s.MarshalJSON()
	if err != nil {
		panic(err)
	}
	return string(text)
}

// Next returns the states after a call in a state, whether its preconditions
// hold or not.
func (s *Space) Next(state int, c tool.Call) []int {
	next, complete := s.Machine.Next(s.States[state], c)
	if !complete {
		panic("a tiny project with a state that cannot be listed")
	}
	return lists.Map(next, func(n interp.State) int { return s.ids[StateKey(n)] })
}

// After returns the states that a step leads to from any of several, each once
// and in order.
func After(states []int, step func(state int) []int) []int {
	all := lists.FlatMap(states, step)
	slices.Sort(all)
	return slices.Compact(all)
}

// Pair draws two versions of a tiny project, of which one is made from the other
// by a mutation, in either order. It skips the draw where there is none.
func Pair(t *rapid.T, mutated func(*rapid.T, *Project) *Project) (old, new *Project) {
	old = Projects(Tiny).Draw(t, "project")
	new = mutated(t, old)
	if new == nil {
		t.Skip("no mutation")
	}
	if rapid.Bool().Draw(t, "swap") {
		return new, old
	}
	return old, new
}
