package interp

import (
	"maps"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// A Leaf is a state variable that is no record, or a field of one, at any
// depth, that is none. Frames work on leaves (grammar/spec.md, 4.12).
type Leaf struct {
	Var  *checker.Var
	Path []string // of fields, from the variable inwards; empty for a variable
	Type types.Type
}

// Leaves returns the leaves of the model's state, in order of declaration.
func Leaves(m *checker.Model) []Leaf {
	var list []Leaf
	for _, v := range m.Vars {
		list = append(list, leavesOf(Leaf{Var: v, Type: v.Type})...)
	}
	return list
}

// leavesOf returns the leaves in a variable or a field.
func leavesOf(l Leaf) []Leaf {
	r, ok := l.Type.(*types.Record)
	if !ok {
		return []Leaf{l}
	}
	var list []Leaf
	for _, f := range r.Fields {
		path := append(slices.Clip(l.Path), f.Name)
		list = append(list, leavesOf(Leaf{Var: l.Var, Path: path, Type: f.Type})...)
	}
	return list
}

// Name returns the name of the leaf, `v` or `r.f.g`.
func (l Leaf) Name() string { return pathName(l.Var, l.Path) }

func pathName(v *checker.Var, path []string) string {
	return strings.Join(append([]string{v.Name()}, path...), ".")
}

// In returns the value of the leaf in a state, or nil if the state has none.
func (l Leaf) In(s State) types.Value { return valueAt(s[l.Var.Name()], l.Path) }

// set gives the leaf a value in a state. Other states that share values with
// it stay as they are.
func (l Leaf) set(s State, v types.Value) {
	s[l.Var.Name()] = withAt(s[l.Var.Name()], l.Path, v)
}

// with returns a copy of the state in which the leaf has another value.
func (l Leaf) with(s State, v types.Value) State {
	s = maps.Clone(s)
	l.set(s, v)
	return s
}

// under reports whether the leaf belongs to a variable, or to a field of it.
func (l Leaf) under(v *checker.Var, path []string) bool {
	return l.Var == v && len(path) <= len(l.Path) && slices.Equal(path, l.Path[:len(path)])
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
