package grade_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// outcome is what becomes of one initial state: the states that the trace may
// have ended in without a broken precondition, and with one.
type outcome struct{ clean, dirty []interp.State }

// follow replays calls in the interpreter, state by state.
func follow(m *interp.Machine, from interp.State, calls []tool.Call) outcome {
	o := outcome{clean: []interp.State{from}}
	for _, c := range calls {
		var next outcome
		for _, s := range o.clean {
			after, _ := m.Next(s, c)
			if len(m.Pre(s, c)) > 0 {
				next.dirty = append(next.dirty, after...)
			} else {
				next.clean = append(next.clean, after...)
			}
		}
		for _, s := range o.dirty {
			after, _ := m.Next(s, c)
			next.dirty = append(next.dirty, after...)
		}
		if o = next; len(o.clean)+len(o.dirty) > 500 {
			return outcome{}
		}
	}
	return o
}

// TestReplay: whatever the free variables are, and whatever was not recorded of
// the arguments, what the replay says of the trace and of the goal is so; and
// where everything is known, it says something.
func TestReplay(t *testing.T) {
	for size, draws := range map[modeltest.Size]int{modeltest.Tiny: 150, modeltest.Small: 40} {
		var n [3]int
		gen := modeltest.Projects(size)
		modeltest.Law(t, draws, func(t *rapid.T) {
			p := gen.Draw(t, "project")
			k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
			plan := planOf(t, p, k, grade.Options{Replay: true})
			machine := interp.New(p.Model)
			known, free := machine.Initial(k)
			for range 4 {
				calls := modeltest.Calls(p).Draw(t, "calls")
				r := plan.Grade(&trace.Trace{Events: hide(t, calls)})
				for range 3 {
					drawn, err := machine.Canonical(modeltest.States(p).Draw(t, "state"))
					if err != nil {
						t.Fatal(err)
					}
					judgeReplay(t, machine, p.Suite, k, r, follow(machine, merged(machine, drawn, known), calls), calls)
				}
				switch r.Replay.Verdict {
				case grade.Pass:
					n[0]++
				case grade.Fail:
					n[1]++
				default:
					n[2]++
				}
				if len(free) == 0 && len(calls) == 0 && r.Replay.Verdict != grade.Pass {
					t.Fatalf("the empty trace is %v", r.Replay)
				}
			}
		})
		t.Logf("%d passed, %d failed, %d were inconclusive", n[0], n[1], n[2])
		if min(n[0], n[1]) < 10 && !testing.Short() {
			t.Error("the law says too little")
		}
	}
}

// merged returns a state with what a case says of the initial one.
func merged(m *interp.Machine, s, known interp.State) interp.State {
	out := make(interp.State)
	for name, v := range s {
		out[name] = over(v, known[name])
	}
	canonical, err := m.Canonical(out)
	if err != nil {
		panic(err)
	}
	return canonical
}

// over returns a value with what is known of it, which may lack fields.
func over(v, known types.Value) types.Value {
	o, isObject := v.(types.Object)
	k, _ := known.(types.Object)
	switch {
	case known == nil:
		return v
	case !isObject:
		return known
	}
	out := types.Object{}
	for _, m := range o {
		x, _ := k.Get(m.Name)
		out = append(out, types.Member{Name: m.Name, Value: over(m.Value, x)})
	}
	return out
}

// hide returns the events of calls, some of whose arguments are not known.
func hide(t *rapid.T, calls []tool.Call) []trace.Event {
	var events []trace.Event
	for i, c := range calls {
		e := callEvent(i+1, c)
		switch rapid.IntRange(0, 9).Draw(t, "hide") {
		case 8:
			e.State, e.Args = trace.ArgsAbsent, nil
		case 9:
			if len(c.Args) > 0 {
				e.State, e.Hidden = trace.ArgsRedacted, []string{c.Args[0].Name}
			}
		}
		events = append(events, e)
		if rapid.IntRange(0, 3).Draw(t, "failed call before") == 0 {
			bad := callEvent(100+i, c)
			bad.Status = trace.Failed
			events = append(events[:len(events)-1], bad, events[len(events)-1])
		}
	}
	return events
}

// judgeReplay holds a result against what becomes of one initial state.
func judgeReplay(t *rapid.T, m *interp.Machine, s *checker.Suite, k *checker.Case, r *grade.Result, o outcome, calls []tool.Call) {
	if r.Replay.Verdict == grade.Pass && len(o.dirty) > 0 {
		t.Fatalf("it passes, and breaks a precondition from some state\n%v", calls)
	}
	if r.Replay.Verdict == grade.Fail && len(o.clean) > 0 && !r.Replay.Violations[0].Goal {
		t.Fatalf("it fails, and breaks nothing from some state: %+v\n%v", r.Replay, calls)
	}
	if len(k.Goals) == 0 {
		return
	}
	goal := r.Checks[len(r.Checks)-1].Verdict
	for i, state := range append(o.clean, o.dirty...) {
		holds := true
		for _, e := range k.Goals {
			ok, _ := m.Goal(s, k.Decl.Goal, e, state)
			holds = holds && ok
		}
		if holds && i < len(o.clean) && r.Replay.Verdict == grade.Fail {
			t.Fatalf("it fails, and breaks nothing and meets the goal from some state: %+v\n%v", r.Replay, calls)
		}
		if goal == grade.Pass && !holds || goal == grade.Fail && holds {
			t.Fatalf("the goal: %s, and from some state %v\n%v", goal, holds, calls)
		}
	}
}
