package workload

import "strings"

// Variables is a service desk whose checks speak of the same order in several calls:
// cases in which calls have to agree, and in which they must not.
func Variables() *Workload {
	return load("variables", serviceTools, serviceModel, serviceSuite(
		`look (start)
    (done (call cancel_order (order_id "#1")))
    (look (after (call cancel_order (order_id ?o)) (call get_order (order_id ?o))))`,
		`each_look (start)
    (some (at_least 2 (call exchange_item)))
    (fresh (each_after (call exchange_item (order_id ?o)) (call get_order (order_id ?o))))
    (once (at_most 1 (call exchange_item (order_id ?o) (item_id ?i))))`,
		`once (start)
    (some (at_least 3 (call cancel_order)))
    (once (at_most 1 (call cancel_order (order_id ?o))))
    (look (after (call cancel_order (order_id ?o)) (call get_order (order_id ?o))))`,
		`twice (start)
    (done (call cancel_order (order_id "#1")))
    (other (every_call cancel_order (order_id "#1")))
    (some (at_least 2 (call cancel_order)))
    (once (at_most 1 (call cancel_order (order_id ?o))))`,
		`not_both (start)
    (cancelled (call cancel_order (order_id "#1")))
    (exchanged (call exchange_item (order_id "#1")))
    (apart (after (no_call exchange_item (order_id ?o)) (call cancel_order (order_id ?o))))
    (kept (before (no_call exchange_item (order_id ?o)) (call cancel_order (order_id ?o))))`,
		`paid_back (start)
    (done (call cancel_order (order_id "#1")))
    (back (before (call cancel_order (order_id ?o)) (call refund (order_id ?o))))
    (noted (follows (call note (about ?o)) (call refund (order_id ?o))))
    (once (at_most 1 (call refund (order_id ?o))))`,
		`same_user (start)
    (done (call exchange_item (order_id "#2") (item_id "i1")))
    (who (after (call log_in (user_id ?u)) (or (call find_by_email (user_id ?u)) (call find_by_name (user_id ?u)))))
    (look (after (call exchange_item (order_id ?o)) (call get_order (order_id ?o))))`,
		`handed_over (start)
    (done (call transfer))
    (told (before (call note (about ?o)) (call get_order (order_id ?o))))
    (nothing (no_call cancel_order))`,
	), Known{"look", "compliant", 3}, Known{"once", "compliant", 7}, Known{"twice", "compliant", Never}, Known{"not_both", "compliant", Never})
}

// Nested is the same desk, with checks of several forms, over groups of tools.
func Nested() *Workload {
	return load("nested", serviceTools, serviceModel, `(define writes (or (call cancel_order) (call exchange_item) (call refund)))
(define finds (or (call find_by_email) (call find_by_name)))
`+serviceSuite(
		`in_order (start)
    (done (and (call cancel_order (order_id "#1")) (call refund (order_id "#1"))))
    (auth (after writes finds))`,
		`one_of_two (start)
    (done (or (and (call cancel_order (order_id "#1")) (call note)) (and (call exchange_item (order_id "#1")) (no_call note))))
    (few (at_most 2 writes))`,
		`all_of (start)
    (done (and (call cancel_order (order_id "#1")) (call exchange_item (order_id "#2") (item_id "i1")) (call refund (order_id "#1"))))
    (each (each_after writes (call get_order)))
    (auth (or (after writes (call find_by_email)) (after writes (call find_by_name))))`,
		`either_side (start)
    (done (or (and (call cancel_order) (no_call refund)) (and (call refund) (no_call cancel_order))))
    (both (or (and (call cancel_order) (call refund)) (call transfer)))`,
		`never (start)
    (done (and (call cancel_order (order_id "#1")) (or (call refund) (call exchange_item))))
    (none (or (no_call cancel_order) (and (no_call refund) (no_call exchange_item))))`,
		`counted (start)
    (done (at_least 3 writes))
    (few (or (at_most 2 writes) (and (at_least 1 (call transfer)) (follows (call note) writes))))
    (auth (after writes finds))`,
		`forbidden (start)
    (last (and (call transfer) (after (no_call cancel_order) (call transfer)) (after (no_call refund) (call transfer))))
    (done (or (call cancel_order (order_id "#1")) (call exchange_item (order_id "#2"))))`,
	), Known{"in_order", "compliant", 4}, Known{"either_side", "compliant", 3}, Known{"never", "compliant", Never})
}

// serviceSuite makes cases of their names and checks.
func serviceSuite(cases ...string) string {
	var b strings.Builder
	for _, c := range cases {
		name, checks, _ := strings.Cut(c, " (start)")
		b.WriteString("(case " + name + "\n  (init (user \"maya\")\n        (logged_in false)\n        (transferred false)\n        (refunds 0))\n  (checks" + checks + "))\n\n")
	}
	return b.String()
}

var serviceTools = toolsText(
	[2]string{"find_by_email", `"user_id": {"type": "string"}`},
	[2]string{"find_by_name", `"user_id": {"type": "string"}`},
	[2]string{"log_in", `"user_id": {"type": "string"}`},
	[2]string{"get_order", `"order_id": {"type": "string"}`},
	[2]string{"cancel_order", `"order_id": {"type": "string"}, "reason": {"enum": ["mistake", "late"]}`},
	[2]string{"exchange_item", `"order_id": {"type": "string"}, "item_id": {"type": "string"}`},
	[2]string{"refund", `"order_id": {"type": "string"}`},
	[2]string{"note", `"about": {"type": "string"}`},
	[2]string{"transfer", ``},
)

const serviceModel = `(model
  (var user String)
  (var logged_in Bool)
  (var looked_at String)
  (var transferred Bool)
  (var refunds Int)

  (transition find_by_email
    (params (user_id u))
    (pre (not transferred))
    (post (= (next user) (param u))))

  (transition find_by_name
    (params (user_id u))
    (pre (not transferred))
    (post (= (next user) (param u))))

  (transition log_in
    (params (user_id u))
    (pre (= (param u) user))
    (post (= (next logged_in) true)))

  (transition get_order
    (params (order_id o))
    (pre logged_in (not transferred))
    (post (= (next looked_at) (param o))))

  (transition cancel_order
    (params (order_id o))
    (pre logged_in
         (= looked_at (param o))
         (not transferred))
    (post))

  (transition exchange_item
    (params (order_id o))
    (pre logged_in
         (= looked_at (param o))
         (not transferred))
    (post))

  (transition refund
    (params)
    (pre logged_in
         (< refunds 3)
         (not transferred))
    (post (= (next refunds) (+ refunds 1))))

  (transition note
    (params)
    (pre logged_in)
    (post))

  (transition transfer
    (params)
    (pre (not transferred))
    (post (= (next transferred) true))))
`
