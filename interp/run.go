package interp

import (
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/tool"
)

// A Trace is a sequence of calls, with what is known of the states between.
type Trace struct {
	// Init is the initial state. It may leave out variables, and fields of
	// records; they are free.
	Init  State
	Steps []Step
}

// A Step is a call and the state after it; nil if that is not recorded.
type Step struct {
	Call  tool.Call
	State State
}

// A Replay is what a model says of a trace.
type Replay struct {
	// Init are the states in which the trace may begin.
	Init []State
	// Steps tell of each step of the trace. There are fewer than the trace
	// has if the last one is Stuck.
	Steps []Outcome
}

// Known says what is known of the tool of a call.
type Known int

const (
	Modelled Known = iota // it has a transition
	InSchema              // it has none: it is always possible and changes nothing
	Unknown               // it is in the tool schemas neither; taken to change nothing
)

// An Outcome is what a model says of one step of a trace. Where several
// states are possible, a step is judged by those in which it is allowed;
// only if there are none it is a violation.
type Outcome struct {
	Call  tool.Call // normalised
	Known Known

	// Before are the states in which the call may have been made: those that
	// the steps before leave possible, without those that have no way to a
	// state that is recorded after the call. After are those that it may have
	// led to.
	Before, After []State
	// Complete says that Before and After are all there are. Where they are
	// not, what is found wrong with the step is wrong in the states that
	// are listed.
	Complete bool

	// Broken are the preconditions that the call breaks. If there are any,
	// every state of Before breaks one. The replay goes on from what post
	// says.
	Broken []Broken
	// Dropped are the possible states that are not in Before because the call
	// breaks a precondition in them, or has no next state, and in others not.
	Dropped []Dropped
	// Stuck says that the call has no next state.
	Stuck bool
	// Impossible says why the state recorded after the call cannot be: what
	// fails of post, frames and types on the way to it from the first possible
	// state. The replay goes on from the recorded state, or from the state
	// before if what is recorded is none of the model.
	Impossible []Broken
}

// A Dropped state is one that a call shows not to have been the state.
type Dropped struct {
	State  State
	Broken []Broken // the preconditions broken in it; none if it has no next state
}

// Allowed reports whether the model allows the step.
func (o *Outcome) Allowed() bool {
	return len(o.Broken) == 0 && len(o.Impossible) == 0 && !o.Stuck && o.Known != Unknown
}

// Allowed reports whether the trace is a run of the model: every step is
// allowed.
func (r *Replay) Allowed() bool {
	for i := range r.Steps {
		if !r.Steps[i].Allowed() {
			return false
		}
	}
	return true
}

// Final returns the states in which the trace may have ended.
func (r *Replay) Final() []State {
	if n := len(r.Steps); n > 0 {
		return r.Steps[n-1].After
	}
	return r.Init
}

// Run replays a trace. It is an error if its initial state gives a variable a
// value that is none of its type, or leaves open which of more than
// [MaxStates] states it is.
func (x *Machine) Run(t Trace) (*Replay, error) {
	init, err := x.completions(t.Init)
	if err != nil {
		return nil, err
	}
	r := &Replay{Init: init}
	states, complete := init, true
	for _, step := range t.Steps {
		o := x.step(states, step)
		o.Complete = o.Complete && complete
		r.Steps = append(r.Steps, o)
		if o.Stuck {
			break
		}
		states, complete = o.After, o.Complete || step.State != nil
	}
	return r, nil
}

// A way is what a call does in one state.
type way struct {
	from   State
	broken []Broken
	next   []State
}

// step replays one call in each of the possible states.
func (x *Machine) step(states []State, step Step) Outcome {
	o := Outcome{Call: x.normalised(step.Call), Known: x.known(step.Call.Tool), Complete: true}
	var ways []way
	for _, s := range states {
		next, complete := x.after(s, o.Call, step.State)
		o.Complete = o.Complete && complete
		if step.State == nil || len(next) > 0 {
			ways = append(ways, way{from: s, broken: x.Pre(s, o.Call), next: next})
		}
	}
	if len(ways) == 0 { // no way leads to the recorded state
		return x.impossible(o, states, step)
	}
	ways = o.judge(ways)
	for _, w := range ways {
		o.Before = append(o.Before, w.from)
	}
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

// after returns the states after a call, of which a recorded one is the only
// one that counts.
func (x *Machine) after(s State, c tool.Call, recorded State) (next []State, complete bool) {
	if recorded == nil {
		return x.Next(s, c)
	}
	if len(x.Post(s, c, recorded)) > 0 {
		return nil, true
	}
	recorded, _ = x.Canonical(recorded) // Post has looked at it
	return []State{recorded}, true
}

// impossible completes the outcome of a step whose recorded state cannot be.
func (x *Machine) impossible(o Outcome, states []State, step Step) Outcome {
	o.Before = states
	o.Impossible = x.Post(states[0], o.Call, step.State)
	o.Broken = allBroken(x.waysOf(states, o.Call))
	o.After = states
	if recorded, err := x.Canonical(step.State); err == nil {
		o.After = []State{recorded}
	}
	return o
}

func (x *Machine) waysOf(states []State, c tool.Call) []way {
	var ways []way
	for _, s := range states {
		ways = append(ways, way{from: s, broken: x.Pre(s, c)})
	}
	return ways
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
