package search

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/system/slice"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// A bearing is what the tools that are kept do with the leaves, as far as it
// takes to see which of their values need not be told apart, and which calls
// can only help.
type bearing struct {
	passed   []bool    // by leaf: its value goes on to another leaf, or into a relation
	climbs   []bool    // by leaf: some call computes it from itself, by adding or subtracting
	stubborn [2][]bool // by flag of the state and place of the tool
	low      []cell    // by leaf: a value below need not be told from this one
	high     []cell    // the same for above
	bounded  []int     // the leaves with a low or a high

	last     []cell     // by leaf: a value that calls do not change any more, or unset
	counters []*counter // by leaf: those that are free at first
	counting []int      // the leaves that are

	cells []cell // low, high and last
	bools []bool // passed, climbs and stubborn
}

// bear computes the bearings from the subgoals of the slice.
func (s *question) bear() {
	n, tools := len(s.search.model.leaves), len(s.search.scenario.Tools)
	b := &s.bearings
	b.cells, b.bools, b.counters = lists.Cleared(b.cells, 3*n), lists.Cleared(b.bools, 2*n+2*tools), lists.Cleared(b.counters, n)
	b.low, b.high, b.last = b.cells[:n], b.cells[n:2*n], b.cells[2*n:]
	b.passed, b.climbs = b.bools[:n], b.bools[n:2*n]
	b.stubborn = [2][]bool{b.bools[2*n : 2*n+tools], b.bools[2*n+tools:]}
	b.counting, b.bounded = b.counting[:0], b.bounded[:0]
	for i := range b.cells {
		b.cells[i] = unset
	}
	for i := range n {
		// Whether this leaf changes is the question, so its exact value matters.
		b.passed[i] = s.Changed != "" && s.search.model.leaves[i].Key() == s.Changed
	}
	for _, c := range s.callers {
		if c.rule != nil {
			b.pass(s, c.rule)
		}
	}
	for l := range n {
		if s.at[l] >= 0 && s.search.model.leaves[l].Type == types.Int {
			b.clamp(s, l)
		}
	}
	for l := range n {
		b.last[l] = b.final(s, l)
	}
	for flag := range b.stubborn {
		for _, c := range s.callers {
			b.stubborn[flag][c.place] = b.useful(s, c, flag == 1)
		}
	}
}

// pass notes what a transition hands on.
func (b *bearing) pass(s *question, r *rule) {
	for _, rel := range r.relations {
		for _, list := range [][]int{rel.reads, rel.leaves} {
			for _, l := range list {
				b.passed[l] = true
			}
		}
	}
	for _, l := range r.transition.Tied {
		b.passed[l] = true
	}
	for i, e := range r.slice.Effects {
		if !s.matters(&r.assigns[i]) {
			continue
		}
		// A step without a guard reads its own leaf only to move it.
		self := e.Step != 0 && len(e.Guards) == 0
		for _, l := range e.Flows {
			if self && l == e.Leaves[0] {
				b.climbs[l] = true
			} else {
				b.passed[l] = true
			}
		}
	}
}

// useful reports whether the writes of a call of a tool can only help: each satisfies
// all subgoals that read it, or moves towards them. done says that the call that a
// forward question asks for was made, so that its subgoals are done.
func (b *bearing) useful(s *question, c *caller, done bool) bool {
	if s.Kind == system.Reach && (s.Tool == c.tool.Name || s.Tool == "") {
		return false
	}
	if c.rule == nil {
		return true
	}
	for _, w := range c.rule.slice.Writes {
		if s.inside[w.Leaf] && (b.passed[w.Leaf] || !b.serves(s, w, done)) {
			return false
		}
	}
	return len(c.rule.relations) == 0
}

