package partial

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// told returns the condition that a relation in post holds. What it says of the answer
// is not held against a record that lacks what it reads; of a forall over a list in
// the answer that is so for each part of its body, element by element.
func (s *scope) told(guards []ast.Expr, e ast.Expr) *Term {
	if s.answer == nil {
		return s.Implies(s.And(s.truths(guards)...), s.truth(e))
	}
	if op, ok := e.(*ast.Op); ok && op.Op == ops.And {
		list := lists.Map(op.Args, func(a ast.Expr) *Term { return s.told(guards, a) })
		return s.And(list...)
	} else if ok && op.Op == ops.Implies {
		return s.told(append(slices.Clip(guards), op.Args[0]), op.Args[1])
	}
	if q := checker.EachElement(e, s.site.ObjectOf); q != nil {
		return s.toldOfEach(guards, q)
	}
	if s.lacks(append(slices.Clip(guards), e)...) {
		return s.yes
	}
	return s.Implies(s.And(s.truths(guards)...), s.truth(e))
}

func (s *scope) toldOfEach(guards []ast.Expr, q *ast.Quantified) *Term {
	over, _ := s.given(q.Binder.Over, nil)
	elements, defined, known := s.each(q.Binder)
	if !known || over == nil || over == types.Value(types.Null{}) || s.lacks(guards...) {
		return s.yes
	}
	list := lists.Map(elements, func(inner *scope) *Term { return inner.told(nil, q.Body) })
	return s.Implies(s.And(s.truths(guards)...), s.And(defined, s.And(list...)))
}

// lacks reports whether one of some expressions reads a part of the answer that
// the answer lacks.
func (s *scope) lacks(list ...ast.Expr) bool {
	given := func(e ast.Expr) (types.Value, bool) { return s.given(e, nil) }
	return slices.ContainsFunc(list, func(e ast.Expr) bool { return interp.ReadsMissing(e, s.site.ObjectOf, given) })
}
