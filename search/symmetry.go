package search

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
)

// This is symmetry reduction (C. N. Ip, D. L. Dill, "Better verification through symmetry",
// Formal Methods in System Design 9, 1996). Strings are only ever compared for equality. If neither
// of two strings occurs in a condition, an assignment, a check or the goal, and each is in the initial
// state wherever the other one is, exchanging them maps the case to itself, and each run to a run of the
// same tools. So of states that differ by such a permutation, one is enough. Strangers are such
// strings, too.
//
// Two strings of a state differ by the slots that they are in. Those that can be exchanged are put
// in the order of these slots.

// A symmetry is the strings of a group that can be exchanged. Each has a place: first come those of
// the case, then, from strangersFrom on, the strangers.
type symmetry struct {
	search  *Search
	slots   []int    // of the state: strings, and sets of strings
	texts   []cell   // those of the case, by place
	classes []places // of strings of which any two can be exchanged

	split map[cell]splitSet
	whole map[splitSet]cell
}

// A splitSet is a set: the places of the members that can be exchanged, and the set of the others.
type splitSet struct {
	members uint64
	rest    cell
}

// places are those from one on, up to another one.
type places struct{ from, to int }

const (
	strangersFrom = 32
	mostExchanged = 64
	manyStates    = 64 // are visited before strings are exchanged: less is done sooner without it
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

// symmetry returns that of a group; nil if some of its strings are in maps or in sets of records, or if checks
// remember them.
func (d *domains) symmetry(g *group) *symmetry {
	y := &symmetry{search: d.x.search, split: make(map[cell]splitSet), whole: make(map[splitSet]cell)}
	for _, l := range g.slots {
		if t := d.x.search.model.leaves[l].Type; t != types.String && !types.Identical(t, setOfStrings) {
			return nil
		}
		if i := d.x.at[l]; i >= 0 {
			y.slots = append(y.slots, i)
		}
	}
	if g.joined || len(y.slots) > mostExchanged {
		return nil
	}
	if !g.alike {
		y.classify(d, g)
	}
	y.classes = append(y.classes, places{strangersFrom, mostExchanged})
	return y
}

var setOfStrings = &types.Array{Elem: types.String}

// classify finds the strings that nothing but the initial state has, in classes of those that are in the same leaves.
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
	// Strings that are in the same leaves come next to each other.
	slices.SortStableFunc(met, func(a, b cell) int { return slices.Compare(in[a], in[b]) })
	for len(met) > 0 {
		n := 1
		for n < len(met) && slices.Equal(in[met[n]], in[met[0]]) {
			n++
		}
		// A string by itself has none to be exchanged with, and there are few places.
		if at := len(y.texts); n > 1 && at+n <= strangersFrom {
			y.texts = append(y.texts, met[:n]...)
			y.classes = append(y.classes, places{at, at + n})
		}
		met = met[n:]
	}
}

// exchange puts the strings of a state in order.
func (y *symmetry) exchange(state []cell) {
	var in [mostExchanged]uint64 // by place: the slots that the string is in, the first one as the highest bit
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

// order returns the new place of each string, and whether any has another one than before.
func (y *symmetry) order(in *[mostExchanged]uint64) (to []int, moved bool) {
	for _, c := range y.classes {
		// Whether a state is in order already is cheap to see.
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

// members splits what a slot has. It reports false if a stranger in it has no place.
func (y *symmetry) members(c cell) (set splitSet, ok bool) {
	if c == unset || abstract(c) {
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
	// The rest is unset for a single string, which tells it from a set.
	if set.rest = unset; isSet {
		set.rest = y.search.tab.put(append(types.List{}, rest...))
	}
	y.split[c] = set
	return set, true
}

// image returns what a slot has once each string has its new place.
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
	had, ok := y.whole[set]
	if !ok {
		tab := y.search.tab
		list := slices.Clone(tab.value(set.rest).(types.List))
		for m := set.members; m != 0; m &= m - 1 {
			list = append(list, tab.value(y.text(bits.TrailingZeros64(m))))
		}
		// Members go into canonical order, so that equal sets have one cell.
		had = tab.put(interp.Conform(list, setOfStrings))
		y.whole[set], y.split[had] = had, set
	}
	return had
}

// text returns the string at a place.
func (y *symmetry) text(p int) cell {
	if p < strangersFrom {
		return y.texts[p]
	}
	return y.search.tab.stranger(p - strangersFrom)
}

// place returns the place of a string, or -1 if it cannot be exchanged. It reports false for a stranger
// that has no place.
func (y *symmetry) place(c cell) (int, bool) {
	if i := slices.Index(y.texts, c); i >= 0 {
		return i, true
	}
	if i, is := y.search.tab.fresh[c]; is {
		return strangersFrom + i, strangersFrom+i < mostExchanged
	}
	return -1, true
}
