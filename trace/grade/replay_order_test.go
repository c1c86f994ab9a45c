package grade_test

import (
	"strings"
	"testing"
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
