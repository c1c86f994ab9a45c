package repair

import (
	"context"
	"slices"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/validate"
)

// Measure returns what edits of any origin close and open in all cases of a set,
// and the set with them. It does not look for traces that they newly allow and forbid.
// The set is as in [Find]. The error is an [*edit.Refused] if the edits cannot be made.
func Measure(ctx context.Context, set *edit.Set, edits []edit.Edit, o Options) (*Effect, *edit.Result, error) {
	made, err := edit.Apply(set, edits, edit.ApplyOptions{Check: o.Check, Locks: o.Locks})
	if err != nil {
		return nil, nil, err
	}
	f := newFinder(ctx, set, o)
	if err := f.validateAll(); err != nil {
		return nil, nil, err
	}
	v := &variant{edits: edits, set: made.Set, asked: newAsked(o.Options), judgements: make(map[caseKey]*validate.Case)}
	e, err := f.effectOf(v, Conflict{}, false)
	if err != nil {
		return nil, nil, err
	}
	e.Proved, err = f.closedForGood(e, v)
	return e, made, err
}

// closedForGood tells whether what edits close is closed for traces of every length.
func (f *finder) closedForGood(e *Effect, v *variant) (bool, error) {
	for i, c := range e.Closed {
		key := caseKey{c.File, c.Case}
		// A proof is about the whole case, so that one for each case is enough.
		if slices.ContainsFunc(e.Closed[:i], func(c Conflict) bool { return key == caseKey{c.File, c.Case} }) {
			continue
		}
		if proved, err := f.proved(key, v); err != nil || !proved {
			return false, err
		}
	}
	return true, nil
}
