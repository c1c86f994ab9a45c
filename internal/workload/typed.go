package workload

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Sets is a desk that moves tickets between sets of strings, some of which only grow.
// Cases of n tickets are drawn with a fixed seed.
func Sets(n int) *Workload {
	ticket := `"ticket": {"type": "string"}`
	var tools [][2]string
	for _, name := range []string{"see", "hold", "release", "close", "flag"} {
		tools = append(tools, [2]string{name, ticket})
	}
	d := &typedDraw{rand.New(rand.NewPCG(3, 4))}
	var suite strings.Builder
	for i, checks := range []string{
		`(done (call close (ticket "#1")))`,
		`(done (call close (ticket "#1")))
    (first (after (call close (ticket ?t)) (call see (ticket ?t))))`,
		`(twice (at_least 2 (call hold)))
    (kept (no_call release))`,
		`(both (and (call close (ticket "#1")) (call flag (ticket "#1"))))`,
		`(done (call flag (ticket "#9")))
    (once (at_most 1 (call see)))`,
		`(back (before (call hold (ticket "#1")) (call release (ticket "#1"))))
    (done (call close (ticket "#1")))`,
	} {
		names := d.names(n)
		fmt.Fprintf(&suite, "(case tickets_%d\n  (init (open (array%s)) (seen (array)) (held (array%s)) (flagged (array)) (slots %d))\n  (checks\n    %s))\n",
			i, names, d.some(names), 1+d.IntN(3), checks)
	}
	return load("sets", toolsText(tools...), setsModel, suite.String(), Known{"tickets_0", "compliant", 2}, Known{"tickets_3", "compliant", 3})
}

const setsModel = `(model
  (var open (Array String))
  (var seen (Array String))
  (var held (Array String))
  (var flagged (Array String))
  (var slots Int)

  (transition see
    (params (ticket t))
    (pre)
    (post (= (next seen) (insert seen (param t)))))

  (transition hold
    (params (ticket t))
    (pre (contains open (param t))
         (contains seen (param t))
         (not (contains held (param t))))
    (post (= (next held) (insert held (param t)))))

  (transition release
    (params (ticket t))
    (pre (contains held (param t)))
    (post (= (next held) (remove held (param t)))))

  (transition close
    (params (ticket t))
    (pre (contains open (param t))
         (contains seen (param t))
         (not (contains held (param t)))
         (> slots 0))
    (post (= (next open) (remove open (param t)))
          (= (next slots) (- slots 1))))

  (transition flag
    (params (ticket t))
    (pre (contains seen (param t))
         (not (contains open (param t))))
    (post (= (next flagged) (insert flagged (param t))))))
`

// Optional is a till whose tools take arguments that may be missing or null, and that
// computes with those that are there.
func Optional() *Workload {
	amount := `"amount": {"type": ["integer", "null"], "minimum": 0, "maximum": 100}`
	tools := toolsText(
		[2]string{"refund", `"order": {"type": "string", "enum": ["#1", "#2"]}, ` + amount + `, "note": {"type": ["string", "null"]}`},
		[2]string{"charge", `"order": {"type": "string", "enum": ["#1", "#2"]}, ` + amount},
		[2]string{"approve", `"by": {"type": ["string", "null"]}`},
	)
	d := &typedDraw{rand.New(rand.NewPCG(5, 6))}
	var suite strings.Builder
	for i, checks := range []string{
		`(done (call refund (order "#1") (amount 20)))`,
		`(done (call refund (note null)))
    (kept (no_call charge))`,
		`(done (call refund (amount null)))
    (seen (after (call refund) (call approve)))`,
		`(twice (at_least 2 (call charge (order "#2"))))
    (asked (after (call charge) (call approve (by "ann"))))`,
		`(same (after (call refund (amount ?a)) (call charge (amount ?a))))
    (done (call refund))`,
	} {
		fmt.Fprintf(&suite, "(case till_%d\n  (init (paid %d) (back 0) (approved false)%s)\n  (checks\n    %s))\n", i, 10*d.IntN(8), d.pick("", ` (limit 30)`, ` (limit 60)`), checks)
	}
	return load("optional", tools, optionalModel, suite.String(), Known{"till_0", "compliant", 2})
}

