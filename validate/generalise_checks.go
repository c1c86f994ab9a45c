package validate

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// checks reports whether all checks surely say of the trace what they say of
// the witness, and the class of a forward conflict stays.
func (f *abstractRun) checks() bool {
	// A Reach question leaves the checks aside.
	if f.query.Kind == system.Reach {
		return true
	}
	calls := make([][]tool.Call, len(f.w.Steps))
	for i := range f.w.Steps {
		if calls[i] = f.calls(i); calls[i] == nil {
			return false
		}
	}
	// The method hides the field, hence the qualified name.
	for i, c := range f.generaliser.checks {
		if !f.settled(c, calls, f.scenario.Case.Checks[i] == f.query.Check) {
			return false
		}
	}
	return (f.query.Kind != system.Commission || f.surelySpeaks(calls)) && f.classStays(calls)
}

// calls returns calls that stand for all that call i may be to the checks: those
// with a value of each class that their tests make. It is nil if they are too many.
func (f *abstractRun) calls(i int) []tool.Call {
	call := f.w.Steps[i].Call
	// The product over the values of all arguments that are not known.
	list := []tool.Call{call}
	for j, a := range call.Args {
		p := f.args[i][j]
		if p.known() {
			continue
		}
		values, ok := p.values, true
		if p.any {
			values, ok = f.representatives(call.Tool, a.Name)
		}
		if !ok {
			return nil
		}
		var more []tool.Call
		for _, c := range list {
			for _, v := range values {
				more = append(more, tool.Call{Tool: c.Tool, Args: with(c.Args, a.Name, v)})
			}
		}
		if list = more; len(list) > maxCombos {
			return nil
		}
	}
	return list
}

// representatives returns values of an argument, and nil, one of each class of
// those that checks do not tell apart. It is not ok if they are too many, or the
// argument is compared with others.
func (f *abstractRun) representatives(toolName, name string) (list []types.Value, ok bool) {
	var tests []*property.Test
	for _, c := range f.generaliser.checks {
		for _, a := range c.Atoms {
			if a.Tool != toolName {
				continue
			}
			// A variable compares the argument with others, so no fixed classes exist.
			if slices.ContainsFunc(a.Vars, func(v property.Var) bool { return v.Of == name }) {
				return nil, false
			}
			for i := range a.Tests {
				if a.Tests[i].Of == name {
					tests = append(tests, &a.Tests[i])
				}
			}
		}
	}
	classes, ok := property.Classes(tests)
	for _, c := range classes {
		list = append(list, c.Sample)
	}
	return list, ok
}

// settled reports whether a check says of all traces of calls, one for each
// step, what it says of the first; of the check that the question is about, at
// each step.
func (f *abstractRun) settled(c *monitor.Check, calls [][]tool.Call, about bool) bool {
	// A subset construction: all monitor states that some choice of calls reaches.
	states := []monitor.State{c.Start()}
	for i, list := range calls {
		var next []monitor.State
		for _, s := range states {
			for _, call := range list {
				next = lists.Include(next, c.Step(s, f.w.Steps[i].letter(c, call)))
			}
		}
		// For the check in question, the step at which it is violated must not move.
		if states = next; len(states) > maxCombos || about && !agree(states, func(s monitor.State) bool { return c.Verdict(s) == monitor.Violated }) {
			return false
		}
	}
	return agree(states, func(s monitor.State) bool { return c.Verdict(s).Holds() })
}

func agree[T any](list []T, says func(T) bool) bool {
	return !slices.ContainsFunc(list, func(x T) bool { return says(x) != says(list[0]) })
}

// surelySpeaks reports whether the calls surely are a commission of the check that
// the question is about: some basic form surely does not accept them, and one of
// them surely matches a pattern of it.
func (f *abstractRun) surelySpeaks(calls [][]tool.Call) bool {
	parts := f.generaliser.partsOf(f.query.Check)
	return slices.ContainsFunc(parts, func(b *monitor.Check) bool {
		// The form must fail for every choice of calls, as it does in the witness.
		if holds, _ := f.w.Judge(b); holds || !f.settled(b, calls, false) {
			return false
		}
		for i, list := range calls {
			// Anything but NoMatch counts, as it does in commits.
			sure := func(a int) bool {
				return !slices.ContainsFunc(list, func(call tool.Call) bool { return f.w.Steps[i].letter(b, call)[a] == monitor.NoMatch })
			}
			for a := range b.Atoms {
				if !b.Atoms[a].Anchor && f.query.Counts(b.Atoms[a].Pattern) && sure(a) {
					return true
				}
			}
		}
		return false
	})
}

// classStays reports whether the violating call surely matches the same patterns,
// and repeats an earlier call or does not as it does in the witness.
func (f *abstractRun) classStays(calls [][]tool.Call) bool {
	if f.query.Kind != system.Forward {
		return true
	}
	for _, c := range f.generaliser.checks {
		for _, a := range c.Atoms {
			if !agree(calls[f.first], a.Matches) {
				return false
			}
		}
	}
	// Class Repeat needs one earlier call that stays equal; any other class needs all to differ.
	repeats := f.class(f.w, f.first) == Repeat
	for i := range f.first {
		switch {
		case f.w.Steps[i].Call.Tool != f.w.Steps[f.first].Call.Tool:
		case repeats && sameCall(f.w.Steps[i].Call, f.w.Steps[f.first].Call):
			return f.fixed(i) && f.fixed(f.first)
		case !repeats && !f.differ(i, f.first):
			return false
		}
	}
	return true
}

// fixed reports whether the arguments of a call are those of the witness.
func (f *abstractRun) fixed(i int) bool {
	return !slices.ContainsFunc(f.args[i], func(p possible) bool { return !p.known() })
}

// differ reports whether two calls of a tool surely have different arguments.
func (f *abstractRun) differ(i, j int) bool {
	a, b := f.w.Steps[i].Call.Args, f.w.Steps[j].Call.Args
	for n, m := range a {
		v, both := b.Get(m.Name)
		// at is -1 where b lacks the argument; the case of !both catches that before at is used.
		switch at := slices.IndexFunc(b, func(o types.Member) bool { return o.Name == m.Name }); {
		case !f.args[i][n].known():
		case !both:
			return true
		case f.args[j][at].known() && !types.Equal(m.Value, v):
			return true
		}
	}
	// Arguments that only b has.
	for n, m := range b {
		if _, both := a.Get(m.Name); !both && f.args[j][n].known() {
			return true
		}
	}
	return false
}
