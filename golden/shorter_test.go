package golden

import (
	"context"
	"slices"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
)

// What a budget leaves open is looked for among shorter traces.
func TestShorterTraces(t *testing.T) {
	p, err := modeltest.Load(`[{"name": "look", "input_schema": {"type": "object", "properties": {}}}, {"name": "pay", "input_schema": {"type": "object", "properties": {}}}]`,
		`(model (var looks Int)
  (transition look (params) (pre (< looks 9)) (post (= (next looks) (+ looks 1))))
  (transition pay (params) (pre (>= looks 3)) (post)))`,
		`(case c (init (looks 0)) (checks (paid (call pay)) (looked (after (call pay) (call look)))))`)
	if err != nil {
		t.Fatal(err)
	}
	within := func(engine validate.Engine, bound int) bounded {
		return bounded{validate.NewSession(validate.Options{Bound: bound, Engine: engine}), bound}
	}
	target := Target{Suite: p.Suite, Case: p.Suite.Cases[0]}
	// There is no solver.
	poor, err := target.make(context.Background(), []bounded{within(validate.SMT, 8)})
	if err != nil || !slices.ContainsFunc(poor, func(p Proof) bool { return p.Open }) {
		t.Fatalf("the poor session leaves nothing open: %+v, %v", poor, err)
	}
	proofs, err := target.make(context.Background(), []bounded{within(validate.SMT, 8), within(validate.SMT, 6), within(validate.Explicit, 4)})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ id, want string }{{"c", "look look look pay"}, {"c/paid", ""}, {"c/looked", "pay"}} {
		for _, proof := range proofs {
			calls := ""
			if proof.Trace != nil {
				for _, e := range proof.Trace.Events {
					if e.Tool != "" && calls != "" {
						calls += " "
					}
					calls += e.Tool
				}
			}
			if proof.ID() == x.id && (proof.Open || proof.Trace == nil || calls != x.want) {
				t.Errorf("%s: open %v, calls %q, reason %q, want %q", x.id, proof.Open, calls, proof.Reason, x.want)
			}
		}
	}
}
