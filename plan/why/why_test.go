package why_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/plan/why"
	"github.com/mantrac/mantrac/validate"
)

// TestBruteForce compares explanations with all runs of tiny models: the clauses that
// are broken, and the fewest calls that make a call allowed, or that none do.
func TestBruteForce(t *testing.T) {
	t.Parallel()
	const bound = 3
	count := make(map[string]int)
	modeltest.Law(t, 1000, func(t *rapid.T) {
		p := modeltest.Projects(modeltest.Tiny).Draw(t, "project")
		b := &brute{machine: interp.New(p.Model), calls: modeltest.TinyCalls(p)}
		var all []interp.State
		for _, s := range modeltest.TinyStates(p) {
			if s, err := b.machine.Canonical(s); err == nil {
				all = append(all, s)
			}
		}
		if len(all) == 0 || len(b.calls) == 0 {
			return
		}
		states := rapid.SliceOfNDistinct(rapid.IntRange(0, len(all)-1), 1, min(3, len(all)), rapid.ID).Draw(t, "states")
		call := rapid.SampledFrom(b.calls).Draw(t, "call")
		var given []interp.State
		for _, i := range states {
			given = append(given, all[i])
		}
		x, err := why.New(p.Model, validate.Options{Bound: bound}).Explain(context.Background(), given, call)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.agrees(x, given, call, bound, count); err != nil {
			t.Fatalf("%s %s: %v", call.Tool, call.Args, err)
		}
	})
	t.Log(count)
	for _, what := range []string{"allowed", "none", "proved", "1 call before", "shared"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("no %s was drawn: the law says too little", what)
		}
	}
	if count["unknown"]*20 > count["ways"] {
		t.Errorf("%d of %d ways are unknown", count["unknown"], count["ways"])
	}
}

// A call that is allowed in a state and that has no next state cannot be made from it.
func TestNotSureWithoutNextState(t *testing.T) {
	p, err := modeltest.Load(`{"tools": [{"name": "move", "inputSchema": {"type": "object"}}, {"name": "go", "inputSchema": {"type": "object"}}]}`, `(model
  (var free Bool) (var moved Bool) (var left Bool)
  (transition move (params) (pre) (post (= (next moved) true) (= (next free) free) (or (and free (= (next left) true)) (and free (= (next left) false)))))
  (transition go (params) (pre moved) (post)))`, `(use "model.wm") (case c (checks (a (call go))))`)
	if err != nil {
		t.Fatal(err)
	}
	state := func(free bool) interp.State {
		return interp.State{"free": types.Boolean(free), "moved": types.Boolean(false), "left": types.Boolean(false)}
	}
	x, err := why.New(p.Model, validate.Options{}).Explain(context.Background(), []interp.State{state(true), state(false)}, tool.Call{Tool: "go"})
	if err != nil {
		t.Fatal(err)
	}
	if len(x.Ways) != 2 || !x.Ways[0].Sure || x.Ways[1].Answer != validate.None {
		t.Errorf("the ways are %+v", x.Ways)
	}
}

// A brute makes all runs of a model.
type brute struct {
	machine *interp.Machine
	calls   []tool.Call
}

// agrees compares an explanation with what the interpreter says.
func (b *brute) agrees(x *why.Explanation, states []interp.State, call tool.Call, bound int, count map[string]int) error {
	var refused, reached []int
	for i, s := range states {
		var broken, said []ast.Expr
		for _, r := range b.machine.Pre(s, call) {
			broken = append(broken, r.Expr)
		}
		for _, r := range x.Reasons {
			if slices.Contains(r.States, i) {
				said = append(said, r.Expr)
			}
		}
		if len(broken) != len(said) || slices.ContainsFunc(broken, func(e ast.Expr) bool { return !slices.Contains(said, e) }) {
			return fmt.Errorf("state %d breaks %d conditions, not %d", i, len(broken), len(said))
		}
		if len(broken) > 0 {
			refused = append(refused, i)
		} else {
			count["allowed"]++
		}
	}
	for _, w := range x.Ways {
		reached = append(reached, w.States...)
		if err := b.way(w, states, call, bound, count); err != nil {
			return err
		}
	}
	slices.Sort(reached)
	if !slices.Equal(refused, reached) {
		return fmt.Errorf("it is refused in the states %v, and there are ways for %v", refused, reached)
	}
	return nil
}

