package search

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// An argument that is a list of strings is told apart by two things alone if its
// transition does nothing with it but to compare it with sets: which of these it
// equals, and which of the lists that checks pin it is. So those lists, one more
// of the members of each set, and one of a string that occurs nowhere are enough.

// equate notes what sets such arguments are compared with.
func (b *builder) equate(r *rule) {
	for i, p := range r.transition.Params {
		if t, ok := p.Type.(*types.Array); !ok || t.Elem != types.String {
			continue
		}
		e := &equating{builder: b, param: i, ok: true}
		for _, list := range [][]*system.Term{r.transition.Pre, r.transition.Post} {
			for _, t := range list {
				e.visit(t)
			}
		}
		if e.ok {
			if r.equated == nil {
				r.equated = make(map[int][]calc)
			}
			r.equated[b.slot(i)] = e.list
		}
	}
}

// An equating finds what an argument is compared with. It is not ok if anything
// else is done with the argument, or if that depends on an argument, or on the
// state after the call.
type equating struct {
	*builder
	param int
	list  []calc
	ok    bool
}

func (e *equating) is(t *system.Term) bool { return t.Kind == system.Argument && t.Index == e.param }

func (e *equating) visit(t *system.Term) {
	for i, x := range t.Args {
		if !e.is(x) {
			continue
		}
		e.ok = e.ok && t.Is(ops.Equal) && len(x.Path) == 0
		for j, y := range t.Args {
			if i != j {
				// If it has as many reads as reads of the state before, it has no others.
				e.ok = e.ok && len(system.ReadsBefore(y)) == len(y.Reads) && !aboutMember(y)
				e.list = append(e.list, e.solution(y, x.Param.Type))
			}
		}
	}
	for _, x := range t.Args {
		if !e.is(x) {
			e.visit(x)
		}
	}
}

// equated returns the lists to try for an argument, or the leaf that it takes to
// tell.
func (x *expander) equated(slot int) (need int, list []cell, ok bool) {
	n := len(x.search.model.leaves)
	if slot < 2*n || x.action.rule == nil {
		return -1, nil, false
	}
	p := x.params[slot-2*n]
	sets, ok := x.action.rule.equated[slot]
	if !ok || p.Lists > 0 || x.dom.groupOf(textsAt(p.place)).alike {
		return -1, nil, false
	}
	other := types.List{x.tab.value(x.dom.unmet(p))}
	if !accepts(p.Schema, other) {
		return -1, nil, false // the schema lists what there is
	}
	for _, f := range sets {
		x.need = -1
		c, defined := f(x.env)
		switch {
		case x.need >= 0 && x.guesswork(x.need):
			return -1, nil, false
		case x.need >= 0 && x.at[x.home(x.need)] < 0: // nothing in question compares it
		case x.need >= 0:
			return x.need, nil, false
		case defined:
			some, ok := x.lists(p, x.tab.valueOf(c, p.typ).(types.List))
			if !ok {
				return -1, nil, false
			}
			list = append(list, some...)
		}
	}
	for _, v := range p.Pins {
		if accepts(p.Schema, v) {
			list = append(list, x.pinnedCell(p, v))
		}
	}
	list = append(list, x.tab.put(other))
	if p.Optional {
		list = append(list, absent)
	}
	if p.Nullable {
		list = append(list, null)
	}
	slices.Sort(list)
	return -1, slices.Compact(list), true
}

// unmet returns a string that an argument does not meet.
func (d *domains) unmet(p *param) cell {
	return d.x.search.tab.unmet(d.texts(d.groupOf(textsAt(p.place))))
}

