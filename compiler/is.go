package compiler

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/types"
)

// Is holds where the trace is a given one. It is asserted together with the
// formula to ask whether this trace is an answer to the query. Arguments that
// the formula does not know are passed over. It may need terms that the
// formula does not have: their conditions, and those of earlier traces, are in the list.
func (f *Formula) Is(t *system.Trace) []*smt.Term {
	e := f.enc
	var list []*smt.Term
	if len(t.Steps) > f.Bound {
		return []*smt.Term{e.Bool(false)}
	}
	if len(f.states) > 0 {
		list = append(list, f.stateIs(f.states[0], t.Init))
	}
	for i, s := range t.Steps {
		j := f.scenario.Place(s.Call.Tool)
		if j < 0 {
			return []*smt.Term{e.Bool(false)}
		}
		list = append(list, f.steps[i].calls[j])
		for _, a := range f.steps[i].args[j] {
			v, given := s.Call.Args.Get(a.Name)
			switch {
			case a.Answer && s.Answer == nil:
				continue // it may be any
			case a.Answer:
				v = property.At(s.Answer, a.Name)
				// A part that a transition binds has no null of its own: null counts as missing.
				given = v != nil && (!a.Optional || a.Bound == nil || v != types.Value(types.Null{}))
			}
			list = append(list, e.argumentIs(a, v, given))
		}
		if len(f.states) > 0 {
			list = append(list, f.stateIs(f.states[i+1], s.State))
		}
	}
	list = append(list, f.AtMost(len(t.Steps)))
	e.finishNew() // what the formula says of the elements that the trace has
	for _, r := range e.required[f.said:] {
		list = append(list, r.Term)
	}
	return list
}

func (f *Formula) stateIs(s state, values map[string]types.Value) *smt.Term {
	var all []*smt.Term
	for _, v := range f.scenario.Model.State() {
		value, ok := values[v.Name()]
		if !ok {
			return f.enc.Bool(false)
		}
		c := f.enc.constant(value, v.Type)
		all = append(all, f.enc.proper(c), f.enc.equal(f.enc.wholeOf(s, v), c))
	}
	return f.enc.And(all...)
}

func (e *encoder) argumentIs(a *argument, v types.Value, given bool) *smt.Term {
	switch {
	case a.symbol != nil && !given:
		return a.symbol.absent
	case a.symbol != nil:
		return e.partIs(a.symbol, v)
	case !given:
		return e.Eq(a.choice, e.Int(0))
	case v == (types.Null{}):
		return e.Eq(a.choice, e.Int(1))
	}
	like := a.Like(v)
	if like == nil {
		return e.Bool(false)
	}
	i := slices.IndexFunc(a.Pins, func(p types.Value) bool { return types.Equal(p, like) })
	// like is then the other value, which has the number after the pins.
	if i < 0 {
		i = len(a.Pins)
	}
	return e.Eq(a.choice, e.Int(int64(i+2)))
}

// partIs holds where an argument or a part of one is a JSON value: also where
// that is a list that no check pins.
func (e *encoder) partIs(s *symbol, v types.Value) *smt.Term {
	switch t := s.typ.(type) {
	case *types.Array:
		l, ok := v.(types.List)
		if !ok {
			break
		}
		if s.there != nil {
			return e.listIs(s, l, e.partIs)
		}
		c := e.constantSet(l, t)
		same := e.And(s.defined, e.Eq(s.odd, c.odd), e.sameMembers(s, c, t.Elem))
		if s.which == nil {
			return same
		}
		if is := e.isPinned(s, v); is != nil {
			return is
		}
		return e.And(same, e.Eq(s.which, e.Int(0)))
	case types.Basic:
		if l, ok := v.(types.List); ok && t == types.Invalid && !types.Contains(s.lists, l) {
			other := e.Bool(true)
			if s.which != nil {
				other = e.Eq(s.which, e.Int(0))
			}
			return e.And(s.defined, other, e.Eq(s.scalar, e.Int(e.names.value(l))))
		}
	case *types.Record:
		object, ok := v.(types.Object)
		if !ok {
			break
		}
		// Other keys count for pins alone, and no trace of the formula has them but
		// in a record that is pinned so.
		if s.pinned && slices.ContainsFunc(object, func(m types.Member) bool { _, had := t.Field(m.Name); return !had }) {
			return e.isList(s, v)
		}
		all := []*smt.Term{s.defined, e.plain(s)}
		for i, f := range t.Fields {
			if v, ok := object.Get(f.Name); ok {
				all = append(all, e.partIs(s.fields[i], v))
			} else {
				all = append(all, s.fields[i].absent)
			}
		}
		return e.And(all...)
	}
	return e.is(s, v)
}
