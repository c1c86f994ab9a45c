package search

import "github.com/mantrac/mantrac/lang/ast"

// An answer to a commission is a run that fails the check, passes all others and reaches
// the goal, and has a call that the check speaks of. Without the call it is what an
// omission asks for. So a search for a commission that comes to its end has also found out
// whether there is an omission: if none of its states is where an omission ends, there is none of
// any length, nor a commission by others, and neither is searched for.
//
// The search of the commission leaves nothing out that an omission needs. Its slice keeps
// what can help the checks and the goal to come out in the same way, and more, for the call
// (slice.byBasic). The questions ask the same of the automata and the goal, so a call that only helps the one
// does not harm the other, and what is hopeless for one is for the other. Which calls were made
// is told apart by the flag alone, and states are looked at whatever their flag is. With vague values, or relaxed
// checks, each run of the omission has its image as one of the commission does.

// unfailed is what is known of a check that no run fails which passes the others and reaches
// the goal.
type unfailed map[*ast.Check]Result

// mayOmit reports whether an omission may end in a state: what depends on leaves that
// are not set may be so.
func (x *question) mayOmit(state []cell) bool {
	if !x.comesOut(state) || x.goal == nil {
		return x.comesOut(state)
	}
	x.loadLeaves(state)
	e := x.search.env
	e.need = -1
	holds := x.goal.holds(e)
	return holds || e.need >= 0
}

// answered answers a question that is prepared, and notes what that says of omissions.
func (x *question) answered(answer func(*question) Result) Result {
	if x.barren {
		return unanswerable
	}
	r := answer(x)
	if x.target >= 0 && r.None && r.Proved && !x.omits && !x.Undisturbed {
		if x.search.unfailed == nil {
			x.search.unfailed = make(unfailed)
		}
		x.search.unfailed[x.Check] = r
	}
	return r
}
