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
		o.Sample, o.Seed, o.Workers = 60, rapid.Uint64().Draw(t, "seed"), 1
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
	w := &walker{old: newMoves(p), new: newMoves(q), seen: make(map[string]bool)}
	for i := range w.old.States {
		if text := w.walk([]int{i}, []int{i}); text != "" {
			return fmt.Sprintf("from %v: %s", w.old.States[i], text)
		}
	}
	return ""
}

// mostPairs is how many pairs of sets of states brute force looks at.
const mostPairs = 20_000

// A walker follows each call that both versions allow, for traces of any length.
type walker struct {
	old, new *moves
	seen     map[string]bool // pairs of sets of states
}

func (w *walker) walk(a, b []int) string {
	key := fmt.Sprint(a, b)
	if w.seen[key] || len(w.seen) >= mostPairs {
		return ""
	}
	w.seen[key] = true
	for i, call := range w.old.Calls {
		x, y := w.old.after(a, i), w.new.after(b, i)
		switch {
		case (len(x) > 0) != (len(y) > 0):
			return fmt.Sprint(call)
		case len(x) == 0:
			continue
		}
		if text := w.walk(x, y); text != "" {
			return fmt.Sprint(call, " ", text)
		}
	}
	return ""
}

// moves are the states after each call, computed once.
type moves struct {
	*modeltest.Space
	next map[[2]int][]int // by the state and the call
}

func newMoves(p *modeltest.Project) *moves {
	return &moves{modeltest.NewSpace(p), make(map[[2]int][]int)}
}

// after returns the states after a call in any of some states that allow it.
func (m *moves) after(states []int, call int) []int {
	return modeltest.After(states, func(id int) []int {
		next, ok := m.next[[2]int{id, call}]
		if !ok {
			if len(m.Machine.Pre(m.States[id], m.Calls[call])) == 0 {
				next = m.Next(id, m.Calls[call])
			}
			m.next[[2]int{id, call}] = next
		}
		return next
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
