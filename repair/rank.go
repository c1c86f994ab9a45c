package repair

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/edit"
)

// mostRanked is how many of the candidates that close a conflict are validated with
// all other cases: those that change least.
const mostRanked = 10

// rank sorts candidates: those first that close the most conflicts and open none,
// then by how little they change.
func (f *finder) rank(of Conflict, list []*closer) ([]*closer, error) {
	for i, k := range list {
		k.place, k.weight = i, weightOf(k.edits)
		if k.prior >= unlikely {
			k.weight += unlikely
		}
	}
	slices.SortStableFunc(list, least)
	list = list[:min(len(list), mostRanked)]
	for _, k := range list {
		e, err := f.effectOf(k.variant)
		if err != nil {
			return nil, err
		}
		k.effect = e
	}
	list = slices.DeleteFunc(list, func(k *closer) bool { return !slices.Contains(k.effect.Closed, of) })
	slices.SortStableFunc(list, func(a, b *closer) int {
		return cmp.Or(
			compareBool(len(a.effect.Opened) > 0, len(b.effect.Opened) > 0),
			cmp.Compare(len(b.effect.Closed)-len(b.effect.Opened), len(a.effect.Closed)-len(a.effect.Opened)),
			cmp.Compare(len(a.effect.Unknown), len(b.effect.Unknown)),
			least(a, b),
		)
	})
	return list, nil
}

// least compares by how much candidates change.
func least(a, b *closer) int {
	return cmp.Or(cmp.Compare(a.weight, b.weight), cmp.Compare(a.cost, b.cost), cmp.Compare(a.place, b.place))
}

// weightOf says how much of what people wrote edits give up: adding something keeps
// all of it, another detail most of it, and what is gone is lost.
func weightOf(edits []edit.Edit) int {
	weight := 0
	for _, e := range edits {
		weight += weightOfEdit(e)
	}
	return weight
}

func weightOfEdit(e edit.Edit) int {
	kind := e.At.Kind()
	switch {
	case kind == edit.Init:
		return 3 // it says what was open
	case kind == edit.InitValue:
		return 7 // the case is about something else then
	case e.Op == edit.Add && kind == edit.Post:
		return 2
	case e.Op == edit.Add:
		return 1
	case e.Op == edit.Remove:
		return 5
	case polarity(e.Expect) != polarity(e.Text) && kind == edit.CheckForm:
		return 6 // it says the opposite
	}
	return 2
}

// polarity tells forms that forbid from those that oblige.
func polarity(form string) string {
	for _, word := range []string{"(call ", "(follows ", "(precedes ", "(at_least ", "(answered "} {
		if strings.HasPrefix(form, word) {
			return "obliges"
		}
	}
	return "restricts"
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
