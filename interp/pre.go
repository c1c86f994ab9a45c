package interp

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// Pre returns the preconditions that a call breaks in a state: clauses of
// `pre` in source order, then implicit ones in source order. There are none of
// a tool that has no transition. The call need not be normalised.
func (x *Machine) Pre(s State, c tool.Call) []Broken {
	r := x.rules[c.Tool]
	if r == nil {
		return nil
	}
	sc := x.scope(r, s, x.normalised(c))
	var list []Broken
	for _, e := range r.pre {
		if !sc.truth(e) {
			list = append(list, x.broken(r, sc, Broken{Kind: Pre, Expr: e}, e))
		}
	}
	byKey := withoutEffects(r.keyed(sc))
	wrongKeys := brokenKeys(byKey)
	for i := range r.assignments {
		a := &r.assignments[i]
		if a.Effect {
			continue // agents do not choose answers
		}
		b := Broken{Kind: Implicit, Expr: a.Expr, Leaf: sc.target(a)}
		if k, wrong := wrongKeys[a.Expr]; wrong {
			b.Why = sc.whyUnmade(k, byKey)
			list = append(list, x.broken(r, sc, b, a.Key, a.Value))
		} else if value, ok := sc.assigns(a); ok && value == nil {
			b.Why = sc.whyNot(a)
			list = append(list, x.broken(r, sc, b, a.Value))
		}
	}
	return list
}

// broken completes a Broken with the values in expressions.
func (x *Machine) broken(r *rule, sc *scope, b Broken, in ...ast.Expr) Broken {
	b.Transition, b.file = r.transition, x.model.File
	b.Values = sc.operands(in...)
	if b.Kind == Pre || b.Kind == Post {
		b.reason = func() string { return sc.reason(in[0]) }
	}
	return b
}

// assigns returns the value that an assignment gives its target, in the form
// of the target's type; nil if it is undefined or out of range. It is not ok
// if one of the guards does not hold.
func (s *scope) assigns(a *checker.Assignment) (value types.Value, ok bool) {
	for _, g := range a.Guards {
		if !s.truth(g) {
			return nil, false
		}
	}
	return within(s.term(a.Value), a.Type()), true
}

// unassignable returns the assignments that the call should make and cannot.
func (r *rule) unassignable(s *scope) map[*ast.Op]*checker.Assignment {
	var kept map[*ast.Op]*checker.Assignment
	for i := range r.assignments {
		a := &r.assignments[i]
		if value, ok := s.assigns(a); !ok || value != nil || a.Key != nil {
			continue
		}
		if kept == nil {
			kept = make(map[*ast.Op]*checker.Assignment)
		}
		kept[a.Expr] = a
	}
	for _, a := range unmade(r.keyed(s)) {
		if kept == nil {
			kept = make(map[*ast.Op]*checker.Assignment)
		}
		kept[a.Expr] = a.Assignment
	}
	return kept
}
