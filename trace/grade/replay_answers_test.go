package grade_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

const shownTools = `{"tools": [
	{"name": "show", "inputSchema": {"properties": {"o": {"type": "string"}}, "required": ["o"]}},
	{"name": "cancel", "inputSchema": {"properties": {"o": {"type": "string"}}, "required": ["o"]}},
	{"name": "return_it", "inputSchema": {"properties": {"o": {"type": "string"}}, "required": ["o"]}},
	{"name": "refund", "inputSchema": {"properties": {"o": {"type": "string"}}, "required": ["o"]}},
	{"name": "prices"}, {"name": "pay", "inputSchema": {"properties": {"o": {"type": "string"}, "n": {"type": "integer"}}, "required": ["o", "n"]}},
	{"name": "list"}, {"name": "page"}, {"name": "sim"}, {"name": "unlock"}]}`

const shownModel = `(model (var status (Map String (Enum "pending" "delivered" "cancelled"))) (var own (Array String)) (var sim_shown String) (var price (Map String Int))
	(transition show (params (o o)) (results (status s (Enum "pending" "delivered" "cancelled"))) (pre) (post (= (result s) (get status (param o)))))
	(transition cancel (params (o o)) (results (status s (Enum "pending" "delivered" "cancelled"))) (pre (= (get status (param o)) "pending"))
		(post (= (get (next status) (param o)) "cancelled") (= (result s) (get (next status) (param o)))))
	(transition return_it (params (o o)) (pre (= (get status (param o)) "delivered")) (post))
	(transition refund (params (o o)) (pre (= (get status (param o)) "pending") (seen (get status (param o)))) (post))
	(transition prices (params) (results (items f (Array (Record (id String) (price Int))))) (pre)
		(post (forall (x (result f)) (= (field x price) (get price (field x id))))))
	(transition pay (params (o o) (n n)) (pre (>= (param n) (* 1 (get price (param o)))) (>= (* 0 (get price (param o))) 0)) (post))
	(transition list (params) (results (orders l (Array String))) (pre) (post (= (result l) own)))
	(transition page (params) (results (order x String)) (pre) (post (contains own (result x))))
	(transition sim (params) (results (sim m String)) (pre) (post (= (next sim_shown) (result m))))
	(transition unlock (params) (pre (= sim_shown "locked")) (post)))`

// answered returns the events of lines such as `show {"o": "A"} -> {"status": "pending"}`.
func answered(t *testing.T, lines ...string) []trace.Event {
	t.Helper()
	var list []trace.Event
	for _, line := range lines {
		call, answer, has := strings.Cut(line, " -> ")
		e := events(t, call)[0]
		e.Seq, e.CallID, e.Status = len(list)+1, fmt.Sprint("c", len(list)), ""
		list = append(list, e)
		if has {
			list = append(list, trace.Event{Seq: len(list) + 1, Kind: trace.Result, CallID: e.CallID, Tool: e.Tool, Text: answer, Status: trace.OK})
		}
	}
	return list
}

