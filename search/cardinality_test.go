package search_test

import (
	"context"
	"testing"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/search"
)

const (
	putTools = `{"tools": [
		{"name": "put", "inputSchema": {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}},
		{"name": "look", "inputSchema": {"type": "object", "properties": {"x": {"type": "string"}, "y": {"type": "string"}}, "required": ["x", "y"]}}]}`
	putModel = `(model (var s (Array String))
		(transition put (params (x x)) (pre) (post (= (next s) (insert s (param x)))))
		(transition look (params (x x) (y y)) (pre `
)

// A set that only grows has few states, and as many members are told apart as it
// takes for what is asked of them.
func TestCardinality(t *testing.T) {
	for _, test := range []struct {
		pre   string
		calls int // 0 is none of any length
	}{
		{`(contains s (param x))`, 2},
		{`(contains s (param x)) (not (= s (array (param x))))`, 3},
		{`(contains s (param x)) (contains s (param y)) (not (= (param x) (param y)))`, 3},
		{`(contains s (param x)) (contains s (param y)) (not (= (param x) (param y))) (not (= s (array (param x) (param y))))`, 4},
		{`(contains s "b") (= s (array (param x) (param x)))`, 2},
		{`(contains s "b") (= s (array "c" (param x)))`, 3},
		{`(contains s "b") (= s (array "c" "d"))`, 0},
		{`(not (contains s "b")) (contains s (param x)) (= (param x) "b")`, 0},
	} {
		p, err := modeltest.Load(putTools, putModel+test.pre+`) (post)))`, `(use "model.wm") (case c (init (s (array))) (checks (k (call look))))`)
		if err != nil {
			t.Fatal(err)
		}
		sc := system.NewScenario(p.Suite, p.Suite.Cases[0])
		r := search.New(system.Lower(sc.Model), interp.New(sc.Model)).Search(sc).Decide(context.Background(), system.Query{Kind: system.Compliant}, 8, search.Limits{States: 1000})
		if test.calls == 0 && !r.Proved || test.calls > 0 && (!r.Found || len(r.Trace.Steps) != test.calls) {
			t.Errorf("%s: %+v, and not %d calls", test.pre, r, test.calls)
		}
	}
}
