package repair

import (
	"cmp"
	"maps"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// candidate makes what is shown of a candidate: what the edits newly allow and
// forbid, and whether what they close is closed for every length.
func (f *finder) candidate(ref Ref, k *closer) (Candidate, error) {
	c := Candidate{Edits: k.edits, Why: k.why, Effect: *k.effect, Manual: f.sentences(k.edits)}
	if k.chancy() {
		c.Why += ", of which the check says nothing"
	}
	var err error
	if c.Effect.Proved, err = f.proved(keyOf(ref), k.variant); err != nil {
		return c, err
	}
	if inModel(k.edits) {
		return c, f.modelMeaning(&c.Effect, ref.Suite.Model, k)
	}
	f.checkMeaning(&c.Effect, k.variant)
	return c, nil
}

// proved tells whether a case of a variant has no conflict of any length.
func (f *finder) proved(key caseKey, v *variant) (bool, error) {
	ref, ok := v.ref(key)
	if !ok {
		return false, nil
	}
	o := f.Options.Options
	// Only the verdict is of interest, and no explanation of it.
	o.Plain, o.Brief, o.AnyWitness = true, true, true
	c, err := validate.NewSession(o).Validate(f.ctx, ref.Suite, ref.Case)
	if err != nil {
		return false, err
	}
	return c.Proved(), nil
}

// checkMeaning compares the checks of the cases before and after.
func (f *finder) checkMeaning(e *Effect, v *variant) {
	for _, p := range behaviour.MatchCases(f.part(v.edits).Suites, v.set.Suites, nil) {
		// A case that the edits did not touch is the same value in both sets.
		if p.Old == nil || p.New == nil || p.Old.Case == p.New.Case {
			continue
		}
		for _, way := range []struct {
			sides map[string]behaviour.Side
			to    *[]Trace
		}{{p.Gained(), &e.Forbids}, {p.Lost(), &e.Allows}} {
			// Sort, to list the traces in the same order each time.
			for _, check := range slices.Sorted(maps.Keys(way.sides)) {
				s := way.sides[check]
				e.Open = e.Open || s.Answer == validate.Unknown
				if s.Witness != nil {
					*way.to = append(*way.to, Trace{Case: p.New.Name(), Check: check, Calls: s.Witness.Calls})
				}
			}
		}
	}
	e.Allows, e.Forbids = fewest(e.Allows), fewest(e.Forbids)
}

// modelMeaning compares the models before and after.
func (f *finder) modelMeaning(e *Effect, old *checker.Model, k *closer) error {
	c, err := f.compareModels(behaviour.Version{Model: old, Suites: suitesOf(f.set, old)}, f.versionOf(k.variant, old))
	if err != nil {
		return err
	}
	for _, t := range c.Tools {
		e.Open = e.Open || t.Open()
		if w := t.Looser.Witness; w != nil {
			e.Allows = append(e.Allows, Trace{Start: w.Case, Calls: w.Calls})
			k.known = append(k.known, known{w, true})
		}
		if w := t.Stricter.Witness; w != nil {
			e.Forbids = append(e.Forbids, Trace{Start: w.Case, Calls: w.Calls})
			k.known = append(k.known, known{w, false})
		}
	}
	e.Allows, e.Forbids = fewest(e.Allows), fewest(e.Forbids)
	return nil
}

func (f *finder) compareModels(old, new behaviour.Version) (*behaviour.Comparison, error) {
	o := behaviour.Options{Options: f.Options.Options}
	o.Plain, o.NewFixedpoint = true, nil
	return behaviour.Compare(f.ctx, old, new, o)
}

// versionOf returns a model as it is in a variant, with its suites.
func (f *finder) versionOf(v *variant, m *checker.Model) behaviour.Version {
	file := m.File.Tree.File.Name()
	i := slices.IndexFunc(v.set.Models, func(m *checker.Model) bool { return m.File.Tree.File.Name() == file })
	return behaviour.Version{Model: v.set.Models[i], Suites: suitesOf(v.set, v.set.Models[i])}
}

// fewest sorts traces by their lengths.
func fewest(list []Trace) []Trace {
	slices.SortStableFunc(list, func(a, b Trace) int { return cmp.Compare(len(a.Calls), len(b.Calls)) })
	return list
}
