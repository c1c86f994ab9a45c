package plan_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/plan"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
)

// TestPlansReplay holds that the interpreter and the monitors accept each plan, and that
// no two plans of a case are the same, but for values that do not matter.
func TestPlansReplay(t *testing.T) {
	t.Parallel()
	count := make(map[string]int)
	modeltest.Costly(t, 30, 600, func(t *rapid.T) {
		p := rapid.OneOf(modeltest.Projects(modeltest.Small), modeltest.Everything(modeltest.Small)).Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		o := plan.Options{Options: validate.Options{Bound: 6, Engine: validate.Explicit, States: 200}, Plans: 3}
		if rapid.Bool().Draw(t, "costs") {
			o.Costs = costs(t, p, rapid.Int64().Draw(t, "seed"))
		}
		c := find(p.Suite, k, o)
		if c.Err != nil {
			t.Fatal(c.Err)
		}
		count["open"] += min(1, len(c.Open()))
		count["plans"] += len(c.Plans)
		if o.Costs != nil {
			count["with costs"] += len(c.Plans)
		}
		if err := replay(p.Suite, k, c); err != nil {
			t.Fatal(err)
		}
	})
	t.Log(count)
	if (count["plans"] == 0 || count["with costs"] == 0) && !testing.Short() {
		t.Error("the law says too little")
	}
}

// find finds the plans of a case of a suite without errors.
func find(s *checker.Suite, k *checker.Case, o plan.Options) *plan.Case {
	return plan.Run(context.Background(), []selection.Case{{Suite: s, Decl: k}}, o).Cases[0]
}

// replay runs the plans of a case in the interpreter and the monitors of its checks.
func replay(s *checker.Suite, k *checker.Case, c *plan.Case) error {
	machine := interp.New(s.Model)
	had := make(map[string]bool)
	for i, p := range c.Plans {
		if had[fmt.Sprint(p.Calls)] {
			return fmt.Errorf("plan %d, %v, is an earlier one: %v", i+1, p.Calls, calls(&p))
		}
		had[fmt.Sprint(p.Calls)] = true
		now, err := machine.Start(k, p.Witness.Init)
		if err != nil {
			return fmt.Errorf("plan %d: %w", i+1, err)
		}
		for n, step := range p.Witness.Steps {
			if broken := machine.Pre(now, step.Call); len(broken) > 0 {
				return fmt.Errorf("plan %d, step %d breaks %s", i+1, n+1, broken[0].Text())
			}
			if wrong := machine.PostWhole(now, step.Call, step.Answer, step.State); len(wrong) > 0 {
				return fmt.Errorf("plan %d, step %d is not possible: %s", i+1, n+1, wrong[0].Text())
			}
			now = step.State
		}
		for _, check := range k.Checks {
			if holds, _ := p.Witness.Judge(monitor.In(s, check)); !holds {
				return fmt.Errorf("plan %d does not pass %s", i+1, check.Name.Name)
			}
		}
		for _, e := range k.Goals {
			if ok, _ := machine.Goal(s, k.Decl.Goal, e, now); !ok {
				return fmt.Errorf("plan %d does not reach the goal", i+1)
			}
		}
	}
	return nil
}

// exampleCases returns the cases of the suites of an example.
func exampleCases(t testing.TB, name string) (list []selection.Case) {
	files, errs := project.Find([]string{"../examples/" + name}, project.FindOptions{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, s := range project.Check(files, project.Options{}).Suites {
		for _, k := range s.Cases {
			list = append(list, selection.Case{Suite: s, Decl: k})
		}
	}
	return list
}

// TestExamples finds the plans of all cases of three examples: every case has one, but
// for the drafts that nothing complies with.
func TestExamples(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it makes the plans of three examples; run it without -short")
	}
	for _, name := range []string{"operations", "procurement", "airline"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var none []string
			for _, c := range plan.Run(context.Background(), exampleCases(t, name), options(t, 16)).Cases {
				if c.Err != nil || len(c.Open()) > 0 {
					t.Errorf("%s: error %v, open %v", c.Name(), c.Err, c.Open())
				}
				if c.None() {
					none = append(none, c.Name())
				} else if err := replay(c.Suite, c.Decl, c); err != nil {
					t.Errorf("%s: %v", c.Name(), err)
				}
			}
			want := map[string][]string{"operations": {"pin_forgotten", "wish_as_order"}, "airline": {"table_misread"}}[name]
			if !slices.Equal(none, want) {
				t.Errorf("%v have no plan, not %v", none, want)
			}
		})
	}
}

// TestInterrupted claims nothing where the context has ended.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := plan.Run(ctx, exampleCases(t, "procurement")[:1], options(t, 16)).Cases[0]
	if c.None() || len(c.Plans) > 0 || len(c.Open()) == 0 {
		t.Errorf("%d plans, none is %v, open %v", len(c.Plans), c.None(), c.Open())
	}
}

// BenchmarkPlan measures the plans of all cases of an example.
func BenchmarkPlan(b *testing.B) {
	for _, name := range []string{"operations", "procurement", "airline"} {
		b.Run(name, func(b *testing.B) {
			cases := exampleCases(b, name)
			for b.Loop() {
				plan.Run(context.Background(), cases, options(b, 16))
			}
			b.ReportMetric(float64(len(cases)), "cases")
		})
	}
}

// calls returns the calls of a plan.
func calls(p *plan.Plan) (list []tool.Call) {
	for _, s := range p.Witness.Steps {
		list = append(list, s.Call)
	}
	return list
}
