package compiler

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

func clauses(b *ast.Block) []ast.Expr {
	if b == nil {
		return nil
	}
	return b.Exprs
}

// condition encodes a precondition.
func (e *encoder) condition(s *scope, c system.Condition) *smt.Term {
	if c.Assignment == nil {
		return e.truth(s, c.Clause)
	}
	return e.Implies(e.And(e.truths(s, c.Assignment.Guards)...), e.assignable(s, *c.Assignment))
}

// value returns what an assignment assigns, in the type of its target.
func (e *encoder) value(s *scope, a checker.Assignment) *symbol {
	return e.coerced(e.term(s, a.Value), types.TypeAt(a.Var.Type, a.Path))
}

// assignable holds where the value of an assignment is defined and within
// the type of its target.
func (e *encoder) assignable(s *scope, a checker.Assignment) *smt.Term {
	return e.proper(e.value(s, a))
}

// post encodes what a call of a transition does (grammar/spec.md, 9.5):
// clause by clause, and the frame.
func (e *encoder) post(m *checker.Model, t *checker.Transition, s *scope) []smt.Assertion {
	var list []smt.Assertion
	assignments := make(map[*ast.Op]checker.Assignment)
	for _, a := range m.Assignments(t) {
		assignments[a.Expr] = a
	}
	for _, x := range clauses(t.Decl.Post) {
		list = append(list, smt.Assertion{Term: e.effect(s, x, assignments), Comment: place(m.File, t.Unit, x)})
	}
	found := written(m, t)
	for _, v := range m.Vars {
		for _, l := range system.LeavesOf(v, nil) {
			if !found[l.Name()] {
				list = append(list, smt.Assertion{Term: e.keeps(s.now, s.next, l), Comment: t.Name() + " keeps " + l.Name()})
			}
		}
	}
	return list
}

// effect encodes a clause of `post`, or a part of one. An assignment whose
// value is of no use keeps its target as it is; that the value is of use is a
// precondition, and no hidden guard.
func (e *encoder) effect(s *scope, x ast.Expr, assignments map[*ast.Op]checker.Assignment) *smt.Term {
	op, ok := x.(*ast.Op)
	if !ok {
		return e.truth(s, x)
	}
	if a, ok := assignments[op]; ok {
		return e.assigned(s, a)
	}
	switch op.Op {
	case ops.And:
		var all []*smt.Term
		for _, y := range op.Args {
			all = append(all, e.effect(s, y, assignments))
		}
		return e.And(all...)
	case ops.Implies:
		return e.Implies(e.truth(s, op.Args[0]), e.effect(s, op.Args[1], assignments))
	}
	return e.truth(s, x)
}

func (e *encoder) assigned(s *scope, a checker.Assignment) *smt.Term {
	value := e.value(s, a)
	var sets, keeps []*smt.Term
	for _, l := range system.LeavesOf(a.Var, a.Path) {
		from := value
		for _, name := range l.Path[len(a.Path):] {
			from = e.field(from, name)
		}
		if t, ok := l.Type.(*types.Array); ok {
			from = e.columned(from, t.Elem)
		}
		sets = append(sets, e.same(e.at(s.next, l), e.coerced(from, l.Type)))
		keeps = append(keeps, e.keeps(s.now, s.next, l))
	}
	return e.Ite(e.assignable(s, a), e.And(sets...), e.And(keeps...))
}

// open returns the leaves that a call may leave with any of several values:
// those that are mentioned, and not by an assignment without guards.
func open(m *checker.Model, t *checker.Transition) []system.Leaf {
	if t == nil {
		return nil
	}
	set := make(map[string]bool)
	for _, a := range m.Assignments(t) {
		for _, l := range system.LeavesOf(a.Var, a.Path) {
			set[l.Name()] = set[l.Name()] || len(a.Guards) == 0
		}
	}
	found := written(m, t)
	var list []system.Leaf
	for _, v := range m.Vars {
		for _, l := range system.LeavesOf(v, nil) {
			if found[l.Name()] && !set[l.Name()] {
				list = append(list, l)
			}
		}
	}
	return list
}
