package checker

import (
	"slices"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A fitness is how a type goes with the type that its place wants.
type fitness int

const (
	fits     fitness = iota
	doubtful         // a String argument where an enum is expected: possible, but it may be anything
	misfit
)

// fit compares a type with the expected one. An Int fits where a Real is
// expected; a String fits where an enum is expected if it comes from an argument,
// since the schemas of real tools say string.
func fit(got, want types.Type, argument bool) fitness {
	// Invalid types are identical to all, so that one mistake is one finding.
	if want == nil || types.Identical(got, want) || got == types.Int && want == types.Real {
		return fits
	}
	if _, enum := want.(*types.Enum); enum && got == types.String && argument {
		return doubtful
	}
	return misfit
}

// natural returns the type that an expression has in every place. It
// reports nothing.
func (t *typer) natural(e ast.Expr) types.Type {
	switch e := e.(type) {
	case *ast.Literal:
		return naturalLiteral(e)
	case *ast.Ref:
		return objectType(t.named(e.Name))
	case *ast.ParamRef, *ast.ResultRef:
		if p := t.paramOf(e); p != nil {
			return p.Type
		}
	case *ast.NextRef:
		if e.Var != nil {
			// `next` is written of variables alone.
			if v, ok := t.scope[e.Var.Name].(*Var); ok {
				return v.Type
			}
		}
	case *ast.FieldExpr:
		if r, ok := t.natural(e.Record).(*types.Record); ok && e.Field != nil {
			if typ, ok := r.Field(e.Field.Name); ok {
				return typ
			}
		}
	case *ast.Contains, *ast.SeenExpr:
		return types.Bool
	case *ast.SetOp:
		// A set that is written out takes its type from its elements.
		if written, ok := choices(e); ok {
			return t.written(written)
		}
		return t.natural(e.Array)
	case *ast.Op:
		return t.naturalOp(e)
	case *ast.Quantified:
		return t.naturalQuantified(e)
	case *ast.ArrayLit, *ast.RecordLit, *ast.MapLit:
		return t.written([]ast.Expr{e})
	}
	return types.Invalid
}

func objectType(o Object) types.Type {
	switch o := o.(type) {
	case *Var:
		return o.Type
	case *Const:
		return o.Type
	case *Bound:
		return o.Type
	case *Local:
		return o.Type
	}
	return types.Invalid
}

func naturalLiteral(e *ast.Literal) types.Type {
	switch e.Value.(type) {
	case types.Boolean:
		return types.Bool
	case types.Text:
		return types.String
	case types.Number:
		if e.Real {
			return types.Real
		}
		return types.Int
	}
	return types.Invalid
}

func (t *typer) naturalOp(e *ast.Op) types.Type {
	if e.Op.Info().Result == ops.Truth {
		return types.Bool
	}
	switch {
	case e.Op.Family() == ops.Mapping:
		return t.naturalMapping(e)
	case e.Op.Family() == ops.Measure:
		return types.Int
	case e.Op == ops.If:
		// The condition has no part in the type.
		typ, _ := t.common(e.Args[1:])
		return typ
	}
	// An operation is in Real if one of its operands is.
	if slices.ContainsFunc(e.Args, func(a ast.Expr) bool { return t.natural(a) == types.Real }) {
		return types.Real
	}
	return types.Int
}
