package stage

import (
	"context"
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/validate"
)

// validate repairs the cases of a sample in rounds, until there is no conflict that could
// still be closed, and decides about each.
func (w *work) validate(ctx context.Context) error {
	if err := w.admit(); err != nil {
		return err
	}
	for round := 1; round <= w.Config.Validation.Rounds; round++ {
		before := w.folder
		s, err := w.forwardSearch(ctx)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(s.Causes, func(c cause) bool { return w.open(&c) }) {
			break
		}
		if err := w.round(ctx, round); err != nil {
			return err
		}
		if err := w.save(); err != nil {
			return err
		}
		if before.texts[modelFile] == w.folder.texts[modelFile] && before.texts[suiteFile] == w.folder.texts[suiteFile] {
			break // the same questions would get the same answers
		}
	}
	return w.conclude(ctx)
}

// admit rejects cases that cannot be validated.
func (w *work) admit() error {
	for _, k := range w.cases {
		// Without a model no case can be checked.
		if k.status == "" && w.schema.model == "" {
			if err := w.settleCase(k, Rejected, "there is no world model: "+w.schema.missing); err != nil {
				return err
			}
		}
	}
	if w.schema.model == "" {
		return nil
	}
	for _, k := range w.cases {
		// Each case is checked alone, so that the faults of one do not reject the others.
		alone := w.folder.with(suiteFile, fmt.Sprintf("(use %q)\n", modelFile)+caseText(k.Scenario, k.initial(w.schema.own), k.checks))
		if k.checks == "" {
			continue
		}
		if found := alone.check().Diagnostics; diag.Tally(found).Errors > 0 {
			if err := w.settleCase(k, Rejected, "the checks do not fit the model: "+words(faultsIn(found))); err != nil {
				return err
			}
			// A rejected case is left out of the suite.
			k.checks = ""
		}
	}
	w.folder = w.folder.with(suiteFile, w.suite())
	return w.save()
}

// round closes what can be closed: first what the cases of the sample share, then what is
// left in the checks of single cases, then checks that refuse too much.
func (w *work) round(ctx context.Context, round int) error {
	forward := func(c *cause) bool { return c.Kind != validate.OverRestrictive && w.open(c) }
	backward := func(c *cause) bool { return c.Kind == validate.OverRestrictive && w.open(c) }
	// The stage after which the run ends may be in the middle of a round.
	if err := w.resolve(ctx, &pass{round: round, kind: forward}); err != nil || !w.reaches("check_resolution") {
		return err
	}
	if err := w.resolveChecks(ctx, round, forward); err != nil || !w.reaches("backward_audit") {
		return err
	}
	return w.resolve(ctx, &pass{round: round, kind: backward})
}

// open reports whether a cause concerns a case about which nothing is decided.
func (w *work) open(c *cause) bool {
	return slices.ContainsFunc(c.cases(), func(name string) bool {
		k := w.find(name)
		return k != nil && k.status == ""
	})
}

// conclude decides about each case by what the last search says of it.
func (w *work) conclude(ctx context.Context) error {
	if w.schema.model == "" {
		return nil
	}
	s, err := w.forwardSearch(ctx)
	if err != nil {
		return err
	}
	for _, k := range w.cases {
		// A case without checks was rejected before.
		if k.checks == "" {
			continue
		}
		k.count, k.forward = s.Checks[k.Name], true
		var open []string
		for _, c := range s.Causes {
			if slices.Contains(c.cases(), k.Name) {
				open = append(open, c.Key)
				// A check that refuses too much is no forward conflict.
				k.forward = k.forward && c.Kind == validate.OverRestrictive
			}
		}
		reason, unknown := s.Unknown[k.Name]
		k.forward = k.forward && !unknown
		switch {
		case k.status != "":
			continue
		case len(open) > 0:
			err = w.settleCase(k, AwaitingHuman, fmt.Sprintf("a conflict is left after the rounds: %s", open[0]))
		case unknown:
			err = w.settleCase(k, AwaitingHuman, "a question has no answer: "+reason)
		default:
			err = w.accept(ctx, k)
		}
		if err != nil {
			return err
		}
	}
	return w.inspect(ctx)
}
