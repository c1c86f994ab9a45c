package compiler

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// refined returns the type of an argument, where what no schema types (the
// items of an array, a property) has the type of what it is used with.
func refined(m *checker.Model, t *checker.Transition, p *checker.Param) types.Type {
	typ := p.Type
	if !holed(typ) {
		return typ
	}
	typeOf := func(x ast.Expr) types.Type { return m.TypeOf(t.Unit, x) }
	use := func(x ast.Expr, as types.Type) {
		if path, ok := pathTo(m, t, p, x); ok && as != nil {
			typ = filled(typ, path, as)
		}
	}
	ast.Inspect(t.Decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Op:
			for _, x := range n.Args {
				for _, y := range n.Args {
					use(x, typeOf(y))
				}
			}
		case *ast.Contains:
			use(n.Array, &types.Array{Elem: typeOf(n.Elem)})
		case *ast.SetOp:
			use(n.Array, &types.Array{Elem: typeOf(n.Elem)})
		}
		return true
	})
	return typ
}

// holed reports whether a part of a type is not known.
func holed(t types.Type) bool {
	switch t := t.(type) {
	case *types.Record:
		for _, f := range t.Fields {
			if holed(f.Type) {
				return true
			}
		}
		return false
	case *types.Array:
		return holed(t.Elem)
	}
	return t == types.Invalid
}

// pathTo returns the fields by which an expression reads a part of an
// argument.
func pathTo(m *checker.Model, t *checker.Transition, p *checker.Param, x ast.Expr) ([]string, bool) {
	switch x := x.(type) {
	case *ast.ParamRef:
		return nil, m.ObjectOf(t.Unit, x) == checker.Object(p)
	case *ast.FieldExpr:
		path, ok := pathTo(m, t, p, x.Record)
		return append(path, x.Field.Name), ok
	}
	return nil, false
}

// filled returns t with what is not known at the end of a path taken from
// another type.
func filled(t types.Type, path []string, as types.Type) types.Type {
	r, ok := t.(*types.Record)
	switch {
	case len(path) == 0:
		return merged(t, as)
	case !ok:
		return t
	}
	out := &types.Record{}
	for _, f := range r.Fields {
		if f.Name == path[0] {
			f.Type = filled(f.Type, path[1:], as)
		}
		out.Fields = append(out.Fields, f)
	}
	return out
}

func merged(t, as types.Type) types.Type {
	switch t := t.(type) {
	case types.Basic:
		if t == types.Invalid {
			return as
		}
	case *types.Array:
		if as, ok := as.(*types.Array); ok {
			return &types.Array{Elem: merged(t.Elem, as.Elem)}
		}
	case *types.Record:
		as, ok := as.(*types.Record)
		if !ok {
			return t
		}
		out := &types.Record{}
		for _, f := range t.Fields {
			if other, ok := as.Field(f.Name); ok {
				f.Type = merged(f.Type, other)
			}
			out.Fields = append(out.Fields, f)
		}
		return out
	}
	return t
}
