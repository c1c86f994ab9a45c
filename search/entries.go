package search

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A map that starts anywhere has no list of values. If it is only ever read by key, the
// search tells its entries apart as they are asked for: the slot of the map has what is
// known of it, and what is asked of any other key is tried with each answer, as a slot
// that is not set is. Two maps that agree in what is known behave alike until another
// key is asked for, so nothing is lost, and nothing is made up.
//
// What is known of a key that is a string that occurs nowhere, and that nothing else in
// the state has, is forgotten after the call (forget). In all that follows, that string can
// be exchanged for another one that no call has named so far: the runs from the state
// are the same with it and without. So there are only as many entries as there are
// constants, and strings in the state.
//
// Witnesses settle the entries of a map after all else, which is left to the solver. The
// search finds the calls of the smallest answer, or that there is none.

// The answers of a key, beside values: that the map lacks it, and that it has a value
// of which nothing is known (approximation.go).
var (
	noEntry    = types.Null{}
	vagueEntry = types.OpenDict{}
)

// A pair is a key of the map in a slot.
type pair struct {
	slot int
	key  cell
}

// firstPair is where the numbers of pairs begin: code needs slots and pairs alike.
const firstPair = 1 << 30

// wants notes that code needs the entry of a key.
func (e *env) wants(p pair) {
	i, had := e.numbers[p]
	if !had {
		if e.numbers == nil {
			e.numbers = make(map[pair]int)
		}
		i = len(e.pairs)
		e.pairs, e.numbers[p] = append(e.pairs, p), i
	}
	// The first thing that is needed is tried first.
	if e.need < 0 {
		e.need = firstPair + i
	}
}

// home returns the slot that something needed is in.
func (e *env) home(need int) int {
	if need < firstPair {
		return need
	}
	return e.pairs[need-firstPair].slot
}

// guesswork reports whether what is needed has a value of which nothing is known.
func (e *env) guesswork(need int) bool {
	if need < firstPair || e.cells[e.home(need)] == vague {
		return abstract(e.cells[e.home(need)])
	}
	p := e.pairs[need-firstPair]
	v, _ := e.entry(e.cells[p.slot], p.key, e.keyType(p.slot))
	return isVague(v)
}

func isVague(v types.Value) bool {
	_, open := v.(types.OpenDict)
	return open
}

// try gives what is needed a value.
func (e *env) try(need int, c cell) {
	slot := e.home(need)
	if need >= firstPair {
		p := e.pairs[need-firstPair]
		c = e.with(e.cells[slot], e.tab.valueOf(p.key, e.keyType(slot)), e.answer(c, slot))
	}
	e.cells[slot] = c
}

// answer returns the answer of a key that is in a cell.
func (e *env) answer(c cell, slot int) types.Value {
	switch c {
	case absent:
		return noEntry
	case vague:
		return vagueEntry
	}
	return e.tab.valueOf(c, e.mapAt(slot).Value)
}

func (e *env) keyType(slot int) types.Type { return e.mapAt(slot).Key }

// mapAt returns the type of the map in a slot.
func (e *env) mapAt(slot int) *types.Map {
	return e.layout[slot%len(e.layout)].Type.(*types.Map)
}

// entry returns the answer of a key; it is not known where the map is open.
func (e *env) entry(c cell, key cell, t types.Type) (v types.Value, known bool) {
	if c == unset {
		return nil, false
	}
	k := e.tab.valueOf(key, t)
	switch d := e.tab.value(c).(type) {
	case types.OpenDict:
		return types.Dict(d).Get(k)
	case types.Dict:
		if v, ok := d.Get(k); ok {
			return v, true
		}
	}
	return noEntry, true
}

// with returns a map with another entry.
func (e *env) with(c cell, key, answer types.Value) cell {
	e.dear += withEffort
	if c == unset {
		return e.tab.put(types.OpenDict{{Key: key, Value: answer}})
	}
	d, closed := e.tab.value(c).(types.Dict)
	if closed {
		return e.tab.put(d.Put(key, answer))
	}
	return e.tab.put(types.OpenDict(types.Dict(e.tab.value(c).(types.OpenDict)).Put(key, answer)))
}

// without returns a map of which nothing is known of some keys.
func (e *env) without(c cell, gone func(key types.Value) bool) cell {
	if c == unset {
		return c
	}
	d, open := e.tab.value(c).(types.OpenDict)
	if !open {
		return c
	}
	left := slices.DeleteFunc(slices.Clone(d), func(x types.Entry) bool { return gone(x.Key) })
	switch len(left) {
	case len(d):
		return c
	case 0:
		return unset
	}
	return e.tab.put(left)
}

