package compiler

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A move is what a call of a transition does, leaf by leaf: where its
// assignments say what comes, the next value is a term over the state before,
// and nothing has to be said of it but that. What is left of `post` speaks of
// the state after the call.
type move struct {
	transition  *checker.Transition
	scope       *scope
	outcomes    map[string]outcome // of the leaves that may change, by name
	assignments map[*ast.Op]checker.Assignment
	rest        []ast.Expr // clauses of post, or parts of them, that the outcomes do not say
}

// An outcome is what comes of a leaf.
type outcome struct {
	value *symbol   // the next value where open does not hold; nil if it always does
	open  *smt.Term // where the next value may be any of the type, as far as outcomes go
}

// A cover is an assignment that gives a leaf a value where its guards hold.
type cover struct {
	by    *ast.Op
	guard *smt.Term
	value *symbol
}

// move returns what a call does in a scope, whose next state need not be there
// yet. Of the assignments to a leaf the first says what comes of it; so does a
// second one whose guard is the negation of the first one's. All others, and
// the clauses that are no assignments, are left to rest: together they say what
// encoder.post does.
func (e *encoder) move(m *checker.Model, t *checker.Transition, s *scope) *move {
	mv := &move{transition: t, scope: s, outcomes: make(map[string]outcome), assignments: assignmentsOf(m, t)}
	covers, order := make(map[string][]cover), []system.Leaf(nil)
	for _, a := range m.Assignments(t) {
		for _, c := range e.covered(s, a) {
			name := c.leaf.Name()
			if covers[name] == nil {
				order = append(order, c.leaf)
			}
			covers[name] = append(covers[name], c.cover)
		}
	}
	useless := make(map[*ast.Op]bool) // assignments that say more than outcomes do
	for _, l := range order {
		list := covers[l.Name()]
		o, used := e.outcome(list)
		for _, c := range list[used:] {
			useless[c.by] = true
		}
		if !o.open.IsFalse() || !identical(o.value, e.at(s.now, l)) {
			mv.outcomes[l.Name()] = o
		}
	}
	mv.leftover(m, clauses(t.Decl.Post), covers, useless, e)
	return mv
}

// assignmentsOf returns the assignments of a transition by their equalities.
func assignmentsOf(m *checker.Model, t *checker.Transition) map[*ast.Op]checker.Assignment {
	list := make(map[*ast.Op]checker.Assignment)
	for _, a := range m.Assignments(t) {
		list[a.Expr] = a
	}
	return list
}

// A coveredLeaf is a leaf with what an assignment makes of it.
type coveredLeaf struct {
	leaf system.Leaf
	cover
}

// covered returns what an assignment makes of the leaves of its target.
func (e *encoder) covered(s *scope, a checker.Assignment) []coveredLeaf {
	guard, value := e.And(e.truths(s, a.Guards)...), e.value(s, a)
	proper := e.proper(value)
	var list []coveredLeaf
	for _, l := range system.LeavesOf(a.Var, a.Path) {
		from := value
		for _, name := range l.Path[len(a.Path):] {
			from = e.field(from, name)
		}
		if t, ok := l.Type.(*types.Array); ok {
			from = e.columned(from, t.Elem)
		}
		list = append(list, coveredLeaf{l, cover{a.Expr, guard, e.chosen(proper, e.coerced(from, l.Type), e.at(s.now, l))}})
	}
	return list
}

// outcome returns what comes of a leaf, and how many of the assignments to it
// that says.
func (e *encoder) outcome(list []cover) (outcome, int) {
	first := list[0]
	if len(list) > 1 && list[1].guard == e.Not(first.guard) {
		return outcome{e.chosen(first.guard, first.value, list[1].value), e.Bool(false)}, 2
	}
	return outcome{first.value, e.Not(first.guard)}, 1
}

// leftover notes what outcomes do not say: clauses that are no assignments,
// those of assignments that outcomes leave out, and the leaves of which only
// such clauses speak.
func (mv *move) leftover(m *checker.Model, list []ast.Expr, covers map[string][]cover, useless map[*ast.Op]bool, e *encoder) {
	var said func(x ast.Expr) bool
	said = func(x ast.Expr) bool {
		op, ok := x.(*ast.Op)
		if !ok {
			return false
		}
		if _, ok := mv.assignments[op]; ok {
			return !useless[op]
		}
		switch op.Op {
		case ops.And:
			return !slices.ContainsFunc(op.Args, func(y ast.Expr) bool { return !said(y) })
		case ops.Implies:
			return said(op.Args[1])
		}
		return false
	}
	for _, x := range list {
		if !said(x) {
			mv.rest = append(mv.rest, x)
		}
		for name := range mentioned(m, mv.scope.unit, x) {
			if covers[name] == nil {
				mv.outcomes[name] = outcome{nil, e.Bool(true)}
			}
		}
	}
}

// chosen returns x where a condition holds and y elsewhere, of leaves of one
// type; what comes out is like y in all but its value.
func (e *encoder) chosen(c *smt.Term, x, y *symbol) *symbol {
	out := *y
	switch {
	case y.scalar != nil:
		out.scalar = e.choose(c, x.scalar, y.scalar)
	case y.array != nil:
		out.array = e.choose(c, x.array, y.array)
	default:
		out.bits = make([]*smt.Term, len(y.bits))
		for i := range y.bits {
			out.bits[i] = e.choose(c, x.bits[i], y.bits[i])
		}
	}
	return &out
}

// choose is if-then-else, without it where one of two truth values is known.
func (e *encoder) choose(c, x, y *smt.Term) *smt.Term {
	switch {
	case x.Sort() != smt.Bool || c.Op() == smt.Truth || x == y:
		return e.Ite(c, x, y)
	case x.IsTrue():
		return e.Or(c, y)
	case x.IsFalse():
		return e.And(e.Not(c), y)
	case y.IsTrue():
		return e.Or(e.Not(c), x)
	case y.IsFalse():
		return e.And(c, x)
	}
	return e.Ite(c, x, y)
}

// identical reports whether two symbols of a leaf are the same terms.
func identical(x, y *symbol) bool {
	return x.scalar == y.scalar && x.array == y.array && slices.Equal(x.bits, y.bits)
}

// terms returns the terms that stand for a leaf.
func (s *symbol) terms() []*smt.Term {
	switch {
	case s.scalar != nil:
		return []*smt.Term{s.scalar}
	case s.array != nil:
		return []*smt.Term{s.array}
	}
	return s.bits
}
