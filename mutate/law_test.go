package mutate_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/mutate"
)

// bruteBound is the length of the traces that brute force tries.
const bruteBound = 5

// Brute force distinguishes no mutant that is called equivalent: of a model, no
// trace from any state is allowed by one version alone; of a suite, no trace is
// accepted by the checks of one version of a case alone.
func TestEquivalentMutantsAreNotDistinguished(t *testing.T) {
	o := options(t)
	pairs, equivalent := 0, 0
	modeltest.Law(t, 15, func(t *rapid.T) {
		p := modeltest.Projects(modeltest.Tiny).Draw(t, "project")
		set := &edit.Set{Models: []*checker.Model{p.Model}, Suites: []*checker.Suite{p.Suite}}
		o := o
		o.Sample, o.Seed, o.Workers = 12, rapid.Uint64().Draw(t, "seed"), 1
		r, err := mutate.Run(context.Background(), set.Models, set.Suites, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range r.Outcomes {
			pairs++
			if x.Status != mutate.Equivalent {
				continue
			}
			equivalent++
			applied, err := edit.Apply(set, x.Edits, edit.ApplyOptions{Brief: true})
			if err != nil {
				t.Fatal(err)
			}
			texts := [2]string{p.ModelText, p.SuiteText}
			for _, c := range applied.Changes {
				texts[map[string]int{"model.wm": 0, "suite.checks": 1}[c.File]] = c.New
			}
			q, err := modeltest.Load(p.ToolsText, texts[0], texts[1])
			if err != nil {
				t.Fatal(err)
			}
			if trace := distinguished(p, q, x.Operator.OnModel()); trace != "" {
				t.Errorf("%s at %s, `%s` to `%s`, is called equivalent: %s\n%s", x.Operator, x.At, x.Was, x.Now, trace, p)
			}
		}
	})
	t.Logf("%d mutants, %d called equivalent", pairs, equivalent)
}

// distinguished returns what tells two versions apart; "" if nothing does.
func distinguished(p, q *modeltest.Project, model bool) string {
	if !model {
		return distinguishedChecks(p, q)
	}
	old, new := modeltest.NewSpace(p), modeltest.NewSpace(q)
	for i := range old.States {
		if text := walk(old, new, []int{i}, []int{i}, bruteBound, make(map[string]bool)); text != "" {
			return fmt.Sprintf("from %v: %s", old.States[i], text)
		}
	}
	return ""
}

// walk follows each call that both versions allow.
func walk(old, new *modeltest.Space, a, b []int, left int, seen map[string]bool) string {
	key := fmt.Sprint(a, b, left)
	if left == 0 || seen[key] {
		return ""
	}
	seen[key] = true
	for i, call := range old.Calls {
		x, y := after(old, a, i), after(new, b, i)
		switch {
		case (len(x) > 0) != (len(y) > 0):
			return fmt.Sprint(call)
		case len(x) == 0:
			continue
		}
		if text := walk(old, new, x, y, left-1, seen); text != "" {
			return fmt.Sprint(call, " ", text)
		}
	}
	return ""
}

// after returns the states after a call in any of some states that allow it.
func after(s *modeltest.Space, states []int, call int) []int {
	return modeltest.After(states, func(id int) []int {
		if len(s.Machine.Pre(s.States[id], s.Calls[call])) > 0 {
			return nil
		}
		return s.Next(id, s.Calls[call])
	})
}

// distinguishedChecks tries all short traces, and compares whether all checks of a
// case hold.
func distinguishedChecks(p, q *modeltest.Project) string {
	calls := modeltest.TinyCalls(p)
	for i := range p.Suite.Cases {
		old, new := checksOf(p, i), checksOf(q, i)
		if text := tried(old, new, calls, nil); text != "" {
			return text
		}
	}
	return ""
}

func tried(old, new []*monitor.Check, calls, trace []tool.Call) string {
	if hold(old, trace) != hold(new, trace) {
		return fmt.Sprint(trace)
	}
	if len(trace) == 3 {
		return ""
	}
	for _, c := range calls {
		if text := tried(old, new, calls, append(trace[:len(trace):len(trace)], c)); text != "" {
			return text
		}
	}
	return ""
}

func hold(checks []*monitor.Check, trace []tool.Call) bool {
	return !slices.ContainsFunc(checks, func(c *monitor.Check) bool { return !c.Holds(trace) })
}

func checksOf(p *modeltest.Project, i int) []*monitor.Check {
	var list []*monitor.Check
	for _, c := range p.Suite.Cases[i].Checks {
		list = append(list, monitor.In(p.Suite, c))
	}
	return list
}
