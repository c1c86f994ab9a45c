package grade_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
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
				for name, had := range s {
					next[name] = had
				}
				longer = append(longer, next)
			}
		}
		list = longer[:min(len(longer), 3000)]
	}
	var out []interp.State
	for _, s := range list {
		if c, err := m.Canonical(s); err == nil {
			out = append(out, c)
		}
	}
	return out
}

// TestReplayNeed: a trace whose calls are known is judged by replaying it from many
// initial states. The replay never says anything else, and it is nearly never
// inconclusive where all of these states agree.
func TestReplayNeed(t *testing.T) {
	seen := make(map[string]int)
	gen := modeltest.Projects(modeltest.Tiny)
	modeltest.Law(t, 100, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		plan := planOf(t, p, k, grade.Options{Replay: true, Findings: []grade.Class{}})
		machine := interp.New(p.Model)
		known, _ := machine.Initial(k)
		all := starts(machine, p.Model, known)
		for range 3 {
			calls := modeltest.Calls(p).Draw(t, "calls")
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
			seen[string(r.Replay.Verdict)]++
			if r.Replay.Verdict == grade.Inconclusive && clean != dirty && full {
				seen["without need"]++
			}
		}
	})
	t.Logf("%v", seen)
	if n := seen["without need"]; n*20 > seen["inconclusive"]+20 {
		t.Errorf("%d of %d inconclusive replays are decided by their initial states", n, seen["inconclusive"])
	}
}
