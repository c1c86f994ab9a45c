package search_test

import (
	"context"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/search"
)

const shopTools = `{"tools": [
  {"name": "pay", "inputSchema": {"type": "object", "properties": {"amount": {"type": "integer"}}, "required": ["amount"]}},
  {"name": "refuse", "inputSchema": {"type": "object", "properties": {"code": {"type": "string", "enum": ["late", "broke"]}}, "required": ["code"]}},
  {"name": "ship", "inputSchema": {"type": "object"}}]}`

// commission asks whether a check refuses a run that all others accept.
func commission(t *testing.T, model, suite, check string, states int) search.Result {
	t.Helper()
	p, err := modeltest.Load(shopTools, model, suite)
	if err != nil {
		t.Fatal(err)
	}
	sc := system.NewScenario(p.Suite, p.Suite.Cases[0])
	for _, q := range sc.Queries() {
		if q.Kind == system.Commission && q.Check.Name.Name == check {
			return search.New(system.Lower(sc.Model), interp.New(sc.Model)).Search(sc).Decide(context.Background(), q, 16, search.Limits{States: states})
		}
	}
	t.Fatalf("no check is called %s", check)
	return search.Result{}
}

const shop = `(model (var spent Int) (var paid Bool)
  (transition pay (params (amount amount))
    (pre (<= (+ spent (param amount)) 100))
    (post (= (next spent) (+ spent (param amount) (param amount))) (= (next paid) true)))
  (transition ship (params) (pre PRE) (post)))`

const shopCase = `(use "model.wm") (case c (init (spent 0) (paid false))
  (checks (ships (call ship)) (pays_first (after (call ship) (call pay (amount 7))))))`

// An argument from which something is computed may have any value. That none
// of them leads to an answer is found out, that one does is not.
func TestLoose(t *testing.T) {
	suite := strings.Replace(shopCase, " (amount 7)", "", 1)
	if r := commission(t, strings.Replace(shop, "PRE", "paid", 1), suite, "pays_first", 1000); !r.None || !r.Proved {
		t.Errorf("%+v, and not none of any length", r)
	}
	// Other amounts than 7 may be paid before.
	if r := commission(t, strings.Replace(shop, "PRE", "paid", 1), shopCase, "pays_first", 1000); r.None || r.Found || r.Why == nil {
		t.Errorf("%+v, and nothing is known", r)
	}
	// No sum of amounts, each added twice, is 7: that is more than the search knows.
	if r := commission(t, strings.Replace(shop, "PRE", "(= spent 7)", 1), shopCase, "pays_first", 1000); r.None || r.Found || r.Why == nil {
		t.Errorf("%+v, and nothing is known", r)
	}
}

// A tool none of whose listed codes is ever a reason is called in no trace, so
// that nothing need be done for it: the latches that it waits for stay out of
// the states.
func TestReachableValues(t *testing.T) {
	model := `(model (var late Bool) (var money Int) (var open Bool) (var LATCHES)
  (transition refuse (params (code code))
    (pre (=> (= (param code) "late") (and late ALL)) (=> (= (param code) "broke") (< money 0)))
    (post (= (next open) false)))
  (transition pay (params) (pre) (post (= (next money) 5)))
  (transition ship (params) (pre open) (post)))`
	var vars, all strings.Builder
	for l := range strings.FieldsSeq("a b c d e f g h i j k l") {
		vars.WriteString("(var latch_" + l + " Bool)")
		all.WriteString(" latch_" + l)
	}
	model = strings.NewReplacer("(var LATCHES)", vars.String(), "ALL", all.String()).Replace(model)
	p, err := modeltest.Load(shopTools, model, `(use "model.wm") (case c (init (late false) (money 3) (open true)) (checks (ships (call ship))))`)
	if err != nil {
		t.Fatal(err)
	}
	sc := system.NewScenario(p.Suite, p.Suite.Cases[0])
	r := search.New(system.Lower(sc.Model), interp.New(sc.Model)).Search(sc).Decide(context.Background(), system.Query{Kind: system.Forward}, 16, search.Limits{States: 20})
	if !r.None || !r.Proved {
		t.Errorf("%+v, and not none of any length within 20 states", r)
	}
}

// Strings that get into sets are vague only where there are too many states with all of
// them: an answer that depends on one is found although a number is vague.
func TestStringsOfSetsBesideVagueNumbers(t *testing.T) {
	sc := scenarioOf(t, `[{"name": "look", "inputSchema": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}},
		{"name": "fill", "inputSchema": {"type": "object", "required": ["id", "n"], "properties": {"id": {"type": "string"}, "n": {"type": "number"}}}}]`,
		`(model
			(var line String)
			(var looked (Array String))
			(var filled Real)
			(transition look (params (id i)) (pre) (post (= (next looked) (insert looked (param i)))))
			(transition fill (params (id i) (n n))
				(pre (= (param i) line) (contains looked (param i)) (<= (+ filled (param n)) 2))
				(post (= (next filled) (+ filled (param n))))))`,
		`(case c (init (line "a") (looked (array)) (filled 0))
			(checks (fills (call fill (id "a") (n 2))) (once (at_most 1 (call fill))) (after_look (after (call fill (id "a")) (call look (id "a"))))))`)
	for kind, calls := range map[system.Kind]int{system.Compliant: 2, system.Forward: -1} {
		r := decide(sc, kind, 8, 20000)
		if calls < 0 && !r.None || calls >= 0 && (!r.Found || len(r.Trace.Steps) != calls) {
			t.Errorf("%v: %+v", kind, r)
		}
	}
}

// A vague string may match the pattern of a check, so that it may not be held to fail it.
func TestVagueMatchesPattern(t *testing.T) {
	const tools = `{"tools": [
  {"name": "look", "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}},
  {"name": "flip", "inputSchema": {"type": "object"}}, {"name": "turn", "inputSchema": {"type": "object"}},
  {"name": "ship", "inputSchema": {"type": "object"}}]}`
	p, err := modeltest.Load(tools, `(model (var looked (Array String)) (var a Bool) (var b Bool)
  (transition look (params (id i)) (pre) (post (= (next looked) (insert looked (param i)))))
  (transition flip (params) (pre) (post (= (next a) (not a))))
  (transition turn (params) (pre) (post (= (next b) (not b))))
  (transition ship (params) (pre (contains looked "B") a b) (post)))`,
		`(use "model.wm") (case c (init (looked (array)) (a false) (b false))
  (checks (looks (call look (id (like "A*")))) (ships (call ship))))`)
	if err != nil {
		t.Fatal(err)
	}
	sc := system.NewScenario(p.Suite, p.Suite.Cases[0])
	for states := range 40 {
		r := search.New(system.Lower(sc.Model), interp.New(sc.Model)).Search(sc).Decide(context.Background(), system.Query{Kind: system.Compliant}, 16, search.Limits{States: states})
		if r.None {
			t.Errorf("no run within %d states, and look, look, flip, turn, ship is one", states)
		}
	}
}
