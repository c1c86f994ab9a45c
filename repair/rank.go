package repair

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/edit"
)

// How many of the candidates that close a conflict and open none are ranked, in all
// and of each source: those that change least.
const (
	mostRanked   = 12
	mostOfSource = 4
)

// rank sorts candidates: those first that leave no verdict unknown, close the most
// conflicts and open none, then by how little they change, and which names they bring together. Where some open
// none, the others are left out. What agrees with a check by chance comes last.
func (f *finder) rank(of Conflict, list []*closer) ([]*closer, error) {
	for i, k := range list {
		// The place makes the order total, and so the same in each run.
		k.place, k.weight = i, weightOf(k.proposal)
	}
	slices.SortStableFunc(list, least)
	ranked, err := f.clean(of, list)
	if err == nil && !slices.ContainsFunc(ranked, func(k *closer) bool { return !k.chancy() }) {
		// With nothing clean but chance left, a candidate that opens a conflict is still worth showing.
		likely := slices.DeleteFunc(slices.Clone(list), func(k *closer) bool { return k.chancy() })
		var others []*closer
		others, err = f.unclean(of, likely[:min(len(likely), f.Shown)])
		ranked = append(ranked, others...)
	}
	slices.SortStableFunc(ranked, func(a, b *closer) int {
		return cmp.Or(
			byChance(a, b),
			cmp.Compare(len(a.effect.Unknown), len(b.effect.Unknown)),
			cmp.Compare(len(b.effect.Closed)-len(b.effect.Opened), len(a.effect.Closed)-len(a.effect.Opened)),
			least(a, b),
		)
	})
	return ranked, err
}

// clean returns the first few candidates of each source that close a conflict and
// open none, with their effects.
func (f *finder) clean(of Conflict, list []*closer) ([]*closer, error) {
	had := make(map[int]int) // by source
	var kept []*closer
	for _, k := range list {
		// A source with many variations must not crowd out the others.
		if had[k.source] == mostOfSource || len(kept) == mostRanked {
			continue
		}
		ok, err := f.repairs(k, of, true)
		if err != nil {
			return nil, err
		}
		if ok {
			had[k.source]++
			kept = append(kept, k)
		}
	}
	return kept, nil
}

// unclean returns those candidates that close a conflict, with their effects.
func (f *finder) unclean(of Conflict, list []*closer) ([]*closer, error) {
	var kept []*closer
	for _, k := range list {
		ok, err := f.repairs(k, of, false)
		if err != nil {
			return nil, err
		}
		if ok {
			kept = append(kept, k)
		}
	}
	return kept, nil
}

// repairs reports whether a candidate closes a conflict and leaves no check idle, and keeps
// its effect. A clean one opens no conflict.
func (f *finder) repairs(k *closer, of Conflict, clean bool) (bool, error) {
	// Idle is asked last, as it needs the effect of another variant.
	e, err := f.effectOf(k.variant, of, clean)
	if err != nil || e == nil || !slices.Contains(e.Closed, of) || clean && len(e.Opened) > 0 {
		return false, err
	}
	k.effect = e
	idle, err := f.idle(k, of)
	return !idle, err
}

// least compares by how much candidates change.
func least(a, b *closer) int {
	return cmp.Or(byChance(a, b), cmp.Compare(a.weight, b.weight), cmp.Compare(a.cost, b.cost), cmp.Compare(akin(b.edits), akin(a.edits)), cmp.Compare(a.place, b.place))
}

// chancy reports whether a candidate agrees with a check by chance: it changes something
// of which the check says nothing, and that the checks of no other case ask for as well.
func (k *closer) chancy() bool {
	// Before the effect is known, or for a new precondition of a tool the check is not about, there is no second opinion.
	if k.chance == implied || k.effect == nil || k.chance == strange && k.edits[0].Op == edit.Add && k.edits[0].At.Kind() == edit.Pre {
		return k.chance != implied
	}
	// If another case asks for the same change, it is no chance.
	first := k.effect.Closed[0]
	return !slices.ContainsFunc(k.effect.Closed, func(c Conflict) bool { return c.File != first.File || c.Case != first.Case })
}

// byChance sorts what agrees with a check by chance after the rest.
func byChance(a, b *closer) int {
	switch {
	case a.chancy() == b.chancy():
		return 0
	case a.chancy():
		return 1
	}
	return -1
}

// stem is how many letters two words share at least that have to do with each other.
const stem = 5

// akin counts the names of enums and strings in new texts that begin as another word
// of the text does, as "rejection" does beside `rejection_announced`.
func akin(edits []edit.Edit) int {
	n := 0
	for _, e := range edits {
		list := words(e.Text)
		for _, w := range list {
			name, quoted := strings.CutPrefix(w, `"`)
			if quoted && len(name) > stem && slices.ContainsFunc(list, func(other string) bool { return strings.HasPrefix(other, name[:stem]) }) {
				n++
			}
		}
	}
	return n
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
	case p.slip:
		weight = min(weight, 1)
	case p.faint:
		weight += weightFaint
	}
	return weight
}

// weightFaint is added to the weight of what nothing hints at: it weighs more than a
// change of a detail, and less than what is gone.
const weightFaint = 3

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
	case e.Op == edit.Remove && kind.InModel():
		return 7 // for all cases
	case e.Op == edit.Remove:
		return 5
	case kind == edit.CheckForm && polarity(e.Expect) != polarity(e.Text):
		if slices.Equal(words(e.Expect)[1:], words(e.Text)[1:]) {
			return 4 // one word is the opposite one
		}
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
