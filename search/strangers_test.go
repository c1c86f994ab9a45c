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
	seenTools = `{"tools": [
		{"name": "see", "inputSchema": {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}},
		{"name": "close", "inputSchema": {"type": "object", "properties": {}}},
		{"name": "take", "inputSchema": {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}}]}`
	seenModel = `(model (var seen (Array String)) (var open (Array String)) (var taken (Array String)) (var closed Bool) (var n Int)
		(transition see (params (x x)) (pre (not closed)) (post (= (next seen) (insert seen (param x)))))
		(transition close (params) (pre) (post (= (next closed) true)))
		(transition take (params (x x)) (pre closed (contains seen (param x)) `
	seenChecks = `(use "model.wm") (case c (init (seen (array)) (open (array "a" "b" "c")) (taken (array)) (closed false) (n 0)) (checks (k (call take))) (goal `
)

// A set that takes any string has few states beside sets that do not, from which
// strings are removed; strings that get from the one into another are counted.
func TestStrangers(t *testing.T) {
	for _, test := range []struct {
		pre, post, goal string
		calls           int // 0 is none of any length
	}{
		{`(contains open (param x))`, `(= (next open) (remove open (param x))) (= (next n) (+ n 1))`, `(= n 3)`, 7},
		{`(contains open (param x))`, `(= (next open) (remove open (param x))) (= (next n) (+ n 1))`, `(= n 4)`, 0},
		{`(or (= (param x) "a") (contains open (param x)))`, `(= (next taken) (insert taken (param x)))`, `(= taken (array "a" "d"))`, 0},
		{`(not (contains taken (param x)))`, `(= (next taken) (insert taken (param x))) (= (next n) (+ n 1))`, `(= n 4)`, 9},
		{`(not (contains open (param x)))`, `(= (next open) (insert open (param x))) (= (next n) (+ n 1))`, `(= n 4)`, 9},
		{`true`, `(= (next seen) (remove seen (param x))) (= (next n) (+ n 1))`, `(= n 4)`, 9},
		{`true`, `(= (next taken) seen)`, `(= (size taken) 4)`, 6},
		{`(contains (insert open (param x)) (param x))`, `(= (next taken) (insert taken (param x))) (= (next n) (+ n 1))`, `(= n 4)`, 6},
	} {
		p, err := modeltest.Load(seenTools, seenModel+test.pre+`) (post `+test.post+`)))`, seenChecks+test.goal+`))`)
		if err != nil {
			t.Fatal(err)
		}
		sc := system.NewScenario(p.Suite, p.Suite.Cases[0])
		r := search.New(system.Lower(sc.Model), interp.New(sc.Model)).Search(sc).Decide(context.Background(), system.Query{Kind: system.Compliant}, 10, search.Limits{States: 20000})
		if test.calls == 0 && !r.Proved || test.calls > 0 && (!r.Found || len(r.Trace.Steps) != test.calls) {
			t.Errorf("%s %s %s: %+v, and not %d calls", test.pre, test.post, test.goal, r, test.calls)
		}
	}
}

// A string that the search keeps for itself is found wherever the source has it: inside
// a list, and when a stranger of that name is there already.
func TestReservedStrings(t *testing.T) {
	const reserved = "\uE000\uE000\uE010"
	const tools = `{"tools": [{"name": "f", "inputSchema": {"type": "object", "properties": {"l": {"type": "array", "items": {"type": "string"}}}}}]}`
	for _, test := range []struct{ what, model, suite string }{
		{"an initial list", `(model (var tags (Array String)) (var s String) (transition f (params) (pre (= s "a")) (post)))`,
			`(use "model.wm") (case c (init (tags (array "` + reserved + `"))) (checks (k (call f))))`},
		{"a list that only checks see", `(model (var s String) (transition f (params) (pre (= s "a")) (post)))`,
			`(use "model.wm") (case c (checks (k (call f (l (array "` + reserved + `"))))))`},
		{"a list in the goal", `(model (var tags (Array String)) (transition f (params) (pre) (post)))`,
			`(use "model.wm") (case c (checks (k (call f))) (goal (= tags (array "` + reserved + `"))))`},
		{"a definition", `(model (var tags (Array String)) (define held () (= tags (array "` + reserved + `"))) (transition f (params) (pre held) (post)))`,
			`(use "model.wm") (case c (checks (k (call f))))`},
	} {
		p, err := modeltest.Load(tools, test.model, test.suite)
		if err != nil {
			t.Fatalf("%s: %v", test.what, err)
		}
		sc := system.NewScenario(p.Suite, p.Suite.Cases[0])
		s := search.New(system.Lower(sc.Model), interp.New(sc.Model)).Search(sc)
		for _, kind := range []system.Kind{system.ChecksAlone, system.Compliant} {
			r := s.Decide(context.Background(), system.Query{Kind: kind}, 3, search.Limits{States: 20000})
			if r.Found || r.None || r.Why == nil {
				t.Errorf("%s: %+v, expected that the search gives up", test.what, r)
			}
		}
	}
}
