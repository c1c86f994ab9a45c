package search

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// preferred returns the values to try for a slot, in the order in which a
// witness would rather have them. seen are those with which an answer was
// found, unset among them if any will do; nil if nothing is known.
func (w *settler) preferred(slot int, seen []cell, initial bool) []cell {
	n := len(w.question.search.model.leaves)
	t := w.typeAt(slot)
	list, err := w.dom.of(slot)
	switch {
	case err != nil && (seen == nil || slices.Contains(seen, unset)):
		// No list is complete, but the first value of all will do where nothing asks for one.
		if c, ok := w.smallest(slot); ok {
			return append([]cell{c}, seen...)
		}
		w.fail(err)
		return nil
	case err != nil:
		list, told := w.sorted(slot, seen, t)
		if !told {
			w.fail(errLists)
		}
		return list
	case t == types.String && (slot < 2*n || !w.params[slot-2*n].Chosen()):
		return w.preferredTexts(slot, list, initial)
	case slot >= 2*n && hasParts(t):
		// A witness rather has strings of the source in it than made-up ones.
		list = w.withKnownTexts(slot, list, t)
	}
	for _, c := range seen {
		if c != unset && !slices.Contains(list, c) {
			list, _ = w.sorted(slot, append(slices.Clone(list), c), t)
		}
	}
	return list
}

// sorted sorts values that are not all among those usually tried, and reports whether the order tells which
// of them come first.
func (w *settler) sorted(slot int, list []cell, t types.Type) (sorted []cell, told bool) {
	v := &values{d: w.dom}
	var s *tool.Schema
	var pins []types.Value
	if first := 2 * len(w.question.search.model.leaves); slot >= first {
		v.param = w.params[slot-first]
		s, pins = v.param.Schema, v.param.Pins
	}
	before := v.before(t, s, pins, v.deep())
	rank := func(c cell) int {
		switch c {
		case absent:
			return 0
		case null:
			return 2
		}
		return 1
	}
	list = slices.DeleteFunc(slices.Clone(list), func(c cell) bool { return c == unset })
	told = true
	slices.SortStableFunc(list, func(a, b cell) int {
		// Absent and null have no value to compare.
		if rank(a) != rank(b) || rank(a) != 1 {
			return rank(a) - rank(b)
		}
		tab := w.question.search.tab
		order := before(tab.valueOf(a, t), tab.valueOf(b, t))
		told = told && (order != 0 || a == b)
		return order
	})
	return list, told
}

// preferredTexts adds, of the strings that behave like one that occurs
// nowhere, the one that is preferred.
func (w *settler) preferredTexts(slot int, list []cell, initial bool) []cell {
	tab := w.question.search.tab
	r := w.question.search.ranking()
	var p *param
	n := len(w.question.search.model.leaves)
	at := slot % max(n, 1)
	if slot >= 2*n {
		p = w.params[slot-2*n]
		at = p.place
		// No listed string stands for others.
		if system.Listed(p.Schema) != nil {
			return list
		}
	}
	g := w.dom.group(textsAt(at))
	met := w.dom.texts(g)
	var out []cell
	for _, c := range list {
		if c == absent || c == null || slices.Contains(met, c) {
			out = append(out, c)
		}
	}
	// A free leaf starts with a fresh name, and all others rather have a string of the source.
	generic := tab.stranger(0)
	if !initial || slices.Contains(met, generic) {
		generic = w.firstUnmet(g, met, r)
	}
	out = append(out, generic)
	out = append(out, w.firstOfClasses(g, met, r)...)
	rank := func(c cell) int {
		switch {
		case c == absent:
			return -2
		case c == null:
			return 1 << 30
		case initial && c == tab.stranger(0):
			return -1
		}
		return r.of(string(tab.value(c).(types.Text)))
	}
	slices.SortStableFunc(out, func(a, b cell) int { return rank(a) - rank(b) })
	return out
}

// withKnownTexts adds, to values with strings in them that occur nowhere, those
// with the strings that are preferred of all that behave like them.
func (w *settler) withKnownTexts(slot int, list []cell, t types.Type) []cell {
	tab := w.question.search.tab
	p := w.params[slot-2*len(w.question.search.model.leaves)]
	g := w.dom.group(textsAt(p.place))
	met := w.dom.texts(g)
	out := slices.Clone(list)
	for _, c := range list {
		if c == absent || c == null {
			continue
		}
		v, changed := w.knownTexts(tab.valueOf(c, t), g, met)
		if other, ok := tab.cellOf(v, t); changed && ok && !slices.Contains(out, other) {
			out = append(out, other)
		}
	}
	if len(out) == len(list) {
		return list
	}
	out, _ = w.sorted(slot, out, t)
	return out
}

// knownTexts returns a value in which each string that occurs nowhere is another one of its
// class, of those that are not met, in their order, and whether there were any.
func (w *settler) knownTexts(v types.Value, g *group, met []cell) (types.Value, bool) {
	tab := w.question.search.tab
	// met grows below, and the caller goes on with its own.
	met = slices.Clone(met)
	known := make(map[string]string)
	return renamed(v, func(s string) (string, bool) {
		_, strange := strangerIn(s)
		if !strange && !w.question.search.invented[s] {
			return s, false
		}
		if _, ok := known[s]; !ok {
			r := w.question.search.ranking()
			c := w.firstUnmet(g, met, r)
			if !strange {
				c = w.firstOfClass(tab.text(s), g, met, r)
			}
			met = append(met, c)
			known[s] = string(tab.value(c).(types.Text))
		}
		return known[s], known[s] != s
	})
}

