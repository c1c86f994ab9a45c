package checker

import (
	"slices"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// common returns the type in which several expressions are compared, which does
// not depend on their order (but that of types that do not go together). It is
// Real if all are numbers and one is a Real; else the type of those that are not
// written out, which what is written out beside them takes on. If all are written
// out, as literals, arrays or records, it is made of the common types of their
// elements and fields, and open.
func (t *typer) common(list []ast.Expr) (typ types.Type, open bool) {
	typ, most := types.Invalid, -1
	var literals []ast.Expr
	for _, e := range list {
		// What is written out adapts to the others, so it is looked at last.
		if written, ok := choices(e); ok {
			literals = append(literals, written...)
			continue
		}
		got, weight := t.natural(e), t.weight(e)
		if got != types.Invalid && (weight > most || weight == most && better(got, typ)) {
			typ, most = got, weight
		}
	}
	if open = typ == types.Invalid; open {
		typ = t.written(literals)
	}
	if typ == types.Int {
		// An Int beside a Real is computed in Real.
		if slices.ContainsFunc(list, func(e ast.Expr) bool { return t.natural(e) == types.Real }) {
			return types.Real, open
		}
	}
	return typ, open
}

// The weights of expressions that are compared with each other, and that are not
// written out.
const (
	inferred = iota // an argument whose type is that of some use of it
	declared
)

func (t *typer) weight(e ast.Expr) int {
	// The type of an argument by inference rests on a use, such as this one.
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

// written returns the type of expressions that are written out and compared with
// each other. Where no type goes with all of them, it is that of the first.
func (t *typer) written(list []ast.Expr) types.Type {
	if typ := t.writtenArrays(list); typ != nil {
		return typ
	}
	if typ := t.writtenRecords(list); typ != nil {
		return typ
	}
	if typ := t.writtenMap(list); typ != nil {
		return typ
	}
	for _, e := range list {
		// The list is mixed, so its first element decides alone.
		if l, ok := e.(*ast.Literal); !ok {
			return t.written([]ast.Expr{e})
		} else if got := naturalLiteral(l); got != types.Invalid {
			return got
		}
	}
	return types.Invalid
}

// writtenArrays returns the type of arrays that are written out, or nil if there
// is anything else in the list.
func (t *typer) writtenArrays(list []ast.Expr) types.Type {
	var elems []ast.Expr
	for _, e := range list {
		own, ok := elements(e)
		if !ok {
			return nil
		}
		elems = append(elems, own...)
	}
	if len(list) == 0 {
		return nil
	}
	// The elements of all arrays have one type together.
	elem, _ := t.common(elems)
	return &types.Array{Elem: elem}
}

// elements returns the elements of an array that is written out, with those that
// are then inserted or removed.
func elements(e ast.Expr) (list []ast.Expr, ok bool) {
	switch e := e.(type) {
	case *ast.ArrayLit:
		// The capacity is cut, since the elements that are inserted must not go into the tree.
		return e.Elems[:len(e.Elems):len(e.Elems)], true
	case *ast.SetOp:
		if list, ok = elements(e.Array); ok && e.Elem != nil {
			list = append(list, e.Elem)
		}
	}
	return list, ok
}

// writtenRecords returns the type of records that are written out and have the
// same fields, or nil if there is anything else in the list.
func (t *typer) writtenRecords(list []ast.Expr) types.Type {
	out := &types.Record{}
	values := make(map[string][]ast.Expr)
	for i, e := range list {
		r, ok := e.(*ast.RecordLit)
		if !ok {
			return nil
		}
		for _, f := range r.Fields {
			if f.Name == nil {
				continue
			}
			name := f.Name.Name
			// Each record has to have the fields of the first: a field that is new in a later one has too few values.
			if len(values[name]) < i {
				return nil
			}
			if len(values[name]) > i {
				continue // named twice, which is reported elsewhere
			}
			if i == 0 {
				out.Fields = append(out.Fields, types.Field{Name: name})
			}
			values[name] = append(values[name], f.Value)
		}
	}
	if len(list) == 0 {
		return nil
	}
	for i := range out.Fields {
		f := &out.Fields[i]
		// A field that a later record lacks makes the records different types.
		if len(values[f.Name]) < len(list) {
			return nil
		}
		f.Type, _ = t.common(values[f.Name])
	}
	return out
}

// choices returns what an expression may be if it is written out, so that it
// takes its type from its place: itself, or the branches of an `if`.
func choices(e ast.Expr) (list []ast.Expr, ok bool) {
	if op, is := e.(*ast.Op); is && op.Op == ops.If {
		// The condition says nothing about the type of the value.
		for _, a := range op.Args[1:] {
			some, ok := choices(a)
			if !ok {
				return nil, false
			}
			list = append(list, some...)
		}
		return list, true
	}
	_, array := elements(e)
	_, _, mapping := entries(e)
	return []ast.Expr{e}, array || mapping || isLiteral(e)
}

// isLiteral reports whether an expression is a value that is written out.
func isLiteral(e ast.Expr) bool {
	switch e.(type) {
	case *ast.Literal, *ast.ArrayLit, *ast.RecordLit, *ast.MapLit:
		return true
	}
	return false
}
