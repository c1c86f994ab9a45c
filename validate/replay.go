package validate

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// Calls returns the calls of a witness.
func (w *Witness) Calls() []tool.Call {
	return lists.Map(w.Steps, func(s Step) tool.Call { return s.Call })
}

func sameCall(a, b tool.Call) bool { return a.Tool == b.Tool && types.Equal(a.Args, b.Args) }

// replay runs a trace in the interpreter and the checks' automata, and makes
// it a witness. It returns an error unless the trace is an answer to the
// question.
func (v *validator) replay(q system.Query, t *system.Trace) (*Witness, error) {
	w := &Witness{}
	if n := len(t.Steps); n > 0 {
		w.Steps = make([]Step, 0, n)
	}
	for _, s := range t.Steps {
		// replaySteps adds the states, each checked against the interpreter.
		w.Steps = append(w.Steps, Step{Call: v.scenario.Model.Tools.Normalise(s.Call), By: v.scenario.Suite.Owner(s.Call.Tool), Answer: s.Answer})
		if err := v.acceptable(s.Call); err != nil {
			return nil, err
		}
	}
	// Without a model there are no states, preconditions or goal to look at.
	if q.Kind == system.ChecksAlone {
		return w, v.replayChecks(q, w)
	}
	if err := v.replayInit(w, t); err != nil {
		return nil, err
	}
	if err := v.replaySteps(q, w, t); err != nil {
		return nil, err
	}
	// A Reach question leaves checks and goal aside.
	if q.Kind == system.Reach {
		return w, v.replayLast(q, w)
	}
	if err := v.replayChecks(q, w); err != nil {
		return nil, err
	}
	return w, v.replayGoal(q, w)
}

// acceptable checks the arguments against the tool's schema.
func (v *validator) acceptable(c tool.Call) error {
	known := v.scenario.Model.Tools.Lookup(c.Tool)
	// A tool without a schema accepts any arguments.
	if known == nil {
		return nil
	}
	for _, a := range c.Args {
		if p := known.Param(a.Name); p != nil {
			if ok, why := p.Schema.Accepts(a.Value); !ok {
				return fmt.Errorf("the schema of %s does not accept %s for %s: %s", c.Tool, a.Value, a.Name, why)
			}
		}
	}
	return nil
}

// replayChecks runs the automata: all hold, but for the check in question.
func (v *validator) replayChecks(q system.Query, w *Witness) error {
	for i, c := range v.checks {
		// q.Check is nil unless the question is a backward one about a check.
		want := v.scenario.Case.Checks[i] != q.Check
		if holds, _ := w.Judge(c); holds != want {
			return fmt.Errorf("the trace passing %s is %v, not %v", c.Name, !want, want)
		}
	}
	if q.Kind != system.Commission {
		return nil
	}
	if !commits(v.partsOf(q.Check), w, q) {
		return errors.New("no call matches a pattern of what does not hold of " + q.Name())
	}
	return nil
}

func (v *validator) replayInit(w *Witness, t *system.Trace) error {
	// Computed once for all witnesses of the case.
	if v.opening == nil {
		v.opening = v.machine.Opening(v.scenario.Case)
		for _, l := range v.opening.Free {
			v.free = append(v.free, l.Name())
		}
	}
	start, err := v.opening.Start(interp.State(t.Init))
	if err != nil {
		return err
	}
	w.Init, w.Free = start, v.free
	return nil
}

