package system

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
)

// A Condition is a precondition of a call: a clause of `pre`, or the implicit
// one of an assignment.
type Condition struct {
	Transition *checker.Transition
	Clause     ast.Expr            // of `pre`; else the clause of `post`
	Assignment *checker.Assignment // nil for a clause of `pre`
}

// Expr returns the clause of `pre`, or the equality in `post` that is the
// assignment. It identifies the condition in its model.
func (c Condition) Expr() ast.Expr {
	if c.Assignment != nil {
		return c.Assignment.Expr
	}
	return c.Clause
}

// Conditions returns the preconditions of a transition: the clauses of `pre`
// in source order, then the implicit ones.
func Conditions(m *checker.Model, t *checker.Transition) []Condition {
	var list []Condition
	for _, x := range exprs(t.Decl.Pre) {
		list = append(list, Condition{Transition: t, Clause: x})
	}
	for _, a := range m.Assignments(t) {
		list = append(list, Condition{Transition: t, Clause: a.Clause, Assignment: &a})
	}
	return list
}

func exprs(b *ast.Block) []ast.Expr {
	if b == nil {
		return nil
	}
	return b.Exprs
}
