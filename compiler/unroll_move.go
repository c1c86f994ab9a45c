package compiler

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
)

// A move is what a call of a transition does, leaf by leaf: where its
// assignments say what comes, the next value is a term over the state before,
// and nothing has to be said of it but that. What is left of `post` speaks of
// the state after the call.
type move struct {
	transition *system.Transition
	scope      *scope
	outcomes   map[int]outcome      // of the leaves that may change
	more       []*system.Assignment // those of which the outcomes do not say all
}

// An outcome is what comes of a leaf.
type outcome struct {
	value *symbol   // the next value where open does not hold; nil if it always does
	open  *smt.Term // where the next value may be any of the type, as far as outcomes go
}

// A cover is an assignment that gives a leaf a value where its guards hold.
type cover struct {
	by    *system.Assignment
	guard *smt.Term
	value *symbol
}

// move returns what a call does in a scope, whose next state need not be there
// yet. Of the assignments to a leaf the first says what comes of it; so does a
// second one whose guard is the negation of the first one's. All others, and
// the relations, are left to [encoder.rest].
func (e *encoder) move(s *scope, t *system.Transition) *move {
	mv := &move{transition: t, scope: s, outcomes: make(map[int]outcome)}
	covers := make(map[int][]cover)
	for _, a := range t.Assignments {
		if a.Key == nil {
			e.cover(s, a, covers)
		}
	}
	for _, l := range t.Mentioned {
		if list := t.Keyed(l); len(list) > 0 {
			mv.outcomes[l] = outcome{e.keyed(s.now[l], e.keyings(s, list)), e.Bool(false)}
			continue
		}
		if covers[l] == nil {
			mv.outcomes[l] = outcome{nil, e.Bool(true)}
			continue
		}
		o, used := e.outcome(covers[l])
		// The outcome says nothing of the other assignments, which are left to rest.
		for _, c := range covers[l][used:] {
			mv.more = lists.Include(mv.more, c.by)
		}
		if !o.open.IsFalse() || !identical(o.value, s.now[l]) {
			mv.outcomes[l] = o
		}
	}
	return mv
}

// rest returns what outcomes do not say of the state after the call.
func (e *encoder) rest(mv *move) []*smt.Term {
	return e.effects(mv.scope, mv.more, mv.transition.Relations)
}

// cover adds what an assignment makes of its leaves.
func (e *encoder) cover(s *scope, a *system.Assignment, covers map[int][]cover) {
	guard, value := e.And(e.truths(s, a.Guards)...), e.value(s, a)
	proper := e.proper(value)
	for i, part := range e.parts(value, a.Leaves, len(a.Source.Path)) {
		l := a.Leaves[i]
		// A value that is not proper leaves its target as it was (see assigned).
		covers[l] = append(covers[l], cover{a, guard, e.chosen(proper, part, s.now[l])})
	}
}

// outcome returns what comes of a leaf, and how many of the assignments to it
// that says.
func (e *encoder) outcome(list []cover) (outcome, int) {
	first := list[0]
	// Equal terms are one pointer, so that == tells whether one guard negates the other.
	if len(list) > 1 && list[1].guard == e.Not(first.guard) {
		return outcome{e.chosen(first.guard, first.value, list[1].value), e.Bool(false)}, 2
	}
	return outcome{first.value, e.Not(first.guard)}, 1
}

// chosen returns x where a condition holds and y elsewhere, of leaves of one
// type; what comes out is like y in all but its value.
func (e *encoder) chosen(c *smt.Term, x, y *symbol) *symbol {
	out := *y
	switch {
	case y.scalar != nil:
		out.scalar = e.choose(c, x.scalar, y.scalar)
	case y.array != nil:
		out.array = e.choose(c, x.array, y.array)
	default:
		out.bits = make([]*smt.Term, len(y.bits))
		for i := range y.bits {
			out.bits[i] = e.choose(c, x.bits[i], y.bits[i])
		}
	}
	return &out
}

// choose is if-then-else, without it where one of two truth values is known.
func (e *encoder) choose(c, x, y *smt.Term) *smt.Term {
	switch {
	case x.Sort() != smt.Bool || c.Op() == smt.Truth || x == y:
		return e.Ite(c, x, y)
	case x.IsTrue():
		return e.Or(c, y)
	case x.IsFalse():
		return e.And(e.Not(c), y)
	case y.IsTrue():
		return e.Or(e.Not(c), x)
	case y.IsFalse():
		return e.And(c, x)
	}
	return e.Ite(c, x, y)
}

// identical reports whether two symbols of a leaf are the same terms.
func identical(x, y *symbol) bool {
	return x.scalar == y.scalar && x.array == y.array && slices.Equal(x.bits, y.bits)
}

// terms returns the terms that stand for a leaf.
func (s *symbol) terms() []*smt.Term {
	switch {
	case s.scalar != nil:
		return []*smt.Term{s.scalar}
	case s.array != nil:
		return []*smt.Term{s.array}
	}
	return s.bits
}
