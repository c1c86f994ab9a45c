package system

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// refined returns the type of an argument, where what no schema types (all of
// it, the items of an array, a property) has the type of what it is used
// with: of the first use that tells, where a number is a Real if nothing says
// that it is an Int; and then of what checks test it for.
func refined(m *checker.Model, t *checker.Transition, p *checker.Param, asked *asked) types.Type {
	if !holed(p.Type) {
		return p.Type
	}
	var guess types.Type = types.Invalid
	for _, u := range usesIn(m, t) {
		if path, ok := pathTo(m, t, p, u.x); ok && u.as != nil {
			guess = filled(guess, path, u.as)
		}
	}
	return Complete(p.Type, asked.guess(guess))
}

// Complete returns t with what is not known in it taken from a guess.
func Complete(t, guess types.Type) types.Type {
	switch t := t.(type) {
	case types.Basic:
		if t == types.Invalid {
			return guess
		}
	case *types.Array:
		if guess, ok := guess.(*types.Array); ok {
			return &types.Array{Elem: Complete(t.Elem, guess.Elem)}
		}
	case *types.Record:
		guess, ok := guess.(*types.Record)
		out := &types.Record{}
		for _, f := range t.Fields {
			if ok {
				if other, has := guess.Field(f.Name); has {
					f.Type = Complete(f.Type, other)
				}
			}
			out.Fields = append(out.Fields, f)
		}
		return out
	}
	return t
}

// naturalType returns the type of a JSON value by itself. That of a list of
// values of several types is not known, nor is that of an object: other values of
// the same argument may have other keys.
func naturalType(v types.Value) types.Type {
	switch v := v.(type) {
	case types.Boolean:
		return types.Bool
	case types.Number:
		if v.IsInt() {
			return types.Int
		}
		return types.Real
	case types.Text:
		return types.String
	case types.List:
		a := &types.Array{Elem: types.Invalid}
		for _, m := range v {
			a.Elem = Merge(a.Elem, naturalType(m))
		}
		if slices.ContainsFunc(v, func(m types.Value) bool { return !types.Identical(naturalType(m), a.Elem) }) {
			return types.Invalid
		}
		return a
	}
	return types.Invalid
}

// A use is an expression where a type is expected.
type use struct {
	x  ast.Expr
	as types.Type
}

// usesIn returns the uses of expressions in a transition, those that tell
// less after the others.
func usesIn(m *checker.Model, t *checker.Transition) []use {
	var firm, weak []use
	typeOf := func(x ast.Expr) types.Type { return deepType(m, t, x) }
	for _, x := range append(slices.Clone(exprs(t.Decl.Pre)), exprs(t.Decl.Post)...) {
		firm = append(firm, use{x, types.Bool})
	}
	ast.Inspect(t.Decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Op:
			f, w := operandUses(n, typeOf)
			firm, weak = append(firm, f...), append(weak, w...)
		case *ast.Quantified:
			if n.Op == ops.Sum {
				weak = append(weak, use{n.Body, typeOf(n)})
			} else {
				firm = append(firm, use{n.Body, types.Bool})
			}
			for _, over := range n.Binder.Lists() {
				firm = append(firm, use{over, &types.Array{Elem: types.Invalid}})
			}
		case *ast.Contains:
			firm = append(firm, elementUses(n.Array, n.Elem, typeOf)...)
		case *ast.SetOp:
			firm = append(firm, elementUses(n.Array, n.Elem, typeOf)...)
		}
		return true
	})
	return append(firm, weak...)
}

// deepType returns the type of an expression, where what the checker leaves
// open in something put together follows from its parts.
func deepType(m *checker.Model, t *checker.Transition, x ast.Expr) types.Type {
	typ := m.TypeOf(t.Unit, x)
	if typ == nil || !holed(typ) {
		return typ
	}
	switch x := x.(type) {
	case *ast.ArrayLit:
		elem := types.Type(types.Invalid)
		for _, el := range x.Elems {
			elem = Merge(elem, deepType(m, t, el))
		}
		return Complete(typ, &types.Array{Elem: elem})
	case *ast.RecordLit:
		r := &types.Record{}
		r.Fields = lists.Map(x.Fields, func(pin *ast.Pin) types.Field {
			return types.Field{Name: pin.Name.Name, Type: deepType(m, t, pin.Value)}
		})
		return Complete(typ, r)
	case *ast.SetOp:
		return Complete(Complete(typ, deepType(m, t, x.Array)), &types.Array{Elem: deepType(m, t, x.Elem)})
	}
	return typ
}

func operandUses(n *ast.Op, typeOf func(ast.Expr) types.Type) (firm, weak []use) {
	for i, x := range n.Args {
		switch n.Op.Family() {
		case ops.Logic:
			firm = append(firm, use{x, types.Bool})
			continue
		case ops.Arithmetic:
			weak = append(weak, use{x, typeOf(n)})
			continue
		case ops.Order:
			// The other operands tell more, so that they come first.
			weak = append(weak, use{x, types.Real})
		case ops.Measure:
			firm = append(firm, use{x, &types.Array{Elem: types.Invalid}})
			continue
		}
		if n.Op == ops.If {
			as := typeOf(n)
			if i == 0 {
				as = types.Bool
			}
			firm = append(firm, inner(x, as)...)
			continue
		}
		// The operands of a comparison have one type.
		for j, y := range n.Args {
			if i != j {
				firm = append(firm, inner(x, typeOf(y))...)
			}
		}
	}
	return firm, weak
}

