package workload

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Orders is a shop whose state is maps: of orders, of items and of gift cards. Cases
// begin with closed maps, with some entries known, or with nothing known of them. The
// entries are drawn with a fixed seed, n orders a case.
func Orders(n int) *Workload {
	tools := toolsText(
		[2]string{"log_in", `"user_id": {"type": "string"}`},
		[2]string{"cancel_order", `"order_id": {"type": "string"}`},
		[2]string{"deliver_order", `"order_id": {"type": "string"}`},
		[2]string{"return_order", `"order_id": {"type": "string"}`},
		[2]string{"exchange_item", `"order_id": {"type": "string"}, "item_id": {"type": "string"}`},
		[2]string{"transfer_balance", `"from": {"type": "string"}, "to": {"type": "string"}, "amount": {"type": "integer", "minimum": 1, "maximum": 500}`},
	)
	d := &ordersDraw{rand.New(rand.NewPCG(1, 2)), n}
	checks := strings.Join([]string{
		d.closed("cancel", `(done (call cancel_order (order_id "#1")))`, "cancelled"),
		d.closed("cancel_delivered", `(done (call cancel_order (order_id "#2")))`, ""),
		d.closed("return_delivered", `(done (call return_order (order_id "#2")))
    (kept (no_call cancel_order))`, ""),
		d.closed("exchange", `(done (call exchange_item (order_id "#2") (item_id "i1")))
    (first (after (call exchange_item) (call log_in)))`, ""),
		d.closed("deliver_and_return", `(both (and (call deliver_order (order_id "#1")) (call return_order (order_id "#1"))))`, ""),
		d.opened("cancel_open", `(done (call cancel_order (order_id "#1")))`),
		d.opened("return_open", `(done (call return_order (order_id "#9")))
    (kept (no_call deliver_order))`),
		d.free("cancel_free", `(done (call cancel_order (order_id "#1")))`),
		d.free("twice_free", `(done (and (call cancel_order (order_id "#1")) (call return_order (order_id "#1"))))`),
		d.free("move_free", `(done (call transfer_balance (from "c1") (to "c2")))`),
		d.free("move_to_itself", `(done (call transfer_balance (from "c1") (to "c1")))`),
	}, "\n")
	return load("maps", tools, ordersModel, checks,
		Known{"cancel", "compliant", 2}, Known{"cancel_delivered", "compliant", Never},
		Known{"return_delivered", "compliant", 2}, Known{"deliver_and_return", "compliant", 3},
		Known{"twice_free", "compliant", Never}, Known{"move_to_itself", "compliant", Never})
}

const ordersModel = `(model
  (var user String)
  (var logged_in Bool)
  (var owner (Map String String))
  (var status (Map String (Enum "pending" "delivered" "cancelled" "returned")))
  (var item (Map String String))
  (var available (Map String Bool))
  (var balance (Map String Int))

  (transition log_in
    (params (user_id u))
    (pre (= (param u) user))
    (post (= (next logged_in) true)))

  (transition cancel_order
    (params (order_id o))
    (pre logged_in
         (= (get owner (param o)) user)
         (= (get status (param o)) "pending"))
    (post (= (get (next status) (param o)) "cancelled")))

  (transition deliver_order
    (params (order_id o))
    (pre (= (get status (param o)) "pending"))
    (post (= (get (next status) (param o)) "delivered")))

  (transition return_order
    (params (order_id o))
    (pre logged_in
         (= (get owner (param o)) user)
         (= (get status (param o)) "delivered"))
    (post (= (get (next status) (param o)) "returned")))

  (transition exchange_item
    (params (order_id o) (item_id i))
    (pre logged_in
         (= (get owner (param o)) user)
         (= (get status (param o)) "delivered")
         (get available (param i))
         (not (= (get item (param o)) (param i))))
    (post (= (get (next item) (param o)) (param i))
          (= (get (next available) (param i)) false)))

  (transition transfer_balance
    (params (from a) (to b) (amount n))
    (pre (>= (get balance (param a)) (param n)))
    (post (= (get (next balance) (param a)) (- (get balance (param a)) (param n)))
          (= (get (next balance) (param b)) (+ (get balance (param b)) (param n))))))
`

// ordersDraw draws entries.
type ordersDraw struct {
	*rand.Rand
	n int
}

// entries writes entries for #1, #2 and so on, the first ones given.
func (d *ordersDraw) entries(key string, given []string, others ...string) string {
	var b strings.Builder
	for i := range d.n {
		// Drawn also where the value is given, so that later draws do not depend on it.
		v := others[d.IntN(len(others))]
		if i < len(given) {
			v = given[i]
		}
		fmt.Fprintf(&b, " (%q %s)", fmt.Sprint(key, i+1), v)
	}
	return b.String()
}

// closed is a case all of whose maps are closed. The order #1 is pending, and #2
// delivered.
func (d *ordersDraw) closed(name, checks, goal string) string {
	if goal != "" {
		goal = fmt.Sprintf("\n  (goal (= (get status \"#1\") %q))", goal)
	}
	return fmt.Sprintf(`(case %s
  (init (user "maya")
        (logged_in false)
        (owner (map%s))
        (status (map%s))
        (item (map%s))
        (available (map%s))
        (balance (map%s)))
  (checks
    %s)%s)
`, name, d.entries("#", []string{`"maya"`, `"maya"`}, `"maya"`, `"noah"`), d.entries("#", []string{`"pending"`, `"delivered"`}, `"pending"`, `"delivered"`, `"cancelled"`),
		d.entries("#", []string{`"i2"`, `"i3"`}, `"i1"`, `"i2"`), d.entries("i", []string{"true"}, "true", "false"), d.entries("c", nil, "0", "50", "120"), checks, goal)
}

// opened is a case that says something of owners and states.
func (d *ordersDraw) opened(name, checks string) string {
	return fmt.Sprintf(`(case %s
  (init (user "maya")
        (logged_in false)
        (owner (map%s open))
        (status (map%s open)))
  (checks
    %s))
`, name, d.entries("#", []string{`"maya"`, `"maya"`}, `"maya"`, `"noah"`), d.entries("#", []string{`"pending"`, `"delivered"`}, `"pending"`, `"delivered"`), checks)
}

// free is a case that says nothing of any map.
func (d *ordersDraw) free(name, checks string) string {
	return fmt.Sprintf(`(case %s
  (init (user "maya")
        (logged_in false))
  (checks
    %s))
`, name, checks)
}
