package grade_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// orders is a desk for orders, whose status nobody knows at the start.
const ordersTools = `{"tools": [
	{"name": "cancel"}, {"name": "return_it"}, {"name": "ship"}, {"name": "any"}, {"name": "pay", "inputSchema": {"properties": {"n": {"type": "integer"}}}},
	{"name": "refund"}, {"name": "copy"}, {"name": "check"}, {"name": "same"}, {"name": "big"}]}`

const ordersModel = `(model (var status (Enum "pending" "delivered" "cancelled")) (var had (Enum "pending" "delivered" "cancelled"))
	(var name String) (var held String) (var total Int) (var paid Int)
	(transition cancel (params) (pre (= status "pending")) (post))
	(transition return_it (params) (pre (= status "delivered")) (post))
	(transition ship (params) (pre) (post (= (next status) "delivered")))
	(transition any (params) (pre) (post (or (= (next status) "pending") (= (next status) "delivered"))))
	(transition pay (params (n n)) (pre (> (param n) 0)) (post (= (next paid) (+ paid (param n)))))
	(transition refund (params) (pre (>= paid total)) (post (= (next paid) (- paid total))))
	(transition copy (params) (pre) (post (= (next had) status) (= (next held) name)))
	(transition check (params) (pre (= had status)) (post))
	(transition same (params) (pre (= held name)) (post))
	(transition big (params) (pre (> total 5) (< paid total)) (post)))`

// replayed replays a trace in a model, and returns the verdict, with the message or
// the event that breaks a precondition; that of the goal; and the findings that a
// replay has.
func replayed(t *testing.T, tools, model, parts string, list []trace.Event) string {
	t.Helper()
	_, rest, _ := strings.Cut(tools, `"name": "`)
	first, _, _ := strings.Cut(rest, `"`)
	p, err := modeltest.Load(tools, model, `(use "model.wm") (case c (checks (c (or (call `+first+`) (no_call `+first+`)))) `+parts+`)`)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{Replay: true})
	if err != nil {
		t.Fatal(err)
	}
	r := plan.Grade(&trace.Trace{Events: list})
	got := string(r.Replay.Verdict)
	switch {
	case r.Replay.Message != "":
		got += ": " + r.Replay.Message
	case r.Replay.Seq > 0:
		for _, v := range r.Replay.Violations {
			got += fmt.Sprint(" ", v.Seq)
		}
	}
	for _, c := range r.Checks {
		if c.Check == "goal" {
			got += fmt.Sprint(" goal ", c.Verdict)
		}
	}
	for _, f := range r.Findings {
		if f.Class == grade.ContradictsModel || f.Class == grade.ActedBeforeKnown {
			got += fmt.Sprintf("; %s: %s", f.Class, f.Message)
		}
	}
	return got
}

// TestDoubts: what is not known is told apart only where it matters, and a call is
// judged by all that the trace leaves open.
func TestDoubts(t *testing.T) {
	for _, row := range []struct{ parts, trace, want string }{
		// REACH, trap 2: nothing changes the status between the two calls.
		{"", "cancel;return_it", "fail: event 1, `cancel`, or event 2, `return_it`, is not allowed, whatever the trace leaves open"},
		{"", "cancel;check;any;return_it", "inconclusive: whether event 1, `cancel`, breaks a precondition depends on the value of `status` at the start"},
		{"", "ship;cancel", "fail 2"},
		{"", "ship;return_it", "pass"},
		{"", "any;cancel;return_it", "fail: event 2, `cancel`, or event 3, `return_it`, is not allowed, whatever the trace leaves open"},
		{"", "any;cancel", "inconclusive: whether event 2, `cancel`, breaks a precondition depends on the value of `status` after event 1, `any`"},
		{"(init (status \"pending\"))", "any;cancel;return_it", "fail: event 2, `cancel`, or event 3, `return_it`, is not allowed, whatever the trace leaves open"},
		// a value that is not known is what it was copied from
		{"", "copy;check;same", "pass"},
		{"", "copy;ship;check", "inconclusive: whether event 3, `check`, breaks a precondition depends on the value of `status` at the start"},
		// sums
		{"", `refund;refund`, "inconclusive: whether event 1, `refund`, breaks a precondition depends on the value of `total` at the start, the value of `paid` at the start"},
		{"(init (total 5))", `refund;big`, "fail 2"},
		{"(init (paid 3))", `pay {"n": 4};big;refund`, "fail: event 2, `big`, or event 3, `refund`, is not allowed, whatever the trace leaves open"},
		{"(init (paid 3) (total 5))", `pay ?;refund;refund`, "inconclusive: whether event 1, `pay`, breaks a precondition depends on the argument `n` of event 1"},
		// the goal
		{"(goal (= status \"delivered\"))", "cancel", "fail: event 1, `cancel`, is not allowed, or the goal is missed, whatever the trace leaves open goal inconclusive"},
		{"(goal (= status had))", "copy", "pass goal pass"},
	} {
		got := replayed(t, ordersTools, ordersModel, row.parts, events(t, strings.Split(row.trace, ";")...))
		if got != row.want {
			t.Errorf("%s on %q:\n got %s\nwant %s", row.parts, row.trace, got, row.want)
		}
	}
}

