package grade_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace/grade"
)

// A model in which names and fields of the same types are declared in another order.
const orderTools = `{"tools": [{"name": "alike"}, {"name": "only_a"}, {"name": "in_t"}, {"name": "not_in_t"}, {"name": "take"}, {"name": "unset"},
	{"name": "pick", "inputSchema": {"properties": {"m": {"type": "boolean"}}, "required": ["m"]}}]}`

const orderModel = `(model (var s (Array (Enum "a" "b"))) (var t (Array (Enum "b" "a"))) (var g Bool)
	(var m (Map String (Record (x Int) (y Int)))) (var w (Map String (Record (y Int) (x Int))))
	(transition alike (params) (pre (= s t)) (post))
	(transition only_a (params) (pre (contains s "a") (not (contains s "b"))) (post))
	(transition in_t (params) (pre (contains t "a")) (post))
	(transition not_in_t (params) (pre (not (contains t "a"))) (post))
	(transition take (params) (pre) (post (= (next s) (if g s t))))
	(transition unset (params) (pre (not g)) (post))
	(transition pick (params (m m)) (pre (= (field (get (if (param m) m w) "k") x) 1)) (post)))`

// TestOrdersOfDeclaration: the order in which names and fields are declared decides
// nothing.
func TestOrdersOfDeclaration(t *testing.T) {
	const same = `(init (m (map ("k" (record (x 1) (y 2))))) (w (map ("k" (record (x 1) (y 2))))))`
	const other = `(init (m (map ("k" (record (x 1) (y 2))))) (w (map ("k" (record (x 2) (y 1))))))`
	for _, row := range []struct{ parts, trace, want string }{
		{"", `alike;only_a;in_t`, "inconclusive: whether event 1, `alike`, breaks a precondition depends on the value of `s` at the start, the value of `t` at the start"},
		{"", `alike;only_a;not_in_t`, "fail: event 1, `alike`, or event 2, `only_a`, or event 3, `not_in_t`, is not allowed, whatever the trace leaves open"},
		{"", `take;unset;in_t;only_a`, "inconclusive: whether event 2, `unset`, breaks a precondition depends on the value of `g` at the start"},
		{"", `take;unset;not_in_t;only_a`, "fail: event 2, `unset`, or event 3, `not_in_t`, or event 4, `only_a`, is not allowed, whatever the trace leaves open"},
		{same, `pick ?`, "pass"},
		{other, `pick ?`, "inconclusive: whether event 1, `pick`, breaks a precondition depends on the argument `m` of event 1"},
	} {
		if got := replayed(t, orderTools, orderModel, row.parts, answered(t, strings.Split(row.trace, ";")...)); got != row.want {
			t.Errorf("%s on %q:\n got %s\nwant %s", row.parts, row.trace, got, row.want)
		}
	}
}

// TestReplayOfOrders: what a replay says of types that are declared in two orders is
// what replays from all initial states say.
func TestReplayOfOrders(t *testing.T) {
	for _, of := range []struct {
		vars               string
		inits, pres, posts []string
	}{{
		`(var s (Array (Enum "a" "b"))) (var t (Array (Enum "b" "a")))`,
		[]string{"", "(init (g true))", `(init (g false) (s (array "a")))`, `(init (t (array "a")))`},
		[]string{"(= s t)", `(contains s "a")`, `(contains t "a")`, `(not (contains t "a"))`, `(contains (if g s t) "b")`, "(contains t (param a))", "(= s (if g t (remove s (param a))))", "g"},
		[]string{"(= (next s) t)", "(= (next t) (if g s t))", "(=> g (= (next s) t))", "(= (next s) (insert t (param a)))", "(= (next g) (= s t))", `(= (next t) (remove s "a"))`},
	}, {
		`(var m (Map (Enum "a") (Record (x Bool) (y Bool)))) (var w (Map (Enum "a") (Record (y Bool) (x Bool))))`,
		[]string{"", "(init (g true))", `(init (g false) (m (map ("a" (record (x true) (y false))))))`, `(init (w (map ("a" (record (x true) (y false))))))`},
		[]string{"(= m w)", `(field (get m "a") x)`, `(field (get (if g m w) "a") y)`, `(= (get m "a") (get w "a"))`, `(not (field (get w "a") x))`, "g"},
		[]string{"(= (next m) w)", "(= (next w) (if g m w))", "(=> g (= (next m) w))", `(= (get (next m) "a") (get w "a"))`,
			`(= (get (next w) "a") (record (x true) (y false)))`, `(= (next g) (field (get w "a") x))`},
	}} {
		seen := make(verdictCount)
		modeltest.Law(t, 100, func(t *rapid.T) {
			model := "(model (var g Bool) " + of.vars
			for _, name := range []string{"one", "two"} {
				pre := strings.Join(rapid.SliceOfNDistinct(rapid.SampledFrom(of.pres), 1, 3, rapid.ID).Draw(t, "pre"), " ")
				post := rapid.SampledFrom(of.posts).Draw(t, "post")
				model += fmt.Sprintf("\n(transition %s (params (a a)) (pre %s) (post %s))", name, pre, post)
			}
			const args = `"inputSchema": {"properties": {"a": {"type": "string", "enum": ["b", "a"]}}, "required": ["a"]}`
			p, err := modeltest.Load(`{"tools": [{"name": "one", `+args+`}, {"name": "two", `+args+`}]}`, model+")",
				`(use "model.wm") (case c (checks (c (or (call one) (no_call one)))) (goal g) `+rapid.SampledFrom(of.inits).Draw(t, "init")+")")
			if err != nil {
				t.Fatal(err)
			}
			k := p.Suite.Cases[0]
			plan := planOf(t, p, k, grade.Options{Replay: true, Findings: []grade.Class{}})
			machine := interp.New(p.Model)
			known, _ := machine.Initial(k)
			all := starts(machine, p.Model, known)
			for range 4 {
				var calls []tool.Call
				for range rapid.IntRange(1, 4).Draw(t, "calls") {
					a := types.Text(rapid.SampledFrom([]string{"a", "b"}).Draw(t, "a"))
					calls = append(calls, tool.Call{Tool: rapid.SampledFrom([]string{"one", "two"}).Draw(t, "tool"), Args: types.Object{{Name: "a", Value: a}}})
				}
				seen.fromAll(t, p, k, plan, all, calls)
			}
		})
		seen.few(t)
	}
}
