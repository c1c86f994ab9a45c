package partial

import (
	"maps"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/types"
)

// maxMembers bounds the members of a list or set that are looked at one by one.
const maxMembers = 64

// each returns the scopes of the members that a binder binds its names to. It is
// not known if the list or set is not, or is too long; a list that has no value is
// undefined.
func (s *scope) each(b *ast.Binder) (list []*scope, defined, known bool) {
	var lists []types.List
	for i, over := range b.Lists() {
		name := s.site.objectOf(b.Names[i]).(*checker.Bound)
		members, has, ok := s.collection(over, name)
		if !ok || len(members) > maxMembers {
			return nil, false, false
		}
		if !has || i > 0 && len(members) != len(lists[0]) {
			return nil, false, true
		}
		lists = append(lists, members)
	}
	for at := range lists[0] {
		inner := *s
		if inner.bound = maps.Clone(s.bound); inner.bound == nil {
			inner.bound = make(map[*checker.Bound]types.Value)
		}
		for i, name := range b.Names {
			inner.bound[s.site.objectOf(name).(*checker.Bound)] = lists[i][at]
		}
		list = append(list, &inner)
	}
	return list, true, true
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
		p, _ := s.site.objectOf(e).(*checker.Param)
		if p == nil || s.isHidden(p.Bind.Param.Name) {
			return nil, false
		}
		v, _ := s.args.Get(p.Bind.Param.Name)
		return types.ValueAt(v, path), true
	case *ast.ResultRef:
		p, _ := s.site.objectOf(e).(*checker.Param)
		if p == nil || s.answer == nil {
			return nil, false
		}
		return types.ValueAt(property.At(s.answer, p.Path), path), true
	case *ast.Ref:
		if b, ok := s.site.objectOf(e).(*checker.Bound); ok {
			v, has := s.bound[b]
			return types.ValueAt(v, path), has
		}
	}
	return nil, false
}

// boundTo returns the value of a bound name, or of a part of it.
func (s *scope) boundTo(b *checker.Bound, path []string) Value {
	t := types.TypeAt(b.Type, path)
	v, has := s.bound[b]
	if !has || t == nil {
		return s.vagueOf()
	}
	return s.valueOf(interp.Read(types.ValueAt(v, path), t), t)
}

// quantified returns what forall, exists, count or sum is worth.
func (s *scope) quantified(e *ast.Quantified) Value {
	members, defined, known := s.each(e.Binder)
	switch {
	case !known:
		v := s.vagueOf(s.readBy(e)...)
		if e.Op == ops.Count || e.Op == ops.Sum {
			v.Def = s.derived(types.Bool, s.readBy(e)...)
		}
		return v
	case !defined && (e.Op == ops.Count || e.Op == ops.Sum):
		return s.undefined()
	case !defined:
		return Value{Def: s.yes, Term: s.no}
	}
	if e.Op == ops.Forall || e.Op == ops.Exists {
		list := make([]*Term, len(members))
		for i, m := range members {
			list[i] = m.truth(e.Body)
		}
		if e.Op == ops.Forall {
			return Value{Def: s.yes, Term: s.And(list...)}
		}
		return Value{Def: s.yes, Term: s.Or(list...)}
	}
	total := Value{Def: s.yes, Term: s.constant(types.NewInt(0), types.Int)}
	for _, m := range members {
		if e.Op == ops.Count {
			one := s.constant(types.NewInt(1), types.Int)
			total.Term = s.Plus(total.Term, s.Choose(m.truth(e.Body), one, s.constant(types.NewInt(0), types.Int)))
			continue
		}
		v := m.term(e.Body)
		if v.vague != nil {
			return Value{Def: s.derived(types.Bool, s.readBy(e)...), vague: slices.Concat(v.terms(), total.terms())}
		}
		if v.Def.IsFalse() || v.Term == nil || !isNumber(v.Term.typ) {
			return s.undefined()
		}
		total = Value{Def: s.And(total.Def, v.Def), Term: s.Plus(total.Term, v.Term)}
	}
	return total
}
