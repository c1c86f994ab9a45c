package search_test

import (
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
	"pgregory.net/rapid"
)

// TestFormsAgreeWithReference holds the search of checks of all forms but those
// with answers against the paper's encoding.
func TestFormsAgreeWithReference(t *testing.T) {
	lib := library(t)
	count := make(map[string]int)
	gen := modeltest.Extended(modeltest.Tiny)
	modeltest.Costly(t, 60, 1200, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		q := rapid.SampledFrom(questions(system.NewScenario(p.Suite, k))).Draw(t, "query")
		o := validate.Options{Bound: rapid.IntRange(0, 3).Draw(t, "bound"), Timeout: 2 * time.Second, NewSolver: solvers(lib), States: 200}
		if err := agree(p.Suite, k, q, o, count); err != "" {
			t.Fatalf("bound %d, %s: %s", o.Bound, name(q), err)
		}
	})
	t.Log(tally(count))
	for _, what := range []string{"found", "none", "proved", "same witness"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("no answer is %s: the law says too little", what)
		}
	}
}

// TestVariablesAgreeWithReference holds the search of checks with variables
// against the paper's encoding, which has the definitions of the forms.
func TestVariablesAgreeWithReference(t *testing.T) {
	lib := library(t)
	count := make(map[string]int)
	gen := modeltest.Joined()
	modeltest.Costly(t, 40, 600, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		q := rapid.SampledFrom(questions(system.NewScenario(p.Suite, k))).Draw(t, "query")
		o := validate.Options{Bound: rapid.IntRange(0, 4).Draw(t, "bound"), Timeout: 2 * time.Second, NewSolver: solvers(lib), States: 200}
		if err := agree(p.Suite, k, q, o, count); err != "" {
			t.Fatalf("bound %d, %s: %s", o.Bound, name(q), err)
		}
	})
	t.Log(tally(count))
	for _, what := range []string{"found", "none", "proved", "same witness"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("no answer is %s: the law says too little", what)
		}
	}
}

// A variable that one pattern binds twice is not compared where values are vague.
func TestVariableTwiceInAPattern(t *testing.T) {
	lib := library(t)
	p, err := modeltest.Load(`{"tools": [
  {"name": "look", "inputSchema": {"type": "object", "properties": {"order": {"type": "string"}}, "required": ["order"]}},
  {"name": "note", "inputSchema": {"type": "object", "properties": {"about": {"type": "string"}, "with": {"type": ["string", "null"]}}}},
  {"name": "ship", "inputSchema": {"type": "object", "properties": {"order": {"type": "string"}, "to": {"enum": ["A", "B"]}}, "required": ["order"]}}]}`,
		`(model (var held String) (var done (Array String)) (var n Int)
  (transition look (params (order o)) (pre (= held (param o))) (post (= (next held) (param o)) (= (next done) (insert done (param o)))))
  (transition note (params (about o)) (pre (< n 2)) (post (= (next held) (param o))))
  (transition ship (params (order o)) (pre (not (contains done (param o)))) (post)))`,
		`(use "model.wm")
(case c (init (n 0) (done (array)))
  (checks
    (k0 (after (call note (with ?o)) (call ship (order ?o) (to ?o))))
    (k1 (call ship (order "o1"))))
  (goal (>= n 2)))`)
	if err != nil {
		t.Fatal(err)
	}
	k := p.Suite.Cases[0]
	count := make(map[string]int)
	for _, q := range questions(system.NewScenario(p.Suite, k)) {
		o := validate.Options{Bound: 3, Timeout: 2 * time.Second, NewSolver: solvers(lib), States: 200}
		if err := agree(p.Suite, k, q, o, count); err != "" {
			t.Errorf("%s: %s", name(q), err)
		}
	}
}
