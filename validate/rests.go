package validate

import (
	"slices"

	"github.com/mantrac/mantrac/interp/partial"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A Need is a value of the state that a compliant trace needs before an answer has
// shown it: the agent is right by luck. Some tool's answer could have shown it.
type Need struct {
	Step int         // the agent's call that needs it, from 1 on; 0 for the goal
	Leaf string      // v or r.f
	Key  types.Value // of a map; nil where the leaf is none, or the key is not known
}

// restsOn returns what a compliant trace rests on: it is made again with nothing
// known of the initial state but what the case says, and what answers show.
func (v *validator) restsOn(w *Witness) (needs []Need) {
	if w == nil || !v.answers() {
		return nil
	}
	model := partial.NewModel(v.machine, v.scenario.Model)
	// world is the partial state: what the case and the answers so far tell.
	shown, world := model.Shown(), model.Initial(v.scenario.Case).World()
	note := func(step int, open []*partial.Term, world *partial.World) {
		for _, s := range world.Unseen(open...) {
			n := Need{Step: step, Leaf: model.Leaves()[s.Leaf].Name(), Key: s.Key}
			// A value that no answer could show is no luck of the agent.
			if shown[s.Leaf] && !slices.ContainsFunc(needs, n.same) {
				needs = append(needs, n)
			}
		}
	}
	for i, s := range w.Steps {
		// A call that changes nothing and shows nothing.
		if v.scenario.Model.Transition(s.Call.Tool) == nil {
			continue
		}
		step := world.Step(partial.Call{Tool: s.Call.Tool, Event: i + 1, Args: s.Call.Args, Answer: s.Answer})
		var open []*partial.Term
		for _, c := range step.Conditions {
			// Not known to hold before the answer to this call.
			if c.Expr != nil && !step.Next.Holds(c.Holds) {
				open = append(open, c.Holds)
			}
		}
		if s.By == tool.Agent {
			note(i+1, open, step.Next)
		}
		var ok bool
		if world, ok = step.Answered(); ok {
			// The trace is compliant, so what was open did hold, and counts as known from now on.
			world, ok = world.Assume(open...)
		}
		if !ok {
			return needs
		}
	}
	if k := v.scenario.Case; len(k.Goals) > 0 {
		// Step 0 is the goal.
		note(0, slices.DeleteFunc(world.Goal(model.Goal(v.scenario.Suite, k)), world.Holds), world)
	}
	return needs
}

// same reports whether a value is needed that is needed already.
func (n Need) same(had Need) bool {
	return n.Leaf == had.Leaf && types.Equal(n.Key, had.Key)
}
