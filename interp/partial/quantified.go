package partial

import (
	"maps"
	"math/big"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/types"
)

// maxMembers bounds the members of a list or set that are looked at one by one.
const maxMembers = 64

// A memberOf is what a name is bound to.
type memberOf struct {
	given types.Value // as it is in the call, or the member of a set; nil if it is not known
	value Value       // of one that is not known
}

// within returns a scope with names bound.
func (s *scope) within(names []*ast.Ident, to []memberOf) *scope {
	inner := *s
	if inner.bound = maps.Clone(s.bound); inner.bound == nil {
		inner.bound = make(map[*checker.Bound]memberOf)
	}
	for i, name := range names {
		inner.bound[s.site.ObjectOf(name).(*checker.Bound)] = to[i]
	}
	inner.depth++
	return &inner
}

// each returns the scopes of the members that a binder binds its names to, and what
// has to hold for there to be some: of pairs, that the lists have one length. They are not
// known if no list or set is, or one is too long. Where one of two lists is known, the
// members of the other one are values of which nothing is known.
func (s *scope) each(b *ast.Binder) (list []*scope, defined *Term, known bool) {
	lists, given, n := make([]types.List, len(b.Names)), make([]bool, len(b.Names)), -1
	for i, over := range b.Lists() {
		members, has, ok := s.collection(over, s.site.ObjectOf(b.Names[i]).(*checker.Bound))
		switch {
		case !ok:
			// This list is not known, but the other one may be.
			continue
		case !has || n >= 0 && len(members) != n:
			return nil, s.no, true
		case len(members) > maxMembers:
			return nil, nil, false
		}
		lists[i], given[i], n = members, true, len(members)
	}
	if n < 0 {
		return nil, nil, false
	}
	if defined = s.ofLength(b, s.constant(types.NewInt(int64(n)), types.Int)); defined.IsFalse() {
		return nil, defined, true
	}
	for at := range n {
		to := make([]memberOf, len(lists))
		for i := range lists {
			if given[i] {
				to[i].given = lists[i][at]
			} else {
				to[i].value = s.vagueOf()
			}
		}
		list = append(list, s.within(b.Names, to))
	}
	return list, defined, true
}

// ofLength says of pairs when both lists have a length; of a set or one list it is
// true.
func (s *scope) ofLength(b *ast.Binder, n *Term) *Term {
	all := s.yes
	if len(b.Names) == 1 {
		return all
	}
	for _, over := range b.Lists() {
		l := s.length(over)
		if l.Term == nil {
			return s.no
		}
		all = s.And(all, l.Def, s.Equal(l.Term, n))
	}
	return all
}

// collection returns the members that a name is bound to, if they are known.
func (s *scope) collection(over ast.Expr, name *checker.Bound) (list types.List, defined, known bool) {
	if name.List {
		raw, ok := s.given(over, nil)
		list, defined = raw.(types.List)
		return list, defined, ok
	}
	v := s.term(over)
	switch {
	case v.Def.IsFalse():
		return nil, false, true
	case !v.Def.IsTrue() || v.Term == nil || v.Term.kind != constant:
		return nil, false, false
	}
	list, defined = v.Term.value.(types.List)
	return list, defined && !interp.Odd(list), true
}

// given returns an argument, a bound name, or a part of one, as it is in the call.
func (s *scope) given(e ast.Expr, path []string) (raw types.Value, known bool) {
	switch e := e.(type) {
	case *ast.FieldExpr:
		return s.given(e.Record, append([]string{e.Field.Name}, path...))
	case *ast.ParamRef:
		p, _ := s.site.ObjectOf(e).(*checker.Param)
		if p == nil || s.isHidden(p.Bind.Param.Name) {
			return nil, false
		}
		v, _ := s.args.Get(p.Bind.Param.Name)
		return types.ValueAt(v, path), true
	case *ast.ResultRef:
		p, _ := s.site.ObjectOf(e).(*checker.Param)
		if p == nil || s.answer == nil {
			return nil, false
		}
		return types.ValueAt(property.At(s.answer, p.Path), path), true
	case *ast.Ref:
		if b, ok := s.site.ObjectOf(e).(*checker.Bound); ok {
			m := s.bound[b]
			return types.ValueAt(m.given, path), m.given != nil
		}
	}
	return nil, false
}

