package gate

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// The initial values of a case are the starts that it is about. With more starts
// a trace passes from one that it did not before: looser. With fewer starts
// traces that start elsewhere are no longer checked, and no longer pass: both.
// What a case says of a variable that one version alone has is no difference.

// ofInit classes an edit of an initial value.
func (j *judge) ofInit(c *Change, e edit.Edit) {
	p := j.pairOf(c, e)
	if p == nil {
		return
	}
	c.Case = p.New.Name()
	c.Difference = j.startOf(*p, e.At.Path[3])
}

// starts compares all initial values of a case.
func (j *judge) starts(p behaviour.CasePair) behaviour.Difference {
	d := none()
	if p.Old.Suite.Model == nil {
		return d
	}
	for _, v := range p.Old.Suite.Model.Vars {
		d = worst(d, j.startOf(p, v.Name()))
	}
	return d
}

// startOf compares what a case says of a variable, by its name in the old
// version, or else in the new one.
func (j *judge) startOf(p behaviour.CasePair, name string) behaviour.Difference {
	to := name
	if now, ok := behaviour.Renames(j.Edits)[name]; ok {
		to = now
	}
	old, new := p.Old.Suite.Model.Var(name), p.New.Suite.Model.Var(to)
	// A variable that one version lacks is the model's change.
	if old == nil || new == nil {
		return none()
	}
	before, after := initialOf(p.Old.Case, old), initialOf(p.New.Case, new)
	// more: the new case starts in a state in which the old one does not.
	more, fewer := !covers(before, after), !covers(after, before)
	d := none()
	switch {
	case more && fewer && kindOf(before) != kindOf(after) && before != nil && after != nil:
		d = undecided("the values that it starts with are of different types")
	case more && fewer:
		d.Looser, d.Stricter = found("it starts in other states; those of before are no longer checked"), found("it no longer starts where it did")
	case more:
		d.Looser = found("it starts in more states")
	case fewer:
		d.Looser, d.Stricter = found("it starts in fewer states; the others are no longer checked"), found("it starts in fewer states")
	}
	return d
}

// kindOf names the kind of a value; an open map is a map.
func kindOf(v types.Value) string {
	if open, ok := v.(types.OpenDict); ok {
		v = types.Dict(open)
	}
	return fmt.Sprintf("%T", v)
}

func initialOf(k *checker.Case, v *checker.Var) types.Value {
	if i := slices.IndexFunc(k.Init, func(i checker.Initial) bool { return i.Var == v }); i >= 0 {
		return k.Init[i].Value
	}
	return nil
}

// covers reports whether every value that one initial value allows is one that
// another allows; nil allows any, and a record may leave fields open.
func covers(wide, narrow types.Value) bool {
	if wide == nil {
		return true
	}
	if open, ok := wide.(types.OpenDict); ok {
		return includes(narrow, open)
	}
	o, record := wide.(types.Object)
	if !record {
		// A given value does not cover an open one.
		return narrow != nil && sameInitial(wide, narrow)
	}
	// A narrow value that is no record has no fields, so no given field is covered.
	n, _ := narrow.(types.Object)
	return !slices.ContainsFunc(o, func(m types.Member) bool {
		v, _ := n.Get(m.Name)
		return !covers(m.Value, v)
	})
}

// includes reports whether every map that a value allows has some entries.
func includes(v types.Value, entries []types.Entry) bool {
	var has types.Dict
	switch v := v.(type) {
	case types.Dict:
		has = v
	case types.OpenDict:
		has = types.Dict(v)
	default:
		return false
	}
	return !slices.ContainsFunc(entries, func(e types.Entry) bool {
		value, ok := has.Get(e.Key)
		return !ok || !sameInitial(e.Value, value)
	})
}

// sameInitial compares initial values; sets have no order and no duplicates.
func sameInitial(a, b types.Value) bool {
	if d, ok := a.(types.Dict); ok {
		e, also := b.(types.Dict)
		return also && len(d) == len(e) && includes(e, d)
	}
	l, isList := a.(types.List)
	m, also := b.(types.List)
	// Everything but lists has one representation.
	if !isList || !also {
		return types.Equal(a, b)
	}
	in := func(a, b types.List) bool {
		return !slices.ContainsFunc(a, func(v types.Value) bool {
			return !slices.ContainsFunc(b, func(w types.Value) bool { return sameInitial(v, w) })
		})
	}
	return in(l, m) && in(m, l)
}
