package search

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/monitor"
)

// A commission follows a check with several basic forms and each of these, for
// the question whether the check fails by one that does and of which a call
// matches a pattern that is no anchor. It stands for the check in the question,
// and holds where the answer is no.
type commission struct {
	whole  *monitor.Check
	basics []*monitor.Check
	of     system.Query
	states map[monitor.State]progress
}

// A progress is a state of a commission.
type progress struct {
	whole  monitor.State
	basics []monitor.State
	spoken []bool // by basic form: some call matched a pattern
}

// joined reports whether a check may fail while some of its basic forms hold.
func joined(p *property.Property) bool {
	return p.Op == forms.And && len(p.Parts) > 1 || slices.ContainsFunc(p.Parts, joined)
}

// demands reports whether a basic form asks for calls and for nothing else, so
// that no commission is of it.
func demands(b *property.Basic) bool {
	return b.Form == forms.Call || b.Form == forms.Answered || b.Form == forms.AtLeast
}

func newCommission(c *monitor.Check, q system.Query) *commission {
	x := &commission{whole: c, of: q, states: make(map[monitor.State]progress)}
	for _, b := range c.Basics {
		x.basics = append(x.basics, monitor.New(c.Name, &property.Property{Basic: b, Node: b.Node}, c.Node))
	}
	return x
}

// commission returns the table of a commission of a check. The same question has the same table, since
// what is found out about it may rest on how the table numbers its states (see [course]).
func (s *Search) commission(c *monitor.Check, q system.Query) *monitorTable {
	w := s.commissions[q]
	if w == nil {
		w = newMonitorTable(c, newCommission(c, q))
		if s.commissions == nil {
			s.commissions = make(map[system.Query]*monitorTable)
		}
		s.commissions[q] = w
	}
	return w
}

// Start returns the state of the empty trace.
func (x *commission) Start() monitor.State {
	p := progress{whole: x.whole.Start(), spoken: make([]bool, len(x.basics))}
	for _, b := range x.basics {
		p.basics = append(p.basics, b.Start())
	}
	return x.state(p)
}

// state returns the name of a state.
func (x *commission) state(p progress) monitor.State {
	key := []byte(p.whole)
	for i, s := range p.basics {
		spoken := byte('0')
		if p.spoken[i] {
			spoken = '1'
		}
		key = append(append(key, spoken), s...)
	}
	s := monitor.State(key)
	x.states[s] = p
	return s
}

// Step returns the state after one more call.
func (x *commission) Step(s monitor.State, l monitor.Letter) monitor.State {
	from := x.states[s]
	to := progress{whole: x.whole.Step(from.whole, l), spoken: slices.Clone(from.spoken)}
	for i, b := range x.basics {
		// The atoms of the whole check are those of its basic forms, one after the other.
		part := l[:len(b.Atoms)]
		l = l[len(b.Atoms):]
		to.basics = append(to.basics, b.Step(from.basics[i], part))
		for j, m := range part {
			to.spoken[i] = to.spoken[i] || m != monitor.NoMatch && !b.Atoms[j].Anchor && x.of.Counts(b.Atoms[j].Pattern)
		}
		to.spoken[i] = to.spoken[i] && x.open(i, to)
	}
	return x.state(to)
}

// open reports whether a basic form may still be what a commission is of.
func (x *commission) open(i int, p progress) bool {
	return !demands(x.basics[i].Basics[0]) && x.basics[i].Verdict(p.basics[i]) != monitor.Satisfied
}

// Verdict returns the verdict on that there is no commission.
func (x *commission) Verdict(s monitor.State) monitor.Verdict {
	p := x.states[s]
	whole, least := x.whole.Verdict(p.whole), monitor.Satisfied
	for i, b := range x.basics {
		v := b.Verdict(p.basics[i])
		switch {
		case !x.open(i, p):
		case p.spoken[i]:
			least = min(least, v)
		default:
			least = min(least, monitor.Holding)
		}
	}
	// A commission needs both: the whole check fails, and so does a basic form that was spoken of.
	return max(whole, least)
}

// Remembered calls do for each value of a variable that a state remembers.
func (x *commission) Remembered(s monitor.State, do func(basic int, variable, value string)) {
	p := x.states[s]
	x.whole.Remembered(p.whole, do)
	for i, b := range x.basics {
		b.Remembered(p.basics[i], func(_ int, variable, value string) { do(i, variable, value) })
	}
}
