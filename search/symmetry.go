package search

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
)

// This is symmetry reduction (C. N. Ip, D. L. Dill, "Better verification through symmetry",
// Formal Methods in System Design 9, 1996). Strings are only ever compared for equality. If two
// occur in nothing that a question looks at but the initial state, and there each wherever
// the other one does, exchanging them maps the case to itself, and runs to runs of the same tools.
// So of states that differ by such a permutation alone, one is enough. Strangers are such strings, too.
//
// A string is told from another one by the slots that it is in. Strings that can be exchanged are put
// in the order of these.

// A symmetry is what strings of a group can be exchanged.
type symmetry struct {
	search  *Search
	slots   []int     // of the state: strings, and sets of strings
	strings []cell    // of the case; behind them come strangers
	classes []classOf // places of strings of which any two can be exchanged

	split  map[cell]splitSet
	joined map[splitSet]cell
}

// A splitSet is a set as those of its members that can be exchanged, by their places, and the set of
// the others.
type splitSet struct {
	members uint64
	rest    cell
}

// A classOf is a range of places.
type classOf struct{ from, to int }

const (
	strangersFrom = 32 // so many strings of a case are exchanged at most
	mostExchanged = 64
	manyStates    = 0 // are visited before anything is exchanged
)

// exchange makes a state the one that stands for all that differ from it by strings that can be
// exchanged.
func (s *search) exchange(state []cell) {
	if s.count() < manyStates {
		return
	}
	if !s.looked {
		s.looked, s.symmetries = true, s.dom.symmetries()
	}
	for _, y := range s.symmetries {
		y.exchange(state)
	}
}

// symmetries returns those of the groups of a question.
func (d *domains) symmetries() (list []*symmetry) {
	var seen []*group
	for _, l := range d.x.leaves {
		if texts, _, _ := contents(d.x.search.model.leaves[l].Type); !texts {
			continue
		}
		if g := d.groupOf(textsAt(l)); !slices.Contains(seen, g) {
			seen = append(seen, g)
			if y := d.symmetry(g); y != nil {
				list = append(list, y)
			}
		}
	}
	return list
}

// symmetry returns that of a group; nil where some of its strings are in maps, or checks remember them.
func (d *domains) symmetry(g *group) *symmetry {
	y := &symmetry{search: d.x.search, split: make(map[cell]splitSet), joined: make(map[splitSet]cell)}
	for _, l := range g.slots {
		if t := d.x.search.model.leaves[l].Type; t != types.String && !types.Identical(t, setOfStrings) {
			return nil
		}
		if i := d.x.at[l]; i >= 0 {
			y.slots = append(y.slots, i)
		}
	}
	if g.joined || len(y.slots) > 64 {
		return nil
	}
	if !g.alike {
		y.classify(d, g)
	}
	y.classes = append(y.classes, classOf{strangersFrom, mostExchanged})
	return y
}

var setOfStrings = &types.Array{Elem: types.String}

// classify finds the strings that only the initial state has, in classes of those that are in the same slots.
func (y *symmetry) classify(d *domains, g *group) {
	in := make(map[cell][]int) // the leaves that have a string initially
	var met []cell
	for _, l := range g.slots {
		for _, c := range d.textsIn(nil, y.search.init[l], y.search.model.leaves[l].Type) {
			if in[c] == nil {
				met = append(met, c)
			}
			in[c] = append(in[c], l)
		}
	}
	met = slices.DeleteFunc(met, func(c cell) bool { return slices.Contains(g.texts, c) })
	slices.SortStableFunc(met, func(a, b cell) int { return slices.Compare(in[a], in[b]) })
	for len(met) > 0 {
		n := 1
		for n < len(met) && slices.Equal(in[met[n]], in[met[0]]) {
			n++
		}
		if at := len(y.strings); n > 1 && at+n <= strangersFrom {
			y.strings = append(y.strings, met[:n]...)
			y.classes = append(y.classes, classOf{at, at + n})
		}
		met = met[n:]
	}
}

// exchange exchanges strings of a state.
func (y *symmetry) exchange(state []cell) {
	var in [mostExchanged]uint64 // the slots that a string is in, the first one the highest bit
	for k, i := range y.slots {
		set, ok := y.members(state[i])
		if !ok {
			return
		}
		for m := set.members; m != 0; m &= m - 1 {
			in[bits.TrailingZeros64(m)] |= 1 << (63 - k)
		}
	}
	if to, moved := y.order(&in); moved {
		for _, i := range y.slots {
			state[i] = y.image(state[i], to)
		}
	}
}

// order returns where each string goes, and whether any does.
func (y *symmetry) order(in *[mostExchanged]uint64) (to []int, moved bool) {
	for _, c := range y.classes {
		for p := c.from + 1; p < c.to && !moved; p++ {
			moved = in[p] > in[p-1]
		}
	}
	if !moved {
		return nil, false
	}
	to = make([]int, mostExchanged)
	var order []int
	for _, c := range y.classes {
		order = order[:0]
		for p := c.from; p < c.to; p++ {
			order = append(order, p)
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(in[b], in[a]) })
		for k, p := range order {
			to[p] = c.from + k
		}
	}
	return to, true
}

// members splits what a slot has. It reports false if there are more strangers in it than can be exchanged.
func (y *symmetry) members(c cell) (set splitSet, ok bool) {
	if c == unset || loose(c) {
		return splitSet{}, true
	}
	if set, ok = y.split[c]; ok {
		return set, true
	}
	var rest types.List
	list, isSet := y.search.tab.value(c).(types.List)
	if !isSet {
		list = types.List{y.search.tab.value(c)}
	}
	for _, m := range list {
		p, ok := y.place(y.search.tab.text(string(m.(types.Text))))
		switch {
		case !ok:
			return set, false
		case p < 0:
			rest = append(rest, m)
		default:
			set.members |= 1 << p
		}
	}
	set.rest = unset
	if isSet {
		set.rest = y.search.tab.put(append(types.List{}, rest...))
	}
	y.split[c] = set
	return set, true
}

// image returns what a slot has when each string has gone where it goes.
func (y *symmetry) image(c cell, to []int) cell {
	from, _ := y.members(c)
	set := splitSet{rest: from.rest}
	for m := from.members; m != 0; m &= m - 1 {
		set.members |= 1 << to[bits.TrailingZeros64(m)]
	}
	if set == from {
		return c
	}
	if set.rest == unset {
		return y.text(bits.TrailingZeros64(set.members))
	}
	had, ok := y.joined[set]
	if !ok {
		tab := y.search.tab
		list := slices.Clone(tab.value(set.rest).(types.List))
		for m := set.members; m != 0; m &= m - 1 {
			list = append(list, tab.value(y.text(bits.TrailingZeros64(m))))
		}
		had = tab.put(interp.Conform(list, setOfStrings))
		y.joined[set], y.split[had] = had, set
	}
	return had
}

// text returns the string at a place.
func (y *symmetry) text(p int) cell {
	if p < strangersFrom {
		return y.strings[p]
	}
	return y.search.tab.stranger(p - strangersFrom)
}

// place returns the place of a string, or -1 if it cannot be exchanged. It reports false for a stranger
// that has no place.
func (y *symmetry) place(c cell) (int, bool) {
	if i := slices.Index(y.strings, c); i >= 0 {
		return i, true
	}
	if i, is := y.search.tab.fresh[c]; is {
		return strangersFrom + i, strangersFrom+i < mostExchanged
	}
	return -1, true
}
