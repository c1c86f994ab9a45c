package repair_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/repair"
	"github.com/mantrac/mantrac/validate"
)

// options ask the solver where there is one, within limits that are the same on
// every machine.
func options(t testing.TB) repair.Options {
	o := repair.Options{Options: validate.Options{Bound: 5, States: 1000}, Tries: 20, Shown: 3}
	if _, err := solver.Attach(&o.Options, solver.Limits{Jobs: 1, Steps: 500_000}); err != nil {
		t.Fatal(err)
	}
	o.NewFixedpoint = nil
	return o
}

func setOf(p *modeltest.Project) *edit.Set {
	return &edit.Set{Models: []*checker.Model{p.Model}, Suites: []*checker.Suite{p.Suite}}
}

func refsOf(set *edit.Set) []repair.Ref {
	var list []repair.Ref
	for _, s := range set.Suites {
		for _, k := range s.Cases {
			list = append(list, repair.Ref{Suite: s, Case: k})
		}
	}
	return list
}

// conflicts validates all cases of a set from scratch.
func conflicts(t testing.TB, set *edit.Set, o validate.Options) (list []repair.Conflict, verdicts map[string]validate.Verdict) {
	t.Helper()
	o.Plain, o.Brief, o.AllConflicts = true, false, repair.MostConflicts
	verdicts = make(map[string]validate.Verdict)
	for _, r := range refsOf(set) {
		c, err := validate.Validate(context.Background(), r.Suite, r.Case, o)
		if err != nil {
			t.Fatal(err)
		}
		list, verdicts[r.Name()] = append(list, repair.ConflictsOf(c)...), c.Verdict
	}
	return list, verdicts
}

// Each candidate does what is said of it: made to the files and validated from
// scratch, it closes and opens what it says, changes the verdicts that it says, and
// touches nothing locked. What is proved to be closed is closed for longer traces, too.
// The traces that it newly allows and forbids are replayed in both versions. The same
// files give the same candidates.
func TestCandidatesDoWhatTheySay(t *testing.T) {
	seen, seenTraces := make(map[validate.Verdict]int), make(map[string]int)
	modeltest.Costly(t, 15, 250, func(rt *rapid.T) {
		p := modeltest.Projects(modeltest.Tiny).Draw(rt, "project")
		set, o := setOf(p), options(t)
		before, verdicts := conflicts(t, set, o.Options)
		if len(before) == 0 {
			rt.Skip("no conflict")
		}
		locked := p.Model.Transitions[rapid.IntRange(0, len(p.Model.Transitions)-1).Draw(rt, "locked")]
		file := p.Model.File.Tree.File.Name()
		o.Locks = []edit.Lock{{At: edit.At("transition", locked.Name()).In(file), Text: locked.Unit.Compact(locked.Unit.Node), Reason: "it is"}}
		r, err := repair.Find(context.Background(), set, refsOf(set), o)
		if err != nil {
			rt.Fatal(err)
		}
		if again, _ := repair.Find(context.Background(), set, refsOf(set), o); !reflect.DeepEqual(told(r), told(again)) {
			rt.Fatalf("not the same again:\n%v\n%v\n%v", told(r), told(again), p)
		}
		for _, x := range r.Repairs {
			seen[x.Kind] += len(x.Candidates)
			for _, c := range x.Candidates {
				for i, edits := range versionsOf(&c) {
					made, err := edit.Apply(set, edits, edit.ApplyOptions{Locks: o.Locks})
					if err != nil {
						rt.Fatalf("%s: %v\n%v", c.Why, err, p)
					}
					after, now := conflicts(t, made.Set, o.Options)
					what := fmt.Sprintf("%s\n%v\n%v", c.Why, edits, p)
					holdEffect(rt, what, c.Effect, x.Conflict, before, after, verdicts, now)
					if i == 0 { // others forbid the same traces by checks of other names
						holdTraces(rt, what, p, made.Set, c.Effect, seenTraces)
					}
					if c.Effect.Proved {
						longer := o.Options
						longer.Bound += 3
						if after, _ := conflicts(t, made.Set, longer); slices.Contains(after, x.Conflict) {
							rt.Fatalf("%v is not closed for longer traces:\n%s", x.Conflict, what)
						}
					}
				}
			}
		}
	})
	t.Log(seen, seenTraces)
	for _, v := range []validate.Verdict{validate.UnsatisfiableChecks, validate.NoCompliantTrace, validate.ForwardConflict, validate.OverRestrictive} {
		if seen[v] == 0 && !testing.Short() {
			t.Errorf("no candidate for %s was drawn: the law says too little", v)
		}
	}
	for _, kind := range []string{"of checks", "of a model"} {
		if seenTraces[kind] == 0 && !testing.Short() {
			t.Errorf("no trace %s was drawn: the law says too little", kind)
		}
	}
}