// firstUnmet returns the first string, in the order of preference, that a place
// does not meet.
func (w *settler) firstUnmet(g *group, met []cell, r *ranks) cell {
	s := w.question.search
	strange := s.classOf(g, s.tab.stranger(0))
	// A string of the source may stand in for a stranger only if the patterns treat both alike.
	for _, text := range r.texts[:r.spare] {
		if c := s.tab.text(text); !slices.Contains(met, c) && s.classOf(g, c) == strange {
			return c
		}
	}
	return s.tab.unmet(met)
}

// firstOfClasses returns, of each class of strings but that of the strangers, the first
// string that a group does not meet.
func (w *settler) firstOfClasses(g *group, met []cell, r *ranks) []cell {
	// The first one is of the class of the strangers.
	list := w.dom.fresh(g, met)[1:]
	for i, c := range list {
		list[i] = w.firstOfClass(c, g, met, r)
	}
	return list
}

// firstOfClass returns the first string of the class of another one that a group does not meet.
func (w *settler) firstOfClass(c cell, g *group, met []cell, r *ranks) cell {
	s := w.question.search
	class := s.classOf(g, c)
	for _, text := range r.texts {
		if first := s.tab.text(text); !slices.Contains(met, first) && s.classOf(g, first) == class {
			return first
		}
	}
	return c
}

// smallest returns the first value of a slot that nothing looks at.
func (w *settler) smallest(slot int) (cell, bool) {
	n := len(w.question.search.model.leaves)
	t := w.typeAt(slot)
	if slot < 2*n {
		return w.smallestLeaf(slot%n, slot < n), true
	}
	p := w.params[slot-2*n]
	if p.Optional {
		return absent, true
	}
	v := w.least(t, p.Schema)
	for _, pin := range p.Pins {
		if hasParts(t) && types.Equal(pin, v) {
			return 0, false
		}
	}
	if v == nil {
		return null, p.Nullable
	}
	if !accepts(p.Schema, v) {
		return 0, false
	}
	c, ok := w.question.search.tab.cellOf(v, t)
	return c, ok
}

// smallestLeaf returns the first value of a leaf that nothing looks at.
func (w *settler) smallestLeaf(i int, initial bool) cell {
	t := w.question.search.model.leaves[i].Type
	tab := w.question.search.tab
	if _, ok := t.(*types.Map); ok {
		return tab.put(w.question.search.smallestMap(i, initial))
	}
	if initial && t == types.String {
		return tab.stranger(0)
	}
	c, _ := tab.cellOf(w.least(t, nil), t)
	return c
}

// least returns the first value of a type that a schema accepts, or nil.
func (w *settler) least(t types.Type, s *tool.Schema) types.Value {
	v := &values{d: w.dom}
	if given := system.Listed(s); given != nil {
		if list, _ := v.given(t, s, nil, given); len(list) > 0 {
			return list[0]
		}
		return nil
	}
	switch t := t.(type) {
	case *types.Enum:
		return types.Text(t.Names[0])
	case *types.Array:
		return types.List{}
	case *types.Record:
		return w.leastRecord(t, s)
	}
	switch t {
	case types.Bool:
		return types.Boolean(false)
	case types.Int, types.Real:
		if s == nil {
			return types.NewInt(0)
		}
		list := v.accepted(system.Numbers(s, 1), s)
		slices.SortStableFunc(list, v.before(t, s, nil, 0))
		if len(list) == 0 {
			return nil
		}
		return list[0]
	}
	return w.question.search.tab.value(w.firstUnmet(&group{}, nil, w.question.search.ranking()))
}

func (w *settler) leastRecord(t *types.Record, s *tool.Schema) types.Value {
	object := types.Object{}
	for _, f := range t.Fields {
		var inner *tool.Schema
		if s != nil {
			// A witness prefers to leave optional fields out.
			p := s.Property(f.Name)
			if p == nil || !p.Required {
				continue
			}
			inner = p.Schema
		}
		if v := w.least(f.Type, inner); v != nil {
			object = append(object, types.Member{Name: f.Name, Value: v})
		} else if inner != nil && inner.Nullable {
			object = append(object, types.Member{Name: f.Name, Value: types.Null{}})
		}
	}
	return object
}

// ranks is the order in which witnesses would rather have strings: those of
// the source as they occur, in the checks, the initial state, the constants
// and the expressions; then some that occur nowhere; then the names of enums.
type ranks struct {
	texts []string // all that occur, without strangers
	spare int      // how many of them come before the strangers
	order map[string]int
	like  *system.Texts
}

func (s *Search) ranking() *ranks {
	if s.ranked == nil {
		s.ranked = s.rank()
	}
	return s.ranked
}

func (s *Search) rank() *ranks {
	occurring, enums := s.scenario.Strings()
	r := &ranks{texts: append(occurring, enums...), spare: len(occurring), like: s.scenario.Texts}
	r.order = make(map[string]int, len(r.texts))
	for i, t := range r.texts {
		r.order[t] = i
	}
	return r
}

// of returns the rank of a string. Those of which nothing is known come last.
func (r *ranks) of(s string) int {
	if i, ok := strangerIn(s); ok {
		if i < system.Spares {
			return r.spare + i
		}
		return 1<<20 + i
	}
	i, ok := r.order[s]
	switch {
	case !ok && r.like != nil:
		return 1<<19 + r.like.Class(s)
	case !ok:
		return 1 << 19
	case i >= r.spare:
		return i + system.Spares
	}
	return i
}
