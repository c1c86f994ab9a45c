package plan_test

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/plan"
	"github.com/mantrac/mantrac/validate"
)

// maxTraces is how many traces brute force looks at in a case.
const maxTraces = 20_000

func options(t testing.TB, bound int) plan.Options {
	lib, err := z3.Load()
	if err != nil {
		t.Skip("this asks the solver: ", err)
	}
	return plan.Options{Options: validate.Options{Bound: bound, Timeout: 20 * time.Second,
		NewSolver: func(limit time.Duration) (smt.Solver, error) { return lib.NewSolver(z3.Options{Timeout: limit}) },
	}}
}

// TestBruteForce compares plans with all compliant traces of tiny cases: the length of
// the first, which traces the others are, what they cost, and what all traces have in
// common.
func TestBruteForce(t *testing.T) {
	t.Parallel()
	o := options(t, 0)
	count := make(map[string]int)
	modeltest.Costly(t, 75, 1500, func(t *rapid.T) {
		p := rapid.OneOf(modeltest.Projects(modeltest.Tiny), modeltest.Owned(modeltest.Tiny)).Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		o := o
		o.Bound = rapid.SampledFrom([]int{3, 2, 1}).Draw(t, "bound")
		o.Plans = rapid.SampledFrom([]int{1, 4}).Draw(t, "plans")
		if rapid.Bool().Draw(t, "costs") {
			o.Costs = costs(t, p, rapid.Int64().Draw(t, "seed"))
		}
		all, ok := compliantTraces(p, k, o.Bound)
		if !ok {
			count["too many traces"]++
			return
		}
		c := find(p.Suite, k, o)
		if c.Err != nil {
			t.Fatal(c.Err)
		}
		if open := c.Open(); len(open) > 0 {
			count["open"]++
			return
		}
		b := &brute{traces: all, found: c, costs: o.Costs, count: count}
		if err := b.agrees(o); err != nil {
			t.Fatalf("bound %d: %v", o.Bound, err)
		}
		count["agree"]++
	})
	t.Log(count)
	for _, what := range []string{"agree", "none", "necessary", "edge", "exclusive", "second plan", "of 2 calls", "costs"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("no %s was drawn: the law says too little", what)
		}
	}
	if count["open"]*20 > count["agree"] {
		t.Errorf("%d cases have open questions", count["open"])
	}
}

