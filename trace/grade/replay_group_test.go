package grade_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// TestReplayOfParallelCalls: what is said of parallel calls in the model is true in their
// other orders, together with what the checks say. If the trace passes in all orders, none
// fails, and if it fails, one does; if it fails in any order, none passes, and if it passes, one
// does. All of it happens, and so does that it is left open.
func TestReplayOfParallelCalls(t *testing.T) {
	seen := make(map[string]int)
	modeltest.Law(t, 300, func(t *rapid.T) {
		model := "(model (var x Bool) (var y Bool) (var z Bool)"
		for _, name := range []string{"one", "two", "three"} {
			pre := rapid.SampledFrom([]string{"", "", "x", "(not y)", "(or y z)"}).Draw(t, "pre")
			post := rapid.SampledFrom([]string{"", "(= (next x) true)", "(= (next y) (not y))", "(= (next z) x)", "(=> z (= (next y) true))"}).Draw(t, "post")
			model += fmt.Sprintf("\n(transition %s (params) (pre %s) (post %s))", name, pre, post)
		}
		init := rapid.SampledFrom([]string{"(init (x true) (y false) (z false))", "(init (x false) (y false) (z true))", "(init (y true))"}).Draw(t, "init")
		check := rapid.SampledFrom([]string{"(or (call one) (no_call one))", "(after (call two) (call one))"}).Draw(t, "check")
		p, err := modeltest.Load(`{"tools": [{"name": "one"}, {"name": "two"}, {"name": "three"}]}`, model+")",
			`(use "model.wm") (case c (checks (c `+check+`)) `+init+` (goal `+rapid.SampledFrom([]string{"true", "x", "(not z)"}).Draw(t, "goal")+`))`)
		if err != nil {
			t.Fatal(err)
		}
		tools := rapid.SliceOfN(rapid.SampledFrom([]string{"one", "two", "three"}), 2, 3).Draw(t, "calls")
		verdict := func(order []string, parallel grade.Parallel) grade.Verdict {
			plan := planOf(t, p, p.Suite.Cases[0], grade.Options{Replay: true, Parallel: parallel, Findings: []grade.Class{}})
			var list []trace.Event
			for i, name := range order {
				list = append(list, trace.Event{Seq: i + 1, Kind: trace.Call, Tool: name, Group: 1, Status: trace.OK, Args: types.Object{}})
			}
			return plan.Grade(&trace.Trace{Events: list}).Verdict
		}
		all, some := verdict(tools, grade.AllOrder), verdict(tools, grade.AnyOrder)
		var listed []grade.Verdict
		for _, order := range orders(tools) {
			listed = append(listed, verdict(order, grade.Listed))
		}
		fails, passes := slices.Contains(listed, grade.Fail), slices.Contains(listed, grade.Pass)
		unknown := slices.Contains(listed, grade.Inconclusive)
		if all == grade.Pass && fails || all == grade.Fail && !fails || some == grade.Fail && passes || some == grade.Pass && !passes && !unknown {
			t.Fatalf("%s\n%s, %s: all orders of %v: %s, any: %s, but one by one: %v", model, init, check, tools, all, some, listed)
		}
		seen["all "+string(all)]++
		seen["any "+string(some)]++
	})
	for _, kind := range []string{"all pass", "all fail", "all inconclusive", "any pass", "any fail", "any inconclusive"} {
		if seen[kind] == 0 {
			t.Errorf("no trace is judged as %s: %v", kind, seen)
		}
	}
}

// orders returns all orders of a list.
func orders(list []string) (all [][]string) {
	if len(list) < 2 {
		return [][]string{list}
	}
	for i := range list {
		rest := slices.Delete(slices.Clone(list), i, i+1)
		for _, order := range orders(rest) {
			all = append(all, append([]string{list[i]}, order...))
		}
	}
	return all
}
