package repair_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/repair"
	"github.com/mantrac/mantrac/validate"
)

const shopTools = `{"tools": [
  {"name": "look", "inputSchema": {"type": "object", "properties": {}}},
  {"name": "pay", "inputSchema": {"type": "object", "properties": {"how": {"type": "string", "enum": ["card", "cash"]}}, "required": ["how"]}},
  {"name": "close", "inputSchema": {"type": "object", "properties": {}}}
]}`

const shopModel = `(model
  (var seen_price Bool)
  (var state (Enum "open" "closed"))
  (transition look (params) (pre) (post (= (next seen_price) true)))
  (transition pay (params (how h))
    (pre (= seen_price true) (= state "open") (not (= (param h) "cash")))
    (post))
  (transition close (params) (pre) (post (= (next state) "closed"))))
`

// shop returns the candidates for a case of a small shop, in which something is
// replaced.
func shop(t *testing.T, checks string, replace ...string) *repair.Result {
	t.Helper()
	if _, err := z3.Load(); err != nil {
		t.Skip("this asks the solver: ", err)
	}
	suite := `(use "model.wm")
(case buy
  (init (seen_price false) (state "open"))
  (checks ` + checks + `))
(case look_on
  (init (seen_price false) (state "open"))
  (checks (paid (call pay)) (looked (after (call pay) (call look))) (open (after (no_call pay) (call close))) (card (no_call pay (how "cash")))))
`
	p, err := modeltest.Load(shopTools, strings.NewReplacer(replace...).Replace(shopModel), suite)
	if err != nil {
		t.Fatal(err)
	}
	set := setOf(p)
	o := options(t)
	o.Tries, o.Shown = repair.DefaultTries, repair.DefaultShown
	r, err := repair.Find(context.Background(), set, refsOf(set), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// textsOf returns what the candidates for the first conflict write, or remove.
func textsOf(r *repair.Result) []string {
	var list []string
	for _, c := range r.Repairs[0].Candidates {
		e := c.Edits[0]
		if e.Op == edit.Remove {
			list = append(list, "remove "+e.Expect)
		} else {
			list = append(list, e.Text)
		}
	}
	return list
}

// Two independent mistakes in a case without a trace are repaired together.
func TestTwoEdits(t *testing.T) {
	r := shop(t, `(cash_paid (call pay (how "cash"))) (card_paid (call pay (how "card"))) (unseen (no_call look)) (open (after (no_call pay) (call close)))`)
	if k := r.Repairs[0].Kind; k != validate.NoCompliantTrace {
		t.Fatalf("it is %s", k)
	}
	if len(r.Repairs[0].Candidates) == 0 {
		t.Fatal("no candidate")
	}
	for _, c := range r.Repairs[0].Candidates {
		if len(c.Edits) != 2 || len(c.Effect.Closed) == 0 {
			t.Errorf("%s: %d edits, closes %v", c.Why, len(c.Edits), c.Effect.Closed)
		}
	}
}

// What a case lacks or has too much is proposed first.
func TestFirstCandidates(t *testing.T) {
	const rest = ` (open (after (no_call pay) (call close))) (card (no_call pay (how "cash")))`
	for _, x := range []struct {
		name    string
		checks  string
		replace []string
		kind    validate.Verdict
		first   string
		closes  int
	}{
		{"an order that is missing", `(paid (call pay))` + rest, nil, validate.ForwardConflict, `(look_first (after (call pay) (call look)))`, 1},
		{"an order the other way round", `(paid (call pay)) (looked (before (call look) (call pay)))` + rest, nil, validate.ForwardConflict, `(after (call pay) (call look))`, 2},
		{"a call that is not forbidden", `(paid (call pay)) (looked (after (call pay) (call look))) (open (after (no_call pay) (call close)))`, nil, validate.ForwardConflict, `(no_pay (no_call pay (how "cash")))`, 1},
		{"a clause that is missing", `(paid (call pay)) (looked (after (call pay) (call look)))` + rest, []string{`(= seen_price true) (= state`, `(= state`}, validate.OverRestrictive, `(= seen_price true)`, 2},
		{"an effect that is missing", `(paid (call pay)) (looked (after (call pay) (call look)))` + rest, []string{`(post (= (next seen_price) true))`, `(post)`}, validate.NoCompliantTrace, `(= (next seen_price) true)`, 2},
		{"a clause negated", `(paid (call pay)) (looked (after (call pay) (call look)))` + rest, []string{`(not (= (param h) "cash"))`, `(= (param h) "cash")`}, validate.NoCompliantTrace, `(not (= (param h) "cash"))`, 2},
		{"a check that no run passes", `(paid (call pay)) (looked (after (call pay) (call look))) (never (no_call pay (how "card"))) (open (after (no_call pay) (call close)))`, nil, validate.NoCompliantTrace, `(no_call pay (how "cash"))`, 1},
		{"checks that contradict each other", `(paid (call pay (how "card"))) (looked (after (call pay) (call look))) (never (no_call pay (how "card"))) (open (after (no_call pay) (call close)))`, nil, validate.UnsatisfiableChecks, `(no_call pay (how "cash"))`, 1},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := shop(t, x.checks, x.replace...)
			if len(r.Repairs) == 0 || r.Repairs[0].Kind != x.kind {
				t.Fatalf("found %+v, want %s", r.Repairs, x.kind)
			}
			list := textsOf(r)
			if len(list) == 0 || list[0] != x.first {
				t.Fatalf("the first candidate is not %s: %s", x.first, strings.Join(list, "\n"))
			}
			if e := r.Repairs[0].Candidates[0].Effect; len(e.Closed) != x.closes || len(e.Opened) > 0 {
				t.Errorf("it closes %v and opens %v", e.Closed, e.Opened)
			}
		})
	}
}

