package validate

import (
	"errors"
	"slices"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/smt"
)

// A preference is what a choice that is not settled yet should be.
type preference struct {
	prefer []*smt.Term // the conditions that are not known to be impossible, in their order
	number *smt.Term   // should be near to zero
	zero   *smt.Term   // of a number: it is zero; nil if that is impossible
	only   *smt.Term   // the condition under which the preference applies; nil if it always does
	key    *smt.Term   // of a value of a map
}

// newPreference returns the preference of a choice, or nil for a constant.
func newPreference(b *smt.Builder, c compiler.Choice) *preference {
	if c.Nearest != nil {
		if c.Nearest.Op() == smt.Number {
			return nil
		}
		return &preference{number: c.Nearest, only: c.If, key: c.Key, zero: b.Eq(c.Nearest, b.ToSort(b.Int(0), c.Nearest.Sort()))}
	}
	p := &preference{only: c.If, key: c.Key}
	for _, t := range c.Prefer {
		// The first possible condition is constantly true: nothing is open.
		if t.IsTrue() && len(p.prefer) == 0 {
			return nil
		}
		if !t.IsFalse() {
			p.prefer = append(p.prefer, t)
		}
	}
	if len(p.prefer) == 0 {
		return nil
	}
	return p
}

// terms returns the terms whose values decide whether the preference holds.
func (p *preference) terms() []*smt.Term {
	var list []*smt.Term
	if p.only != nil {
		list = append(list, p.only)
	}
	if p.number != nil {
		return append(list, p.number)
	}
	return append(list, p.prefer...)
}

// now returns the condition to satisfy next, or nil if there is no single one.
func (p *preference) now(b *smt.Builder) *smt.Term {
	now := p.zero
	if len(p.prefer) > 0 {
		now = p.prefer[0]
	}
	// Without its condition the preference is void, so the implication is asked.
	if now != nil && p.only != nil {
		return b.Or(b.Not(p.only), now)
	}
	return now
}

// fail notes that the condition of now is impossible.
func (p *preference) fail() {
	if p.number != nil {
		p.zero = nil
	} else {
		p.prefer = p.prefer[1:]
	}
}

// preferences settles the same as choices, with fewer questions. It asks whether all
// open preferences can hold at once. If not, the unsat core names some that exclude
// each other, and the same is asked of those before the last one in the core. What can
// hold is settled, and the next one fails, since it is impossible with those before it.
// Preferences that follow from settled ones are not asked for.
func (m *minimiser) preferences(list []compiler.Choice) {
	var open, keyed []*preference
	for _, c := range list {
		switch p := newPreference(m.f.Builder(), c); {
		case p == nil:
		case p.key != nil:
			keyed = append(keyed, p)
		default:
			open = append(open, p)
		}
	}
	m.fixed = make(map[*smt.Term]bool)
	m.watch(termsOf(open)...)
	m.watch(termsOf(keyed)...)
	m.inOrder(open, keyed)
	slices.SortStableFunc(keyed, func(p, q *preference) int { return m.compare(p.key, q.key) })
	m.inOrder(keyed, nil)
}

// inOrder settles preferences, while others wait.
func (m *minimiser) inOrder(open, waiting []*preference) {
	wait := termsOf(waiting)
	for m.err == nil && len(open) > 0 {
		// Settled preferences need no values any longer; reading values takes time.
		m.watched = append(termsOf(open), wait...)
		// The list is settled strictly from the front: order is priority.
		if m.granted(open[0]) {
			open = open[1:]
		} else {
			m.longest(open)
		}
	}
}

// termsOf returns the terms whose values are asked for.
func termsOf(list []*preference) []*smt.Term {
	var terms []*smt.Term
	for _, p := range list {
		terms = append(terms, p.terms()...)
		if p.key != nil {
			terms = append(terms, p.key)
		}
	}
	return terms
}

// granted settles a preference if the last trace found satisfies it, or if nothing is
// left to prefer.
func (m *minimiser) granted(p *preference) bool {
	follows := true
	for _, t := range p.terms() {
		follows = follows && m.follows(t)
	}
	now := p.now(m.f.Builder())
	switch {
	case follows, p.only != nil && !m.holds(p.only):
		// What is settled decides p.only, so its value in the last model is final.
		return true
	case now == nil && p.number != nil:
		// Zero is impossible: the number gets its own search.
		m.forced(p.number)
		m.fix(p.number)
		return true
	case now == nil:
		return true
	case !m.holdsNow(p):
		return false
	}
	// now holds in the last model, so it can be settled without a question.
	m.settle(now)
	if p.number != nil {
		m.fix(p.number)
	} else {
		m.fix(now)
	}
	return true
}

func (m *minimiser) holdsNow(p *preference) bool {
	if p.number != nil {
		return m.err == nil && m.values[p.number].Sign() == 0
	}
	return m.holds(p.prefer[0])
}

// forced settles a number that is not zero. Most often it can have but one
// value.
func (m *minimiser) forced(x *smt.Term) {
	b := m.f.Builder()
	only := b.Eq(x, b.Number(m.values[x], x.Sort()))
	// One question usually shows that there is no other value.
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
		// Only literals and equalities with a numeral fix a constant; other terms fix nothing.
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
	// A term without arguments is known if it is fixed or a literal.
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

// longest finds a trace that satisfies the longest possible prefix of the preferences.
// The one after the prefix fails.
func (m *minimiser) longest(open []*preference) {
	for n := len(open); ; {
		// Two preferences may share a condition: the first place counts.
		place := make(map[*smt.Term]int)
		var asked []*smt.Term
		for i, p := range open[:n] {
			now := p.now(m.f.Builder())
			// Preferences without a single condition are left to granted; known numbers need no question.
			if now == nil || p.number != nil && m.follows(p.number) {
				continue
			}
			if _, had := place[now]; !had {
				place[now] = i
				asked = append(asked, now)
			}
		}
		m.flush()
		r, err := m.check(asked...)
		switch {
		case m.err != nil:
			return
		case r == smt.Unknown:
			m.err = because(err)
			return
		case r == smt.Sat:
			// All of the first n can hold together. open[n] cannot hold beside those before it.
			m.found()
			if n < len(open) {
				open[n].fail()
			}
			return
		}
		core, err := m.s.Core()
		// The last preference in the core cannot hold with those before it in the core.
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
		// Ask again for the prefix before it. Each round is strictly shorter.
		n = last
	}
}
