package grade_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
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

// valuesOf returns values of a type: all of them, if they are few, else some.
func valuesOf(t types.Type) (list []types.Value) {
	switch t := t.(type) {
	case *types.Enum:
		for _, n := range t.Names {
			list = append(list, types.Text(n))
		}
	case *types.Array:
		elements := valuesOf(t.Elem)
		for chosen := range 1 << min(len(elements), 3) {
			set := types.List{}
			for i, e := range elements {
				if chosen&(1<<i) != 0 {
					set = append(set, e)
				}
			}
			list = append(list, set)
		}
	case *types.Map:
		list = []types.Value{types.Dict{}}
		for _, key := range valuesOf(t.Key) {
			for _, d := range list[:len(list):len(list)] {
				for _, v := range valuesOf(t.Value) {
					list = append(list, d.(types.Dict).Put(key, v))
				}
			}
		}
	case *types.Record:
		list = []types.Value{types.Object{}}
		for _, f := range t.Fields {
			var longer []types.Value
			for _, o := range list {
				for _, v := range valuesOf(f.Type) {
					had := o.(types.Object)
					longer = append(longer, append(had[:len(had):len(had)], types.Member{Name: f.Name, Value: v}))
				}
			}
			list = longer[:min(len(longer), 600)]
		}
	case types.Basic:
		switch t {
		case types.Bool:
			return []types.Value{types.Boolean(false), types.Boolean(true)}
		case types.Int, types.Real:
			for i := int64(-3); i <= 5; i++ {
				list = append(list, types.NewInt(i))
			}
		case types.String:
			return []types.Value{types.Text("a"), types.Text("b"), types.Text("z"), types.Text(""), types.Text("another")}
		}
	}
	return list
}

// starts returns states in which a case may begin.
func starts(m *interp.Machine, model *checker.Model, known interp.State) []interp.State {
	list := []interp.State{{}}
	for _, v := range model.Vars {
		var longer []interp.State
		for _, s := range list {
			values := valuesOf(v.Type)
			if k := known[v.Name()]; k != nil && types.Complete(k, v.Type) {
				values = []types.Value{k}
			}
			for _, x := range values {
				next := interp.State{v.Name(): over(x, known[v.Name()])}
				maps.Copy(next, s)
				longer = append(longer, next)
			}
		}
		list = longer[:min(len(longer), 500)]
	}
	var out []interp.State
	for _, s := range list {
		if c, err := m.Canonical(s); err == nil {
			out = append(out, c)
		}
	}
	return out
}

// A verdictCount counts verdicts, and those that are inconclusive without need.
type verdictCount map[string]int

// fromAll holds a replay of calls that are known against replays from many initial
// states.
func (n verdictCount) fromAll(t *rapid.T, p *modeltest.Project, k *checker.Case, plan *grade.Plan, all []interp.State, calls []tool.Call) {
	machine := interp.New(p.Model)
	var events []trace.Event
	for i, c := range calls {
		events = append(events, callEvent(i+1, c))
	}
	r := plan.Grade(&trace.Trace{Events: events})
	clean, dirty, full := false, false, true
	for _, from := range all {
		o := follow(machine, from, calls)
		judgeReplay(t, machine, p.Suite, k, r, o, calls)
		clean, dirty = clean || len(o.clean) > 0, dirty || len(o.dirty) > 0
		full = full && len(o.clean)+len(o.dirty) > 0
	}
	full = full && !slices.ContainsFunc(p.Model.Vars, func(v *checker.Var) bool { return ofRecords(v.Type) })
	n[string(r.Replay.Verdict)]++
	if r.Replay.Verdict == grade.Inconclusive && clean != dirty && full {
		n["without need"]++
	}
}

// ofRecords reports whether a type is a set of records: a replay keeps one that is
// not known as one symbol, and knows less of it than its members tell.
func ofRecords(t types.Type) bool {
	a, ok := t.(*types.Array)
	if !ok {
		return false
	}
	_, ok = a.Elem.(*types.Record)
	return ok
}

// few fails if too many replays were inconclusive without need.
func (n verdictCount) few(t *testing.T) {
	t.Logf("%v", n)
	if n["without need"]*20 > n["inconclusive"]+20 {
		t.Errorf("%d of %d inconclusive replays are decided by their initial states", n["without need"], n["inconclusive"])
	}
}