// versionsOf returns the edits of a candidate, and those with the same behaviour.
func versionsOf(c *repair.Candidate) [][]edit.Edit {
	list := [][]edit.Edit{c.Edits}
	for _, a := range c.Same {
		list = append(list, a.Edits)
	}
	return list
}

// holdEffect holds an effect against what validation says before and after.
func holdEffect(t *rapid.T, what string, e repair.Effect, of repair.Conflict, before, after []repair.Conflict, was, is map[string]validate.Verdict) {
	closed, opened := without(before, after), without(after, before)
	if !sameConflicts(closed, e.Closed) || !slices.Contains(closed, of) {
		t.Fatalf("it closes %v, not %v, for %v:\n%s", closed, e.Closed, of, what)
	}
	if !sameConflicts(opened, e.Opened) {
		t.Fatalf("it opens %v, not %v:\n%s", opened, e.Opened, what)
	}
	changed := make(map[string]validate.Verdict)
	for _, c := range e.Changed {
		changed[c.Case] = c.New
	}
	for name, v := range is {
		if v != was[name] && changed[name] != v || v == was[name] && changed[name] != "" {
			t.Fatalf("%s was %s and is %s, not %s:\n%s", name, was[name], v, changed[name], what)
		}
	}
}

// holdTraces replays what a candidate newly allows and forbids in the project and in the
// set that it makes of it.
func holdTraces(t *rapid.T, what string, p *modeltest.Project, new *edit.Set, e repair.Effect, seen map[string]int) {
	old := setOf(p)
	for _, x := range e.Allows {
		if !tells(p, new, old, x, seen) {
			t.Fatalf("%v is not newly allowed:\n%s", x, what)
		}
	}
	for _, x := range e.Forbids {
		if !tells(p, old, new, x, seen) {
			t.Fatalf("%v is not newly forbidden:\n%s", x, what)
		}
	}
}

// tells reports whether one version allows a trace that the other one refuses: by the
// checks of a case, or by the model from a state in which a case can start.
func tells(p *modeltest.Project, allows, refuses *edit.Set, x repair.Trace, seen map[string]int) bool {
	if x.Case != "" {
		seen["of checks"]++
		return len(broken(allows, x)) == 0 && slices.Contains(broken(refuses, x), x.Check)
	}
	seen["of a model"]++
	return slices.ContainsFunc(modeltest.TinyStates(p), func(s map[string]types.Value) bool {
		return runs(allows, x, s) && !runs(refuses, x, s)
	})
}

// broken returns the names of the checks that a trace of a case fails.
func broken(set *edit.Set, x repair.Trace) (names []string) {
	for _, r := range refsOf(set) {
		var calls []tool.Call
		for _, c := range x.Calls {
			calls = append(calls, r.Suite.Tools.Normalise(c))
		}
		for _, c := range r.Case.Checks {
			if r.Name() == x.Case && !monitor.In(r.Suite, c).Holds(calls) {
				names = append(names, c.Name.Name)
			}
		}
	}
	return names
}

// runs reports whether a trace is a run of the model from a state in which its case can start.
func runs(set *edit.Set, x repair.Trace, s interp.State) bool {
	m := interp.New(set.Models[0])
	for _, r := range refsOf(set) {
		if r.Name() == x.Start {
			if _, err := m.Start(r.Case, s); err != nil {
				return false
			}
		}
	}
	trace := interp.Trace{Init: s}
	for _, c := range x.Calls {
		trace.Steps = append(trace.Steps, interp.Step{Call: c})
	}
	replay, err := m.Run(trace)
	return err == nil && replay.Allowed() && len(replay.Steps) == len(trace.Steps)
}

func without(list, others []repair.Conflict) (left []repair.Conflict) {
	for _, c := range list {
		if !slices.Contains(others, c) {
			left = append(left, c)
		}
	}
	return left
}

func sameConflicts(a, b []repair.Conflict) bool {
	return len(without(a, b)) == 0 && len(without(b, a)) == 0
}

// told returns what is said of conflicts and candidates.
func told(r *repair.Result) []string {
	var list []string
	for _, x := range r.Repairs {
		list = append(list, fmt.Sprint(x.Conflict, x.More, x.Tried, x.Untried, x.Locked))
		for _, c := range x.Candidates {
			list = append(list, fmt.Sprint(c.Edits, c.Why, c.Effect, c.Manual))
		}
	}
	return list
}