// lists returns lists that have the members of a set: all that checks pin, and
// another one. It is not ok if no other one is found.
func (x *expander) lists(p *param, set types.List) (list []cell, ok bool) {
	for _, v := range p.Pins {
		if accepts(p.Schema, v) && reads(v, p.typ, set) {
			list = append(list, x.pinnedCell(p, v))
		}
	}
	if given := system.Listed(p.Schema); given != nil {
		for _, v := range given {
			if accepts(p.Schema, v) && reads(v, p.typ, set) && !types.Contains(p.Pins, v) {
				return append(list, x.tab.put(v)), true
			}
		}
		return list, true
	}
	other := asListed(set, p.typ, p.Schema).(types.List)
	// Of so many different lists at least one is not pinned. Repeating a member keeps the set.
	for range len(p.Pins) + 1 {
		if accepts(p.Schema, other) && !types.Contains(p.Pins, other) {
			return append(list, x.tab.put(other)), true
		}
		if len(other) == 0 {
			return list, true // there is but one list without members
		}
		other = append(slices.Clip(other), other[len(other)-1])
	}
	return nil, false
}

// reads reports whether a model reads a JSON value as a value of a type.
func reads(json types.Value, t types.Type, v types.Value) bool {
	same := interp.Conform(json, t)
	return same != nil && types.Equal(same, v)
}

// asListed returns the JSON value that a witness would rather have of those that a
// model reads as a value of a type: where a schema lists values, with lists in them,
// the first of these in source order.
func asListed(v types.Value, t types.Type, s *tool.Schema) types.Value {
	if s == nil || !hasParts(t) {
		return v
	}
	if given := system.Listed(s); given != nil {
		// A schema may list several lists that a model reads as the same set.
		if i := slices.IndexFunc(given, func(json types.Value) bool { return accepts(s, json) && reads(json, t, v) }); i >= 0 {
			return given[i]
		}
		return v
	}
	switch v := v.(type) {
	case types.List:
		out := slices.Clone(v)
		for i, m := range v {
			out[i] = asListed(m, t.(*types.Array).Elem, s.Items)
		}
		return out
	case types.Object:
		out := slices.Clone(v)
		for i, m := range v {
			field, _ := t.(*types.Record).Field(m.Name)
			if p := s.Property(m.Name); p != nil {
				out[i].Value = asListed(m.Value, field, p.Schema)
			}
		}
		return out
	}
	return v
}

// ownLists reports whether the search gives an argument lists of its own, whose
// order firstList knows.
func (w *settler) ownLists(a *param, seen []cell) bool {
	if _, ok := a.typ.(*types.Array); !ok || a.Chosen() || a.Lists > 0 || slices.Contains(seen, unset) || slices.Contains(seen, absent) {
		return false
	}
	_, err := w.dom.of(a.slot)
	return err != nil
}

// firstList returns the list that a witness would rather have than the others seen
// for an argument: one that no check pins before those that are pinned, in their
// order. It is not ok where there may be another one: several that are not
// pinned, one of a string that occurs nowhere, or a set that starts anywhere,
// which leaves a choice.
func (w *settler) firstList(p *action, a *param, seen []cell) (first cell, ok bool) {
	free := slices.ContainsFunc(w.leaves, func(l int) bool {
		return hasMembers(w.question.search.model.leaves[l].Type) && w.question.search.init[l] == unset
	})
	if free && len(a.Pins) > 0 {
		return 0, false
	}
	// An unpinned list has rank 0, and null comes after all pins.
	rank := func(c cell) int {
		if c == null {
			return len(a.Pins) + 1
		}
		v := w.question.search.tab.value(c)
		return 1 + slices.IndexFunc(a.Pins, func(pin types.Value) bool { return types.Equal(pin, v) })
	}
	slices.SortFunc(seen, func(x, y cell) int { return rank(x) - rank(y) })
	switch {
	case rank(seen[0]) > 0:
		return seen[0], true
	case len(seen) > 1 && rank(seen[1]) == 0:
		return 0, false
	}
	strange := false
	eachText(w.question.search.tab.value(seen[0]), func(s string) {
		_, is := strangerIn(s)
		strange = strange || is
	})
	return seen[0], !strange || len(p.solved[a.slot]) > 0
}
