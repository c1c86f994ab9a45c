package stage

import (
	"encoding/json"

	"github.com/mantrac/mantrac/repair"
)

// Unsaid says why a quote, which is the prompt as well, does not state a value; "" if it
// does.
func Unsaid(value, quote string) string {
	return unsaid(Variable{Name: "v", Value: json.RawMessage(value), Quote: quote}, quote)
}

// ClosedBy reports whether edits with an effect can be used against some conflicts, and
// says what they do.
func ClosedBy(conflicts []repair.Conflict, e *repair.Effect) (bool, string) {
	return (&cause{Conflicts: conflicts}).closedBy(e), effectText(e)
}