// The fix of a lint is a candidate for a conflict that it closes, and says which lint it
// is of. Lints of other cases, and of what has no effect, are left alone.
func TestLints(t *testing.T) {
	const rest = ` (open (after (no_call pay) (call close))) (card (no_call pay (how "cash")))`
	for _, x := range []struct{ name, checks, first, why string }{
		{"an order the other way round", `(paid (call pay)) (looked (before (call look) (call pay)))` + rest,
			`(after (call pay) (call look))`, "changes `looked` as MC0907 advises: require `look` before each `pay`"},
		{"an order that requires both calls", `(ends (or (call pay) (call close))) (looked (precedes (call look) (call pay)))` + rest,
			`(after (call pay) (call look))`, "changes `looked` as MC0903 advises: order them only if both happen"},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := shop(t, x.checks)
			for _, found := range r.Repairs {
				for _, c := range found.Candidates {
					if c.Why == x.why && c.Edits[0].Text == x.first {
						return
					}
				}
			}
			t.Errorf("no candidate %q:\n%s", x.why, strings.Join(textsOf(r), "\n"))
		})
	}
}

// Of candidates with equal behaviour one is shown, and names the others.
func TestEqualBehaviour(t *testing.T) {
	r := shop(t, `(paid (call pay)) (looked (after (call pay) (call look))) (open (after (no_call pay) (call close))) (card (no_call pay (how "cash")))`, ` (= state "open")`, ``)
	const shown, other = `(= state "open")`, `(not (= state "closed"))`
	list := textsOf(r)
	if len(list) == 0 || list[0] != shown || slices.Contains(list, other) {
		t.Fatalf("%s is not first, or %s is listed: %q", shown, other, list)
	}
	if !slices.ContainsFunc(r.Repairs[0].Candidates[0].Same, func(a repair.Alternative) bool { return a.Edits[0].Text == other }) {
		t.Errorf("the first candidate does not name %s: %v", other, r.Repairs[0].Candidates[0].Same)
	}
}

// A candidate says what it newly forbids, by a shortest trace.
func TestMeaning(t *testing.T) {
	r := shop(t, `(paid (call pay)) (open (after (no_call pay) (call close))) (card (no_call pay (how "cash")))`)
	e := r.Repairs[0].Candidates[0].Effect
	if len(e.Allows) > 0 || len(e.Forbids) != 1 || len(e.Forbids[0].Calls) != 1 || e.Forbids[0].Calls[0].Tool != "pay" {
		t.Errorf("it allows %v and forbids %v", e.Allows, e.Forbids)
	}
}

