package interp

import (
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/tool"
)

// A way is what a call does in one state.
type way struct {
	from   State
	broken []Broken
	next   []State
}

// step replays one call in each of the possible states.
func (x *Machine) step(states []State, step Step) Outcome {
	o := x.stepAs(states, step)
	if step.Answer == nil || !o.Stuck && len(o.Impossible) == 0 {
		return o
	}
	// The answer may be what is wrong, so the step is judged again without it.
	said := step
	said.Answer = nil
	without := x.stepAs(states, said)
	if without.Stuck || len(without.Impossible) > 0 {
		return o
	}
	without.Complete = without.Complete && o.Complete
	o = without
	r := x.rules[o.Call.Tool]
	sc := x.scope(r, o.Before[0], o.Call)
	sc.answer, sc.next = step.Answer, o.After[0]
	o.Contradicts = x.contradictions(r, sc)
	if len(o.Contradicts) == 0 { // a clause of post refuses it, or it differs from state to state
		o.Contradicts, _ = x.PostAnswered(o.Before[0], o.Call, step.Answer, o.After[0])
	}
	return o
}

func (x *Machine) stepAs(states []State, step Step) Outcome {
	o := Outcome{Call: x.normalised(step.Call), Known: x.known(step.Call.Tool), Complete: true}
	var ways []way
	for _, s := range states {
		next, complete := x.reached(s, o.Call, step)
		o.Complete = o.Complete && complete
		// With a recorded state, a way that does not lead to it is none.
		if step.State == nil || len(next) > 0 {
			ways = append(ways, way{from: s, broken: x.Pre(s, o.Call), next: next})
		}
	}
	if len(ways) == 0 { // no way leads to the recorded state
		return x.impossible(o, states, step)
	}
	ways = o.judge(ways)
	o.Before = lists.Map(ways, func(w way) State { return w.from })
	o.After, o.Complete = x.union(ways, o.Complete)
	o.Stuck = len(o.After) == 0
	return o
}

func (x *Machine) known(name string) Known {
	switch {
	case x.rules[name] != nil:
		return Modelled
	case x.model.Tools.Lookup(name) != nil:
		return InSchema
	}
	return Unknown
}

// reached returns the states after a call, of which a recorded one is the only
// one that counts.
func (x *Machine) reached(s State, c tool.Call, step Step) (next []State, complete bool) {
	if step.State == nil {
		return x.NextAnswered(s, c, step.Answer)
	}
	if broken, sure := x.PostAnswered(s, c, step.Answer, step.State); len(broken) > 0 {
		return nil, sure
	}
	recorded, _ := x.Canonical(step.State) // PostAnswered has looked at it
	return []State{recorded}, true
}

// impossible completes the outcome of a step whose recorded state cannot be.
func (x *Machine) impossible(o Outcome, states []State, step Step) Outcome {
	o.Before = states
	for i, s := range states {
		if broken, _ := x.PostAnswered(s, o.Call, step.Answer, step.State); i == 0 || len(broken) < len(o.Impossible) {
			o.Impossible = broken
		}
	}
	o.Broken = allBroken(x.waysOf(states, o.Call))
	o.After = states
	if recorded, err := x.Canonical(step.State); err == nil {
		o.After = []State{recorded}
	}
	return o
}

func (x *Machine) waysOf(states []State, c tool.Call) []way {
	return lists.Map(states, func(s State) way { return way{from: s, broken: x.Pre(s, c)} })
}

// judge keeps the ways that the model allows, and drops the others. If there
// are none, it keeps those that break a precondition and have a next state,
// which makes the step a violation; and if there are none of these either, all
// of them, which have no next state.
func (o *Outcome) judge(ways []way) []way {
	allowed := func(w way) bool { return len(w.broken) == 0 && len(w.next) > 0 }
	leads := func(w way) bool { return len(w.next) > 0 }
	for _, keep := range []func(way) bool{allowed, leads} {
		if kept := o.keep(ways, keep); len(kept) > 0 {
			o.Broken = allBroken(kept)
			return kept
		}
	}
	o.Broken = allBroken(ways)
	return ways
}

// keep returns the ways for which a condition holds, and drops the others; if
// it holds for none, it drops none.
func (o *Outcome) keep(ways []way, holds func(way) bool) []way {
	var kept []way
	var dropped []Dropped
	for _, w := range ways {
		if holds(w) {
			kept = append(kept, w)
		} else {
			dropped = append(dropped, Dropped{State: w.from, Broken: w.broken})
		}
	}
	if len(kept) > 0 {
		o.Dropped = dropped
	}
	return kept
}

// allBroken returns what is broken on the ways, each clause once and as it is
// broken on the first; nothing if one of them breaks nothing.
func allBroken(ways []way) []Broken {
	type clause struct {
		kind Kind
		expr ast.Expr
	}
	seen := make(map[clause]bool)
	var list []Broken
	for _, w := range ways {
		// One way on which nothing is broken clears the call.
		if len(w.broken) == 0 {
			return nil
		}
		for _, b := range w.broken {
			if k := (clause{b.Kind, b.Expr}); !seen[k] {
				seen[k] = true
				list = append(list, b)
			}
		}
	}
	return list
}

// union returns the states that the ways lead to, each once.
func (x *Machine) union(ways []way, complete bool) ([]State, bool) {
	seen := make(map[string]bool)
	var list []State
	for _, w := range ways {
		for _, s := range w.next {
			k := x.key(s)
			if seen[k] {
				continue
			}
			if len(list) == MaxStates {
				return list, false
			}
			seen[k] = true
			list = append(list, s)
		}
	}
	return list, complete
}
