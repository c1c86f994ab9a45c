package interp

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A binding gives a bound name a value: a member of a set, or what a list has at
// a position, as the call gives it.
type binding struct {
	outer *binding
	name  *checker.Bound
	value types.Value
}

func (b *binding) has(name *checker.Bound) bool {
	for ; b != nil; b = b.outer {
		if b.name == name {
			return true
		}
	}
	return false
}

// boundTo returns what a name is bound to.
func (s *scope) boundTo(name *checker.Bound) types.Value {
	for b := s.bound; b != nil; b = b.outer {
		if b.name == name {
			return b.value
		}
	}
	return nil
}

// each calls visit with the scope of each member or position that a binder binds
// its names to, until visit returns false. It reports false if the collection is
// undefined: it has no value, has a member that is no value of its type if it is a
// set, or is two lists of different lengths.
func (s *scope) each(b *ast.Binder, visit func(*scope) bool) bool {
	var lists []types.List
	for i, over := range b.Lists() {
		list, ok := s.collection(over, s.objectOf(b.Names[i]).(*checker.Bound))
		if !ok || i > 0 && len(list) != len(lists[0]) {
			return false
		}
		lists = append(lists, list)
	}
	for at := range lists[0] {
		inner := *s
		for i, name := range b.Names {
			inner.bound = &binding{inner.bound, s.objectOf(name).(*checker.Bound), lists[i][at]}
		}
		if !visit(&inner) {
			break
		}
	}
	return true
}

// collection returns what a name is bound over.
func (s *scope) collection(over ast.Expr, name *checker.Bound) (types.List, bool) {
	if name.List {
		return s.list(over)
	}
	set, ok := s.term(over).(types.List)
	return set, ok && !odd(set)
}

// list returns a list in an argument, as the call gives it.
func (s *scope) list(e ast.Expr) (types.List, bool) {
	a, ok := s.argument(e)
	if !ok {
		return nil, false
	}
	switch types.TypeAt(a.typ, a.path).(type) {
	case *types.Array, types.Basic: // Invalid, where nothing tells
		list, ok := types.ValueAt(a.given, a.path).(types.List)
		return list, ok
	}
	return nil, false
}

// quantified computes forall and exists.
func (s *scope) quantified(e *ast.Quantified) bool {
	all := e.Op == ops.Forall
	holds := all
	defined := s.each(e.Binder, func(inner *scope) bool {
		if inner.truth(e.Body) != all {
			holds = !all
		}
		return holds == all
	})
	return holds && defined
}

// members says what keeps forall or exists from having the expected truth value: a member
// that decides, or the collection if no single one does.
func (r reasoning) members(e *ast.Quantified, want bool) (parts []string) {
	over := ast.Source(e.Binder.Over)
	all, n := e.Op == ops.Forall, 0
	defined := r.each(e.Binder, func(inner *scope) bool {
		n++
		if inner.truth(e.Body) == all {
			return true
		}
		member := reasoning{inner}
		// No value in the body decides, so the member itself is named.
		if parts = member.why(e.Body, all); len(parts) == 0 {
			for _, name := range e.Binder.Names {
				parts = append(parts, fmt.Sprintf("`%s` is %s", name.Name, diag.Cut(string(ToJSON(inner.boundTo(r.objectOf(name).(*checker.Bound)))), maxShownValue)))
			}
		}
		return false
	})
	switch text := diag.Cut(over, maxShownText); {
	case !defined:
		if of := r.lengths(e); of != "" {
			return []string{"`" + text + "` has no value: " + of}
		}
		return []string{"`" + text + "` has no value"}
	case len(parts) > 0:
		return parts
	case n == 0:
		return []string{"`" + text + "` is empty"}
	case want:
		return []string{fmt.Sprintf("no member of `%s` has `%s`", text, diag.Cut(ast.Source(e.Body), maxShownText))}
	default:
		return []string{fmt.Sprintf("each member of `%s` has `%s`", text, diag.Cut(ast.Source(e.Body), maxShownText))}
	}
}

// lengths says how long the two lists are whose pairs a quantifier binds; nothing
// of another expression.
func (s *scope) lengths(e ast.Expr) string {
	q, ok := e.(*ast.Quantified)
	if !ok || len(q.Binder.Lists()) < 2 {
		return ""
	}
	var parts []string
	for _, over := range q.Binder.Lists() {
		list, ok := s.list(over)
		if !ok {
			return ""
		}
		parts = append(parts, fmt.Sprintf("`(length %s)` is %d", ast.Source(over), len(list)))
	}
	return strings.Join(parts, ", ")
}

func (s *scope) count(e *ast.Quantified) types.Value {
	n := int64(0)
	defined := s.each(e.Binder, func(inner *scope) bool {
		if inner.truth(e.Body) {
			n++
		}
		return true
	})
	if !defined {
		return nil
	}
	return types.NewNumber(big.NewRat(n, 1))
}

func (s *scope) sum(e *ast.Quantified) types.Value {
	total, ok := new(big.Rat), true
	defined := s.each(e.Binder, func(inner *scope) bool {
		var n types.Number
		if n, ok = inner.term(e.Body).(types.Number); ok {
			total.Add(total, n.Rat())
		}
		return ok
	})
	if !defined || !ok {
		return nil
	}
	return types.NewNumber(total)
}

// measured computes length and size.
func (s *scope) measured(e *ast.Op) types.Value {
	if e.Op == ops.Length {
		if list, ok := s.list(e.Args[0]); ok {
			return types.NewInt(int64(len(list)))
		}
		return nil
	}
	switch v := s.term(e.Args[0]).(type) {
	case types.List:
		if !odd(v) {
			return types.NewInt(int64(len(v)))
		}
	case types.Dict:
		return types.NewInt(int64(len(v)))
	}
	return nil
}
