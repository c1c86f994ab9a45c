package report

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// A Run is what a model, and perhaps a case, say of a trace.
type Run struct {
	Model  *checker.Model
	Trace  string        // the name of its file
	Length int           // the calls of the trace
	At     []source.Span // of each of them in that file; zero if it was not read
	Replay *interp.Replay

	// Of the case that the trace is judged by, nil and empty without one.
	Suite  *checker.Suite
	Case   *checker.Case
	Checks []judgement
}

// A judgement is what comes out for one check of a case, or for its goal.
type judgement struct {
	Check  string     // its name, or "goal"
	Decl   *ast.Check // nil for the goal
	Passed bool
	Step   int    // the call that breaks it for good, from 1 on; 0 if there is none
	Why    string // of a goal that is not reached, or of what is not decided

	// Undecided says that it may pass or not. Passed is false then.
	Undecided bool
}

// NewRun replays a trace. The suite and the case are both nil or both not;
// the suite is about the model. What the trace does not say of its initial
// state the case does. It is an error if they contradict each other, or if
// the trace leaves too much open.
func NewRun(m *checker.Model, t interp.Trace, s *checker.Suite, k *checker.Case) (*Run, error) {
	machine := interp.New(m)
	if k != nil {
		// The case completes the initial state of the trace, and must not contradict it.
		known, _ := machine.Initial(k)
		init, err := merged(m, known, t.Init)
		if err != nil {
			return nil, err
		}
		t.Init = init
	}
	replay, err := machine.Run(t)
	if err != nil {
		return nil, err
	}
	r := &Run{Model: m, Length: len(t.Steps), Replay: replay, Suite: s, Case: k}
	r.At = lists.Map(t.Steps, func(s interp.Step) source.Span { return s.At })
	if k != nil {
		r.judge(machine, t)
	}
	return r, nil
}

// merged completes what a trace says of its initial state by what a case
// says.
func merged(m *checker.Model, known, given interp.State) (interp.State, error) {
	out := make(interp.State)
	for _, v := range m.Vars {
		value, err := merge(v.Name(), known[v.Name()], given[v.Name()])
		if err != nil {
			return nil, err
		}
		if value != nil {
			out[v.Name()] = value
		}
	}
	return out, nil
}

func merge(name string, known, given types.Value) (types.Value, error) {
	k, ok := known.(types.Object)
	g, both := given.(types.Object)
	switch {
	case known == nil:
		return given, nil
	case given == nil:
		return known, nil
	case isOpen(known):
		// The given map is complete; the case only says some of its entries.
		return given, includes(name, known.(types.OpenDict), given)
	case !ok || !both:
		if !types.Equal(known, given) {
			return nil, fmt.Errorf("the trace begins with %s = %s, and the case says %s", name, given, known)
		}
		return given, nil
	}
	// Records are merged field by field.
	var out types.Object
	for _, member := range k {
		other, _ := g.Get(member.Name)
		value, err := merge(name+"."+member.Name, member.Value, other)
		if err != nil {
			return nil, err
		}
		out = append(out, types.Member{Name: member.Name, Value: value})
	}
	for _, member := range g {
		if _, had := k.Get(member.Name); !had {
			out = append(out, member)
		}
	}
	return out, nil
}

func isOpen(v types.Value) bool {
	_, open := v.(types.OpenDict)
	return open
}

// includes returns an error if a map lacks an entry that a case says it has.
func includes(name string, known types.OpenDict, given types.Value) error {
	d, _ := given.(types.Dict)
	for _, e := range known {
		if value, ok := d.Get(e.Key); !ok || !types.Equal(value, e.Value) {
			return fmt.Errorf("the trace begins with %s = %s, and the case says %s", name, given, known)
		}
	}
	return nil
}

func (r *Run) judge(machine *interp.Machine, t interp.Trace) {
	for _, c := range r.Case.Checks {
		r.Checks = append(r.Checks, r.check(c, t.Steps))
	}
	if len(r.Case.Goals) > 0 {
		r.Checks = append(r.Checks, r.goal(machine, t))
	}
}

// check judges a check. Its verdict is not known where it asks for an answer that
// is not recorded, unless it is final without.
func (r *Run) check(decl *ast.Check, steps []interp.Step) judgement {
	c := monitor.In(r.Suite, decl)
	j := judgement{Check: decl.Name.Name, Decl: decl}
	s, lacks := c.Start(), 0
	for i, step := range steps {
		call := step.Call
		if set := r.tools(); set != nil {
			call = set.Normalise(call)
		}
		// A call and its answer are two steps of the automaton.
		s = c.Step(s, c.Letter(call))
		switch {
		case step.Failed:
		case step.Answer != nil:
			s = c.Step(s, c.AnswerLetter(call, step.Answer))
		case lacks == 0 && !c.Verdict(s).Final() && asksAnswer(c, call.Tool):
			// The first missing answer that may still matter.
			lacks = i + 1
		}
		if j.Step == 0 && lacks == 0 && c.Verdict(s) == monitor.Violated {
			j.Step = i + 1
		}
	}
	if lacks > 0 {
		return judgement{Check: j.Check, Decl: decl, Undecided: true, Why: fmt.Sprintf("the answer to step %d is not recorded", lacks)}
	}
	j.Passed = c.Verdict(s).Holds()
	return j
}

// asksAnswer reports whether a check asks for the answer of a tool.
func asksAnswer(c *monitor.Check, name string) bool {
	return slices.ContainsFunc(c.Atoms, func(a monitor.Atom) bool { return a.Answer != nil && a.Tool == name })
}

func (r *Run) tools() *tool.Set {
	if r.Model.Tools != nil {
		return r.Model.Tools
	}
	return r.Suite.Tools
}

// goal judges the goal: every state that the trace may have ended in has to
// reach it.
func (r *Run) goal(machine *interp.Machine, t interp.Trace) judgement {
	j := judgement{Check: "goal"}
	n := len(r.Replay.Steps)
	// The replay ends early only at a step that has no next state.
	if n < r.Length {
		j.Why, j.Undecided = "the replay does not come to the end of the trace", r.Replay.Steps[n-1].Undecided()
		return j
	}
	unit := r.Case.Decl.Goal
	for _, e := range r.Case.Goals {
		// One possible final state that misses the goal is enough to fail.
		for _, s := range r.Replay.Final() {
			if ok, _ := machine.Goal(r.Suite, unit, e, s); !ok {
				j.Why = whyFalse(unit.Compact(e), e, machine.WhyGoal(r.Suite, unit, e, s))
				return j
			}
		}
	}
	// A recorded state leaves no doubt about the end, even if the list was incomplete.
	if n > 0 && !r.Replay.Steps[n-1].Complete && t.Steps[n-1].State == nil {
		j.Why, j.Undecided = "the trace may have ended in states that were not examined", true
		return j
	}
	j.Passed = true
	return j
}

// Passed reports whether the trace is a run of the model, and passes all
// checks of the case.
func (r *Run) Passed() bool {
	return r.Replay.Allowed() && !slices.ContainsFunc(r.Checks, func(j judgement) bool { return !j.Passed })
}

// Undecided reports whether nothing is found that the trace fails, and something of
// which it is not known.
func (r *Run) Undecided() bool {
	fails := slices.ContainsFunc(r.Checks, func(j judgement) bool { return !j.Passed && !j.Undecided })
	// A step that is refused for certain decides, whatever else is open.
	return !fails && !r.Passed() && (r.Replay.Allowed() || r.Replay.Undecided())
}