// inner returns a use, and the uses of the parts of what is put together.
func inner(x ast.Expr, as types.Type) []use {
	list := []use{{x, as}}
	array, isArray := as.(*types.Array)
	record, isRecord := as.(*types.Record)
	switch x := x.(type) {
	case *ast.Op:
		if x.Op == ops.If {
			list = append(append(list, inner(x.Args[1], as)...), inner(x.Args[2], as)...)
		}
	case *ast.SetOp:
		list = append(list, inner(x.Array, as)...)
		if isArray {
			list = append(list, inner(x.Elem, array.Elem)...)
		}
	case *ast.ArrayLit:
		for _, el := range x.Elems {
			if isArray {
				list = append(list, inner(el, array.Elem)...)
			}
		}
	case *ast.RecordLit:
		for _, pin := range x.Fields {
			if isRecord && pin.Name != nil {
				field, _ := record.Field(pin.Name.Name)
				list = append(list, inner(pin.Value, field)...)
			}
		}
	}
	return list
}

func elementUses(array, elem ast.Expr, typeOf func(ast.Expr) types.Type) []use {
	list := inner(array, &types.Array{Elem: typeOf(elem)})
	if a, ok := typeOf(array).(*types.Array); ok {
		list = append(list, inner(elem, a.Elem)...)
		list = append(list, inner(array, a)...)
	}
	return list
}

// reads reports whether a transition reads an argument that it binds.
func reads(m *checker.Model, t *checker.Transition, p *checker.Param) bool {
	for _, e := range append(slices.Clone(exprs(t.Decl.Pre)), exprs(t.Decl.Post)...) {
		for x := range ast.Each[*ast.ParamRef](e) {
			if m.ObjectOf(t.Unit, x) == checker.Object(p) {
				return true
			}
		}
	}
	return false
}

// holed reports whether a part of a type is not known.
func holed(t types.Type) bool {
	return types.Any(t, func(t types.Type) bool { return t == types.Invalid })
}

// element is what a path has in place of a field for the elements of a list. No
// field has the name.
const element = "\x00"

// pathTo returns the fields by which an expression reads a part of an
// argument.
func pathTo(m *checker.Model, t *checker.Transition, p *checker.Param, x ast.Expr) ([]string, bool) {
	switch x := x.(type) {
	case *ast.ParamRef:
		return nil, m.ObjectOf(t.Unit, x) == checker.Object(p)
	case *ast.FieldExpr:
		path, ok := pathTo(m, t, p, x.Record)
		return append(path, x.Field.Name), ok
	case *ast.Ref:
		if b, ok := m.ObjectOf(t.Unit, x).(*checker.Bound); ok && b.List {
			path, ok := pathTo(m, t, p, b.Over)
			return append(path, element), ok
		}
	}
	return nil, false
}

// filled returns t with what is not known at the end of a path taken from
// another type.
func filled(t types.Type, path []string, as types.Type) types.Type {
	if len(path) == 0 {
		return Merge(t, as)
	}
	if path[0] == element {
		elem := types.Type(types.Invalid)
		if known, ok := t.(*types.Array); ok {
			elem = known.Elem
		}
		return Merge(t, &types.Array{Elem: filled(elem, path[1:], as)})
	}
	inner := types.Type(types.Invalid)
	r, ok := t.(*types.Record)
	if ok {
		if known, has := r.Field(path[0]); has {
			inner = known
		}
	}
	field := &types.Record{Fields: []types.Field{{Name: path[0], Type: filled(inner, path[1:], as)}}}
	return Merge(t, field)
}

// Merge returns a type that goes with two uses: a Real rather than an Int, a
// String rather than an enum, records with the fields of both; else the
// first, unless it says nothing.
func Merge(t, as types.Type) types.Type {
	switch t := t.(type) {
	case types.Basic:
		if t == types.Invalid || t == types.Int && as == types.Real {
			return as
		}
	case *types.Enum:
		if as == types.String {
			return as
		}
	case *types.Array:
		if as, ok := as.(*types.Array); ok {
			return &types.Array{Elem: Merge(t.Elem, as.Elem)}
		}
	case *types.Record:
		if as, ok := as.(*types.Record); ok {
			return mergedRecords(t, as)
		}
	}
	return t
}

func mergedRecords(t, as *types.Record) *types.Record {
	out := &types.Record{}
	for _, f := range t.Fields {
		if other, ok := as.Field(f.Name); ok {
			f.Type = Merge(f.Type, other)
		}
		out.Fields = append(out.Fields, f)
	}
	for _, f := range as.Fields {
		if _, had := t.Field(f.Name); !had {
			out.Fields = append(out.Fields, f)
		}
	}
	return out
}