// A lookup is how terms read maps.
type lookup struct {
	keys  map[system.Read][]*system.Term // by what keys
	whole map[system.Read]bool           // in other ways
}

func lookups(terms []*system.Term) *lookup {
	l := &lookup{make(map[system.Read][]*system.Term), make(map[system.Read]bool)}
	for _, t := range terms {
		l.visit(t)
	}
	return l
}

func (l *lookup) visit(t *system.Term) {
	rest := t.Args
	switch {
	case t.Kind == system.Before || t.Kind == system.After:
		for _, leaf := range t.Leaves {
			l.whole[system.Read{Kind: t.Kind, Index: leaf}] = true
		}
	case t.Is(ops.Get) || t.Is(ops.Contains):
		m, key := t.Args[0], t.Args[1]
		if _, ok := m.Type.(*types.Map); ok && m.Single() && !aboutMember(key) {
			at := system.Read{Kind: m.Kind, Index: m.Leaves[0]}
			l.keys[at] = append(l.keys[at], key)
			rest = t.Args[1:]
		}
	}
	for _, x := range rest {
		l.visit(x)
	}
}

// byKey makes the readings of maps that terms read by key alone readings of keys.
func (b *builder) byKey(list []reading, terms ...*system.Term) {
	if !slices.ContainsFunc(list, func(r reading) bool { return isMap(r.typ) && !r.argument }) {
		return
	}
	l := lookups(terms)
	for i, r := range list {
		// A slot is that of a leaf before the call, or of the same leaf after it.
		at := system.Read{Kind: system.Before, Index: r.slot % len(b.m.leaves)}
		if r.next {
			at.Kind = system.After
		}
		if r.argument || l.whole[at] {
			continue
		}
		for _, key := range l.keys[at] {
			list[i].keys = append(list[i].keys, b.solution(key, r.typ.(*types.Map).Key))
		}
	}
}

func isMap(t types.Type) bool {
	_, ok := t.(*types.Map)
	return ok
}

// readWhole returns the leaves that terms read in other ways than by key.
func readWhole(terms ...*system.Term) map[int]bool {
	var leaves map[int]bool
	for r := range lookups(terms).whole {
		if leaves == nil {
			leaves = make(map[int]bool)
		}
		leaves[r.Index] = true
	}
	return leaves
}

// keysRead returns the keys by which a reading reads a map, absent for one that has no
// value. It fails where something is needed.
func (r *reading) keysRead(e *env, out []cell) ([]cell, bool) {
	for _, key := range r.keys {
		k, ok := key(e)
		if e.need >= 0 {
			return nil, false
		}
		if !ok {
			k = absent
		}
		out = append(out, k)
	}
	return out, true
}

// entries writes what a map has for the keys by which it is read. It fails where that is
// not known.
func (r *reading) entries(e *env, keys []cell, room []cell) ([]cell, bool) {
	slot := e.same(r.slot)
	for _, k := range keys {
		room = append(room, k)
		if k == absent {
			continue
		}
		if c := e.cells[slot]; c == vague || c == unset && !e.piecemeal[slot%len(e.layout)] {
			e.read(slot)
			return nil, false
		}
		v, known := e.entry(e.cells[slot], k, e.keyType(slot))
		if !known || isVague(v) {
			e.wants(pair{slot, k})
			return nil, false
		}
		room = append(room, e.tab.put(v))
	}
	return room, true
}

// same returns the slot before the call of a map that the call leaves as it is.
func (e *env) same(slot int) int {
	if e.cells[slot] == kept {
		return slot - len(e.layout)
	}
	return slot
}

// dict returns a map with the entries that a reading reads, all of which are known.
func (r *reading) dict(e *env) types.Dict {
	d := types.Dict{}
	slot := e.same(r.slot)
	keys, _ := r.keysRead(e, nil)
	for _, k := range keys {
		if k == absent {
			continue
		}
		if v, _ := e.entry(e.cells[slot], k, e.keyType(slot)); v != types.Value(noEntry) {
			d = d.Put(e.tab.valueOf(k, e.keyType(slot)), v)
		}
	}
	return d
}

// byEntries marks the leaves that are maps whose entries are told apart as they are
// asked for.
func (x *question) byEntries() {
	if x.coarse {
		return
	}
	for _, l := range x.leaves {
		m := x.search.model
		if !isMap(m.leaves[l].Type) || x.search.init[l] != unset || m.whole[l] || x.search.whole[l] || x.Changed == m.leaves[l].Key() {
			continue
		}
		if _, err := x.dom.leaf(l); err != nil {
			if x.entries == nil {
				x.entries = make(map[int]bool)
			}
			x.entries[l] = true
		}
	}
}

