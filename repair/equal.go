package repair

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// distinct makes the candidates that are shown of a ranked list: one of those with
// equal behaviour, the first, which names the others.
func (f *finder) distinct(ref Ref, list []*closer) (shown []Candidate, more int, err error) {
	var made []*closer
	for i, k := range list {
		// The rest is not compared, so More can count candidates with equal behaviour.
		if len(shown) >= f.Shown {
			return shown, len(list) - i, nil
		}
		c, err := f.candidate(ref, k)
		if err != nil {
			return nil, 0, err
		}
		same := -1
		for j := range made {
			// A cheap test comes before the comparison, which asks questions.
			if mayBeSame(&shown[j].Effect, &c.Effect) {
				equal, err := f.sameBehaviour(ref.Suite.Model, made[j], k)
				if err != nil {
					return nil, 0, err
				}
				if equal {
					same = j
					break
				}
			}
		}
		if same >= 0 {
			shown[same].Same = append(shown[same].Same, Alternative{Edits: c.Edits, Why: c.Why})
			continue
		}
		// The two lists stay parallel: shown[j] was made of made[j].
		shown, made = append(shown, c), append(made, k)
	}
	return shown, 0, nil
}

// mayBeSame reports whether the effects of two candidates leave it open that they
// have the same behaviour.
func mayBeSame(a, b *Effect) bool {
	// Where a comparison is open, a missing trace proves nothing, so traces are not compared.
	return len(a.Closed) == len(b.Closed) && len(a.Opened) == len(b.Opened) &&
		(a.Open || b.Open || (len(a.Allows) > 0) == (len(b.Allows) > 0) && (len(a.Forbids) > 0) == (len(b.Forbids) > 0))
}

// sameBehaviour reports whether it is known that two candidates have the same
// behaviour: their models allow the same traces from the starts of the cases, and
// their cases start in the same states and accept the same traces.
func (f *finder) sameBehaviour(m *checker.Model, a, b *closer) (bool, error) {
	if inModel(a.edits) != inModel(b.edits) {
		return false, nil
	}
	if inModel(a.edits) {
		return f.sameModels(m, a, b)
	}
	// Both edit suites only, so the model is the same, and languages of checks decide.
	for _, p := range behaviour.MatchCases(a.variant.set.Suites, b.variant.set.Suites, nil) {
		if p.Old == nil || p.New == nil {
			return false, nil
		}
		// Cases with equal texts accept the same traces.
		if f.quick.Fingerprint(p.Old.Suite, p.Old.Case) == f.quick.Fingerprint(p.New.Suite, p.New.Case) {
			continue
		}
		if !sameStart(p.Old.Case, p.New.Case) || !noneIn(p.Gained()) || !noneIn(p.Lost()) {
			return false, nil
		}
	}
	return true, nil
}

func (f *finder) sameModels(m *checker.Model, a, b *closer) (bool, error) {
	of, to := f.versionOf(a.variant, m), f.versionOf(b.variant, m)
	// Each version is tried on the traces that tell the other one from the original.
	if differs(of.Model, b.known) || differs(to.Model, a.known) {
		return false, nil
	}
	c, err := f.compareModels(of, to)
	if err != nil {
		return false, err
	}
	// Unknown counts as different: only a known equality merges two candidates.
	return c.Whole.Class() == behaviour.Equal && len(c.Doubts) == 0 &&
		!slices.ContainsFunc(c.Goals, func(g behaviour.Goal) bool { return g.Class() != behaviour.Equal }), nil
}

// differs reports whether a model allows a trace that another one does not, or does
// not allow one that the other does.
func differs(m *checker.Model, list []known) bool {
	machine := interp.New(m)
	return slices.ContainsFunc(list, func(k known) bool {
		t := interp.Trace{Init: k.New}
		for _, c := range k.Calls {
			t.Steps = append(t.Steps, interp.Step{Call: c})
		}
		r, err := machine.Run(t)
		// A replay that stops early is not allowed: it has fewer steps than the trace.
		return err == nil && (r.Allowed() && len(r.Steps) == len(t.Steps)) != k.allowed
	})
}

// sameStart reports whether two versions of a case, which have no other goals, start
// in the same states.
func sameStart(a, b *checker.Case) bool {
	return slices.EqualFunc(a.Init, b.Init, func(x, y checker.Initial) bool { return x.Var.Name() == y.Var.Name() && types.Equal(x.Value, y.Value) })
}

func noneIn(sides map[string]behaviour.Side) bool {
	for _, s := range sides {
		if s.Answer != validate.None { // Unknown is not None
			return false
		}
	}
	return true
}
