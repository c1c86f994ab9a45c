package validate

import (
	"maps"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// meets returns the items that a trace meets: the checks that accept it, the
// clauses of the goal that its last state satisfies, the initial values that it
// starts with, and the preconditions that none of its calls breaks.
func (x *blamer) meets(v *validator, w *Witness) itemSet {
	s := make(itemSet, len(x.items))
	broken := make(map[ast.Expr]bool)
	now := w.Init
	for _, step := range w.Steps {
		// The traces of the checks alone have no states.
		if now != nil {
			for _, b := range v.machine.Pre(now, step.Call) {
				broken[b.Expr] = true
			}
		}
		// After the loop, now is the final state, or the initial one of an empty trace.
		now = step.State
	}
	k := x.scenario.Case
	for n, i := range x.items {
		switch {
		case i.check != nil:
			// v lacks the monitors of checks that were left out of its scenario.
			m := monitor.In(x.scenario.Suite, i.check)
			holds, _ := w.Judge(m)
			s[n] = holds && x.judges(v, m, w)
		case i.goal != nil:
			s[n], _ = v.machine.Goal(x.scenario.Suite, k.Decl.Goal, i.goal, now)
		case i.initial != nil:
			s[n] = startsWith(v.machine, w, *i.initial)
		default:
			s[n] = !broken[i.condition.Expr()]
		}
	}
	return s
}

// judges reports whether a check that was left out can be judged by a trace: an
// argument that nothing but this check speaks of may be missing in it although
// no call can lack it.
func (x *blamer) judges(v *validator, m *monitor.Check, w *Witness) bool {
	for _, c := range w.Calls() {
		for _, a := range m.Atoms {
			if a.Tool != c.Tool {
				continue
			}
			for _, name := range argumentsOf(a) {
				if _, given := c.Args.Get(name); !given && !v.speaksOf(c.Tool, name) {
					return false
				}
			}
		}
	}
	return true
}

// speaksOf reports whether traces say of an argument that it is absent: a
// transition binds it, or a check pins it, or it may always be.
func (v *validator) speaksOf(tool, param string) bool {
	if known := v.scenario.Model.Tools.Lookup(tool); known != nil {
		if p := known.Param(param); p != nil && !p.Required {
			return true
		}
	}
	if t := v.scenario.Model.Transition(tool); t != nil && slices.ContainsFunc(t.Params, func(p *checker.Param) bool { return p.Bind.Param.Name == param }) {
		return true
	}
	return slices.ContainsFunc(v.checks, func(m *monitor.Check) bool {
		return slices.ContainsFunc(m.Atoms, func(a monitor.Atom) bool {
			return a.Tool == tool && slices.Contains(argumentsOf(a), param)
		})
	})
}

// argumentsOf returns the names of the arguments that a pattern looks at.
func argumentsOf(a monitor.Atom) (list []string) {
	for _, t := range a.Tests {
		list = append(list, t.Of)
	}
	for _, v := range a.Vars {
		list = append(list, v.Of)
	}
	return list
}

func startsWith(m *interp.Machine, w *Witness, i checker.Initial) bool {
	_, err := m.Start(&checker.Case{Init: []checker.Initial{i}}, w.Init)
	return err == nil
}

// towards returns a witness that starts with as many of the initial values that
// were left out as can be had by changing nothing else: an answer shows the
// more the more it meets. It tries them all together, and then one by one.
func (x *blamer) towards(v *validator, w *Witness, s itemSet) *Witness {
	var missing []checker.Initial
	for n, i := range x.items {
		if i.initial != nil && !s[n] && !startsWith(v.machine, w, *i.initial) {
			missing = append(missing, *i.initial)
		}
	}
	// from returns nil for an empty list, so the loop below then has nothing to do.
	if better := x.from(v, w, missing...); better != nil {
		return better
	}
	for _, i := range missing {
		if better := x.from(v, w, i); better != nil {
			w = better
		}
	}
	return w
}

// from makes the calls of a witness from a state with other values, and returns
// what comes out if it is an answer, else nil. Of several states that a call may
// lead to it takes the one that the witness has, or the first.
func (x *blamer) from(v *validator, w *Witness, init ...checker.Initial) *Witness {
	if len(init) == 0 {
		return nil
	}
	now := maps.Clone(w.Init)
	for _, i := range init {
		// An initial value of a record may give some fields only; the others stay.
		now[i.Var.Name()] = laid(now[i.Var.Name()], i.Value)
	}
	t := &system.Trace{Init: now}
	now, err := v.machine.Canonical(now)
	if err != nil {
		return nil
	}
	for _, step := range w.Steps {
		next, _ := v.machine.Next(now, step.Call)
		if len(next) == 0 {
			return nil
		}
		// IndexFunc returns -1 where the state of the witness is not possible: max takes the first.
		now = next[max(0, slices.IndexFunc(next, step.State.Equal))]
		t.Steps = append(t.Steps, system.TraceStep{Call: step.Call, Answer: step.Answer, State: now})
	}
	// The replay decides: values that break something else make no answer.
	better, err := v.replay(x.query, t)
	if err != nil {
		return nil
	}
	return better
}

// laid returns a value with the parts of another one that are there.
func laid(v, over types.Value) types.Value {
	// An open map gives some keys and leaves all others as they are.
	if open, ok := over.(types.OpenDict); ok {
		d, _ := v.(types.Dict)
		for _, e := range open {
			d = d.Put(e.Key, e.Value)
		}
		return d
	}
	had, ok := v.(types.Object)
	other, both := over.(types.Object)
	if !ok || !both {
		return over
	}
	out := slices.Clone(had)
	for i, m := range out {
		if value, in := other.Get(m.Name); in {
			out[i].Value = laid(m.Value, value)
		}
	}
	return out
}
