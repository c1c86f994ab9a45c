package checker

import (
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// A fitness is how a type goes with the type that its place wants.
type fitness int

const (
	fits     fitness = iota
	doubtful         // a String argument where an enum is wanted: possible, but it may be anything
	misfit
)

// fit holds a type against the one wanted. An Int goes where a Real is
// wanted; a String goes where an enum is wanted if it comes from an argument,
// since the schemas of real tools say string.
func fit(got, want types.Type, argument bool) fitness {
	if want == nil || types.Identical(got, want) || got == types.Int && want == types.Real {
		return fits
	}
	if _, enum := want.(*types.Enum); enum && got == types.String && argument {
		return doubtful
	}
	return misfit
}

// natural returns the type that an expression has wherever it stands. It
// reports nothing.
func (t *typer) natural(e ast.Expr) types.Type {
	switch e := e.(type) {
	case *ast.Literal:
		return naturalLiteral(e)
	case *ast.Ref:
		return objectType(t.scope[e.Name])
	case *ast.ParamRef:
		if e.Local != nil {
			if p := t.param(e.Local.Name); p != nil {
				return p.Type
			}
		}
	case *ast.NextRef:
		if e.Var != nil {
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
	case *ast.Contains:
		return types.Bool
	case *ast.SetOp:
		return t.natural(e.Array)
	case *ast.Op:
		return t.naturalOp(e)
	case *ast.ArrayLit:
		elem, _ := t.common(e.Elems)
		return &types.Array{Elem: elem}
	case *ast.RecordLit:
		return t.naturalRecord(e)
	}
	return types.Invalid
}

func objectType(o Object) types.Type {
	switch o := o.(type) {
	case *Var:
		return o.Type
	case *Const:
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
	if !arithmetic[e.Op.Name] {
		return types.Bool
	}
	for _, a := range e.Args {
		if t.natural(a) == types.Real {
			return types.Real
		}
	}
	return types.Int
}

func (t *typer) naturalRecord(e *ast.RecordLit) types.Type {
	r := &types.Record{}
	for _, f := range e.Fields {
		if f.Name == nil {
			continue
		}
		if _, twice := r.Field(f.Name.Name); !twice {
			r.Fields = append(r.Fields, types.Field{Name: f.Name.Name, Type: t.natural(f.Value)})
		}
	}
	return r
}

// common returns the type in which several expressions are compared: Real if
// all are numbers and one is a Real; else the type of the first that is not a
// literal, which a literal beside it takes on; else that of the first. It is
// open if they are literals.
func (t *typer) common(list []ast.Expr) (typ types.Type, open bool) {
	typ, most := types.Invalid, -1
	for _, e := range list {
		got, weight := t.natural(e), t.weight(e)
		if got != types.Invalid && (weight > most || weight == most && weight > literal && better(got, typ)) {
			typ, most = got, weight
		}
	}
	if typ == types.Int {
		for _, e := range list {
			if t.natural(e) == types.Real {
				return types.Real, false
			}
		}
	}
	return typ, most <= literal
}

// The weights of expressions that are compared with each other.
const (
	literal  = iota // takes its type from its place
	inferred        // an argument whose type is that of some use of it
	declared
)

func (t *typer) weight(e ast.Expr) int {
	if isLiteral(e) {
		return literal
	}
	if _, ok := t.inferred(e); ok {
		return inferred
	}
	return declared
}

// better reports whether a rather than b is the type that a comparison is
// made in: an enum rather than the String argument compared with it, a Real
// rather than an Int.
func better(a, b types.Type) bool {
	_, enum := a.(*types.Enum)
	return enum && b == types.String || a == types.Real && b == types.Int
}

// isLiteral reports whether an expression takes its type from its place.
func isLiteral(e ast.Expr) bool {
	switch e.(type) {
	case *ast.Literal, *ast.ArrayLit, *ast.RecordLit:
		return true
	}
	return false
}
