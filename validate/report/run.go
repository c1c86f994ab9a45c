package report

import (
	"fmt"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// A Run is what a model, and perhaps a case, say of a trace.
type Run struct {
	Model  *checker.Model
	Trace  string // the name of its file
	Length int    // the calls of the trace
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
	Why    string // of a goal that is not reached
}

// NewRun replays a trace. The suite and the case are both nil or both not;
// the suite is about the model. What the trace does not say of its initial
// state the case does. It is an error if they contradict each other, or if
// the trace leaves too much open.
func NewRun(m *checker.Model, t interp.Trace, s *checker.Suite, k *checker.Case) (*Run, error) {
	machine := interp.New(m)
	if k != nil {
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
		return given, includes(name, known.(types.OpenDict), given)
	case !ok || !both:
		if !types.Equal(known, given) {
			return nil, fmt.Errorf("the trace begins with %s = %s, and the case says %s", name, given, known)
		}
		return given, nil
	}
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
	var calls []tool.Call
	for _, s := range t.Steps {
		call := s.Call
		if set := r.tools(); set != nil {
			call = set.Normalise(call)
		}
		calls = append(calls, call)
	}
	for _, c := range r.Case.Checks {
		m := monitor.In(r.Suite, c)
		j := judgement{Check: c.Name.Name, Decl: c, Passed: m.Holds(calls)}
		if !j.Passed {
			j.Step = m.FirstViolation(calls) + 1
		}
		r.Checks = append(r.Checks, j)
	}
	if len(r.Case.Goals) > 0 {
		r.Checks = append(r.Checks, r.goal(machine))
	}
}

func (r *Run) tools() *tool.Set {
	if r.Model.Tools != nil {
		return r.Model.Tools
	}
	return r.Suite.Tools
}

// goal judges the goal: every state that the trace may have ended in has to
// reach it.
func (r *Run) goal(machine *interp.Machine) judgement {
	j := judgement{Check: "goal", Passed: true}
	if len(r.Replay.Steps) < r.Length {
		return judgement{Check: "goal", Why: "the replay does not come to the end of the trace"}
	}
	unit := r.Case.Decl.Goal
	for _, e := range r.Case.Goals {
		for _, s := range r.Replay.Final() {
			if ok, _ := machine.Goal(r.Suite, unit, e, s); !ok {
				return judgement{Check: "goal", Why: whyFalse(unit.Compact(e), e, machine.WhyGoal(r.Suite, unit, e, s))}
			}
		}
	}
	return j
}

// Passed reports whether the trace is a run of the model, and passes all
// checks of the case.
func (r *Run) Passed() bool {
	for _, j := range r.Checks {
		if !j.Passed {
			return false
		}
	}
	return r.Replay.Allowed()
}