// costs returns costs of some tools of a project.
func costs(t *rapid.T, p *modeltest.Project, seed int64) *plan.Costs {
	r := rand.New(rand.NewSource(seed))
	text, names := "{", []string{}
	for _, x := range p.Tools.Tools {
		names = append(names, x.Name)
		if len(text) > 1 {
			text += ", "
		}
		text += fmt.Sprintf("%q: %s", x.Name, []string{"0", "2", "0.5", "3"}[r.Intn(4)])
	}
	c, err := plan.ReadCosts(source.NewFile("costs.json", text+"}"), names)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// compliantTraces returns the calls of all compliant traces up to a length, by
// length, with the arguments that the model or a check looks at. It is not ok where
// there are too many traces.
func compliantTraces(p *modeltest.Project, k *checker.Case, bound int) (list [][]tool.Call, ok bool) {
	w := newWalker(p, k)
	layer := map[string]*walk{}
	for _, s := range modeltest.TinyStates(p) {
		if s, err := w.machine.Canonical(s); err == nil {
			if _, err := w.machine.Start(k, s); err == nil {
				at := &walk{state: s}
				layer[at.key()] = at
			}
		}
	}
	had := make(map[string]bool)
	for n := 0; ; n++ {
		for _, at := range layer {
			if key := fmt.Sprint(at.calls); !had[key] && w.complies(at) {
				had[key] = true
				list = append(list, at.calls)
			}
		}
		if n == bound {
			return list, true
		}
		if len(layer)*len(w.calls) > maxTraces {
			return nil, false
		}
		next := make(map[string]*walk)
		for _, at := range layer {
			for _, to := range w.after(at) {
				next[to.key()] = to
			}
		}
		layer = next
	}
}

// A walk is a run of a model.
type walk struct {
	calls []tool.Call
	state interp.State
}

func (w *walk) key() string {
	text, err := w.state.MarshalJSON()
	if err != nil {
		panic(err)
	}
	return fmt.Sprint(w.calls, string(text))
}

// A walker makes all runs of a case. It rests neither on package compiler nor on
// package validate.
type walker struct {
	suite   *checker.Suite
	k       *checker.Case
	machine *interp.Machine
	checks  []*monitor.Check
	calls   []tool.Call
}

func newWalker(p *modeltest.Project, k *checker.Case) *walker {
	w := &walker{suite: p.Suite, k: k, machine: interp.New(p.Suite.Model)}
	seen := make(map[string]map[string]bool) // by tool: the arguments that are looked at
	see := func(tool string, names ...string) {
		if seen[tool] == nil {
			seen[tool] = make(map[string]bool)
		}
		for _, n := range names {
			seen[tool][n] = true
		}
	}
	for _, t := range p.Suite.Model.Transitions {
		see(t.Name())
		for _, x := range t.Params {
			see(t.Name(), x.Bind.Param.Name)
		}
	}
	for _, c := range k.Checks {
		m := monitor.In(p.Suite, c)
		w.checks = append(w.checks, m)
		for _, a := range m.Atoms {
			see(a.Tool)
			for _, x := range a.Tests {
				see(a.Tool, x.Of)
			}
		}
	}
	had := make(map[string]bool)
	for _, c := range modeltest.TinyCalls(p) {
		args := types.Object{}
		for _, a := range c.Args {
			if seen[c.Tool][a.Name] {
				args = append(args, a)
			}
		}
		c.Args = args
		if key := fmt.Sprint(c); seen[c.Tool] != nil && !had[key] {
			had[key] = true
			w.calls = append(w.calls, c)
		}
	}
	return w
}

func (w *walker) after(at *walk) (list []*walk) {
	for _, c := range w.calls {
		if len(w.machine.Pre(at.state, c)) > 0 {
			continue
		}
		next, complete := w.machine.Next(at.state, c)
		if !complete {
			panic("a tiny project with a state that cannot be listed")
		}
		for _, s := range next {
			list = append(list, &walk{append(at.calls[:len(at.calls):len(at.calls)], c), s})
		}
	}
	return list
}

func (w *walker) complies(at *walk) bool {
	for _, c := range w.checks {
		if !c.Holds(at.calls) {
			return false
		}
	}
	for _, e := range w.k.Goals {
		if ok, _ := w.machine.Goal(w.suite, w.k.Decl.Goal, e, at.state); !ok {
			return false
		}
	}
	return true
}

// A brute compares what was found with all compliant traces.
type brute struct {
	traces [][]tool.Call // by length
	found  *plan.Case
	costs  *plan.Costs
	count  map[string]int
}

func (b *brute) agrees(o plan.Options) error {
	left := b.traces
	for i := range max(1, o.Plans) {
		if i == len(b.found.Plans) {
			if len(left) > 0 || b.found.Further.Answer != validate.None {
				return fmt.Errorf("there is plan %d, as %v", i+1, left)
			}
			break
		}
		if err := b.best(left, &b.found.Plans[i]); err != nil {
			return fmt.Errorf("plan %d: %w", i+1, err)
		}
		left = slices.DeleteFunc(slices.Clone(left), func(t []tool.Call) bool { return contains(t, &b.found.Plans[i]) })
	}
	if len(b.found.Plans) == 0 {
		b.count["none"]++
		return nil
	}
	if len(b.found.Plans) > 1 {
		b.count["second plan"]++
	}
	b.count[fmt.Sprintf("of %d calls", len(b.found.Plans[0].Calls))]++
	return b.common()
}

// best holds a plan against all traces that it may be.
func (b *brute) best(list [][]tool.Call, p *plan.Plan) error {
	if len(list) == 0 {
		return fmt.Errorf("there is none, and %v was found", p.Calls)
	}
	best := slices.MinFunc(list, func(s, t []tool.Call) int {
		if c := b.cost(s).Cmp(b.cost(t)); c != 0 {
			return c
		}
		return len(s) - len(t)
	})
	if b.costs != nil {
		b.count["costs"]++
		if p.Cheapest.Answer != validate.None || p.Cost.Cmp(b.cost(best)) != 0 {
			return fmt.Errorf("the cost is %s, and %v is the cheapest trace", p.Cost, best)
		}
	}
	if len(p.Witness.Steps) != len(best) {
		return fmt.Errorf("it has %d calls, and %v is the shortest trace", len(p.Witness.Steps), best)
	}
	same := func(t []tool.Call) bool {
		return slices.EqualFunc(t, p.Witness.Steps, func(c tool.Call, s validate.Step) bool {
			return c.Tool == s.Call.Tool && (plan.Pattern{Tool: c.Tool, Args: c.Args}).Matches(s.Call)
		})
	}
	if !slices.ContainsFunc(list, same) {
		return fmt.Errorf("%v is none of the traces that were possible", p.Calls)
	}
	return nil
}

// cost returns what a trace costs; 0 without costs.
func (b *brute) cost(t []tool.Call) types.Number {
	sum := types.NewInt(0).Rat()
	if b.costs != nil {
		for _, c := range t {
			sum.Add(sum, b.costs.Of(c.Tool).Rat())
		}
	}
	return types.NewNumber(sum)
}

// contains reports whether a trace makes all calls of a plan, as often, and makes
// none of them before one that the plan first makes just before it. No order counts
// that values which do not matter could change.
func contains(t []tool.Call, p *plan.Plan) bool {
	var list []plan.Pattern
	for i, c := range p.Calls {
		same := func(q plan.Pattern) bool { return q.String() == c.String() }
		times := len(p.Calls) - len(slices.DeleteFunc(slices.Clone(p.Calls), same))
		if made := len(t) - len(slices.DeleteFunc(slices.Clone(t), c.Matches)); made < times {
			return false
		}
		if slices.ContainsFunc(p.Calls[:i], same) {
			continue
		}
		list = append(list, c)
		if len(list) == 1 {
			continue
		}
		last := list[len(list)-2]
		at := slices.IndexFunc(p.Calls, func(q plan.Pattern) bool { return q.String() == last.String() })
		clear := !slices.ContainsFunc(p.Calls[:at], func(q plan.Pattern) bool { return overlap(q, c) })
		if clear && slices.IndexFunc(t, c.Matches) < slices.IndexFunc(t, last.Matches) {
			return false
		}
	}
	return true
}

// common compares what all traces have in common.
func (b *brute) common() error {
	c := b.found.Common
	for _, p := range b.found.Plans[0].Calls {
		if is, said := b.all(p), has(c, p); is != said {
			return fmt.Errorf("%s: necessary is %v, and %v by brute force", p, said, is)
		}
	}
	for i, n := range c.Necessary {
		b.count["necessary"]++
		if !b.all(n.Pattern) {
			return fmt.Errorf("%s is not necessary", n)
		}
		for j, m := range c.Necessary {
			if i == j || overlap(n.Pattern, m.Pattern) {
				continue
			}
			edge := slices.ContainsFunc(c.Order, func(e plan.Edge) bool { return e.From == i && e.To == j })
			if edge {
				b.count["edge"]++
			}
			if is := b.never(func(t []tool.Call) bool { return slices.IndexFunc(t, m.Matches) < slices.IndexFunc(t, n.Matches) }); is != edge {
				return fmt.Errorf("%s before %s is %v, and %v by brute force", n, m, edge, is)
			}
		}
	}
	return b.exclusive()
}

func has(c *plan.Common, p plan.Pattern) bool {
	return slices.ContainsFunc(c.Necessary, func(n plan.Necessity) bool { return n.String() == p.String() })
}

func overlap(p, q plan.Pattern) bool {
	return p.Tool == q.Tool && !slices.ContainsFunc(p.Args, func(a types.Member) bool {
		v, ok := q.Args.Get(a.Name)
		return ok && !types.Equal(a.Value, v)
	})
}

func makes(t []tool.Call, p plan.Pattern) bool { return slices.ContainsFunc(t, p.Matches) }

func (b *brute) all(p plan.Pattern) bool {
	return b.never(func(t []tool.Call) bool { return !makes(t, p) })
}

func (b *brute) never(what func([]tool.Call) bool) bool { return !slices.ContainsFunc(b.traces, what) }

func (b *brute) exclusive() error {
	listed := func(p, q plan.Pattern) bool {
		return slices.ContainsFunc(b.found.Common.Exclusive, func(x plan.Exclusion) bool {
			return x.A.String() == p.String() && x.B.String() == q.String() || x.A.String() == q.String() && x.B.String() == p.String()
		})
	}
	excludes := func(p, q plan.Pattern) bool {
		return b.never(func(t []tool.Call) bool { return makes(t, p) && makes(t, q) })
	}
	for _, x := range b.found.Common.Exclusive {
		b.count["exclusive"]++
		possible := !b.never(func(t []tool.Call) bool { return makes(t, x.A) }) && !b.never(func(t []tool.Call) bool { return makes(t, x.B) })
		if !possible || !excludes(x.A, x.B) {
			return fmt.Errorf("%s and %s do not exclude each other", x.A, x.B)
		}
	}
	var all []plan.Pattern
	for _, p := range b.found.Plans {
		all = append(all, p.Calls...)
	}
	for _, p := range all {
		for _, q := range all {
			if excludes(p, q) && !listed(p, q) {
				return fmt.Errorf("%s and %s exclude each other", p, q)
			}
		}
	}
	return nil
}