// A small budget tries less, and says how much is left.
func TestBudget(t *testing.T) {
	p, err := modeltest.Load(shopTools, shopModel, `(use "model.wm")
(case buy (init (seen_price false) (state "open")) (checks (paid (call pay))))`)
	if err != nil {
		t.Fatal(err)
	}
	o := options(t)
	o.Tries = 2
	r, err := repair.Find(context.Background(), setOf(p), refsOf(setOf(p)), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range r.Repairs {
		if x.Tried > 2 || x.Untried == 0 {
			t.Errorf("%d tried, %d not tried", x.Tried, x.Untried)
		}
	}
}

// A context that has ended is an error, and no result.
func TestCancelled(t *testing.T) {
	p, err := modeltest.Load(shopTools, shopModel, `(use "model.wm")
(case buy (init (seen_price false) (state "open")) (checks (paid (call pay))))`)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := repair.Find(ctx, setOf(p), refsOf(setOf(p)), options(t)); err == nil {
		t.Error("no error")
	}
}

// The kinds of conflicts of a case are told in the order in which validate has them.
func TestConflictsInOrder(t *testing.T) {
	r := shop(t, `(paid (call pay))`)
	var kinds []validate.Verdict
	for _, x := range r.Repairs {
		kinds = append(kinds, x.Kind)
	}
	if len(kinds) < 2 || slices.ContainsFunc(kinds, func(k validate.Verdict) bool { return k != validate.ForwardConflict }) {
		t.Errorf("the conflicts are %v", kinds)
	}
}

// The manual that a clause names is read beside the file of the clause, not in the
// working folder.
func TestManual(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("manual.md", []byte("# Prices\n\nSomething else.\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	asked, texts := cited(t, "# Prices\n\nLook at the price first.\n")
	if len(asked) == 0 || !slices.Contains(texts, "Look at the price first.") || slices.Contains(texts, "Something else.") {
		t.Errorf("%q was read, and the candidates show %q", asked, texts)
	}
	asked, texts = cited(t, "Look at the price first.\n\n# Payments\n\nPay.\n")
	if len(asked) == 0 || strings.Join(texts, "") != "" {
		t.Errorf("%q was read, which lacks the heading, and the candidates show %q", asked, texts)
	}
}

// cited returns which manuals are read, and the texts that candidates show, where
// each manual is the given one.
func cited(t *testing.T, manual string) (asked, texts []string) {
	t.Helper()
	if _, err := z3.Load(); err != nil {
		t.Skip("this asks the solver: ", err)
	}
	model := strings.Replace(shopModel, "  (transition pay", "  ; @manual manual.md#Prices\n  (transition pay", 1)
	p, err := modeltest.Load(shopTools, model, `(use "model.wm") (case buy (init (seen_price false) (state "open")) (checks (paid (call pay))))`)
	if err != nil {
		t.Fatal(err)
	}
	set := setOf(p)
	o := options(t)
	o.ReadManual = func(path string) (string, error) {
		asked = append(asked, path)
		return manual, nil
	}
	r, err := repair.Find(context.Background(), set, refsOf(set), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range r.Repairs {
		for _, c := range x.Candidates {
			for _, s := range c.Manual {
				texts = append(texts, s.Text)
			}
		}
	}
	return asked, texts
}

// A change after which a check does nothing is no candidate; the removal of the check is
// one.
func TestNoCheckIsMadeIdle(t *testing.T) {
	const paid = `(looked (after (call pay) (call look))) (open (after (no_call pay) (call close)))`
	for _, x := range []struct{ name, checks, idle string }{
		{"another check refuses as much", paid + ` (card (no_call pay (how "cash"))) (never (no_call pay))`, `(no_call pay (how "cash"))`},
		{"no run has the value of the pin, and what it refuses is accepted otherwise", paid + ` (never (after (no_call close) (call pay)))`, `(after (no_call close) (call pay (how "cash")))`},
		{"checks that contradict each other", paid + ` (card (no_call pay (how "cash"))) (paid (call pay)) (never (no_call pay (how "card")))`, `(no_call pay (how "cash"))`},
	} {
		t.Run(x.name, func(t *testing.T) {
			var list []string
			for _, found := range shop(t, x.checks).Repairs {
				if found.Kind != validate.ForwardConflict {
					for _, c := range found.Candidates {
						list = append(list, string(c.Edits[0].Op)+" "+c.Edits[0].Text)
					}
				}
			}
			if slices.Contains(list, "replace "+x.idle) || !slices.Contains(list, "remove ") {
				t.Errorf("%s is a candidate, or the removal is none: %q", x.idle, list)
			}
		})
	}
	t.Run("nothing else refuses as much", func(t *testing.T) {
		if list := textsOf(shop(t, paid+` (never (no_call pay))`)); list[0] != `(no_call pay (how "cash"))` {
			t.Errorf("the first candidate is %s", list[0])
		}
	})
}

// A precondition about what the check has nothing to do with comes after the removal of
// the check; one about what a tool of the check sets, or that the checks of two cases
// ask for, comes before.
func TestPreconditionsThatAgreeByChance(t *testing.T) {
	if _, err := z3.Load(); err != nil {
		t.Skip("this asks the solver: ", err)
	}
	model := strings.NewReplacer("(var seen_price Bool)", "(var seen_price Bool) (var vip Bool)", "(= seen_price true) ", "").Replace(shopModel)
	const one = `(use "model.wm")
(case buy (init (seen_price false) (vip false) (state "open"))
  (checks (paid (call pay)) (card (no_call pay (how "cash"))) (open (no_call close)) (looked (after (call pay) (call look)))))
(case vip (init (seen_price false) (vip true) (state "open"))
  (checks (shut (call close))))
`
	const another = `(case look (init (seen_price false) (vip false) (state "open"))
  (checks (looks (call look)) (open (no_call close))))
`
	for _, x := range []struct {
		suite  string
		chance bool
	}{{one, true}, {one + another, false}} {
		p, err := modeltest.Load(shopTools, model, x.suite)
		if err != nil {
			t.Fatal(err)
		}
		o := options(t)
		o.Tries, o.Shown = repair.DefaultTries, repair.DefaultShown
		r, err := repair.Find(context.Background(), setOf(p), refsOf(setOf(p)), o)
		if err != nil {
			t.Fatal(err)
		}
		places := make(map[string]int)
		for _, found := range r.Repairs {
			for i, c := range found.Candidates {
				if found.Case == "buy" {
					places[found.Check+": "+string(c.Edits[0].Op)+" "+c.Edits[0].Text] = i + 1
				}
			}
		}
		if place := places["looked: add (= seen_price true)"]; place != 1 {
			t.Errorf("what the check implies has place %d: %v", place, places)
		}
		vip, removal := places["open: add (= vip true)"], places["open: remove "]
		if x.chance && (removal == 0 || vip < removal) || !x.chance && vip != 1 {
			t.Errorf("the clause about vip has place %d, the removal %d: %v", vip, removal, places)
		}
	}
}

const depotTools = `{"tools": [
  {"name": "scan", "inputSchema": {"type": "object", "properties": {"item": {"type": "string", "enum": ["lamp", "desk"]}}, "required": ["item"]}},
  {"name": "ship", "inputSchema": {"type": "object", "properties": {"item": {"type": "string", "enum": ["lamp", "desk"]}, "to": {"type": "string", "enum": ["shop", "home"]}}, "required": ["item", "to"]}}
]}`

const depotModel = `(model
  (var wanted (Enum "lamp" "desk"))
  (var scanned Bool)
  (transition scan (params (item i)) (pre) (post
    (=> (= (param i) wanted) (= (next scanned) true))
    (=> (not (= (param i) wanted)) (= (next scanned) scanned))))
  (transition ship (params (item i) (to t))
    (pre (= scanned true) (not (and (= (param i) "lamp") (= (param t) "home"))))
    (post)))
`

// What a model lacks is found in the other branch of an effect, and in the pins of the
// check.
func TestWhatAModelLacks(t *testing.T) {
	if _, err := z3.Load(); err != nil {
		t.Skip("this asks the solver: ", err)
	}
	const suite = `(use "model.wm")
(case one
  (init (wanted "lamp") (scanned false))
  (checks
    (ships (call ship (item "lamp") (to "shop")))
    (home (no_call ship (item "lamp") (to "home")))
    (first (after (call ship) (call scan (item "lamp"))))))
`
	for _, x := range []struct{ name, was, found string }{
		{"another branch of an effect", `(=> (= (param i) wanted) (= (next scanned) true))`, `(=> (= (param i) wanted) (= (next scanned) true))`},
		{"what the pins of the check say", `(not (and (= (param i) "lamp") (= (param t) "home")))`, `(not (and (= (param i) "lamp") (= (param t) "home")))`},
	} {
		t.Run(x.name, func(t *testing.T) {
			p, err := modeltest.Load(depotTools, strings.Replace(depotModel, x.was, "", 1), suite)
			if err != nil {
				t.Fatal(err)
			}
			o := options(t)
			o.Tries, o.Shown = repair.DefaultTries, repair.DefaultShown
			r, err := repair.Find(context.Background(), setOf(p), refsOf(setOf(p)), o)
			if err != nil {
				t.Fatal(err)
			}
			if list := textsOf(r); !slices.Contains(list, x.found) {
				t.Errorf("%s is no candidate for %q: %q", x.found, r.Repairs[0].Text, list)
			}
		})
	}
}
