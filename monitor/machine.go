package monitor

import (
	"encoding/binary"
	"slices"

	"github.com/mantrac/mantrac/lang/forms"
)

// The states of a machine that nothing leaves. All others count from 0.
const (
	broken    = -2
	fulfilled = -1
)

// A machine is the part of a basic form of which only matters whether a step
// matches the target and whether it matches the anchor: no variables have to
// agree. doc.go has its states.
type machine struct {
	form           forms.Form
	forbid         bool
	limit          int
	target, anchor []int // indices of atoms
	state          int
}

func (m *machine) reset() { m.state = 0 }

func (m *machine) append(b []byte) []byte {
	return binary.AppendUvarint(b, uint64(m.state-broken))
}

func (m *machine) read(from string) string {
	n, rest := uvarint(from)
	m.state = n + broken
	return rest
}

func uvarint(from string) (int, string) {
	// No more bytes than a number can have are converted, since converting copies.
	n, size := binary.Uvarint([]byte(from[:min(len(from), binary.MaxVarintLen64)]))
	return int(n), from[size:]
}

// matches reports whether a step matches one of some atoms.
func (l Letter) matches(atoms []int) bool {
	return slices.ContainsFunc(atoms, func(i int) bool { return l[i] != NoMatch })
}

func (m *machine) step(l Letter) bool {
	was := m.state
	if was >= 0 {
		m.state = m.next(l.matches(m.target), l.matches(m.anchor))
	}
	return m.state != was
}

func (m *machine) next(target, anchor bool) int {
	switch m.form {
	case forms.NoCall, forms.EveryCall:
		return m.when(target, broken)
	case forms.After:
		switch {
		case m.forbid:
			return m.pair(anchor, target, broken)
		case target:
			return broken
		}
		return m.when(anchor, fulfilled)
	case forms.Before:
		switch {
		case m.forbid:
			return m.pair(target, anchor, broken)
		case target:
			return 1
		}
		return m.when(anchor, 0)
	case forms.Follows:
		return m.pair(anchor, target, fulfilled)
	case forms.Precedes:
		return m.pair(target, anchor, fulfilled)
	case forms.EachAfter:
		return m.eachAfter(target, anchor)
	case forms.AtMost:
		return m.count(target, m.limit+1, broken)
	case forms.AtLeast:
		return m.count(target, m.limit, fulfilled)
	}
	return m.when(target, fulfilled) // Call and Answered
}

func (m *machine) when(yes bool, next int) int {
	if yes {
		return next
	}
	return m.state
}

// pair waits for a step of one kind, and then for a later one of another.
func (m *machine) pair(first, second bool, end int) int {
	switch {
	case m.state == 1 && second:
		return end
	case first:
		return 1
	}
	return m.state
}

// eachAfter is in 1 while there is an anchor that no target has used.
func (m *machine) eachAfter(target, anchor bool) int {
	switch {
	case target && m.state == 0:
		return broken
	case anchor:
		return 1
	case target:
		return 0
	}
	return m.state
}

func (m *machine) count(target bool, end, state int) int {
	switch {
	case !target:
		return m.state
	case m.state+1 >= end:
		return state
	}
	return m.state + 1
}

func (m *machine) verdict() Verdict {
	switch {
	case m.state == broken:
		return Violated
	case m.state == fulfilled:
		return Satisfied
	}
	switch m.form {
	case forms.NoCall, forms.EveryCall, forms.After, forms.EachAfter, forms.AtMost:
		return Holding
	case forms.Before:
		if m.forbid || m.state == 0 {
			return Holding
		}
	}
	return Failing
}

// A State is a state of the automaton of one check. States of a check that
// are equal mean the same for every continuation; where [Check] says that they
// are minimal, all others do not.
//
// No state of a check is the beginning of another. So the states of several
// checks, one after the other, are a key that tells the combinations apart.
type State string

// The states that no step leaves. All others begin with a question mark.
const (
	satisfied State = "+"
	violated  State = "-"
)

// An automaton reads the letters of one check. It is asked only in states
// that begin with a question mark.
type automaton interface {
	start() State
	step(State, Letter) State
	verdict(State) Verdict
}