// TestLostAnswers: a call without an answer, in a trace that has others, may have
// had its effect or not (REACH, trap 9).
func TestLostAnswers(t *testing.T) {
	for _, row := range []struct {
		lost string
		list []string
		want string
	}{
		{"ship", []string{"ship", "return_it"}, "inconclusive: whether event 2, `return_it`, breaks a precondition depends on whether event 1, `ship`, had its effect"},
		{"return_it", []string{"return_it"}, "inconclusive: whether event 1, `return_it`, breaks a precondition depends on whether event 1, `return_it`, had its effect"},
		{"ship", []string{"ship", "copy", "check"}, "pass"},
		{"check", []string{"ship", "return_it", "check"}, "inconclusive: whether event 3, `check`, breaks a precondition depends on the value of `had` at the start, whether event 3, `check`, had its effect"},
	} {
		list := events(t, row.list...)
		for i := range list {
			if list[i].Status = trace.OK; list[i].Tool == row.lost {
				list[i].Status = trace.Pending
			}
		}
		got := replayed(t, ordersTools, ordersModel, `(init (status "pending"))`, list)
		if got != row.want {
			t.Errorf("%v:\n got %s\nwant %s", row.list, got, row.want)
		}
	}
}

// A desk whose orders are the keys of maps.
const mapTools = `{"tools": [
	{"name": "cancel", "inputSchema": {"properties": {"o": {"type": "string"}}, "required": ["o"]}},
	{"name": "return_it", "inputSchema": {"properties": {"o": {"type": "string"}}, "required": ["o"]}},
	{"name": "ship", "inputSchema": {"properties": {"o": {"type": "string"}}, "required": ["o"]}},
	{"name": "own", "inputSchema": {"properties": {"o": {"type": "string"}}, "required": ["o"]}},
	{"name": "drop", "inputSchema": {"properties": {"o": {"type": "string"}}, "required": ["o"]}},
	{"name": "many"}, {"name": "all", "inputSchema": {"properties": {"l": {"type": "array", "items": {"type": "string"}}}, "required": ["l"]}},
	{"name": "some", "inputSchema": {"properties": {"l": {"type": "array", "items": {"type": "string"}}}, "required": ["l"]}},
	{"name": "sums", "inputSchema": {"properties": {"l": {"type": "array", "items": {"type": "string"}}}, "required": ["l"]}},
	{"name": "swap", "inputSchema": {"properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["a", "b"]}}]}`

const mapModel = `(model (var status (Map String (Enum "pending" "delivered" "cancelled")))
	(var user String) (var owner (Map String (Record (name String) (age Int))))
	(transition cancel (params (o o)) (pre (= (get status (param o)) "pending")) (post (= (get (next status) (param o)) "cancelled")))
	(transition return_it (params (o o)) (pre (= (get status (param o)) "delivered")) (post))
	(transition ship (params (o o)) (pre) (post (= (get (next status) (param o)) "delivered")))
	(transition own (params (o o)) (pre (= (field (get owner (param o)) name) user)) (post))
	(transition drop (params (o o)) (pre (contains status (param o))) (post (= (next status) (remove status (param o)))))
	(transition many (params) (pre (>= (size status) 2)) (post))
	(transition all (params (l l)) (pre (forall (x (param l)) (= (get status x) "pending"))) (post))
	(transition some (params (l l)) (pre (exists (x (param l)) (not (contains status x)))) (post))
	(transition sums (params (l l)) (pre (> (count (x (param l)) (= (get status x) "pending")) 1)) (post))
	(transition swap (params (a a) (b b)) (pre)
		(post (= (get (next status) (param a)) (get status (param b))) (= (get (next status) (param b)) (get status (param a))))))`

