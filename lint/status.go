package lint

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
)

// A State is what was found out about a transition or a check.
type State string

// The states.
const (
	IsReached   State = "reached"   // a run from a case calls the tool
	IsCallable  State = "callable"  // it can be called in some state; there are no cases
	IsUnreached State = "unreached" // it can, but no run from a case does
	IsNever     State = "never"     // of a tool: it can never be called; of a check: it can never fail

	CanFail      State = "fails"      // of all checks, a trace fails this one alone
	IsRedundant  State = "redundant"  // it can fail, but no trace fails it alone
	IsImpossible State = "impossible" // no run of the model passes the checks of the case

	IsUndecided State = "undecided" // the question has no answer
)

// A Status says what was found out about each transition, and about each check
// of each case, whether it is worth a finding or not.
type Status struct {
	Transition *checker.Transition // nil for a check
	Case       *checker.Case       // of a check
	Check      *ast.Check          // nil for the goal of the case
	State      State
	Scope      Scope // of what there is not
}

func (w *world) status(list ...Status) { w.result.Statuses = append(w.result.Statuses, list...) }

// statusOf says what came of asking whether a transition fires.
func (w *world) statusOf(t *checker.Transition, f firing) Status {
	s := Status{Transition: t, State: IsReached}
	switch p := f.problem.(type) {
	case *NeverFires:
		s.State, s.Scope = IsNever, Scope{Proved: true}
	case *Unreached:
		s.State, s.Scope = IsUnreached, p.Scope
	default:
		switch {
		case f.open != nil:
			s.State = IsUndecided
		case len(w.cases) == 0:
			s.State = IsCallable
		}
	}
	return s
}

// all notes one state of all checks of a case, and of its goal.
func (j *judgement) all(s *subject, state State, scope Scope) {
	for _, i := range s.all() {
		j.one(s, i, state, scope)
	}
}

func (j *judgement) one(s *subject, i item, state State, scope Scope) {
	j.statuses = append(j.statuses, Status{Case: s.decl, Check: i.check, State: state, Scope: scope})
}