func (b *brute) way(w why.Way, states []interp.State, call tool.Call, bound int, count map[string]int) error {
	count["ways"]++
	fewest := b.fewest(states[w.States[0]], call, bound)
	switch w.Answer {
	case validate.Unknown:
		count["unknown"]++
		return nil
	case validate.None:
		count["none"]++
		if w.Proved {
			count["proved"]++
		}
		if fewest >= 0 {
			return fmt.Errorf("%d calls make it allowed, and none is said to", fewest)
		}
		return nil
	}
	n := len(w.Witness.Steps) - 1
	count[fmt.Sprintf("%d call before", n)]++
	if n != fewest {
		return fmt.Errorf("%d calls make it allowed, not %d", fewest, n)
	}
	if len(w.States) > 1 {
		count["shared"]++
	}
	for _, i := range w.States {
		if w.Sure && !b.sure(states[i], w.Witness) {
			return fmt.Errorf("the way is not sure in state %d", i)
		}
	}
	return nil
}

// fewest returns how many calls make a call allowed, at least one less than the bound;
// -1 if none do.
func (b *brute) fewest(from interp.State, call tool.Call, bound int) int {
	layer := []interp.State{from}
	for n := range bound {
		if slices.ContainsFunc(layer, func(s interp.State) bool { return len(b.machine.Pre(s, call)) == 0 && b.possible(s, call) }) {
			return n
		}
		var next []interp.State
		for _, s := range layer {
			for _, c := range b.calls {
				if len(b.machine.Pre(s, c)) > 0 {
					continue
				}
				list, _ := b.machine.Next(s, c)
				for _, to := range list {
					if !slices.ContainsFunc(next, to.Equal) {
						next = append(next, to)
					}
				}
			}
		}
		layer = next
	}
	return -1
}

// possible reports whether a call has a next state.
func (b *brute) possible(s interp.State, c tool.Call) bool {
	next, _ := b.machine.Next(s, c)
	return len(next) > 0
}

// sure reports whether the calls of a witness can be made whatever they lead to.
func (b *brute) sure(s interp.State, w *validate.Witness) bool {
	states := []interp.State{s}
	for _, step := range w.Steps {
		var next []interp.State
		for _, s := range states {
			if len(b.machine.Pre(s, step.Call)) > 0 {
				return false
			}
			list, _ := b.machine.Next(s, step.Call)
			if len(list) == 0 {
				return false
			}
			next = append(next, list...)
		}
		states = next
	}
	return true
}

// TestEverything explains calls in models with all forms of both languages: each way
// can be made from its state, and ends with the call.
func TestEverything(t *testing.T) {
	t.Parallel()
	count := make(map[string]int)
	o := validate.Options{Bound: 4, Engine: validate.Explicit, States: 100}
	modeltest.Law(t, 400, func(t *rapid.T) {
		p := modeltest.Everything(modeltest.Small).Draw(t, "project")
		machine, e := interp.New(p.Suite.Model), why.New(p.Suite.Model, o)
		state, err := machine.Canonical(modeltest.States(p).Draw(t, "state"))
		if err != nil {
			return
		}
		for _, call := range modeltest.Calls(p).Draw(t, "calls") {
			r := refusal{state, call}
			x, err := e.Explain(context.Background(), []interp.State{state}, call)
			if err != nil {
				t.Fatal(err)
			}
			if len(x.Ways) != min(1, len(x.Reasons)) {
				t.Fatalf("%d ways, %d reasons", len(x.Ways), len(x.Reasons))
			}
			if len(x.Ways) == 0 {
				continue
			}
			w := x.Ways[0]
			count[[]string{"unknown", "none", "found"}[w.Answer]]++
			if w.Answer == validate.Found {
				if err := leads(machine, r, w.Witness); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
	t.Log(count)
	if (count["none"] == 0 || count["found"] == 0) && !testing.Short() {
		t.Error("the law says too little")
	}
}

// leads makes the calls of a witness.
func leads(machine *interp.Machine, r refusal, w *validate.Witness) error {
	now := r.state
	for i, s := range w.Steps {
		if broken := machine.Pre(now, s.Call); len(broken) > 0 {
			return fmt.Errorf("call %d breaks %s", i+1, broken[0].Text())
		}
		if wrong := machine.PostWhole(now, s.Call, s.Answer, s.State); len(wrong) > 0 {
			return fmt.Errorf("call %d is not possible: %s", i+1, wrong[0].Text())
		}
		if i == len(w.Steps)-1 {
			if broken := machine.Pre(now, r.call); len(broken) > 0 || s.Call.Tool != r.call.Tool {
				return fmt.Errorf("the way ends with %s %s, and not with %s %s", s.Call.Tool, s.Call.Args, r.call.Tool, r.call.Args)
			}
		}
		now = s.State
	}
	return nil
}
