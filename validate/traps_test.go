package validate_test

import (
	"context"
	"testing"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/validate"
)

// TestTrapsOfLists asks each engine whether a call can be made that looks at lists, or
// at arguments that are not there.
func TestTrapsOfLists(t *testing.T) {
	t.Parallel()
	const tools = `[{"name": "send", "inputSchema": {"type": "object", "properties": {
		"x": {"type": "array", "items": {"type": "string"}}, "y": {"type": "array", "items": {"type": "string"}}, "z": {"type": "string"}}}}]`
	const same = "(forall ((a b) (zip (param x) (param y))) (= a b))"
	const lists = `(x (array "a")) (y (array "a" "a"))`
	const thrice = `(x (array "a" "b" "a"))`
	for _, c := range []struct {
		name, pre, pins string
		want            validate.Answer
		unproved        bool
	}{
		// Trap 18: it takes a list of nine, and questions look at lists of eight.
		{"trap 18, a list that is too long", "(<= 9 (length (param x)))", "", validate.None, true},
		{"trap 18, a list that is long enough", "(<= 8 (length (param x)))", "", validate.Found, false},
		{"trap 18, members that are enough", `(forall (a (param x)) (= a "a")) (exists (a (param x)) (not (= a "a")))`, "", validate.None, false},
		// Trap 19: where lists have different lengths, zip makes forall false, and its negation true.
		{"trap 19, different lengths", same, lists, validate.None, false},
		{"trap 19, different lengths, negated", "(not " + same + ")", lists, validate.Found, false},
		{"trap 19, the same length", same, `(x (array "a")) (y (array "a"))`, validate.Found, false},
		// Trap 20: a list has positions, and a set members.
		{"trap 20, positions", "(= (length (param x)) 3) (= (sum (a (param x)) 1) 3) (= (count (a (param x)) (= a \"a\")) 2)", thrice, validate.Found, false},
		{"trap 20, members", "(= (size (param x)) 2)", thrice, validate.Found, false},
		{"trap 20, members are no positions", "(= (size (param x)) 3)", thrice, validate.None, false},
		// Trap 21: a definition of an absent argument is as if it were written out.
		{"trap 21, a definition", "(not (is_a (param z)))", "(z absent)", validate.Found, false},
		{"trap 21, written out", `(not (= (param z) "a"))`, "(z absent)", validate.Found, false},
		{"trap 21, the negation inside", "(is_not_a (param z))", "(z absent)", validate.Found, false},
		{"trap 21, without negation", "(is_a (param z))", "(z absent)", validate.None, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := madeOf(t, tools, `(model
				(define is_a ((s String)) (= s "a")) (define is_not_a ((s String)) (not (= s "a")))
				(transition send (params (x x) (y y) (z z)) (pre `+c.pre+`) (post)))`,
				`(use "model.wm") (case c (init) (checks (sends (call send `+c.pins+`))))`)
			sc := system.NewScenario(p.Suite, p.Suite.Cases[0])
			for _, e := range []validate.Engine{validate.Auto, validate.Explicit, validate.SMT, validate.Spacer, validate.Reference} {
				o := validate.Options{Bound: 2, Engine: e, NewSolver: solvers(library(t)), NewFixedpoint: fixedpointsOf(library(t))}
				got, err := validate.NewSession(o).Ask(context.Background(), sc, system.Query{Kind: system.Compliant})
				switch {
				case err != nil:
					t.Fatal(err)
				case e == validate.Explicit && got.Answer == validate.Unknown:
				case got.Answer != c.want:
					t.Errorf("%s: %v, want %v: %s", e, got.Answer, c.want, got.Why)
				case got.Proved && c.unproved:
					t.Errorf("%s: proved: %s", e, got.Why)
				case e == validate.Auto && got.Answer == validate.None && !got.Proved && !c.unproved:
					t.Errorf("%s: not proved: %s", e, got.Why)
				}
			}
		})
	}
}

// Trap 23: three calls with fresh anchors take six, so that nothing found up to five is
// not proved. What is counted alone has a length that is enough.
func TestFreshAnchorsWithinTheBound(t *testing.T) {
	const tools = `[{"name": "act", "inputSchema": {"type": "object", "properties": {}}}, {"name": "look", "inputSchema": {"type": "object", "properties": {}}}]`
	const fresh = "(three (at_least 3 (call act))) (fresh (each_after (call act) (call look)))"
	for _, c := range []struct {
		checks string
		bound  int
		want   validate.ChecksAlone
	}{
		{fresh, 5, validate.ChecksAlone{Answer: validate.None}},
		{fresh, 6, validate.ChecksAlone{Answer: validate.Found, Steps: 6}},
		{"(three (at_least 3 (call act)))", 2, validate.ChecksAlone{Answer: validate.Found, Steps: 3}},
		{"(three (at_least 3 (call act))) (two (at_most 2 (call act)))", 2, validate.ChecksAlone{Answer: validate.None, Proved: true}},
	} {
		for _, e := range []validate.Engine{validate.Auto, validate.Explicit, validate.SMT, validate.Reference} {
			p := madeOf(t, tools, "(model (transition act (params) (pre) (post)) (transition look (params) (pre) (post)))",
				`(use "model.wm") (case c (checks `+c.checks+`))`)
			got := validatedWith(t, p, validate.Options{Bound: c.bound, Engine: e, NewSolver: solvers(library(t))}).ChecksAlone
			if got != c.want {
				t.Errorf("%s, up to %d, by %s: %+v, want %+v", c.checks, c.bound, e, got, c.want)
			}
		}
	}
}