func (v *validator) replaySteps(q system.Query, w *Witness, t *system.Trace) error {
	now, last := w.Init, len(w.Steps)-1
	violated, broke := false, false
	for i := range w.Steps {
		s := &w.Steps[i]
		next, err := v.machine.Canonical(interp.State(t.Steps[i].State))
		if err != nil {
			return fmt.Errorf("after step %d: %w", i+1, err)
		}
		// The ties compute the answer from the states; a recorded answer only fills the rest.
		s.Answer = v.machine.Answer(now, s.Call, next, s.Answer)
		if wrong := v.machine.PostWhole(now, s.Call, s.Answer, next); len(wrong) > 0 {
			return fmt.Errorf("step %d (%s %s): not possible, %s %s %s", i+1, s.Call.Tool, s.Call.Args, wrong[0].Kind, wrong[0].Text(), wrong[0].Leaf)
		}
		// Preconditions are judged in the state before the call.
		s.State, s.Broken = next, v.broken(now, s.Call)
		if len(s.Broken) > 0 && !v.mayBreak(q, s, i == last) {
			return fmt.Errorf("step %d (%s %s): breaks %s", i+1, s.Call.Tool, s.Call.Args, s.Broken[0].Text())
		}
		// With q.First, a call that follows any violation does not count.
		violated = violated || v.violates(q, s) && !(q.First && broke)
		broke = broke || len(s.Broken) > 0
		now = next
	}
	if q.Kind == system.Forward && !violated {
		return errors.New("no call breaks a precondition")
	}
	if q.Undisturbed && v.disturbed(w) {
		return errors.New("a tool is called that disturbs")
	}
	return nil
}

// broken returns the conditions that a call breaks, but for those that the
// scenario ignores.
func (v *validator) broken(s interp.State, c tool.Call) []interp.Broken {
	return slices.DeleteFunc(v.machine.Pre(s, c), func(b interp.Broken) bool { return v.scenario.Ignored[b.Expr] })
}

// mayBreak reports whether the question lets a call break what it breaks.
func (v *validator) mayBreak(q system.Query, s *Step, last bool) bool {
	switch q.Kind {
	case system.Forward:
		return v.named(s.Call.Tool)
	case system.Reach:
		// The last call of a Reach question breaks the condition that it names, and no other.
		return last && s.Call.Tool == q.Tool && len(s.Broken) == 1 && s.Broken[0].Expr == q.Broken
	}
	return false
}

// violates reports whether a call breaks what a forward question asks for.
func (v *validator) violates(q system.Query, s *Step) bool {
	if q.Tool != "" && s.Call.Tool != q.Tool {
		return false
	}
	// Broken is in the order of the conditions, so its head is the first broken one.
	if q.First {
		return len(s.Broken) > 0 && s.Broken[0].Expr == q.Broken
	}
	return slices.ContainsFunc(s.Broken, func(b interp.Broken) bool { return q.Broken == nil || b.Expr == q.Broken })
}

// named reports whether a call of a tool may break a precondition in an answer to a
// forward question.
func (v *validator) named(tool string) bool {
	return slices.ContainsFunc(v.scenario.Tools, func(t system.Tool) bool { return t.MayBreak() && t.Name == tool })
}

// replayLast looks at the last call of an answer to a Reach question.
func (v *validator) replayLast(q system.Query, w *Witness) error {
	if len(w.Steps) == 0 {
		return errors.New("the trace has no call")
	}
	last := w.Steps[len(w.Steps)-1]
	before := w.Init
	if n := len(w.Steps); n > 1 {
		before = w.Steps[n-2].State
	}
	switch {
	case q.Tool != "" && last.Call.Tool != q.Tool:
		return fmt.Errorf("the last call is of %s", last.Call.Tool)
	case q.Broken != nil && len(last.Broken) == 0:
		return errors.New("the last call breaks nothing")
	}
	// q.Changed is "" where no leaf has to change, and no leaf has that key.
	for _, l := range system.Leaves(v.scenario.Model) {
		if l.Key() == q.Changed && types.Equal(l.In(before), l.In(last.State)) {
			return fmt.Errorf("the last call leaves %s as it is", l.Name())
		}
	}
	return nil
}

// replayGoal evaluates the goal in the final state.
func (v *validator) replayGoal(q system.Query, w *Witness) error {
	k := v.scenario.Case
	if len(k.Goals) == 0 {
		return nil
	}
	final := w.Init
	if n := len(w.Steps); n > 0 {
		final = w.Steps[n-1].State
	}
	// Only the omission of the goal itself asks for a final state that misses it.
	want := q.Kind != system.Omission || q.Check != nil
	if v.goal(k, final) != want {
		return fmt.Errorf("the trace reaching the goal is %v, not %v", !want, want)
	}
	return nil
}

func (v *validator) goal(k *checker.Case, s interp.State) bool {
	for _, e := range k.Goals {
		if ok, _ := v.machine.Goal(v.scenario.Suite, k.Decl.Goal, e, s); !ok {
			return false
		}
	}
	return true
}
