package monitor

// alternatives is the automaton of an `or` of calls and no_calls whose patterns
// are plain, and of such an atom by itself.
//
// An open state is a question mark and then, for each no_call that counts, 1
// until a call breaks it and 0 from then on.
type alternatives struct {
	calls  []int // indices of the atoms that are calls
	limits []int // indices of the no_calls that count
	always bool  // some alternative holds on every trace
}

// newAlternatives leaves out the no_calls of which another says more: where P
// implies Q, what breaks no_call P breaks no_call Q, so that beside the former
// the latter never matters. If a no_call that remains implies a call, then
// whatever breaks the one meets the other, and nothing is demanded.
func newAlternatives(atoms []Atom) alternatives {
	var a alternatives
	// Most checks have one atom, and no other to compare it with.
	if len(atoms) == 1 {
		if atoms[0].No {
			a.limits = []int{0}
		} else {
			a.calls = []int{0}
		}
		return a
	}
	known := newPatternSet()
	for i, x := range atoms {
		if !x.No {
			a.calls = append(a.calls, i)
		} else if known.add(x.Pattern) {
			a.limits = append(a.limits, i)
		}
	}
	for _, i := range a.calls {
		a.always = a.always || known.implies(atoms[i].Pattern, false)
	}
	strongest := a.limits[:0]
	for _, i := range a.limits {
		if !known.implies(atoms[i].Pattern, true) {
			strongest = append(strongest, i)
		}
	}
	a.limits = strongest
	return a
}

func (a alternatives) start() State {
	if a.always {
		return satisfied
	}
	flags := make([]byte, 1+len(a.limits))
	flags[0] = '?'
	for k := range a.limits {
		flags[1+k] = '1'
	}
	return State(flags)
}

func (a alternatives) step(s State, l Letter) State {
	for _, i := range a.calls {
		if l[i] != NoMatch {
			return satisfied
		}
	}
	next := a.broken(s, l)
	// Without calls nothing can make the check hold again.
	if len(a.calls) == 0 && !a.holds(next) {
		return violated
	}
	return next
}

// broken returns s without the no_calls that the letter breaks.
func (a alternatives) broken(s State, l Letter) State {
	var flags []byte
	for k, i := range a.limits {
		if l[i] == NoMatch || s[1+k] == '0' {
			continue
		}
		if flags == nil {
			flags = []byte(s)
		}
		flags[1+k] = '0'
	}
	if flags == nil {
		return s
	}
	return State(flags)
}

func (a alternatives) verdict(s State) Verdict {
	if a.holds(s) {
		return Holding
	}
	return Failing
}

// holds reports whether a no_call is left that nothing has broken.
func (a alternatives) holds(s State) bool {
	for k := range a.limits {
		if s[1+k] == '1' {
			return true
		}
	}
	return false
}
