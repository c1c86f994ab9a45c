package behaviour_test

import (
	"fmt"
	"slices"
	"sort"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A brute knows one version of a tiny model: what each call does in each
// state. It asks the interpreter and nobody else.
type brute struct {
	*modeltest.Project
	machine *interp.Machine
	calls   []tool.Call
	states  []interp.State
	ids     map[string]int
	moves   [][][]int // by state, then call: the next states of a call that is allowed
}

func newBrute(p *modeltest.Project) *brute {
	b := &brute{Project: p, machine: interp.New(p.Model), calls: modeltest.TinyCalls(p), ids: make(map[string]int)}
	for _, s := range modeltest.TinyStates(p) {
		state, err := b.machine.Canonical(s)
		if err != nil {
			panic(err)
		}
		b.ids[key(state)] = len(b.states)
		b.states = append(b.states, state)
	}
	for _, s := range b.states {
		var row [][]int
		for _, c := range b.calls {
			var to []int
			if len(b.machine.Pre(s, c)) == 0 {
				next, complete := b.machine.Next(s, c)
				if !complete {
					panic("a tiny project with a state that cannot be listed")
				}
				for _, n := range next {
					to = append(to, b.ids[key(n)])
				}
			}
			row = append(row, to)
		}
		b.moves = append(b.moves, row)
	}
	return b
}

func key(s interp.State) string {
	text, err := s.MarshalJSON()
	if err != nil {
		panic(err)
	}
	return string(text)
}

// after returns the states after a call in any of some states.
func (b *brute) after(states []int, call int) []int {
	seen := make(map[int]bool)
	var all []int
	for _, s := range states {
		for _, n := range b.moves[s][call] {
			if !seen[n] {
				seen[n] = true
				all = append(all, n)
			}
		}
	}
	sort.Ints(all)
	return all
}

// A fork is the pair of sets of states that a trace, which both versions allow,
// may lead to.
type fork struct{ old, new []int }

func (f fork) key() string { return fmt.Sprint(f.old, f.new) }

// starts returns the pairs of initial states of the cases, or all pairs, that
// agree on the variables that both versions have.
func forks(old, new *brute, k *checker.Case) []fork {
	var list []fork
	for i, s := range old.states {
		for j, t := range new.states {
			if agree(s, t) && (k == nil || says(k, s) && says(k, t)) {
				list = append(list, fork{[]int{i}, []int{j}})
			}
		}
	}
	return list
}

func agree(s, t interp.State) bool {
	for name, v := range s {
		if w, ok := t[name]; ok && !types.Equal(v, w) {
			return false
		}
	}
	return true
}

// says reports whether a state is one that a case may start in, as far as it
// has the variables.
func says(k *checker.Case, s interp.State) bool {
	for _, i := range k.Init {
		if v, ok := s[i.Var.Name()]; ok && !covers(i.Value, v) {
			return false
		}
	}
	return true
}

// covers reports whether a value, which may lack fields, is a part of another.
func covers(part, whole types.Value) bool {
	switch part := part.(type) {
	case types.Object:
		o, ok := whole.(types.Object)
		return ok && !slices.ContainsFunc(part, func(m types.Member) bool {
			v, _ := o.Get(m.Name)
			return v == nil || !covers(m.Value, v)
		})
	case types.List:
		l, ok := whole.(types.List)
		in := func(a, b types.List) bool {
			return !slices.ContainsFunc(a, func(v types.Value) bool {
				return !slices.ContainsFunc(b, func(w types.Value) bool { return covers(v, w) })
			})
		}
		return ok && in(part, l) && in(l, part)
	}
	return types.Equal(part, whole)
}

// shortest returns, by tool, the fewest calls of a trace of at most so many
// that ends in a call of the tool, is allowed by one version and refused by the
// other, and whose beginnings both allow.
func shortest(old, new *brute, from []fork, bound int) (stricter, looser map[string]int) {
	stricter, looser = make(map[string]int), make(map[string]int)
	seen, layer := make(map[string]bool), from
	for n := 1; n <= bound; n++ {
		var next []fork
		for _, f := range layer {
			if seen[f.key()] {
				continue
			}
			seen[f.key()] = true
			for c, call := range old.calls {
				o, w := old.after(f.old, c), new.after(f.new, c)
				switch {
				case len(o) > 0 && len(w) > 0:
					next = append(next, fork{o, w})
				case len(o) > 0 && stricter[call.Tool] == 0:
					stricter[call.Tool] = n
				case len(w) > 0 && looser[call.Tool] == 0:
					looser[call.Tool] = n
				}
			}
		}
		layer = next
	}
	return stricter, looser
}