// boundTo returns the value of a bound name, or of a part of it.
func (s *scope) boundTo(b *checker.Bound, path []string) Value {
	t := types.TypeAt(b.Type, path)
	m, has := s.bound[b]
	switch {
	case !has || t == nil:
		return s.vagueOf()
	case m.given == nil:
		return s.at(m.value, path)
	}
	return s.valueOf(interp.Read(types.ValueAt(m.given, path), t), t)
}

// quantified returns what forall, exists, count or sum is worth.
func (s *scope) quantified(e *ast.Quantified) Value {
	members, defined, known := s.each(e.Binder)
	switch {
	case !known:
		return s.folded(e)
	case defined.IsFalse() && (e.Op == ops.Count || e.Op == ops.Sum):
		return s.undefined()
	case defined.IsFalse():
		return Value{Def: s.yes, Term: s.no}
	}
	if e.Op == ops.Forall || e.Op == ops.Exists {
		list := lists.Map(members, func(m *scope) *Term { return m.truth(e.Body) })
		if e.Op == ops.Forall {
			return Value{Def: s.yes, Term: s.And(defined, s.And(list...))}
		}
		return Value{Def: s.yes, Term: s.And(defined, s.Or(list...))}
	}
	total := Value{Def: defined, Term: s.constant(types.NewInt(0), types.Int)}
	for _, m := range members {
		n := m.addend(e)
		if n.vague != nil {
			return s.lost(e, slices.Concat(n.terms(), total.terms())...)
		}
		if n.Def.IsFalse() || n.Term == nil || !isNumber(n.Term.typ) {
			return s.undefined()
		}
		total = Value{Def: s.And(total.Def, n.Def), Term: s.Plus(total.Term, n.Term)}
	}
	return total
}

// addend returns what a member adds to count or sum.
func (s *scope) addend(e *ast.Quantified) Value {
	if e.Op == ops.Sum {
		return s.term(e.Body)
	}
	one, none := s.constant(types.NewInt(1), types.Int), s.constant(types.NewInt(0), types.Int)
	return Value{Def: s.yes, Term: s.Choose(s.truth(e.Body), one, none)}
}

// lost returns a value of a quantifier of which nothing is known but what it looks
// at.
func (s *scope) lost(e *ast.Quantified, from ...*Term) Value {
	v := s.vagueOf(slices.Concat(s.readBy(e), from)...)
	if e.Op == ops.Count || e.Op == ops.Sum {
		v.Def = s.derived(types.Bool, v.vague...)
	}
	return v
}

// folded returns what a quantifier is worth over a set or list that is not known.
func (s *scope) folded(e *ast.Quantified) Value {
	if s.site.ObjectOf(e.Binder.Names[0]).(*checker.Bound).List {
		return s.ofAnyLists(e)
	}
	set := s.term(e.Binder.Over)
	if set.vague != nil || set.Term == nil || !folds(set.Term) || types.Is[*types.Record](types.ElemOf(set.Term.typ)) {
		return s.lost(e, set.terms()...)
	}
	x := s.anyMember(types.ElemOf(set.Term.typ), s.depth)
	return s.foldedOver(e, set, x)
}

// folds reports whether a set is computed member by member: no member that is known
// is a value of another type.
func folds(set *Term) bool {
	switch set.kind {
	case constant:
		return !interp.Odd(set.value)
	case choice:
		return folds(set.args[1]) && folds(set.args[2])
	case insert, remove:
		return folds(set.args[0])
	}
	return true
}

// foldedOver returns what a quantifier is worth over a set; x is some member of it.
func (s *scope) foldedOver(e *ast.Quantified, set Value, x *Term) Value {
	of := func(v *Term) *scope {
		if v.kind == constant {
			return s.within(e.Binder.Names, []memberOf{{given: v.value}})
		}
		return s.within(e.Binder.Names, []memberOf{{value: Value{Def: s.yes, Term: v}}})
	}
	every := func(holds func(*scope) *Term) *Term {
		at := func(v *Term) *Term { return holds(of(v)) }
		return (&fold{s.Space, x, at(x), at}).every(set.Term)
	}
	truth := func(m *scope) *Term { return m.truth(e.Body) }
	switch e.Op {
	case ops.Forall:
		return Value{Def: s.yes, Term: s.And(set.Def, every(truth))}
	case ops.Exists:
		return Value{Def: s.yes, Term: s.And(set.Def, s.Not(every(func(m *scope) *Term { return s.Not(truth(m)) })))}
	}
	if n := of(x).addend(e); n.vague != nil || n.Term == nil || !isNumber(n.Term.typ) {
		return s.lost(e, append(set.terms(), n.terms()...)...)
	}
	number := func(v *Term) *Term {
		n := of(v).addend(e)
		if n.Term == nil { // it is undefined, and so is the sum
			return s.constant(types.NewInt(0), types.Int)
		}
		return n.Term
	}
	n := (&fold{s.Space, x, number(x), number}).total(set.Term)
	return Value{Def: s.And(set.Def, every(func(m *scope) *Term { return m.addend(e).Def })), Term: n}
}

