package monitor

import "github.com/mantrac/mantrac/lang/forms"

// The open states of the ordering forms: before and after the call that
// matters.
const (
	waiting State = "?0"
	armed   State = "?1"
)

// The indices of the atoms of an ordering form.
const (
	target = 0
	anchor = 1
)

func newOrdering(f forms.Form, p, q Atom) automaton {
	switch {
	case f == forms.Follows:
		return pair{first: anchor, second: target, end: satisfied}
	case f == forms.Precedes:
		return pair{first: target, second: anchor, end: satisfied}
	case f == forms.After && p.No:
		return pair{first: anchor, second: target, end: violated}
	case f == forms.Before && p.No:
		return pair{first: target, second: anchor, end: violated}
	case f == forms.After:
		return guard{}
	}
	return debt{unpayable: q.Implies(p.Pattern)}
}

// pair waits for a call that matches one atom and then a later one that
// matches another. It is the automaton of the positive forms, which demand
// that, and of the conditional forms with a no_call, which forbid it.
type pair struct {
	first, second int
	end           State
}

func (pair) start() State { return waiting }

func (p pair) step(s State, l Letter) State {
	switch {
	case s == armed && l[p.second]:
		return p.end
	case l[p.first]:
		return armed
	}
	return s
}

func (p pair) accepts(State) bool { return p.end == violated }

// guard is the automaton of (after (call P) (call Q)). The first call that
// matches either pattern decides.
type guard struct{}

func (guard) start() State { return waiting }

func (guard) step(s State, l Letter) State {
	switch {
	case l[target]:
		return violated
	case l[anchor]:
		return satisfied
	}
	return s
}

func (guard) accepts(State) bool { return true }

// debt is the automaton of (before (call P) (call Q)): it is armed while a Q
// is owed.
type debt struct {
	unpayable bool // Q implies P: what pays the debt makes the next one
}

func (debt) start() State { return waiting }

func (d debt) step(s State, l Letter) State {
	switch {
	case l[target] && d.unpayable:
		return violated
	case l[target]:
		return armed
	case l[anchor]:
		return waiting
	}
	return s
}

func (debt) accepts(s State) bool { return s == waiting }