// TestAnswers: a readable answer, also a later one, decides what the state was; one
// that contradicts the model decides nothing about the calls before.
func TestAnswers(t *testing.T) {
	const pending = `(init (status (map ("A" "pending") open)))`
	for _, row := range []struct{ parts, trace, want string }{
		// REACH, traps 1 and 3
		{"", `cancel {"o": "A"} -> done`, "inconclusive: whether event 1, `cancel`, breaks a precondition depends on the value of `status` of \"A\" at the start"},
		{"", `show {"o": "A"} -> {"status": "pending"};cancel {"o": "A"} -> done`, "pass"},
		{"", `show {"o": "A"} -> {"status": "delivered", "status": "pending"};cancel {"o": "A"} -> done`, "inconclusive: whether event 3, `cancel`, breaks a precondition depends on the value of `status` of \"A\" at the start"},
		{"", `show {"o": "A"} -> {"status": "delivered"};cancel {"o": "A"} -> done`, "fail 3"},
		{"", `show {"o": "B"} -> {"status": "delivered"};cancel {"o": "A"} -> done`, "inconclusive: whether event 3, `cancel`, breaks a precondition depends on the value of `status` of \"A\" at the start"},
		{"", `return_it {"o": "A"} -> ok;show {"o": "A"} -> {"status": "delivered"}`, "pass; acted-before-known: event 1, `return_it`, is made before an answer shows that it may be: `(= (get status (param o)) \"delivered\")`"},
		{"", `return_it {"o": "A"} -> ok;show {"o": "A"} -> {"status": "pending"}`, "fail 1"},
		{"", `cancel {"o": "A"} -> {"status": "cancelled"};show {"o": "A"} -> {"status": "cancelled"}`, "inconclusive: whether event 1, `cancel`, breaks a precondition depends on the value of `status` of \"A\" at the start"},
		{"", `refund {"o": "A"} -> ok;show {"o": "A"} -> {"status": "pending"}`, "fail 1"},
		{pending, `refund {"o": "A"} -> ok`, "fail 1"},
		{pending, `show {"o": "A"} -> {};refund {"o": "A"} -> ok`, "fail 3"},
		{pending, `show {"o": "B"} -> {"status": "pending"};refund {"o": "A"} -> ok`, "fail 3"},
		{"", `show {"o": "A"} -> {"status": "pending"};refund {"o": "A"} -> ok`, "pass"},
		{"", `show ? -> {"status": "pending"};refund {"o": "A"} -> ok`, "inconclusive: whether event 3, `refund`, breaks a precondition depends on the value of `status` of \"A\" at the start, the argument `o` of event 1"},
		{pending, `show {"o": "A"};refund {"o": "A"} -> ok`, "inconclusive: whether event 2, `refund`, breaks a precondition depends on whether event 1, `show`, had its effect"},
		// what is missing tells nothing, nor does a failed call
		{"", `show {"o": "A"} -> {"state": "pending"};cancel {"o": "A"} -> done`, "inconclusive: whether event 3, `cancel`, breaks a precondition depends on the value of `status` of \"A\" at the start"},
		{"", `show {"o": "A"} -> none;cancel {"o": "A"} -> done`, "inconclusive: whether event 3, `cancel`, breaks a precondition depends on the value of `status` of \"A\" at the start"},
		// a list of answers, keyed by their ids
		{"", `prices -> {"items": [{"id": "A", "price": 5}, {"id": "B", "price": 7}]};pay {"o": "A", "n": 5} -> ok;pay {"o": "B", "n": 6} -> ok`, "fail 5"},
		{"", `prices -> {"items": [{"id": "A", "price": 5}, {"id": "B", "price": 7}]};pay {"o": "A", "n": 5} -> ok;pay {"o": "B", "n": 7} -> ok`, "pass"},
		{"", `prices -> {"items": [{"id": "A", "price": 5}]};pay {"o": "C", "n": 5} -> ok`, "inconclusive: whether event 3, `pay`, breaks a precondition depends on the value of `price` of \"C\" at the start"},
		{"", `prices -> {"items": [{"id": "A", "price": 5}]};prices -> {"items": [{"id": "A", "price": 6}]};pay {"o": "A", "n": 5} -> ok`,
			"fail 5; contradicts-model: the answer to event 3, `prices`, does not meet `(forall (x (result f)) (= (field x price) (get price (field…`"},
		// an element that lacks a field tells nothing of it, and the others tell what they do
		{"", `prices -> {"items": [{"id": "A"}, {"id": "B", "price": 7}]};pay {"o": "B", "n": 6} -> ok`, "fail 3"},
		{"", `prices -> {"items": [{"id": "A"}, {"id": "B", "price": 7}]};pay {"o": "B", "n": 7} -> ok`, "pass"},
		{"", `prices -> {"items": [{"id": "A", "price": null}, {"price": 4}, null, {"id": "B", "price": 7}]};pay {"o": "B", "n": 6} -> ok`, "fail 3"},
		{"", `prices -> {"items": [{"id": "A"}, {"id": "B", "price": 7}]};pay {"o": "A", "n": 5} -> ok`, "inconclusive: whether event 3, `pay`, breaks a precondition depends on the value of `price` of \"A\" at the start"},
		{"", `prices -> {"items": [{"price": 5}]};pay {"o": "A", "n": 5} -> ok`, "inconclusive: whether event 3, `pay`, breaks a precondition depends on the value of `price` of \"A\" at the start"},
		{"", `prices -> {"rows": [{"id": "A", "price": 5}]};pay {"o": "A", "n": 5} -> ok`, "inconclusive: whether event 3, `pay`, breaks a precondition depends on the value of `price` of \"A\" at the start"},
		{"", `prices -> {"items": [{"id": "A", "price": "5"}]};pay {"o": "A", "n": 5} -> ok`,
			"inconclusive: whether event 3, `pay`, breaks a precondition depends on the value of `price` of \"A\" after event 1, `prices`; contradicts-model: the answer to event 1, `prices`, does not meet `(forall (x (result f)) (= (field x price) (get price (field…`"},
		{`(init (price (map ("B" 7))))`, `prices -> {"items": [{"id": "A"}, {"id": "B", "price": 7}]};pay {"o": "B", "n": 6} -> ok`, "fail 3"},
		{`(init (price (map ("B" 7))))`, `page -> {}`, "pass"},
		// trap 4: a closed map lacks the order
		{`(init (status (map)))`, `show {"o": "A"} -> {}`, "pass"},
		// traps 6 and 8: no blame between the last confirmation and the contradiction
		{pending, `cancel {"o": "A"} -> done;show {"o": "A"} -> {"status": "delivered"};return_it {"o": "A"} -> ok`,
			"inconclusive: whether event 1, `cancel`, breaks a precondition depends on the value of `status` of \"A\" before event 1; contradicts-model: the answer to event 3, `show`, gives \"delivered\" for `status` of \"A\", and the model has \"cancelled\"; no answer before it confirms what the case says: does the trace belong to this case?"},
		{pending, `return_it {"o": "A"} -> ok;show {"o": "A"} -> {"status": "gone"};cancel {"o": "A"} -> done`,
			"inconclusive: whether event 1, `return_it`, breaks a precondition depends on the value of `status` of \"A\" before event 1; contradicts-model: the answer to event 3, `show`, gives \"gone\" for `status` of \"A\", and the model has no such value"},
		{pending, `show {"o": "A"} -> {"status": "pending"};show {"o": "A"} -> {"status": "delivered"};return_it {"o": "A"} -> ok;cancel {"o": "A"} -> done`,
			"fail 7; contradicts-model: the answer to event 3, `show`, gives \"delivered\" for `status` of \"A\", and the model has \"pending\""},
		{`(init (status (map ("A" "pending"))))`, `show {"o": "A"} -> {"status": "delivered"};cancel {"o": "A"} -> done`,
			"fail 3; contradicts-model: the answer to event 1, `show`, gives \"delivered\" for `status` of \"A\", and the model has \"pending\"; no answer before it confirms what the case says: does the trace belong to this case?"},
		// trap 7: two pages
		{"", `list -> {"orders": ["A"]};list -> {"orders": ["B"]}`, "pass; contradicts-model: the answer to event 3, `list`, gives (array \"B\") for `own`, and the model has (array \"A\")"},
		{"", `page -> {"order": "A"};page -> {"order": "B"}`, "pass"},
		{`(init (own (array "A")))`, `page -> {"order": "B"}`, "pass; contradicts-model: the answer to event 1, `page`, does not meet `(contains own (result x))`; no answer before it confirms what the case says: does the trace belong to this case?"},
		// an effect of an answer
		{`(init (sim_shown "not_seen"))`, `sim -> {"sim": "locked"};unlock -> ok`, "pass"},
		{`(init (sim_shown "not_seen"))`, `sim -> {"sim": "open"};unlock -> ok`, "fail 3"},
		{`(init (sim_shown "not_seen"))`, `sim -> {};unlock -> ok`, "fail 3"},
		{`(init (sim_shown "not_seen"))`, `sim;unlock -> ok`, "inconclusive: whether event 2, `unlock`, breaks a precondition depends on whether event 1, `sim`, had its effect, the answer of event 1"},
	} {
		got := replayed(t, shownTools, shownModel, row.parts, answered(t, strings.Split(row.trace, ";")...))
		if got != row.want {
			t.Errorf("%s on %q:\n got %s\nwant %s", row.parts, row.trace, got, row.want)
		}
	}
}