// TestReplayNeed: a trace whose calls are known is judged by replaying it from many
// initial states. The replay never says anything else, and it is nearly never
// inconclusive where all of these states agree.
func TestReplayNeed(t *testing.T) {
	seen := make(verdictCount)
	gen := modeltest.Projects(modeltest.Tiny)
	modeltest.Law(t, 100, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		plan := planOf(t, p, k, grade.Options{Replay: true, Findings: []grade.Class{}})
		machine := interp.New(p.Model)
		known, _ := machine.Initial(k)
		all := starts(machine, p.Model, known)
		for range 3 {
			seen.fromAll(t, p, k, plan, all, modeltest.Calls(p).Draw(t, "calls"))
		}
	})
	seen.few(t)
}

// TestReplayOfMaps: the same of models with maps.
func TestReplayOfMaps(t *testing.T) {
	seen := make(verdictCount)
	pres := []string{"(= (get m (param a)) \"x\")", "(contains m (param b))", "(not (= (get m (param a)) (get m (param b))))", "(= (get m \"k\") c)",
		"(=> (contains m (param a)) (= (get m (param a)) \"y\"))", "(= m w)", "(not (contains w (param a)))", "(= (get (put m (param a) \"x\") (param b)) \"x\")"}
	posts := []string{"(= (get (next m) (param a)) \"x\")", "(= (get (next m) (param b)) c)", "(= (next w) m)", "(=> (contains m (param a)) (= (get (next m) (param a)) \"y\"))",
		"(= (next c) (if (contains m (param b)) (get m (param b)) c))", "(= (next w) (remove m (param a)))", "(= (next w) (put w (param a) (get m (param b))))", "(= (get (next m) \"k\") (get m (param a)))"}
	modeltest.Law(t, 150, func(t *rapid.T) {
		model := `(model (var m (Map (Enum "k" "l") (Enum "x" "y"))) (var w (Map (Enum "k" "l") (Enum "x" "y"))) (var c (Enum "x" "y"))`
		for _, name := range []string{"one", "two"} {
			pre := rapid.SampledFrom(pres).Draw(t, "pre")
			post := rapid.SliceOfNDistinct(rapid.SampledFrom(posts), 1, 2, rapid.ID).Draw(t, "post")
			model += fmt.Sprintf("\n(transition %s (params (a a) (b b)) (pre %s) (post %s))", name, pre, strings.Join(post, " "))
		}
		key := `{"type": "string", "enum": ["k", "l"]}`
		args := `"inputSchema": {"properties": {"a": ` + key + `, "b": ` + key + `}, "required": ["a", "b"]}`
		init := rapid.SampledFrom([]string{"", "(init (m (map (\"k\" \"x\") open)))", "(init (m (map (\"k\" \"x\"))))", "(init (c \"x\") (w (map)))"}).Draw(t, "init")
		p, err := modeltest.Load(`{"tools": [{"name": "one", `+args+`}, {"name": "two", `+args+`}]}`, model+")",
			`(use "model.wm") (case c `+init+` (checks (c (or (call one) (no_call one)))) (goal (contains m "k")))`)
		if err != nil {
			t.Skip(err.Error()) // assignments of one map that do not go together
		}
		k := p.Suite.Cases[0]
		plan := planOf(t, p, k, grade.Options{Replay: true, Findings: []grade.Class{}})
		machine := interp.New(p.Model)
		var all []interp.State
		for _, m := range valuesOf(p.Model.Var("m").Type) {
			for _, w := range valuesOf(p.Model.Var("w").Type) {
				for _, c := range valuesOf(p.Model.Var("c").Type) {
					if s, err := machine.Start(k, interp.State{"m": m, "w": w, "c": c}); err == nil {
						all = append(all, s)
					}
				}
			}
		}
		for range 4 {
			var calls []tool.Call
			for range rapid.IntRange(1, 4).Draw(t, "calls") {
				c := tool.Call{Tool: rapid.SampledFrom([]string{"one", "two"}).Draw(t, "tool")}
				for _, name := range []string{"a", "b"} {
					c.Args = append(c.Args, types.Member{Name: name, Value: types.Text(rapid.SampledFrom([]string{"k", "l"}).Draw(t, name))})
				}
				calls = append(calls, c)
			}
			seen.fromAll(t, p, k, plan, all, calls)
		}
	})
	seen.few(t)
}