const optionalModel = `(model
  (var paid Int)
  (var back Int)
  (var limit Int)
  (var approved Bool)

  (transition approve
    (params (by b))
    (pre (not (= (param b) "nobody")))
    (post (= (next approved) (= (param b) "ann"))))

  (transition charge
    (params (order o) (amount a))
    (pre (= (param a) (param a))
         (=> (= (param o) "#2") (<= (param a) limit)))
    (post (= (next paid) (+ paid (param a)))))

  (transition refund
    (params (order o) (amount a) (note n))
    (pre (=> (= (param o) "#2") (> paid 0))
         (or approved (not (= (param n) (param n))))
         (=> (= (param a) (param a)) (<= (+ back (param a)) paid)))
    (post (=> (= (param a) (param a)) (= (next back) (+ back (param a))))
          (=> (not (= (param a) (param a))) (= (next back) paid)))))
`

// Lists is a van whose tools take lists of numbers, of which sums are computed.
func Lists() *Workload {
	numbers := func(name string) string {
		return fmt.Sprintf(`"%s": {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 40}}`, name)
	}
	tools := toolsText(
		[2]string{"load", numbers("weights")},
		[2]string{"bill", numbers("prices") + ", " + numbers("fees")},
		[2]string{"drive", ""},
	)
	d := &typedDraw{rand.New(rand.NewPCG(7, 8))}
	var suite strings.Builder
	for i, checks := range []string{
		`(done (call drive))
    (full (call load))`,
		`(done (call load (weights (array 20 20))))
    (goes (call drive))`,
		`(done (call bill (prices (array 5 7))))
    (first (after (call bill) (call load)))`,
		`(twice (at_least 2 (call load)))
    (stays (no_call drive))`,
	} {
		fmt.Fprintf(&suite, "(case van_%d\n  (init (loaded 0) (capacity %d) (due 0) (gone false))\n  (checks\n    %s)\n  (goal (>= loaded %d)))\n", i, 40+20*d.IntN(3), checks, 10*d.IntN(4))
	}
	return load("lists", tools, listsModel, suite.String(), Known{"van_1", "compliant", 2})
}

const listsModel = `(model
  (var loaded Int)
  (var capacity Int)
  (var due Int)
  (var gone Bool)

  (transition load
    (params (weights ws))
    (pre (not gone)
         (> (length (param ws)) 0)
         (<= (+ loaded (sum (w (param ws)) w)) capacity))
    (post (= (next loaded) (+ loaded (sum (w (param ws)) w)))))

  (transition bill
    (params (prices ps) (fees fs))
    (pre (= (length (param ps)) (length (param fs)))
         (forall ((p f) (zip (param ps) (param fs))) (<= f p)))
    (post (= (next due) (sum ((p f) (zip (param ps) (param fs))) (+ p f)))))

  (transition drive
    (params)
    (pre (>= loaded 10) (not gone))
    (post (= (next gone) true))))
`

// typedDraw draws what cases begin with.
type typedDraw struct{ *rand.Rand }

// names writes #1, and some of the others up to n.
func (d *typedDraw) names(n int) string {
	text := ` "#1"`
	for i := 2; i <= n; i++ {
		if d.IntN(3) > 0 {
			text += fmt.Sprintf(` "#%d"`, i)
		}
	}
	return text
}

// some writes some of the names but the first.
func (d *typedDraw) some(names string) string {
	text := ""
	for _, name := range strings.Fields(names)[1:] {
		if d.IntN(2) > 0 {
			text += " " + name
		}
	}
	return text
}

func (d *typedDraw) pick(of ...string) string { return of[d.IntN(len(of))] }