// TestDoubtsOfMaps: keys of maps are known one by one.
func TestDoubtsOfMaps(t *testing.T) {
	const known = `(init (status (map ("A" "pending") ("B" "delivered") open)))`
	for _, row := range []struct{ parts, trace, want string }{
		{"", `cancel {"o": "A"}`, "inconclusive: whether event 1, `cancel`, breaks a precondition depends on the value of `status` of \"A\" at the start"},
		{"", `cancel {"o": "A"};return_it {"o": "A"}`, "fail 2"},
		{"", `return_it {"o": "A"};cancel {"o": "A"}`, "fail: event 1, `return_it`, or event 2, `cancel`, is not allowed, whatever the trace leaves open"},
		{"", `ship {"o": "A"};return_it {"o": "A"}`, "pass"},
		{"", `ship {"o": "A"};cancel {"o": "A"}`, "fail 2"},
		{known, `cancel {"o": "A"};return_it {"o": "B"}`, "pass"},
		{known, `cancel {"o": "C"}`, "inconclusive: whether event 1, `cancel`, breaks a precondition depends on the value of `status` of \"C\" at the start"},
		{`(init (status (map ("A" "pending"))))`, `cancel {"o": "C"}`, "fail 1"},
		{known, `swap {"a": "A", "b": "B"};cancel {"o": "B"};return_it {"o": "A"}`, "pass"},
		{known, `swap {"a": "A", "b": "A"};cancel {"o": "A"}`, "pass"},
		{known, `drop {"o": "A"};cancel {"o": "A"}`, "fail 2"},
		{known, `drop {"o": "C"};drop {"o": "C"}`, "fail 2"},
		// REACH, trap 9: a hidden key of a write leaves every entry old or new.
		{known, `ship ?;cancel {"o": "A"}`, "inconclusive: whether event 2, `cancel`, breaks a precondition depends on the argument `o` of event 1"},
		{known, `ship ?;return_it {"o": "B"}`, "pass"},
		{known, `cancel ?;cancel {"o": "A"}`, "inconclusive: whether event 1, `cancel`, breaks a precondition depends on the argument `o` of event 1, the value of `status` at the start"},
		{known, `all {"l": ["A"]}`, "pass"},
		{known, `all {"l": ["A", "B"]}`, "fail 1"},
		{known, `all {"l": ["A", "C"]}`, "inconclusive: whether event 1, `all`, breaks a precondition depends on the value of `status` of \"C\" at the start"},
		{known, `all {"l": ["A", "C"]};some {"l": ["A", "C"]}`, "fail: event 1, `all`, or event 2, `some`, is not allowed, whatever the trace leaves open"},
		{known, `all {"l": ["A", "C"]};sums {"l": ["A", "C"]};drop {"o": "C"}`, "inconclusive: whether event 1, `all`, breaks a precondition depends on the value of `status` of \"C\" at the start"},
		{known, `sums {"l": ["B", "B", "A"]}`, "fail 1"},
		{known, `sums {"l": ["A", "B", "A"]}`, "pass"},
		{known, `many`, "pass"},
		{known, `drop {"o": "A"};many`, "inconclusive: whether event 2, `many`, breaks a precondition depends on the value of `status` of \"B\" at the start, the value of `status` of \"A\" at the start, the value of `status` at the start"},
		{known, `ship {"o": "A"};many`, "pass"},
		{"", `ship {"o": "A"};ship {"o": "B"};many`, "pass"},
		{"", `own {"o": "A"}`, "inconclusive: whether event 1, `own`, breaks a precondition depends on the value of `owner` of \"A\" at the start, the value of `user` at the start"},
	} {
		got := replayed(t, mapTools, mapModel, row.parts, events(t, strings.Split(row.trace, ";")...))
		if got != row.want {
			t.Errorf("%s on %q:\n got %s\nwant %s", row.parts, row.trace, got, row.want)
		}
	}
}
