package validate_test

import (
	"context"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
)

// TestEnginesAgreeOnQuantifiers asks all engines all questions about cases of
// models with quantifiers, lengths and sizes.
func TestEnginesAgreeOnQuantifiers(t *testing.T) {
	t.Parallel()
	d := newDifferential(t)
	tiny, small := modeltest.Quantified(modeltest.Tiny), modeltest.Quantified(modeltest.Small)
	modeltest.Costly(t, 10, 200, func(t *rapid.T) {
		projects := tiny
		if rapid.IntRange(0, 3).Draw(t, "size") == 0 {
			projects = small
		}
		p := projects.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		bound := rapid.IntRange(1, 2).Draw(t, "bound")
		if err := d.whole(p, k, bound, base); err != nil {
			t.Fatal(err)
		}
		sc := system.NewScenario(p.Suite, k)
		if err := d.part(sc, questionAbout(t, sc), bound, base); err != nil {
			t.Fatal(err)
		}
	})
	t.Log(tally(d.count))
}

// TestQuantifiersByBruteForce holds what is found out about tiny cases with
// quantifiers against the search through all traces.
func TestQuantifiersByBruteForce(t *testing.T) {
	t.Parallel()
	lib := library(t)
	count := make(map[string]int)
	gen := modeltest.Quantified(modeltest.Tiny)
	modeltest.Costly(t, 40, 600, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		bound := rapid.SampledFrom([]int{2, 1}).Draw(t, "bound")
		c := validated(t, lib, p.Suite, k, bound, 20*time.Second)
		count["cases"]++
		if len(c.Reasons()) > 0 {
			count["unknown: "+c.Reasons()[0].Error()]++
			return
		}
		if err := newBrute(newWalker(p.Suite, k), p).agrees(c, bound, count); err != nil {
			t.Fatalf("bound %d: %v\n%s", bound, err, document(t, c))
		}
	})
	t.Log(tally(count))
	for _, what := range []string{"none", "found"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("no %s was drawn: the law says too little", what)
		}
	}
}

// TestSizeOfMap asks each engine how often a key can be put into a map of two keys at most.
func TestSizeOfMap(t *testing.T) {
	for _, keys := range []string{"String", `(Enum "a" "b" "c")`} {
		p := madeOf(t, `[{"name": "put", "inputSchema": {"type": "object", "properties": {"k": {"type": "string"}}, "required": ["k"]}}]`,
			`(model (var m (Map `+keys+` Bool))
			(transition put (params (k k)) (pre (< (size m) 2)) (post (= (get (next m) (param k)) true))))`,
			`(use "model.wm")
			(case possible (init (m (map ("a" true)))) (checks (a (call put (k "a"))) (b (call put (k "b")))))
			(case impossible (init (m (map ("a" true)))) (checks (b (call put (k "b"))) (c (call put (k "c")))))`)
		for i, want := range []validate.Answer{validate.Found, validate.None} {
			sc := system.NewScenario(p.Suite, p.Suite.Cases[i])
			for _, e := range []validate.Engine{validate.Auto, validate.Explicit, validate.SMT, validate.Reference} {
				o := validate.Options{Bound: 4, Engine: e, NewSolver: solvers(library(t)), NewFixedpoint: fixedpointsOf(library(t))}
				got, err := validate.NewSession(o).Ask(context.Background(), sc, system.Query{Kind: system.Compliant})
				if err != nil {
					t.Fatal(err)
				}
				if got.Answer != want || e == validate.Explicit && got.Proved != (want == validate.None) {
					t.Errorf("keys %s, case %d, %s: %v, proved %t: %s", keys, i, e, got.Answer, got.Proved, got.Why)
				}
			}
		}
	}
}