// entryValues returns the answers that a key of a map is tried with.
func (x *question) entryValues(need int) ([]cell, error) {
	e := x.search.env
	x.entered = true
	p := e.pairs[need-firstPair]
	leaf := p.slot % len(x.search.model.leaves)
	t := e.mapAt(p.slot)
	if interp.Conform(x.search.tab.valueOf(p.key, t.Key), t.Key) == nil {
		return []cell{absent}, nil
	}
	// This also finds out which groups there are, which the values below need.
	if g := x.dom.groupOf(textsAt(leaf)); x.approximate && x.coarse && t.Value == types.String && g.gathers {
		return []cell{absent, vague}, nil
	}
	v := &values{d: x.dom, place: leaf, inMap: true}
	list, err := v.entry(t.Value)
	if _, ok := err.(obstacle); ok && x.approximate {
		return []cell{absent, vague}, nil
	}
	out := []cell{absent}
	for _, one := range list {
		c, ok := x.search.tab.cellOf(one, t.Value)
		if !ok {
			return nil, errFraction
		}
		out = append(out, c)
	}
	return out, err
}

// entry returns the values of a key of a map.
func (v *values) entry(t types.Type) ([]types.Value, error) {
	r, ok := t.(*types.Record)
	switch {
	case !ok:
		return v.list(t, nil, nil)
	case manyTexts(r):
		return nil, cannot("%s have several strings", v.name())
	}
	list := []types.Value{types.Object{}}
	for _, f := range r.Fields {
		some, err := v.entry(f.Type)
		if err != nil {
			return nil, err
		}
		if list = longer(list, f.Name, some); len(list) > mostValues {
			return nil, cannot("%s may be more than %d", v.name(), mostValues)
		}
	}
	for i, one := range list {
		list[i] = interp.Conform(one, t)
	}
	return list, nil
}

// forget drops what is known of keys that occur nowhere else in a state.
func (x *question) forget(state []cell) {
	tab := x.search.tab
	// A check with variables may remember a string that no leaf has.
	if len(x.entries) == 0 || len(x.search.joints) > 0 || len(tab.fresh)+len(x.search.invented) == 0 {
		return
	}
	present := make(map[string]bool)
	note := func(s string) { present[s] = true }
	for i, l := range x.leaves {
		if t := x.search.model.leaves[l].Type; !x.entries[l] && state[i] != unset && !abstract(state[i]) {
			eachText(tab.valueOf(state[i], t), note)
		}
	}
	lost := func(key types.Value) bool {
		s, ok := key.(types.Text)
		if !ok || present[string(s)] {
			return false
		}
		_, strange := strangerIn(string(s))
		return strange || x.search.invented[string(s)]
	}
	for grown := true; grown; { // what is known of a string that is there may have others
		n := len(present)
		for i, l := range x.leaves {
			if !x.entries[l] || state[i] == unset {
				continue
			}
			for _, entry := range tab.value(state[i]).(types.OpenDict) {
				if !lost(entry.Key) {
					eachText(entry.Key, note)
					eachText(entry.Value, note)
				}
			}
		}
		grown = len(present) > n
	}
	for i, l := range x.leaves {
		if x.entries[l] && state[i] != unset {
			state[i] = x.search.env.without(state[i], lost)
		}
	}
}

// narrows reports whether a state differs from another one in nothing but that more is
// known of it: all that can be done from it can be done from the other one. A slot that
// is not set may have any value, but for a map of which the case says some entries: a
// call may change those.
func (x *question) narrows(from, out []cell) bool {
	for i, c := range out {
		if c == from[i] {
			continue
		}
		// An unset slot may have the value that the other state has.
		if i < len(x.leaves) && from[i] == unset {
			if _, some := x.search.open[x.leaves[i]]; some {
				return false
			}
			continue
		}
		// A value, a monitor or the flag is another one, or less is known than before.
		if i >= len(x.leaves) || !x.entries[x.leaves[i]] || c == unset {
			return false
		}
		d, more := x.search.tab.value(from[i]).(types.OpenDict), x.search.tab.value(c).(types.OpenDict)
		for _, entry := range d {
			if v, ok := types.Dict(more).Get(entry.Key); !ok || !types.Equal(v, entry.Value) {
				return false
			}
		}
	}
	return true
}

// assignUnknown returns what a map may be after its keys were assigned what is not
// known.
func (x *expander) assignUnknown(a *assignment, leaf int) cell {
	r := reading{keys: a.keys}
	keys, ok := r.keysRead(x.env, nil)
	x.need = -1
	if !ok {
		return unset
	}
	t := x.keyType(leaf)
	return x.without(x.cells[leaf], func(key types.Value) bool {
		c, _ := x.tab.cellOf(key, t)
		return slices.Contains(keys, c)
	})
}
