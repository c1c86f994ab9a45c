package repair

import "github.com/mantrac/mantrac/validate"

// ConflictsOf returns the conflicts of a case.
var ConflictsOf = conflictsOf

// MostConflicts is how many forward conflicts of a case are told apart.
const MostConflicts = mostConflicts

// Compare returns what becomes of a case.
func Compare(old, new *validate.Case) *Effect {
	e := &Effect{}
	e.compare(old, new)
	return e
}
