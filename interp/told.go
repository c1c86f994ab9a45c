package interp

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// Records of answers are often cut short. What a part of post says of the answer is
// therefore not held against a record that lacks what it reads; of a forall over a
// list in the answer that is so for each part of its body, element by element.
// Assignments are made as they are with any answer.

// clause computes a clause of post.
func (s *scope) clause(r *rule, e ast.Expr) bool {
	if s.answer == nil || s.whole {
		return s.truth(e)
	}
	return s.told(r, nil, e)
}

// told computes a part of post with guards.
func (s *scope) told(r *rule, guards []ast.Expr, e ast.Expr) bool {
	if op, ok := e.(*ast.Op); ok {
		switch {
		case r.assigns(op):
			return !s.all(guards) || s.truth(op)
		case op.Op == ops.And:
			return !slices.ContainsFunc(op.Args, func(a ast.Expr) bool { return !s.told(r, guards, a) })
		case op.Op == ops.Implies:
			return s.told(r, append(slices.Clip(guards), op.Args[0]), op.Args[1])
		}
	}
	if q := checker.EachElement(e, s.objectOf); q != nil {
		if list, _ := s.part(q.Binder.Over); missing(list) || s.lacks(guards...) || !s.all(guards) {
			return true
		}
		holds := true
		list := s.each(q.Binder, func(inner *scope) bool {
			holds = inner.told(r, nil, q.Body)
			return holds
		})
		return list && holds
	}
	return s.lacks(append(slices.Clip(guards), e)...) || !s.all(guards) || s.truth(e)
}

// assigns reports whether an expression is an assignment.
func (r *rule) assigns(e *ast.Op) bool {
	return slices.ContainsFunc(r.assignments, func(a checker.Assignment) bool { return a.Expr == e })
}

func (s *scope) all(list []ast.Expr) bool {
	return !slices.ContainsFunc(list, func(e ast.Expr) bool { return !s.truth(e) })
}

// lacks reports whether one of some expressions reads a part of the answer that
// the answer lacks.
func (s *scope) lacks(list ...ast.Expr) bool {
	return slices.ContainsFunc(list, func(e ast.Expr) bool { return ReadsMissing(e, s.objectOf, s.part) })
}

// part returns a part of the answer as it is there; false if it is of an element
// that is not bound yet.
func (s *scope) part(e ast.Expr) (types.Value, bool) {
	a, _ := s.argument(e)
	if b, ok := checker.RootOf(e, s.objectOf).(*checker.Bound); ok && !s.bound.has(b) {
		return nil, false
	}
	return types.ValueAt(a.given, a.path), true
}

// ReadsMissing reports whether an expression reads a part of an answer that is missing
// there, or null. objectOf says what names are; given returns a part of the answer
// as it is there, and false if it is of an element that the expression binds itself.
func ReadsMissing(e ast.Expr, objectOf func(ast.Node) checker.Object, given func(ast.Expr) (types.Value, bool)) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if op, ok := n.(*ast.Op); ok && op.Op == ops.Length && checker.OfAnswer(op.Args[0], objectOf) {
			v, known := given(op.Args[0])
			found = found || known && missing(v)
			return false // what its elements lack does not matter
		}
		x, ok := n.(ast.Expr)
		if !ok || !checker.OfAnswer(x, objectOf) {
			return !found
		}
		v, known := given(x)
		found = found || known && holed(v, partType(x, objectOf))
		return false
	})
	return found
}

// partType returns the type of a part of the answer.
func partType(e ast.Expr, objectOf func(ast.Node) checker.Object) types.Type {
	if f, ok := e.(*ast.FieldExpr); ok {
		return types.TypeAt(partType(f.Record, objectOf), []string{f.Field.Name})
	}
	switch o := objectOf(e).(type) {
	case *checker.Param:
		return o.Type
	case *checker.Bound:
		return o.Type
	}
	return nil
}

// missing reports whether there is no value, or null in its place.
func missing(v types.Value) bool { return v == nil || v == types.Value(types.Null{}) }

// holed reports whether a part of an answer is missing, or lacks a part of its type.
func holed(v types.Value, t types.Type) bool {
	if missing(v) {
		return true
	}
	switch t := t.(type) {
	case *types.Record:
		o, ok := v.(types.Object)
		return ok && slices.ContainsFunc(t.Fields, func(f types.Field) bool {
			part, _ := o.Get(f.Name)
			return holed(part, f.Type)
		})
	case *types.Array:
		l, ok := v.(types.List)
		return ok && slices.ContainsFunc(l, func(m types.Value) bool { return holed(m, t.Elem) })
	}
	return false
}
