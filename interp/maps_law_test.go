package interp_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// drawnMaps is drawn for a project whose state is mostly maps.
func drawnMaps(t *rapid.T) (*interp.Machine, interp.State, []tool.Call) {
	p := modeltest.MapProjects().Draw(t, "project")
	x := interp.New(p.Model)
	s, err := x.Canonical(modeltest.States(p).Draw(t, "state"))
	if err != nil {
		t.Fatal(err)
	}
	return x, s, modeltest.Calls(p).Draw(t, "calls")
}

// Every state of Next passes Post and is canonical; with a key more, less or
// changed in a map it is one of the other next states, or does not pass.
func TestNextStatesOfMaps(t *testing.T) {
	modeltest.Law(t, 300, func(t *rapid.T) {
		x, s, calls := drawnMaps(t)
		for _, c := range calls[:min(2, len(calls))] {
			next, complete := x.Next(s, c)
			for _, n := range next {
				if broken, _ := x.Post(s, c, n); len(broken) > 0 {
					t.Fatalf("%v leads from %v to %v, which breaks %v", c, s, n, texts(broken))
				}
				if canonical, err := x.Canonical(n); err != nil || !same(canonical, n) {
					t.Fatalf("%v is not canonical: %v", n, err)
				}
				other := changed(t, n)
				broken, _ := x.Post(s, c, other)
				passes := len(broken) == 0
				if listed := slices.ContainsFunc(next, other.Equal); complete && passes != listed {
					t.Fatalf("%v leads from %v to %v: Post says %v, Next %v", c, s, other, passes, listed)
				}
			}
		}
	})
}

// changed returns a state with another value of one key of a map.
func changed(t *rapid.T, s interp.State) interp.State {
	name := rapid.SampledFrom([]string{"m", "w"}).Draw(t, "map")
	d, ok := s[name].(types.Dict)
	if !ok {
		name = "m"
		d = s["m"].(types.Dict)
	}
	out := interp.State{}
	maps.Copy(out, s)
	if len(d) > 0 && rapid.Bool().Draw(t, "less") {
		out[name] = d.Without(d[0].Key)
	} else if len(d) > 1 {
		out[name] = d.Put(d[0].Key, d[1].Value)
	}
	return out
}

// Assignments of keys that do not meet are the puts of their values, in any
// order; of those that meet on a key with different values none is made, and
// each breaks its implicit precondition.
func TestKeyAssignmentsArePuts(t *testing.T) {
	outer := t
	modeltest.Law(t, 300, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "assignments")
		var keys, values []int64
		var assigns []string
		for i := range n {
			keys = append(keys, rapid.Int64Range(0, 3).Draw(t, "key"))
			values = append(values, rapid.Int64Range(0, 2).Draw(t, "value"))
			assigns = append(assigns, fmt.Sprintf("(= (get (next m) (+ %d a)) (+ b %d))", keys[i], values[i]))
		}
		m := model(outer, "(model (var m (Map Int Int)) (var a Int) (var b Int) (transition t (params) (pre) (post "+strings.Join(assigns, " ")+")))", nil)
		x := interp.New(m)
		var entries []types.Entry
		for _, k := range rapid.SliceOfN(rapid.Int64Range(0, 6), 0, 4).Draw(t, "has") {
			entries = append(entries, types.Entry{Key: types.NewInt(k), Value: types.NewInt(9)})
		}
		a, b := rapid.Int64Range(0, 2).Draw(t, "a"), rapid.Int64Range(0, 2).Draw(t, "b")
		s := interp.State{"m": types.NewDict(entries), "a": types.NewInt(a), "b": types.NewInt(b)}
		want, wrong := s["m"].(types.Dict), 0
		for i := range n {
			meets := false
			for j := range n {
				meets = meets || keys[i] == keys[j] && values[i] != values[j]
			}
			if meets {
				wrong++
			} else {
				want = want.Put(types.NewInt(keys[i]+a), types.NewInt(values[i]+b))
			}
		}
		next, complete := x.Next(s, tool.Call{Tool: "t"})
		if !complete || len(next) != 1 || !types.Equal(next[0]["m"], want) {
			t.Fatalf("%v leads from %v to %v, expected %v", assigns, s, next, want)
		}
		if broken := x.Pre(s, tool.Call{Tool: "t"}); len(broken) != wrong {
			t.Fatalf("%v breaks %v in %v, expected %d implicit preconditions", assigns, texts(broken), s, wrong)
		}
	})
}

// The laws of get, put, remove and contains, for each kind of key.
func TestLawsOfMaps(t *testing.T) {
	laws := []string{
		"(= (get (put m k v) k) v)",
		"(contains (put m k v) k)",
		"(not (contains (remove m k) k))",
		"(= (put (put m k w) k v) (put m k v))",
		"(= (remove (put m k v) k) (remove m k))",
		"(=> (contains m k) (= (put m k (get m k)) m))",
		"(=> (not (contains m k)) (= (remove m k) m))",
		"(=> (not (= k j)) (= (put (put m k v) j w) (put (put m j w) k v)))",
		"(=> (and (contains m j) (not (= k j))) (= (get (put m k v) j) (get m j) (get (remove m k) j)))",
		"(=> (not (contains m j)) (not (= (get m j) (get m j))))",
		"(= (contains m k) (= (get m k) (get m k)))",
		"(= (map (k v) (k w)) (put (map) k w))",
	}
	for _, of := range [][2]string{{"String", "Int"}, {"Int", "(Enum \"x\" \"y\")"}, {"(Enum \"a\" \"b\" \"c\")", "(Record (f Int) (g Bool))"}, {"String", "(Array Int)"}} {
		text := fmt.Sprintf("(model (var m (Map %[1]s %[2]s)) (var k %[1]s) (var j %[1]s) (var v %[2]s) (var w %[2]s) (transition t (params) (pre %[3]s) (post)))", of[0], of[1], strings.Join(laws, "\n"))
		p, err := modeltest.Load("[]", text, "(case c (checks (k (call t))))")
		if err != nil {
			t.Fatal(err)
		}
		x := interp.New(p.Model)
		modeltest.Law(t, 100, func(t *rapid.T) {
			s, err := x.Canonical(modeltest.States(p).Draw(t, "state"))
			if err != nil {
				t.Fatal(err)
			}
			if broken := x.Pre(s, tool.Call{Tool: "t"}); len(broken) > 0 {
				t.Fatalf("in %v: %v", s, texts(broken))
			}
		})
	}
}

// A map is read back from the JSON that it is written as.
func TestMapsAsJSON(t *testing.T) {
	modeltest.Law(t, 200, func(t *rapid.T) {
		p := modeltest.MapProjects().Draw(t, "project")
		s := modeltest.States(p).Draw(t, "state")
		for _, v := range p.Model.Vars {
			value := interp.Conform(s[v.Name()], v.Type)
			again, err := interp.FromJSON(interp.ToJSON(value), v.Type)
			if err != nil || !types.Equal(again, value) {
				t.Fatalf("%s is read as %v: %v", interp.ToJSON(value), again, err)
			}
		}
	})
}
