package system

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// onlyEach reports whether a post says nothing of a result but that each element of the
// list is something. An answer is whatever may be, so that the list without elements
// is as good as any other.
func onlyEach(m *checker.Model, t *checker.Transition, p *checker.Param) bool {
	mentions := func(e ast.Expr) bool {
		for ref := range ast.Each[*ast.ResultRef](e) {
			if m.ObjectOf(t.Unit, ref) == p {
				return true
			}
		}
		return false
	}
	var only func(ast.Expr) bool
	only = func(e ast.Expr) bool {
		if !mentions(e) {
			return true
		}
		switch e := e.(type) {
		case *ast.Op:
			switch e.Op {
			case ops.And, ops.Or:
				return !slices.ContainsFunc(e.Args, func(x ast.Expr) bool { return !only(x) })
			case ops.Implies:
				return !mentions(e.Args[0]) && only(e.Args[1])
			}
		case *ast.Quantified:
			list := e.Binder.Lists()
			_, whole := list[0].(*ast.ResultRef)
			return e.Op == ops.Forall && len(list) == 1 && whole && !mentions(e.Body)
		}
		return false
	}
	return !slices.ContainsFunc(exprs(t.Decl.Post), func(e ast.Expr) bool { return !only(e) })
}

// beEmpty makes the parameter a list without elements.
func (p *Parameter) beEmpty() {
	if _, ok := p.Type.(*types.Array); !ok {
		p.Type = &types.Array{Elem: types.Invalid}
	}
	p.Schema, p.Optional = &tool.Schema{Const: types.List{}}, false
}
