package stage

import "github.com/mantrac/mantrac/repair"

// ClosedBy reports whether edits with an effect can be used against some conflicts, and
// says what they do.
func ClosedBy(conflicts []repair.Conflict, e *repair.Effect) (bool, string) {
	return (&cause{Conflicts: conflicts}).closedBy(e), effectText(e)
}
