package stage

import (
	"context"
	"strings"
)

// resolveChecks is check_resolution: of a forward conflict that is left after the repairs of
// the shared model it asks, case by case, which checks are responsible.
func (w *work) resolveChecks(ctx context.Context, c *cause, round int) error {
	for _, name := range c.cases() {
		if k := w.find(name); k == nil || k.status != "" {
			continue
		}
		if err := w.resolve(ctx, question{cause: c, round: round, only: name}); err != nil {
			return err
		}
	}
	return nil
}

// caseSource returns the text of a case in a suite that this package has written, whose
// cases begin lines.
func caseSource(suite, name string) string {
	head := "(case " + name + "\n"
	_, rest, _ := strings.Cut(suite, head)
	rest, _, _ = strings.Cut(rest, "\n(case ")
	return head + strings.TrimRight(rest, "\n")
}