// ofAnyLists returns what a quantifier is worth over lists of which none is known.
// Where the body is not the same for every member, whether it holds for all, or for some, is
// not known unless there are none.
func (s *scope) ofAnyLists(e *ast.Quantified) Value {
	length := s.length(e.Binder.Over)
	if e.Op == ops.Sum || length.Term == nil {
		return s.lost(e, length.terms()...)
	}
	to := make([]memberOf, len(e.Binder.Names))
	for i := range to {
		to[i].value = s.vagueOf()
	}
	defined := s.And(length.Def, s.ofLength(e.Binder, length.Term))
	zero := s.constant(types.NewInt(0), types.Int)
	holds, none := s.within(e.Binder.Names, to).truth(e.Body), s.Equal(length.Term, zero)
	switch {
	case e.Op == ops.Count && holds.kind != constant:
		return s.lost(e, append(length.terms(), holds)...)
	case e.Op == ops.Count:
		return s.chosen(holds, Value{Def: defined, Term: length.Term}, Value{Def: defined, Term: zero})
	case holds.kind != constant:
		holds = s.derived(types.Bool, append(s.readBy(e), holds)...)
	}
	if e.Op == ops.Forall {
		return Value{Def: s.yes, Term: s.And(defined, s.Or(holds, none))}
	}
	return Value{Def: s.yes, Term: s.And(defined, holds, s.Not(none))}
}

// measured returns what length or size is worth.
func (s *scope) measured(e *ast.Op) Value {
	if e.Op == ops.Length {
		return s.length(e.Args[0])
	}
	set := s.term(e.Args[0])
	switch {
	case set.vague == nil && (set.Def.IsFalse() || set.Term == nil):
		return s.undefined()
	case set.vague == nil && set.Term.kind == constant && interp.Odd(set.Term.value):
		return s.undefined()
	case isMap(set):
		return Value{Def: set.Def, Term: s.keys(set.Term)}
	case set.vague != nil || !folds(set.Term):
		return Value{Def: s.And(set.Def, s.derived(types.Bool, set.terms()...)), Term: s.atLeastZero(set.terms()...)}
	}
	x := s.anyMember(types.ElemOf(set.Term.typ), s.depth)
	return Value{Def: set.Def, Term: s.size(set.Term, x)}
}

// length returns the length of a list. A part of a call that is not known has one
// symbol for it.
func (s *scope) length(over ast.Expr) Value {
	if raw, known := s.given(over, nil); known {
		list, ok := raw.(types.List)
		if !ok {
			return s.undefined()
		}
		return Value{Def: s.yes, Term: s.constant(types.NewInt(int64(len(list))), types.Int)}
	}
	text := ast.Source(over)
	if v, had := s.lengths[text]; had {
		return v
	}
	from := s.readBy(over)
	v := Value{Def: s.derived(types.Bool, from...), Term: s.atLeastZero(from...)}
	if p, ok := over.(*ast.ParamRef); ok && s.argument(p, nil).isSet() {
		v.Def = s.yes
	}
	// The length of a part of a member differs from member to member.
	if s.lengths != nil && len(s.site.reads[over].bound) == 0 {
		s.lengths[text] = v
	}
	return v
}

// isSet reports whether a value is a set for sure.
func (v Value) isSet() bool {
	if v.Term == nil || !v.Def.IsTrue() {
		return false
	}
	_, ok := v.Term.typ.(*types.Array)
	return ok
}

func (s *Space) atLeastZero(from ...*Term) *Term {
	x := s.derived(types.Int, from...)
	x.symbol.first.least = new(big.Rat)
	return x
}
