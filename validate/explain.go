package validate

import (
	"context"

	"github.com/mantrac/mantrac/compiler/system"
)

// Mark marks the values of a witness that do not matter for its being an answer to
// a question about a scenario, as [Session.Validate] does. The witness is one that
// was asked for with the same model.
func (s *Session) Mark(ctx context.Context, sc *system.Scenario, q system.Query, w *Witness) (err error) {
	defer recovered(sc.Case, queryName(q), &err)
	s.validator(ctx, sc).generalise(q, w)
	return nil
}

// RestsOn returns what a compliant witness needs before an answer has shown it, in
// the order of its calls.
func (s *Session) RestsOn(ctx context.Context, sc *system.Scenario, w *Witness) (needs []Need, err error) {
	defer recovered(sc.Case, "compliant", &err)
	return s.validator(ctx, sc).restsOn(w), nil
}
