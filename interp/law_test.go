package interp_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// drawn is a project, its machine, a state of it and calls of its tools.
func drawn(t *rapid.T, size modeltest.Size) (*modeltest.Project, *interp.Machine, interp.State, []tool.Call) {
	p := modeltest.Projects(size).Draw(t, "project")
	x := interp.New(p.Model)
	s, err := x.Canonical(modeltest.States(p).Draw(t, "state"))
	if err != nil {
		t.Fatal(err)
	}
	return p, x, s, modeltest.Calls(p).Draw(t, "calls")
}

// Every state of Next passes Post, is canonical, and is there once.
func TestNextPassesPost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, x, s, calls := drawn(t, modeltest.Small)
		for _, c := range calls[:min(2, len(calls))] {
			next, _ := x.Next(s, c)
			for i, n := range next {
				if broken, _ := x.Post(s, c, n); len(broken) > 0 {
					t.Fatalf("%v leads from %v to %v, which breaks %v", c, s, n, texts(broken))
				}
				if canonical, err := x.Canonical(n); err != nil || !canonical.Equal(n) || n.Equal(s) && !same(canonical, n) {
					t.Fatalf("%v is not canonical: %v", n, err)
				}
				if slices.ContainsFunc(next[:i], n.Equal) {
					t.Fatalf("%v is there twice", n)
				}
			}
		}
	})
}

func same(a, b interp.State) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return bytes.Equal(x, y)
}

// On models with few states, Next is complete and has just the states that
// Post lets through, found by trying each.
func TestNextIsAllThatPostLetsThrough(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, x, s, calls := drawn(t, modeltest.Tiny)
		all := modeltest.TinyStates(p)
		if len(all) > 2000 {
			return
		}
		for _, c := range calls[:min(2, len(calls))] {
			next, complete := x.Next(s, c)
			if !complete && len(next) < interp.MaxStates {
				t.Fatalf("%v in %v: the list of a finite model is not complete", c, s)
			}
			for _, n := range all {
				n, err := x.Canonical(n)
				if err != nil {
					t.Fatal(err)
				}
				broken, _ := x.Post(s, c, n)
				possible := len(broken) == 0
				if found := slices.ContainsFunc(next, n.Equal); found != possible && (complete || found) {
					t.Fatalf("%v leads from %v to %v: Post says %v, Next %v", c, s, n, possible, found)
				}
			}
		}
	})
}

// Where nothing is recorded, a replay is Pre and Next over sets of states; with
// the states of one of its ways recorded, it follows that way.
func TestReplayFollowsRecordedStates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, x, s, calls := drawn(t, modeltest.Small)
		trace := interp.Trace{Init: s}
		for _, c := range calls {
			next, _ := x.Next(s, c)
			if len(next) == 0 {
				break
			}
			s = next[rapid.IntRange(0, len(next)-1).Draw(t, "next")]
			trace.Steps = append(trace.Steps, interp.Step{Call: c, State: s})
		}
		r, err := x.Run(trace)
		if err != nil {
			t.Fatal(err)
		}
		before := trace.Init
		for i, o := range r.Steps {
			if len(o.Impossible) > 0 || o.Stuck || !o.Complete || len(o.After) != 1 || !o.After[0].Equal(trace.Steps[i].State) {
				t.Fatalf("step %d does not go where it went", i)
			}
			if want := x.Pre(before, o.Call); len(o.Broken) != len(want) {
				t.Fatalf("step %d breaks %v, not %v", i, texts(want), texts(o.Broken))
			}
			before = o.After[0]
		}
		if len(r.Steps) != len(trace.Steps) {
			t.Fatal("the replay ends early")
		}
	})
}

// A canonical state is its own canonical form, survives JSON, and is that of
// the same state with its sets and records in another order.
func TestCanonicalLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, x, s, _ := drawn(t, modeltest.Small)
		again, err := x.Canonical(s)
		if err != nil || !same(again, s) {
			t.Fatalf("%v becomes %v (%v)", s, again, err)
		}
		mixed := make(interp.State)
		for name, v := range s {
			mixed[name] = shuffled(t, v)
		}
		if again, err = x.Canonical(mixed); err != nil || !same(again, s) {
			t.Fatalf("%v in another order becomes %v (%v)", s, again, err)
		}
		text, err := json.Marshal(map[string]any{"init": mixed, "steps": []any{}})
		if err != nil {
			t.Fatal(err)
		}
		trace, err := interp.ReadTrace(source.NewFile("t", string(text)), p.Model)
		if err != nil || !same(trace.Init, s) {
			t.Fatalf("%s is read as %v (%v)", text, trace.Init, err)
		}
		for _, v := range p.Model.Vars {
			if back, err := interp.FromJSON(interp.ToJSON(s[v.Name()]), v.Type); err != nil || types.Equal(back, s[v.Name()]) == false {
				t.Fatalf("%s is read as %v (%v)", s[v.Name()], back, err)
			}
		}
	})
}

// shuffled returns a value with sets in another order, with a member twice,
// and the fields of records in another order.
func shuffled(t *rapid.T, v types.Value) types.Value {
	switch v := v.(type) {
	case types.List:
		list := types.List{}
		for _, m := range v {
			list = append(list, shuffled(t, m))
		}
		if len(list) == 0 {
			return list
		}
		return types.List(rapid.Permutation(append(list, list[0])).Draw(t, "members"))
	case types.Object:
		object := types.Object{}
		for _, m := range rapid.Permutation(v).Draw(t, "fields") {
			object = append(object, types.Member{Name: m.Name, Value: shuffled(t, m.Value)})
		}
		return object
	}
	return v
}

// A call's broken preconditions do not depend on whether its defaults are
// filled in, and an implicit one that is broken leaves its target as it was
// wherever it is assigned at the top of a clause.
func TestImplicitKeeps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, x, s, calls := drawn(t, modeltest.Small)
		for _, c := range calls[:min(3, len(calls))] {
			broken := x.Pre(s, c)
			if again := x.Pre(s, p.Tools.Normalise(c)); len(again) != len(broken) {
				t.Fatalf("%v breaks %v, with its defaults %v", c, texts(broken), texts(again))
			}
			next, _ := x.Next(s, c)
			for _, b := range broken {
				if b.Kind != interp.Implicit {
					continue
				}
				for _, n := range next {
					if l := target(p.Model, b); l != nil && !types.Equal(l.In(s), l.In(n)) {
						t.Fatalf("%s was not assigned and is %s, no longer %s", b.Leaf, l.In(n), l.In(s))
					}
				}
			}
		}
	})
}

// target returns the leaf of the given name, nil for a record.
func target(m *checker.Model, b interp.Broken) *system.Leaf {
	for _, l := range system.Leaves(m) {
		if l.Name() == b.Leaf {
			return &l
		}
	}
	return nil
}