// TestDamagedReplay: of a trace of which a record could not be read, no call breaks a
// precondition for certain: the record may have been a call that changed the state.
func TestDamagedReplay(t *testing.T) {
	p, err := modeltest.Load(shownTools, shownModel, `(use "model.wm") (case c (checks (c (or (call show) (no_call show)))))`)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{Replay: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, lines := range [][]string{
		{`return_it {"o": "A"} -> done`, `show {"o": "A"} -> {"status": "pending"}`},
		{`show {"o": "A"} -> {"status": "delivered"}`, `cancel {"o": "A"} -> done`},
		{`cancel {"o": "A"} -> done`, `return_it {"o": "A"} -> done`},
	} {
		for _, damaged := range []bool{false, true} {
			want := grade.Fail
			g := grade.NewGrader(func(*trace.Header) (*grade.Plan, error) { return plan, nil }, func(r *grade.Result) error {
				if r.Replay.Verdict != want || r.Verdict != want {
					t.Errorf("%v, damaged %v: %s, %+v", lines, damaged, r.Verdict, r.Replay)
				}
				return nil
			})
			err := g.Begin(&trace.Header{ID: "1"})
			for _, e := range answered(t, lines...) {
				err = cmp.Or(err, g.Event(&e))
			}
			if damaged {
				want = grade.Inconclusive
				err = cmp.Or(err, g.Problem(trace.Problem{Trace: "1", Message: "unreadable"}))
			}
			if err = cmp.Or(err, g.End()); err != nil {
				t.Fatal(err)
			}
		}
	}
}
