package monitor

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
