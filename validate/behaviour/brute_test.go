package behaviour_test

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
)

// A brute knows one version of a tiny model: what each call does in each
// state.
type brute struct {
	*modeltest.Space
	moves [][][]int // by state, then call: the next states of a call that is allowed
}

func newBrute(p *modeltest.Project) *brute {
	b := &brute{Space: modeltest.NewSpace(p)}
	for id, s := range b.States {
		row := make([][]int, len(b.Calls))
		for i, c := range b.Calls {
			if len(b.Machine.Pre(s, c)) == 0 {
				row[i] = b.Next(id, c)
			}
		}
		b.moves = append(b.moves, row)
	}
	return b
}

// after returns the states after a call in any of some states.
func (b *brute) after(states []int, call int) []int {
	return modeltest.After(states, func(s int) []int { return b.moves[s][call] })
}

// A fork is the pair of sets of states that a trace, which both versions allow,
// may lead to.
type fork struct{ old, new []int }

func (f fork) key() string { return fmt.Sprint(f.old, f.new) }

// starts returns the pairs of initial states of the cases, or all pairs, that
// agree on the variables that both versions have.
func forks(old, new *brute, k *checker.Case) []fork {
	var list []fork
	for i, s := range old.States {
		for j, t := range new.States {
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
			for c, call := range old.Calls {
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
