package repair

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/edit"
)

// How many of the candidates that close a conflict are validated with all other
// cases, in all and of each source: those that change least.
const (
	mostRanked   = 16
	mostOfSource = 5
)

// rank sorts candidates: those first that close the most conflicts and open none,
// then by how little they change. Where some open none, the others are left out.
func (f *finder) rank(of Conflict, list []*closer) ([]*closer, error) {
	for i, k := range list {
		k.place, k.weight = i, weightOf(k.proposal)
	}
	slices.SortStableFunc(list, least)
	list = someOfEach(list)
	ranked, err := f.effects(of, list, true)
	if err == nil && len(ranked) == 0 {
		ranked, err = f.effects(of, list[:min(len(list), f.Shown)], false)
	}
	slices.SortStableFunc(ranked, func(a, b *closer) int {
		return cmp.Or(
			cmp.Compare(len(b.effect.Closed)-len(b.effect.Opened), len(a.effect.Closed)-len(a.effect.Opened)),
			cmp.Compare(len(a.effect.Unknown), len(b.effect.Unknown)),
			least(a, b),
		)
	})
	return ranked, err
}

// effects returns those of some candidates that close a conflict, with their
// effects, and, if they are to be clean, open none.
func (f *finder) effects(of Conflict, list []*closer, clean bool) ([]*closer, error) {
	var kept []*closer
	for _, k := range list {
		e, err := f.effectOf(k.variant, clean)
		if err != nil {
			return nil, err
		}
		if e != nil && slices.Contains(e.Closed, of) && (!clean || len(e.Opened) == 0) {
			k.effect = e
			kept = append(kept, k)
		}
	}
	return kept, nil
}

// least compares by how much candidates change.
func least(a, b *closer) int {
	return cmp.Or(cmp.Compare(a.weight, b.weight), cmp.Compare(a.cost, b.cost), cmp.Compare(a.place, b.place))
}

// someOfEach returns the first few candidates of each source, in their order.
func someOfEach(list []*closer) []*closer {
	of := make(map[int]int)
	var some []*closer
	for _, k := range list {
		if of[k.source]++; of[k.source] <= mostOfSource && len(some) < mostRanked {
			some = append(some, k)
		}
	}
	return some
}

// weightOf says how much of what people wrote a proposal gives up: adding something
// keeps all of it, another detail most of it, and what is gone is lost. What no trace
// and no check hints at weighs more.
func weightOf(p proposal) int {
	weight := 0
	for _, e := range p.edits {
		weight += weightOfEdit(e)
	}
	switch {
	case p.prior >= unlikely:
		weight += unlikely
	case p.slip:
		weight = min(weight, 1)
	case p.prior > hinted:
		weight += 2
	}
	return weight
}

// hinted is the largest prior of a proposal that something hints at.
const hinted = 5

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
