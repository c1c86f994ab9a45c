package search

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A landmark is a set of actions of which every answer calls at least one. If no
// action is in two of some landmarks, an answer has at least as many calls as there
// are of these. So a question whose shortest answer is longer than the bound is often
// settled without a search (J. Hoffmann, J. Porteous, L. Sebastia, "Ordered Landmarks
// in Planning", Journal of Artificial Intelligence Research 22, 2004).
//
// Landmarks are found from the goal of the question backwards. The automaton of a
// check moves only by calls that the check has patterns of, so if it is not where the
// question wants it, one of their actions is called. An action that has to be called,
// because it is the only one of a landmark, has preconditions. If one equates a leaf
// with a value that the first state does not have, an action that writes the leaf is
// called.

// demanded returns the equalities that hold wherever a term does, as far as its form
// tells.
func (b *builder) demanded(t *system.Term) []equality {
	switch {
	case t.Is(ops.And):
		var list []equality
		for _, a := range t.Args {
			list = append(list, b.demanded(a)...)
		}
		return list
	case t.Is(ops.Equal):
		return b.equalities(t)
	case t.Is(ops.Not):
		return b.flag(t.Args[0], 0)
	}
	return b.flag(t, 1)
}

// flag returns what gives a variable of type Bool a value; nothing of another term.
func (b *builder) flag(t *system.Term, c cell) []equality {
	if t.Kind == system.Before && t.Single() && b.m.leaves[t.Leaves[0]].Type == types.Bool {
		return []equality{{t.Leaves[0], c}}
	}
	return nil
}

// fewest returns a number of calls that every answer has at least.
func (s *search) fewest() (calls int) {
	f := &landmarks{search: s, first: s.start()}
	for i, w := range s.monitors {
		if w.verdict(0).Holds() != s.want[i] {
			f.add(func(p *action) bool { return slices.Contains(p.monitors, i) })
		}
	}
	// before appends to the list that is walked here.
	for at := 0; at < len(f.list); at++ {
		if of := f.list[at]; len(of) == 1 {
			f.before(of[0])
		}
	}
	return f.disjoint()
}

// landmarks are those found so far.
type landmarks struct {
	*search
	first []cell
	list  [][]*action
}

// add adds the landmark of the actions that are in it.
func (f *landmarks) add(in func(*action) bool) {
	var list []*action
	for _, p := range f.actions {
		if in(p) {
			list = append(list, p)
		}
	}
	if !slices.ContainsFunc(f.list, func(had []*action) bool { return slices.Equal(had, list) }) {
		f.list = append(f.list, list)
	}
}

// before adds what has to be called before an action.
func (f *landmarks) before(p *action) {
	for _, q := range p.demands {
		// A leaf that is free at first may have the value already.
		if at := f.at[q.leaf]; at >= 0 && f.first[at] != unset && f.first[at] != q.value && !f.entries[q.leaf] {
			f.add(func(w *action) bool { return w.writes(q.leaf) })
		}
	}
}

// writes reports whether a call may change a leaf.
func (p *action) writes(leaf int) bool {
	return p.rule != nil && slices.Contains(p.rule.transition.Mentioned, leaf)
}

// disjoint returns the size of a family of landmarks that have no action in common.
func (f *landmarks) disjoint() (n int) {
	// Small landmarks first leave more room for others.
	slices.SortStableFunc(f.list, func(a, b []*action) int { return len(a) - len(b) })
	taken := make(map[*action]bool)
	for _, list := range f.list {
		if slices.ContainsFunc(list, func(p *action) bool { return taken[p] }) {
			continue
		}
		n++
		for _, p := range list {
			taken[p] = true
		}
	}
	return n
}
