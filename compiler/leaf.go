package compiler

import (
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// A leaf is a state variable that is no record, or a field of one, at any
// depth, that is no record (grammar/spec.md, 4.12).
type leaf struct {
	v    *checker.Var
	path []string
	typ  types.Type
}

// String is how witnesses call a leaf.
func (l leaf) String() string { return strings.Join(append([]string{l.v.Name()}, l.path...), ".") }

// leavesOf returns the leaves below a path, in order of declaration.
func leavesOf(v *checker.Var, path []string, t types.Type) []leaf {
	r, ok := t.(*types.Record)
	if !ok {
		return []leaf{{v, path, t}}
	}
	var list []leaf
	for _, f := range r.Fields {
		list = append(list, leavesOf(v, append(path[:len(path):len(path)], f.Name), f.Type)...)
	}
	return list
}

// fieldAt returns the type at a path.
func fieldAt(t types.Type, path []string) types.Type {
	for _, name := range path {
		t, _ = t.(*types.Record).Field(name)
	}
	return t
}

// at returns the symbol of a leaf.
func (e *encoder) at(s state, l leaf) *symbol {
	sym := s[l.v]
	for _, name := range l.path {
		sym = e.field(sym, name)
	}
	return sym
}

// mentioned returns the leaves whose next value occurs in an expression, by
// name.
func mentioned(m *checker.Model, u *ast.Unit, x ast.Node) map[string]bool {
	found := make(map[string]bool)
	ast.Inspect(x, func(n ast.Node) bool {
		next, path := primed(n)
		if next == nil {
			return true
		}
		v := m.ObjectOf(u, next).(*checker.Var)
		for _, l := range leavesOf(v, path, fieldAt(v.Type, path)) {
			found[l.String()] = true
		}
		return false
	})
	return found
}

// primed takes apart a next reference or fields of one.
func primed(n ast.Node) (*ast.NextRef, []string) {
	switch n := n.(type) {
	case *ast.NextRef:
		return n, nil
	case *ast.FieldExpr:
		if next, path := primed(n.Record); next != nil {
			return next, append(path, n.Field.Name)
		}
	}
	return nil, nil
}

// keeps holds where a leaf has the same value in two states.
func (e *encoder) keeps(s, t state, l leaf) *smt.Term {
	return e.same(e.at(s, l), e.at(t, l))
}

// same compares two symbols of leaves of one type as they stand: equal sets
// have equal terms.
func (e *encoder) same(x, y *symbol) *smt.Term {
	switch {
	case x.scalar != nil:
		return e.Eq(x.scalar, y.scalar)
	case x.array != nil:
		return e.Eq(x.array, y.array)
	}
	return e.sameBits(x, y)
}
