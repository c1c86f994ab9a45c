package validate

import (
	"errors"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/smt"
)

// A wish is what is wanted of a choice that is not settled yet.
type wish struct {
	prefer []*smt.Term // the conditions that are not known to be impossible, in their order
	number *smt.Term   // wanted near to zero
	zero   *smt.Term   // of a number: it is zero; nil if that is impossible
	only   *smt.Term   // without this condition nothing is wanted; nil if there is none
}

// newWish returns the wish for a choice, or nil for one that is none.
func newWish(b *smt.Builder, c compiler.Choice) *wish {
	if c.Nearest != nil {
		if c.Nearest.Op() == smt.Number {
			return nil
		}
		return &wish{number: c.Nearest, only: c.If, zero: b.Eq(c.Nearest, b.ToSort(b.Int(0), c.Nearest.Sort()))}
	}
	w := &wish{only: c.If}
	for _, t := range c.Prefer {
		if t.IsTrue() && len(w.prefer) == 0 {
			return nil
		}
		if !t.IsFalse() {
			w.prefer = append(w.prefer, t)
		}
	}
	if len(w.prefer) == 0 {
		return nil
	}
	return w
}

// terms returns the terms whose values are looked at.
func (w *wish) terms() []*smt.Term {
	var list []*smt.Term
	if w.only != nil {
		list = append(list, w.only)
	}
	if w.number != nil {
		return append(list, w.number)
	}
	return append(list, w.prefer...)
}

// now is what is wanted, or nil if that is no single condition.
func (w *wish) now(b *smt.Builder) *smt.Term {
	now := w.zero
	if len(w.prefer) > 0 {
		now = w.prefer[0]
	}
	if now != nil && w.only != nil {
		return b.Or(b.Not(w.only), now)
	}
	return now
}

// fail notes that what is wanted now is impossible.
func (w *wish) fail() {
	if w.number != nil {
		w.zero = nil
	} else {
		w.prefer = w.prefer[1:]
	}
}

// wishes settles what choices settles, in fewer questions: it asks whether all
// that is wanted of what is left can be had at once. If not, the solver names
// some of it that cannot be had together, and the same is asked of what comes
// before the last of these. What can then be had is settled, and the one behind
// it does without what it wants, since that is impossible with what comes
// before. What follows from what is settled is not asked for.
func (m *minimiser) wishes(list []compiler.Choice) {
	var open []*wish
	for _, c := range list {
		if w := newWish(m.f.Builder(), c); w != nil {
			open = append(open, w)
		}
	}
	m.fixed = make(map[*smt.Term]bool)
	m.watch(termsOf(open)...)
	for m.err == nil && len(open) > 0 {
		m.watched = termsOf(open)
		if m.granted(open[0]) {
			open = open[1:]
		} else {
			m.longest(open)
		}
	}
}

func termsOf(list []*wish) []*smt.Term {
	var terms []*smt.Term
	for _, w := range list {
		terms = append(terms, w.terms()...)
	}
	return terms
}

// granted settles a wish if the last trace found does, or if nothing is left to
// wish for.
func (m *minimiser) granted(w *wish) bool {
	follows := true
	for _, t := range w.terms() {
		follows = follows && m.follows(t)
	}
	now := w.now(m.f.Builder())
	switch {
	case follows, w.only != nil && !m.holds(w.only):
		return true
	case now == nil && w.number != nil:
		m.forced(w.number)
		m.fix(w.number)
		return true
	case now == nil:
		return true
	case !m.holdsNow(w):
		return false
	}
	m.settle(now)
	if w.number != nil {
		m.fix(w.number)
	} else {
		m.fix(now)
	}
	return true
}

func (m *minimiser) holdsNow(w *wish) bool {
	if w.number != nil {
		return m.err == nil && m.values[w.number].Sign() == 0
	}
	return m.holds(w.prefer[0])
}

// forced settles a number that is not zero. Most often it can have but one
// value.
func (m *minimiser) forced(x *smt.Term) {
	b := m.f.Builder()
	only := b.Eq(x, b.Number(m.values[x], x.Sort()))
	if m.possible(b.Not(only)) {
		m.nearest(x)
	} else {
		m.settle(only)
	}
}

// fix notes that a constant has one value now.
func (m *minimiser) fix(t *smt.Term) {
	switch {
	case t.Op() == smt.Not && t.Args()[0].Op() == smt.Var:
		m.fixed[t.Args()[0]] = true
	case t.Op() == smt.Eq && t.Args()[1].Op() == smt.Number:
		m.fixed[t.Args()[0]] = true
	case t.Op() == smt.Eq && t.Args()[0].Op() == smt.Number:
		m.fixed[t.Args()[1]] = true
	case t.Op() == smt.Var:
		m.fixed[t] = true
	}
}

// follows reports whether the value of a term is known from what is settled.
func (m *minimiser) follows(t *smt.Term) bool {
	if had, ok := m.fixed[t]; ok && had || len(t.Args()) == 0 {
		return had || t.Op() != smt.Var
	}
	for _, a := range t.Args() {
		if !m.follows(a) {
			return false
		}
	}
	m.fixed[t] = true
	return true
}

// longest looks for a trace in which as many wishes hold as can, from the first
// one on. The one behind them fails.
func (m *minimiser) longest(open []*wish) {
	for n := len(open); ; {
		place := make(map[*smt.Term]int)
		var wanted []*smt.Term
		for i, w := range open[:n] {
			now := w.now(m.f.Builder())
			if now == nil || w.number != nil && m.follows(w.number) {
				continue
			}
			if _, had := place[now]; !had {
				place[now] = i
				wanted = append(wanted, now)
			}
		}
		m.flush()
		r, err := m.check(wanted...)
		switch {
		case m.err != nil:
			return
		case r == smt.Unknown:
			m.err = because(err)
			return
		case r == smt.Sat:
			m.found()
			if n < len(open) {
				open[n].fail()
			}
			return
		}
		core, err := m.s.Core()
		last := -1
		for _, t := range core {
			last = max(last, place[t])
		}
		switch {
		case err != nil:
			m.err = err
			return
		case last < 0 || last >= n:
			m.err = errors.New("the solver returned an empty unsat core")
			return
		case last == 0:
			open[0].fail()
			return
		}
		n = last
	}
}
