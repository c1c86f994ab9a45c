package grade_test

import (
	"context"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// TestAgreesWithSolver: a trace of calls that the checks name satisfies the
// formula of "checks alone" exactly if it passes.
func TestAgreesWithSolver(t *testing.T) {
	lib, err := z3.Load()
	if err != nil {
		t.Skip("this asks the solver: ", err)
	}
	var n [2]int
	gen := modeltest.Projects(modeltest.Small)
	modeltest.Law(t, 80, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		plan := planOf(t, p, k, grade.Options{Findings: []grade.Class{}})
		sc := system.NewScenario(p.Suite, k)
		named := make(map[string]bool)
		for _, c := range checksOf(p.Suite, k) {
			for _, a := range c.Atoms {
				named[a.Tool] = true
			}
		}
		f := compiler.Reference(sc, system.Query{Kind: system.ChecksAlone}, 6)
		s, err := lib.NewSolver(z3.Options{Timeout: 5 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for _, a := range f.Assertions {
			if err := s.Assert(a.Term); err != nil {
				t.Fatal(err)
			}
		}
		for range 4 {
			var events []trace.Event
			tau := &system.Trace{}
			for _, c := range modeltest.Calls(p).Draw(t, "calls") {
				if named[c.Tool] {
					events = append(events, callEvent(len(events)+1, c))
					tau.Steps = append(tau.Steps, system.TraceStep{Call: p.Tools.Normalise(c)})
				}
			}
			got, err := s.Check(context.Background(), f.Is(tau)...)
			if got == smt.Unknown {
				t.Logf("unknown: %v", err)
				continue
			}
			passes := plan.Grade(&trace.Trace{Events: events}).Verdict == grade.Pass
			if passes != (got == smt.Sat) {
				t.Fatalf("the grader: %v, the formula: %s\n%s", passes, got, show(events))
			}
			if passes {
				n[0]++
			} else {
				n[1]++
			}
		}
	})
	t.Logf("%d passed, %d failed", n[0], n[1])
	if min(n[0], n[1]) < 10 && !testing.Short() {
		t.Error("the law says too little")
	}
}
