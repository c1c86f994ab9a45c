package monitor

// A State is a state of the automaton of one check. States of a check are
// equal if and only if every continuation means the same to both.
//
// No state of a check is the beginning of another. So the states of several
// checks, one after the other, are a key that tells the combinations apart.
type State string

// The states that no call leaves. All others begin with a question mark.
const (
	satisfied State = "+"
	violated  State = "-"
)

// An automaton reads the letters of one check. It is asked only in states
// that are not final.
type automaton interface {
	start() State
	step(State, Letter) State
	accepts(State) bool // whether the check holds if the trace ends here
}
