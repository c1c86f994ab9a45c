package search

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/types"
)

// Where no finite list of values is complete (an argument in arithmetic, a free
// set of strings), a question may be over-approximated: such a place has the
// values that checks pin there, or a vague one, of which is known that it is
// another, and nothing else. What reads a vague value may come out either way: a
// precondition that has to hold is held to do so, one that a question wants
// broken is so or not, and what is computed from it is vague. So every run there
// is has its image among those that are searched, of as many calls, and there may
// be more.
//
// Where no answer is found then, there is none. One that is found counts only if
// values are found for it, and no vague one would do in the place of any of them:
// then it is an answer, and nothing that comes before it is.
// That is so for much that checks pin. A call that rests on a guess is never made
// as the only one (see hurry), since it may be impossible in the run that it is
// the image of. Where a check compares arguments by size, that a value is another
// one tells too little, and nothing is approximated.

// approximately answers a question by over-approximation. The search has given it
// up because no list of values is complete, or because sets of strings grow
// without end, or has left out long lists. Strings that get into sets, and free maps, are
// vague at first, which takes few states. If that finds an answer, they are told apart as
// far as they have complete lists. The result may claim nothing.
func (s *Search) approximately(x *question, l Limits, answer func(*question) Result) Result {
	_, blocked := x.err.(obstacle)
	if !blocked && !x.dom.cut && !(exhausted(x.err) && x.dom.growing()) || x.Kind == system.Reach || x.joins() || s.repeats() || s.unclear {
		return Result{}
	}
	spent := 0
	for _, coarse := range []bool{true, false} {
		if !coarse && !blocked {
			break
		}
		y := s.prepareQuestion(task{
			search: s, ctx: x.ctx, Query: x.Query, bound: x.bound, piece: x.piece, relaxed: x.relaxed, coarse: coarse,
			limit: max(min(10*l.States, mostApproximate), 1),
		})
		y.approximate, s.vague = true, true
		r := y.answered(answer)
		s.vague = false
		if !r.Found && !r.None && !x.piece && s.path != nil && x.ctx.Err() == nil {
			r = s.along(y, r)
		}
		if r.States += spent; r.Found || r.None || x.ctx.Err() != nil {
			return r
		}
		spent = r.States
	}
	return Result{States: spent}
}

// growing reports whether there may be ever more strings in sets.
func (d *domains) growing() bool {
	if d.parent == nil {
		d.prepare()
	}
	for _, g := range d.groups {
		if g.sets {
			return true
		}
	}
	return false
}

// mostApproximate is how many states an over-approximating search visits: one
// that comes to an end takes few.
const mostApproximate = 200000

// approximateValues returns what a slot is tried with where values may be vague.
func (x *question) approximateValues(slot int) ([]cell, error) {
	if x.grows(slot) {
		return x.vaguely(slot), nil
	}
	list, err := x.dom.of(slot)
	if _, ok := err.(obstacle); ok && !x.matched(slot) {
		return x.vaguely(slot), nil
	}
	return list, err
}

// matched reports whether a check matches an argument with a pattern: whether a vague value passes that
// is not known, and no check is told so.
func (x *question) matched(slot int) bool {
	n := 2 * len(x.search.model.leaves)
	return slot >= n && x.params[slot-n].alike
}

// grows reports whether a slot has strings that get into sets, of which there
// may be more and more.
func (x *question) grows(slot int) bool {
	n := len(x.search.model.leaves)
	switch {
	case !x.coarse || x.typeAt(slot) != types.String || x.matched(slot):
		return false
	case slot < 2*n:
		return x.dom.groupOf(textsAt(slot % n)).gathers
	}
	p := x.params[slot-2*n]
	return !p.Chosen() && x.dom.groupOf(textsAt(p.place)).gathers
}

// vaguely returns the values that are told apart where a complete list is not to
// be had: the constants that a string meets, what is pinned, and a vague one.
func (x *question) vaguely(slot int) []cell {
	n := len(x.search.model.leaves)
	if slot < 2*n {
		return []cell{vague}
	}
	p := x.params[slot-2*n]
	list := []cell{vague}
	if p.Optional {
		list = append(list, absent)
	}
	if p.Nullable {
		list = append(list, null)
	}
	for _, v := range p.Pins {
		if accepts(p.Schema, v) {
			list = append(list, x.pinnedCell(p, v))
		}
	}
	if p.typ == types.String {
		for _, c := range x.dom.groupOf(textsAt(p.place)).texts {
			if accepts(p.Schema, x.search.tab.value(c)) {
				list = append(list, c)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// pinnedCell returns the cell of a value that checks pin.
func (x *question) pinnedCell(p *param, v types.Value) cell {
	c, ok := x.search.tab.cellOf(v, p.typ)
	if !ok {
		x.fail(errFraction)
	}
	return c
}

// guess goes on from a part that reads a vague value, in every way that it may
// come out.
func (x *expander) guess(part int) {
	switch settled, holds := x.settledBy(part); {
	case settled && !holds:
		return
	case settled:
		x.run(part + 1)
		return
	}
	// The flag is for this branch alone. The caller goes on with other values.
	had := x.guessed
	x.guessed = true
	defer func() { x.guessed = had }()
	switch part - len(x.action.enforced) {
	case partBroken:
		for _, broke := range []bool{false, true} {
			x.broke = broke
			x.run(part + 1)
		}
	case partBreaking:
		for _, violates := range []bool{false, x.action.counts && x.broke} {
			x.violates = violates
			x.run(part + 1)
		}
	default:
		x.run(part + 1)
	}
}

// settledBy reports whether bounds tell how a part that reads a vague value comes out
// (intervals.go), and if so whether the call goes on.
func (x *expander) settledBy(part int) (settled, goesOn bool) {
	if n := len(x.action.enforced); part < n {
		holds, known := x.action.decides(x.env, part)
		return known, holds
	} else if part == n+partBroken {
		x.broke, settled = x.action.breaks(x.env)
		return settled, true
	}
	return false, false
}
