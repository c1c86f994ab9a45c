package stage

import (
	"context"
	"slices"
	"strings"
)

// resolveChecks is check_resolution: of forward conflicts that are left after the repairs of
// the shared model it asks, case by case, which checks are responsible.
func (w *work) resolveChecks(ctx context.Context, round int, forward func(*cause) bool) error {
	for _, k := range w.cases {
		// A case that is settled is not asked about again.
		ofCase := func(c *cause) bool { return k.status == "" && forward(c) && slices.Contains(c.cases(), k.Name) }
		if err := w.resolve(ctx, &pass{round: round, kind: ofCase, only: k.Name}); err != nil {
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
	// Cases begin lines in this suite, and a text in quotes has no line ends.
	rest, _, _ = strings.Cut(rest, "\n(case ")
	return head + strings.TrimRight(rest, "\n")
}
