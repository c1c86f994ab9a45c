package checker

import (
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
)

// EachElement returns an expression that says something of each element of a list
// in an answer, by a forall over it; nil if it does not. objectOf resolves names, as
// in the functions below.
func EachElement(e ast.Expr, objectOf func(ast.Node) Object) *ast.Quantified {
	q, ok := e.(*ast.Quantified)
	if !ok || q.Op != ops.Forall || q.Binder == nil || len(q.Binder.Names) != 1 {
		return nil
	}
	if b, ok := objectOf(q.Binder.Names[0]).(*Bound); !ok || !b.List || !OfAnswer(b.Over, objectOf) {
		return nil
	}
	return q
}

// OfAnswer reports whether an expression is a part of the answer of a call: a
// result, an element of a list in one, or a field of these.
func OfAnswer(e ast.Expr, objectOf func(ast.Node) Object) bool {
	switch o := RootOf(e, objectOf).(type) {
	case *Param:
		return o.Result
	case *Bound:
		// A list may be in an element of another list of the answer.
		return o.List && OfAnswer(o.Over, objectOf)
	}
	return false
}

// RootOf returns the variable, the constant, the argument, the result or the bound
// name that an expression is, or is a field of; nil for any other expression.
func RootOf(e ast.Expr, objectOf func(ast.Node) Object) Object {
	switch e := e.(type) {
	case *ast.ParamRef, *ast.ResultRef, *ast.Ref:
		return objectOf(e)
	case *ast.FieldExpr:
		return RootOf(e.Record, objectOf)
	}
	return nil
}

// tiedByElement returns an equality by which a transition says what a map has for
// the elements of a list in its answer; nil if there is none.
func (m *Model) tiedByElement(t *Transition, v *Var) *ast.Op {
	if t.Decl.Post == nil {
		return nil
	}
	objectOf := func(n ast.Node) Object { return m.ObjectOf(t.Unit, n) }
	for q := range ast.Each[*ast.Quantified](t.Decl.Post) {
		if EachElement(q, objectOf) == nil {
			continue
		}
		for e := range ast.Each[*ast.Op](q.Body) {
			if e.Op != ops.Equal || len(e.Args) != 2 {
				continue
			}
			// The equality may be written either way round.
			for i, a := range e.Args {
				get, ok := e.Args[1-i].(*ast.Op)
				if ok && get.Op == ops.Get && OfAnswer(a, objectOf) && RootOf(get.Args[0], objectOf) == Object(v) {
					return e
				}
			}
		}
	}
	return nil
}
