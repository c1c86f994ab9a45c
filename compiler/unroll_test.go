package compiler_test

import (
	"slices"
	"testing"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
)

// The model of these tests has a door, a lamp that nobody asks for, an alarm
// that is never set, and a bell.
const (
	houseTools = `{"tools": [
	  {"name": "open", "inputSchema": {"type": "object", "properties": {}}},
	  {"name": "unlock", "inputSchema": {"type": "object", "properties": {}}},
	  {"name": "light", "inputSchema": {"type": "object", "properties": {}}},
	  {"name": "silence", "inputSchema": {"type": "object", "properties": {}}},
	  {"name": "ring", "inputSchema": {"type": "object", "properties": {}}}]}`
	houseModel = `(model
	  (var locked Bool) (var opened Bool) (var lit Bool) (var alarm Bool) (var rings Int)
	  (transition open (params) (pre (not locked) (not opened)) (post (= (next opened) true)))
	  (transition unlock (params) (pre locked) (post (= (next locked) false)))
	  (transition light (params) (pre) (post (= (next lit) true)))
	  (transition silence (params) (pre alarm) (post (= (next alarm) false) (= (next locked) false)))
	  (transition ring (params) (pre (< rings 3)) (post (= (next rings) (+ rings 1)))))`
)

func house(t *testing.T, body string) *system.Scenario {
	t.Helper()
	p, err := modeltest.Load(houseTools, houseModel, "(case c "+body+")")
	if err != nil {
		t.Fatal(err)
	}
	return system.NewScenario(p.Suite, p.Suite.Cases[0])
}

// An unrolling has what questions rest on, and nothing else.
func TestSlice(t *testing.T) {
	const shut = "(init (locked true) (opened false) (lit false) (alarm false) (rings 0)) "
	for _, test := range []struct {
		what          string
		body          string
		query         system.Query
		tools, leaves int
	}{
		{"the door: open and unlock, but not silence, as the alarm is never set", shut + "(checks (a (call open)))", system.Query{Kind: system.Forward}, 2, 2},
		{"an alarm that may be set", "(init (locked true)) (checks (a (call open)))", system.Query{Kind: system.Compliant}, 3, 3},
		{"the goal asks for the lamp", shut + "(checks (a (call unlock))) (goal lit)", system.Query{Kind: system.Compliant}, 2, 2},
		{"a tool that is never possible, but that a check names", shut + "(checks (a (call silence)))", system.Query{Kind: system.Forward}, 1, 1},
		{"the checks alone", shut + "(checks (a (call open)) (b (no_call ring)))", system.Query{Kind: system.ChecksAlone}, 2, 0},
		{"the last call is of ring", shut + "(checks (a (call open)))", system.Query{Kind: system.Reach, Tool: "ring"}, 1, 1},
		{"the last call is of any tool", shut + "(checks (a (call open)))", system.Query{Kind: system.Reach}, 4, 3},
		{"the last call changes a leaf", shut + "(checks (a (call open)))", system.Query{Kind: system.Reach, Changed: "locked"}, 1, 1},
	} {
		sc := house(t, test.body)
		tools, leaves, allTools, _ := compiler.Unroll(system.Lower(sc.Model), sc, test.query).Size()
		if tools != test.tools || leaves != test.leaves || allTools < tools {
			t.Errorf("%s: %d tools of %d and %d leaves, want %d and %d", test.what, tools, allTools, leaves, test.tools, test.leaves)
		}
	}
}

// What an unrolling says of its steps grows with their number, and is handed
// out once.
func TestUnrollingGrows(t *testing.T) {
	sc := house(t, "(checks (a (call open)) (b (after (call open) (call ring))))")
	q := system.Query{Kind: system.Compliant}
	u := compiler.Unroll(system.Lower(sc.Model), sc, q)
	terms := func(steps int) int {
		u.Grow(steps)
		u.Assume(q, steps)
		return len(u.Pending())
	}
	terms(4)
	four, eight := terms(8), terms(16)
	if four == 0 || eight > 2*four+8 {
		t.Errorf("%d assertions for four more steps, %d for eight more", four, eight)
	}
	if again := terms(16); again != 0 {
		t.Errorf("%d assertions for no more steps", again)
	}
}

// The same scenario has the same unrolling, term by term.
func TestUnrollingIsTheSameEachTime(t *testing.T) {
	text := func() (list []string) {
		sc := house(t, "(checks (a (call open)) (b (after (call open) (call ring)))) (goal lit)")
		q := system.Query{Kind: system.Forward}
		u := compiler.Unroll(system.Lower(sc.Model), sc, q)
		u.Grow(5)
		u.Assume(q, 5)
		for _, a := range u.Pending() {
			list = append(list, a.Comment)
		}
		return list
	}
	if one, two := text(), text(); !slices.Equal(one, two) {
		t.Errorf("two unrollings of one scenario:\n%q\n%q", one, two)
	}
}
