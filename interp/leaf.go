package interp

import (
	"maps"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// with returns a copy of a state in which a leaf has another value.
func with(s State, l system.Leaf, v types.Value) State {
	s = maps.Clone(s)
	l.Set(s, v)
	return s
}

// nextPath takes an expression apart that is (next v) or a field, at any
// depth, of one.
func nextPath(e ast.Expr) (*ast.NextRef, []string) {
	switch e := e.(type) {
	case *ast.NextRef:
		return e, nil
	case *ast.FieldExpr:
		if next, path := nextPath(e.Record); next != nil {
			return next, append(path, e.Field.Name)
		}
	}
	return nil, nil
}
