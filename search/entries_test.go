package search_test

import (
	"context"
	"testing"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/search"
	"github.com/mantrac/mantrac/validate"
)

// What a map has for a key that the case leaves open is told apart as a call asks for
// it. It does not change between two calls.
func TestEntriesOfFreeMaps(t *testing.T) {
	const tools = `[{"name": "cancel", "inputSchema": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}},
		{"name": "refund", "inputSchema": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}},
		{"name": "look", "inputSchema": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}}]`
	const model = `(model
		(var status (Map String (Enum "pending" "delivered" "cancelled")))
		(var owner (Map String String))
		(var looked Bool)
		(transition cancel (params (id i)) (pre (= (get status (param i)) "pending")) (post (= (get (next status) (param i)) "cancelled")))
		(transition refund (params (id i)) (pre (= (get status (param i)) "delivered") (= (get owner (param i)) "maya")) (post))
		(transition look (params (id i)) (pre (contains owner (param i))) (post (= (next looked) true))))`
	for name, c := range map[string]struct {
		init, checks string
		calls        int // of the smallest answer; -1 if there is none of any length
	}{
		"one order in two states": {``, `(both (and (call cancel (id "1")) (call refund (id "1"))))`, -1},
		"two orders":              {``, `(both (and (call cancel (id "1")) (call refund (id "2"))))`, 2},
		"what is known":           {`(owner (map ("1" "noah") open))`, `(done (call refund (id "1")))`, -1},
		"some order":              {`(owner (map ("1" "noah") open))`, `(done (call refund))`, 1},
		"no other order":          {`(owner (map ("1" "noah")))`, `(done (call refund))`, -1},
		"a new order":             {`(owner (map)) (looked false)`, `(done (call look))`, -1},
		"any order":               {`(looked false)`, `(done (call look)) (kept (no_call cancel))`, 1},
	} {
		init := ""
		if c.init != "" {
			init = "(init " + c.init + ")"
		}
		sc := scenarioOf(t, tools, model, `(case c `+init+` (checks `+c.checks+`))`)
		m := sc.Suite.Model
		s := search.New(system.Lower(m), interp.New(m)).Search(sc)
		defer s.Close()
		run := s.Begin(context.Background(), system.Query{Kind: system.Compliant}, 16, search.Limits{States: validate.DefaultStates})
		run.Continue(1 << 40)
		path := run.Path()
		r := run.Leave()
		switch {
		case c.calls < 0 && !(r.None && r.Proved):
			t.Errorf("%s: %+v", name, r)
		case c.calls >= 0 && (r.None || path == nil || len(path.Tools) != c.calls):
			t.Errorf("%s: %+v, path %+v", name, r, path)
		}
	}
}

// A number that is computed from what the case says is a constant, also where a map of
// which entries are told apart is the first that is asked for.
func TestEntriesBesideSum(t *testing.T) {
	sc := scenario(t, `(model (var n Int) (var m (Map String Int)) (var went Bool)
		(transition go (params) (pre (> (+ n 1) 0) (contains m "a")) (post (= (next went) true))))`,
		`(use "model.wm") (case c (init (n 3) (went false)) (checks (k (call go))))`)
	if r := decide(sc, system.Compliant, 2, 1000); r.None {
		t.Errorf("a call of go is possible, and the search says %+v", r)
	}
}