// serves reports whether a write helps all subgoals that read its leaf.
func (b *bearing) serves(s *question, w slice.Write, done bool) bool {
	for _, x := range s.sliced.Subgoals {
		if done && x.Breach && s.Kind == system.Forward || !x.Reads(w.Leaf) {
			continue
		}
		switch w.Kind {
		case slice.Sets:
			if b.climbs[w.Leaf] {
				return false
			}
			if !s.sliced.Achieves(w, x) {
				return false
			}
		case slice.Raises, slice.Lowers:
			if up, ok := x.Direction(w.Leaf); !ok || up != (w.Kind == slice.Raises) || !x.Alone(w.Leaf) || up && b.high[w.Leaf] == unset || !up && b.low[w.Leaf] == unset {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// clamp finds the bounds beyond which the values of a leaf are all alike.
func (b *bearing) clamp(s *question, l int) {
	// A value that goes on to other leaves or relations must stay exact.
	if b.passed[l] || !b.climbs[l] {
		return
	}
	up, down, ok := s.directions(l)
	if !ok {
		return
	}
	least, most, ok := s.thresholds(l)
	if !ok {
		return
	}
	if !down {
		b.high[l] = most + 1
	}
	if !up {
		b.low[l] = least - 1
	}
	if !down || !up {
		b.bounded = append(b.bounded, l)
	}
	if step := s.mostStep(l); s.search.init[l] == unset && most-least <= mostSpan && step <= mostSpan {
		b.counters[l] = &counter{least, most, step, up, down}
		b.counting = append(b.counting, l)
	}
}

// directions reports whether calls raise a leaf, and whether they lower it. It is not ok if
// they change it in another way, or set it to a value that is too far from 0.
func (s *question) directions(l int) (up, down, ok bool) {
	for _, c := range s.callers {
		if c.rule == nil {
			continue
		}
		for _, w := range c.rule.slice.Writes {
			if w.Leaf != l {
				continue
			}
			switch w.Kind {
			case slice.Raises:
				up = true
			case slice.Lowers:
				down = true
			case slice.Sets:
				// This also holds for unset, which is returned for a value without a cell.
				if size(s.cell(w)) > far/4 {
					return false, false, false
				}
			default:
				return false, false, false
			}
		}
	}
	return up, down, true
}

// thresholds returns the least and the greatest of the constants that a leaf is compared
// with. It is not ok if there are none, or if it is read in another way.
func (s *question) thresholds(l int) (least, most cell, ok bool) {
	for _, x := range s.sliced.Whole {
		if !x.Reads(l) {
			continue
		}
		n, compared := x.Threshold(l)
		if !compared {
			return 0, 0, false
		}
		c, fits := s.search.tab.whole(n)
		if !fits || size(c) >= far/4 {
			return 0, 0, false
		}
		if !ok {
			least, most, ok = c, c, true
		}
		least, most = min(least, c), max(most, c)
	}
	return least, most, ok
}

// final returns a value of a leaf that no call of a tool kept changes: what all of
// them set it to, or the bound of one that all of them move the same way.
func (b *bearing) final(s *question, l int) cell {
	at := unset
	for _, w := range s.sliced.Writers[l] {
		if !s.sliced.Keeps(w.Tool) {
			continue
		}
		to := unset
		switch w.Kind {
		case slice.Sets:
			to = s.cell(w)
		case slice.Raises:
			to = b.high[l]
		case slice.Lowers:
			to = b.low[l]
		}
		if to == unset || at != unset && at != to {
			return unset
		}
		at = to
	}
	return at
}

// mostStep returns the most that a call of a tool kept raises or lowers a
// counter by.
func (s *question) mostStep(l int) (most cell) {
	for _, c := range s.callers {
		if c.rule == nil {
			continue
		}
		for _, e := range c.rule.slice.Effects {
			if slices.Contains(e.Leaves, l) {
				most = max(most, cell(e.Step), -cell(e.Step))
			}
		}
	}
	return most
}

// cell returns what a write sets its leaf to.
func (q *question) cell(w slice.Write) cell {
	c, ok := q.search.tab.cellOf(w.Value, q.search.model.leaves[w.Leaf].Type)
	if !ok {
		return unset
	}
	return c
}

// tidy keeps counters within their bounds.
func (q *question) tidy(state []cell) {
	for _, l := range q.bearings.bounded {
		i := q.at[l]
		c := state[i]
		if c == unset || abstract(c) {
			continue
		}
		if high := q.bearings.high[l]; high != unset && c > high {
			state[i] = high
		}
		if low := q.bearings.low[l]; low != unset && c < low {
			state[i] = low
		}
	}
	for _, l := range q.bearings.counting {
		if i := q.at[l]; state[i] != unset && !abstract(state[i]) {
			state[i] = q.bearings.counters[l].tidy(state[i])
		}
	}
}

// stubbornActions returns, by flag of the state, the actions of the tools whose
// writes can only help: each is a stubborn set by itself (see the package's
// documentation).
func (s *search) stubbornActions() (early [2][]*action) {
	for flag, stubborn := range s.bearings.stubborn {
		early[flag] = s.hasty[flag][:0]
		for _, p := range s.actions {
			if stubborn[p.place] {
				early[flag] = append(early[flag], p)
			}
		}
		s.hasty[flag] = early[flag]
	}
	return early
}

// better reports whether, of two states of an automaton, the second is as good
// for the question as the first, or better: whatever calls lead from the first
// to where the question wants the check also do from the second.
func (w *monitorTable) better(want bool, from, to cell) bool {
	v := w.verdict(to)
	switch {
	case from == to, want && v == monitor.Satisfied, !want && v == monitor.Violated:
		return true
	case v.Final():
		return false
	}
	if w.run != automaton(w.check) || slices.ContainsFunc(w.check.Basics, (*property.Basic).Joins) {
		return false
	}
	switch c := w.check; c.Form {
	case forms.Or, forms.AtMost:
		return !want // another no_call is broken, or a call more is counted
	case forms.AtLeast:
		return want
	case forms.Before:
		if !c.Basics[0].Forbid {
			return want == (to == 0) // what was owed is paid, or it is owed now
		}
		return !want && from == 0
	case forms.After:
		return !want && c.Basics[0].Forbid && from == 0
	case forms.EachAfter:
		return want == (from == 0) // there is an anchor, or it is used
	case forms.Follows, forms.Precedes:
		return want && from == 0 // the first of the two calls was made
	}
	return false
}
