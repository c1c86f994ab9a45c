package interp

import (
	"slices"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A Trace is a sequence of calls, with what is known of the states between.
type Trace struct {
	// Init is the initial state. It may leave out variables, and fields of
	// records; they are free.
	Init  State
	Steps []Step

	// Attempts says that failed calls are judged: their preconditions have to
	// hold. Otherwise they are passed over.
	Attempts bool
}

// A Step is a call and the state after it; nil if that is not recorded. A call
// that failed changes nothing, and its answer says nothing.
type Step struct {
	Call   tool.Call
	Answer types.Value // JSON, and a string if it is none; nil if it is not known
	State  State
	Failed bool
	At     source.Span // in the file that it was read from; zero if it was not read
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
	// Complete says that Before and After are all there are, and that no answer
	// was only guessed. Where it is false, what is found wrong with the step is
	// wrong in the states that are listed, and perhaps not in another one: see
	// [Outcome.Undecided].
	Complete bool

	// Failed says that the call failed, and so changed nothing.
	Failed bool

	// Broken are the preconditions that the call breaks. If there are any,
	// every state of Before breaks one. The replay goes on from what post
	// says.
	Broken []Broken
	// Follows says of each of them that it would hold if the calls before that
	// broke a precondition had changed nothing.
	Follows []bool
	// Dropped are the possible states that are not in Before because the call
	// breaks a precondition in them, or has no next state, and in others not.
	Dropped []Dropped
	// Stuck says that the call has no next state.
	Stuck bool
	// Impossible says why the state recorded after the call cannot be: what
	// fails of post, frames and types on the way to it from the possible state
	// where the least fails. The replay goes on from the recorded state, or
	// from the states before if what is recorded is none of the model.
	Impossible []Broken
	// Contradicts says what the answer contradicts, if the model allows the call
	// and no possible state allows the answer. The replay goes on as if the
	// answer were not known.
	Contradicts []Broken
}

// A Dropped state is one that a call shows not to have been the state.
type Dropped struct {
	State  State
	Broken []Broken // the preconditions broken in it; none if it has no next state
}

// Allowed reports whether the model allows the step.
func (o *Outcome) Allowed() bool {
	return len(o.Broken) == 0 && len(o.Impossible) == 0 && len(o.Contradicts) == 0 && !o.Stuck && o.Known != Unknown
}

// Undecided reports whether the step is wrong in all states and with all answers that
// were looked at, and these are not all there are.
func (o *Outcome) Undecided() bool { return !o.Allowed() && !o.Complete && o.Known != Unknown }

// Consequence reports whether the call would break nothing if the calls before
// that broke a precondition had changed nothing.
func (o *Outcome) Consequence() bool {
	return len(o.Broken) > 0 && !slices.Contains(o.Follows, false)
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

// Undecided reports whether no step is found that the model refuses, and one of which
// it is not known.
func (r *Replay) Undecided() bool {
	undecided := false
	for i := range r.Steps {
		o := &r.Steps[i]
		if !o.Allowed() && !o.Undecided() {
			return false
		}
		undecided = undecided || o.Undecided()
	}
	return undecided
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
	var apart []State // without the effects of the calls that broke something; nil before the first
	for _, step := range t.Steps {
		var o Outcome
		if step.Failed {
			o = x.attempt(states, step, t.Attempts)
		} else {
			o = x.step(states, step)
		}
		o.Complete = o.Complete && complete
		apart = x.mark(&o, apart, step)
		r.Steps = append(r.Steps, o)
		if o.Stuck {
			break
		}
		// A recorded state is known, whatever was only guessed before it.
		states, complete = o.After, o.Complete || step.State != nil
	}
	return r, nil
}

// attempt judges a failed call, if that is asked for.
func (x *Machine) attempt(states []State, step Step, judge bool) Outcome {
	o := Outcome{Call: x.normalised(step.Call), Known: x.known(step.Call.Tool), Complete: true, Failed: true, Before: states, After: states}
	if judge {
		o.Broken = allBroken(x.waysOf(states, o.Call))
	}
	return o
}

// mark says which of the broken preconditions follow from violations before the
// call, and returns the states apart after it.
func (x *Machine) mark(o *Outcome, apart []State, step Step) []State {
	// What the call breaks in these states does not follow from earlier violations.
	broken := make(map[ast.Expr]bool)
	for _, s := range apart {
		for _, b := range x.Pre(s, o.Call) {
			broken[b.Expr] = true
		}
	}
	for _, b := range o.Broken {
		o.Follows = append(o.Follows, apart != nil && !broken[b.Expr])
	}
	switch {
	case step.Failed:
		return apart
	case step.State != nil:
		return nil // what is recorded is what is so
	case len(o.Broken) > 0 && apart == nil:
		return o.Before
	case len(o.Broken) > 0 || apart == nil:
		return apart
	}
	return x.step(apart, step).After
}
