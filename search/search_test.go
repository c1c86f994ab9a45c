package search_test

import (
	"context"
	"sync"
	"testing"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/search"
)

const noTools = `{"tools": [{"name": "go", "inputSchema": {"type": "object"}}, {"name": "tick", "inputSchema": {"type": "object"}}]}`

// scenario returns the one case of a project.
func scenario(t *testing.T, model, suite string) *system.Scenario {
	t.Helper()
	return scenarioOf(t, noTools, model, suite)
}

func scenarioOf(t *testing.T, tools, model, suite string) *system.Scenario {
	t.Helper()
	p, err := modeltest.Load(tools, model, suite)
	if err != nil {
		t.Fatal(err)
	}
	return system.NewScenario(p.Suite, p.Suite.Cases[0])
}

func decide(sc *system.Scenario, kind system.Kind, bound, states int) search.Result {
	return search.New(system.Lower(sc.Model), interp.New(sc.Model)).Search(sc).Decide(context.Background(), system.Query{Kind: kind}, bound, search.Limits{States: states})
}

const counter = `(model (var n Int)
  (transition tick (params) (pre) (post (= (next n) (+ n 1))))
  (transition go (params) (pre (>= n 5)) (post)))`

// A counter has no end, and what is asked of it has one: beyond the greatest
// constant that it is compared with all numbers are alike.
func TestCounter(t *testing.T) {
	sc := scenario(t, counter, `(use "model.wm") (case c (init (n 0)) (checks (k (call go))))`)
	if r := decide(sc, system.Compliant, 16, 1000); !r.Found || len(r.Trace.Steps) != 6 {
		t.Errorf("%+v, and not six calls", r)
	}
	if r := decide(sc, system.Compliant, 5, 1000); !r.None || r.Proved || !r.Longer {
		t.Errorf("%+v, and not none up to 5 calls, and a longer one", r)
	}
	sc = scenario(t, counter, `(use "model.wm") (case c (init (n 0)) (checks (k (call go)) (l (no_call tick))))`)
	if r := decide(sc, system.Compliant, 3, 1000); !r.None || !r.Proved {
		t.Errorf("%+v, and not none of any length", r)
	}
}

// The search gives up where states run out, and claims nothing.
func TestLimit(t *testing.T) {
	sc := scenario(t, counter, `(use "model.wm") (case c (init (n 0)) (checks (k (call go))))`)
	if r := decide(sc, system.Compliant, 16, 3); r.Why == nil || r.Found || r.None {
		t.Errorf("%+v of three states", r)
	}
}

// Values that grow with each call end the search before they cost more than the
// states: numbers that are squared have twice as many digits each time.
func TestGrowingValues(t *testing.T) {
	for _, test := range []struct{ typ, grows, init, wanted string }{
		{"Real", "(* x x)", "3", "(= x 5)"},
		{"Real", "(/ x 2)", "1", "(= x 5)"},
		{"(Array (Array Int))", "(insert x (array n))", "(array)", "(contains x (array -1))"},
	} {
		sc := scenario(t, `(model (var x `+test.typ+`) (var n Int)
		  (transition tick (params) (pre) (post (= (next x) `+test.grows+`) (= (next n) (+ n 1))))
		  (transition go (params) (pre `+test.wanted+`) (post)))`,
			`(use "model.wm") (case c (init (x `+test.init+`) (n 0)) (checks (k (call go))))`)
		r := decide(sc, system.Compliant, 5, 100_000)
		if r.Found || r.Proved || r.States > 20_000 {
			t.Errorf("%s: %+v", test.grows, r)
		}
	}
}

// A search whose context has ended stops.
func TestCancelled(t *testing.T) {
	// Two numbers of which one is added to the other never come to an end.
	sc := scenario(t, `(model (var n Int) (var m Int)
  (transition tick (params) (pre) (post (= (next n) (+ n m)) (= (next m) (+ m n))))
  (transition go (params) (pre (> 0 n)) (post)))`, `(use "model.wm") (case c (init (n 1) (m 1)) (checks (k (call go))))`)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := search.New(system.Lower(sc.Model), interp.New(sc.Model)).Search(sc).Decide(ctx, system.Query{Kind: system.Compliant}, 1000, search.Limits{States: 1 << 20})
	if r.Why == nil || r.Found || r.None || r.States > 10000 {
		t.Errorf("%+v", r)
	}
	// Nor does an Int that grows out of all bounds come to one: of longer traces nothing is claimed.
	if r := decide(sc, system.Compliant, 1000, 1<<20); !r.None || r.Found || r.Proved || r.Longer || r.States > 20_000 {
		t.Errorf("%+v", r)
	}
	if r := decide(sc, system.Compliant, 10_000, 1<<20); r.Why == nil || r.Found || r.None {
		t.Errorf("%+v", r)
	}
}

// A model serves several searches at a time.
func TestShared(t *testing.T) {
	for _, s := range suites(t, "procurement") {
		m := search.New(system.Lower(s.Model), interp.New(s.Model))
		var all sync.WaitGroup
		for _, k := range s.Cases {
			all.Go(func() { ask(m, system.NewScenario(s, k)) })
		}
		all.Wait()
	}
}

// So it is where a map has one entry more with each call: its values are large, and not many.
func TestGrowingMap(t *testing.T) {
	const tools = `{"tools": [{"name": "add", "inputSchema": {"type": "object", "properties": {"key": {"type": "string"}, "other": {"type": "string"}}}}]}`
	sc := scenarioOf(t, tools, `(model (var m (Map String (Enum "y" "x"))) (var p Bool) (var s String)
		(transition add (params (key k) (other o)) (pre (= m m)) (post
		  (= (get (next m) "b") (if p "x" (get m s)))
		  (= (get (next m) (param o)) (get m "b"))
		  (= (next p) (contains (map) (param k))))))`,
		`(use "model.wm") (case c (init (m (map ("a" "y") ("b" "x"))) (s "a")) (checks (k (call add (key "z")))) (goal (= (get m "b") (get m s))))`)
	if r := decide(sc, system.Forward, 1, 10_000); !r.Found || r.States > 3000 {
		t.Errorf("%+v", r)
	}
}
