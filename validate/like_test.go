package validate_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
)

// TestEnginesAgreeOnPatterns asks all engines all questions about cases whose models
// ask what strings are like.
func TestEnginesAgreeOnPatterns(t *testing.T) {
	t.Parallel()
	d := newDifferential(t)
	projects := modeltest.Likened(false)
	modeltest.Costly(t, 8, 200, func(t *rapid.T) {
		p := projects.Draw(t, "project")
		k := p.Suite.Cases[0]
		bound := rapid.IntRange(1, 3).Draw(t, "bound")
		if err := d.whole(p, k, bound, validate.Engines); err != nil {
			t.Fatal(err)
		}
		sc := system.NewScenario(p.Suite, k)
		if err := d.part(sc, questionAbout(t, sc), bound, validate.Engines); err != nil {
			t.Fatal(err)
		}
	})
	t.Log(tally(d.count))
}

// TestPatternsByBruteForce holds what is found out about tiny cases with patterns
// against the search through all traces.
func TestPatternsByBruteForce(t *testing.T) {
	t.Parallel()
	lib := library(t)
	count := make(map[string]int)
	projects := modeltest.Likened(true)
	modeltest.Costly(t, 40, 600, func(t *rapid.T) {
		p := projects.Draw(t, "project")
		k := p.Suite.Cases[0]
		bound := rapid.SampledFrom([]int{3, 2, 1}).Draw(t, "bound")
		c := validated(t, lib, p.Suite, k, bound, 20*time.Second)
		count["cases"]++
		if err := newBrute(newWalker(p.Suite, k), p).agrees(c, bound, count); err != nil {
			t.Fatalf("bound %d: %v\n%s", bound, err, document(t, c))
		}
	})
	t.Log(tally(count))
	for _, what := range []string{"none", "found"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("nothing was %s: the law says too little", what)
		}
	}
}

// Trap 17: one string, and no other, matches "a*" and "*a" but not "a*a". Two different
// ones do not exist, be they arguments, variables, or constants.
func TestOneStringIsLeft(t *testing.T) {
	t.Parallel()
	only := func(x string) string {
		return `(and (like ` + x + ` "a*") (like ` + x + ` "*a") (not (like ` + x + ` "a*a")))`
	}
	for _, row := range []struct {
		pre  string
		want validate.Answer
	}{
		{only("(param x)"), validate.Found},
		{only("(param x)") + " " + only("(param y)"), validate.Found},
		{only("(param x)") + " " + only("(param y)") + " (not (= (param x) (param y)))", validate.None},
		{only("(param x)") + ` (not (= (param x) "a"))`, validate.None},
		{only("(param x)") + " " + only("s") + " (not (= (param x) s))", validate.None},
		{only("s") + ` (not (= (param x) (param y) s)) (like (param x) "a*") (like (param y) "a*") (not (= (param x) (param y)))`, validate.Found},
	} {
		p, err := modeltest.Load(`{"tools": [{"name": "act", "inputSchema": {"type": "object", "properties": {"x": {"type": "string"}, "y": {"type": "string"}}, "required": ["x", "y"]}}]}`,
			`(model (var s String) (var done Bool) (transition act (params (x x) (y y)) (pre `+row.pre+` (= s s) (= (param x) (param x)) (= (param y) (param y))) (post (= (next done) true))))`,
			`(use "model.wm") (case c (init (done false)) (checks (do (call act))))`)
		if err != nil {
			t.Fatal(err)
		}
		sc := system.NewScenario(p.Suite, p.Suite.Cases[0])
		for _, engine := range validate.Engines {
			o := validate.Options{Bound: 2, Timeout: 10 * time.Second, NewSolver: solvers(library(t)), Engine: engine}
			r, err := validate.NewSession(o).Ask(t.Context(), sc, system.Query{Kind: system.Compliant})
			if err != nil {
				t.Fatal(err)
			}
			if r.Answer != row.want && r.Answer != validate.Unknown {
				t.Errorf("%s: %s says %v", row.pre, engine, r.Answer)
			}
			if r.Answer == validate.Unknown && (engine == validate.Explicit || engine == validate.Reference) {
				t.Errorf("%s: %s does not know: %v", row.pre, engine, r.Reason)
			}
		}
	}
}
