package compiler

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
)

// at returns the symbol of a leaf.
func (e *encoder) at(s state, l system.Leaf) *symbol {
	sym := s[l.Var]
	for _, name := range l.Path {
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
		for _, l := range system.LeavesOf(v, path) {
			found[l.Name()] = true
		}
		return false
	})
	return found
}

// written returns the leaves that the post of a transition mentions, by name.
func written(m *checker.Model, t *checker.Transition) map[string]bool {
	if t.Decl.Post == nil {
		return nil
	}
	return mentioned(m, t.Unit, t.Decl.Post)
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
func (e *encoder) keeps(s, t state, l system.Leaf) *smt.Term {
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
