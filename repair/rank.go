package repair

import (
	"cmp"
	"slices"
)


// rank sorts candidates: those first that close the most conflicts and open none,
// then by how little they change.
func (f *finder) rank(list []*closer) ([]*closer, error) {
	for i, k := range list {
		e, err := f.effectOf(k.variant)
		if err != nil {
			return nil, err
		}
		k.effect, k.place = e, i
	}
	slices.SortStableFunc(list, func(a, b *closer) int {
		return cmp.Or(
			compareBool(len(a.effect.Opened) > 0, len(b.effect.Opened) > 0),
			cmp.Compare(len(b.effect.Closed)-len(b.effect.Opened), len(a.effect.Closed)-len(a.effect.Opened)),
			cmp.Compare(len(a.effect.Unknown), len(b.effect.Unknown)),
			compareBool(a.prior >= unlikely, b.prior >= unlikely),
			cmp.Compare(a.cost, b.cost),
			cmp.Compare(a.place, b.place),
		)
	})
	return list, nil
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// candidate makes what is shown of a candidate.
func (f *finder) candidate(k *closer) Candidate {
	return Candidate{Edits: k.edits, Why: k.why, Effect: *k.effect, Same: k.same}
}
