package partial

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
)

// maxBits bounds the values that members of a set may have, for it to be held as
// one condition for each.
const maxBits = 16

// domainOf returns the values that members of a type may have, in an order that is
// the same for types that are the same; nil if they are too many for a set of them
// to be held as conditions.
func domainOf(elem types.Type) []types.Value {
	domain := types.Few(elem)
	if e, ok := elem.(*types.Enum); ok {
		domain = types.Texts(e.Sorted())
	}
	if len(domain) > maxBits {
		return nil
	}
	return domain
}

// unknownSet returns a new set of which nothing is known.
func (s *Space) unknownSet(t *types.Array, about string) *Term {
	domain := domainOf(t.Elem)
	if domain == nil {
		return s.Unknown(t, about)
	}
	members := make([]*Term, len(domain))
	for i := range members {
		members[i] = s.Unknown(types.Bool, about)
	}
	return s.setOf(t, domain, members)
}

// setOf returns the set of the values for which a condition holds.
func (s *Space) setOf(t types.Type, domain []types.Value, members []*Term) *Term {
	list := types.List{}
	for i, m := range members {
		switch {
		case m.kind != constant:
			return s.intern(Term{kind: bits, typ: t, domain: domain, args: members})
		case m.IsTrue():
			list = append(list, domain[i])
		}
	}
	return s.constant(interp.Conform(list, t), t)
}

// spread returns a set as conditions, one for each value that the set b may have;
// nil if it cannot.
func (s *Space) spread(a, b *Term) *Term {
	switch {
	case a.kind == bits:
		// Conditions go together by position, so the values have to be the same.
		if b.kind == bits && !slices.Equal(a.domain, b.domain) {
			return nil
		}
		return a
	case b.kind != bits:
		return nil
	}
	// The odd member has no condition.
	if a.kind == constant && interp.Odd(a.value) {
		return nil
	}
	members := lists.Map(b.domain, func(v types.Value) *Term { return s.In(s.constant(v, types.ElemOf(b.typ)), a) })
	return &Term{kind: bits, typ: b.typ, domain: b.domain, args: members}
}

// maxListed bounds the members of a known set with which an unknown value is
// compared one by one.
const maxListed = 8

// In returns the condition that a value is in a set.
func (s *Space) In(v, set *Term) *Term {
	switch set.kind {
	case choice:
		return s.Choose(set.args[0], s.In(v, set.args[1]), s.In(v, set.args[2]))
	case insert:
		return s.Or(s.Equal(v, set.args[1]), s.In(v, set.args[0]))
	case remove:
		return s.And(s.Not(s.Equal(v, set.args[1])), s.In(v, set.args[0]))
	case bits:
		var list []*Term
		for i, m := range set.args {
			list = append(list, s.And(m, s.Equal(v, s.constant(set.domain[i], v.typ))))
		}
		return s.Or(list...)
	case constant:
		// No value equals an odd member.
		members := slices.DeleteFunc(slices.Clone(set.value.(types.List)), func(m types.Value) bool { return m == nil })
		if v.kind == constant {
			return s.Truth(!interp.Odd(v.value) && has(members, v.value))
		}
		if len(members) <= maxListed || v.kind != unknown {
			list := lists.Map(members, func(m types.Value) *Term { return s.Equal(v, s.constant(m, v.typ)) })
			return s.Or(list...)
		}
	}
	if v.kind == choice && v.size+set.size < maxSpread {
		return s.Choose(v.args[0], s.In(v.args[1], set), s.In(v.args[2], set))
	}
	return s.intern(Term{kind: member, typ: types.Bool, args: []*Term{v, set}})
}

// With and Without return a set with a member more or less.
func (s *Space) With(set, v *Term) *Term    { return s.changed(insert, set, v) }
func (s *Space) Without(set, v *Term) *Term { return s.changed(remove, set, v) }

func (s *Space) changed(k kind, set, v *Term) *Term {
	if set.kind == constant && v.kind == constant {
		list := slices.Clone(set.value.(types.List))
		if k == insert {
			list = append(list, v.value)
		} else {
			list = slices.DeleteFunc(list, func(m types.Value) bool { return m != nil && types.Equal(m, v.value) })
		}
		// A member that is none of the element type would make the set odd.
		if c := interp.Conform(list, set.typ); c != nil {
			return s.constant(c, set.typ)
		}
	}
	if domain := domainOf(types.ElemOf(set.typ)); set.kind == constant && domain != nil {
		if wide := s.spread(set, &Term{kind: bits, typ: set.typ, domain: domain}); wide != nil {
			set = wide
		}
	}
	if set.kind == bits {
		members := make([]*Term, len(set.args))
		for i, m := range set.args {
			is := s.Equal(v, s.constant(set.domain[i], v.typ))
			if k == insert {
				members[i] = s.Or(m, is)
			} else {
				members[i] = s.And(m, s.Not(is))
			}
		}
		return s.setOf(set.typ, set.domain, members)
	}
	return s.intern(Term{kind: k, typ: set.typ, args: []*Term{set, v}})
}
