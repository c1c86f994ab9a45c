package compiler

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// truth returns the truth value of a term where one is expected: that of a
// connective, or of an atom.
func (e *encoder) truth(s *scope, t *system.Term) *smt.Term {
	if t.Kind == system.Applied {
		switch t.Op {
		case ops.And:
			return e.And(e.truths(s, t.Args)...)
		case ops.Or:
			return e.Or(e.truths(s, t.Args)...)
		case ops.Not:
			return e.Not(e.truth(s, t.Args[0]))
		case ops.Implies:
			return e.Implies(e.truth(s, t.Args[0]), e.truth(s, t.Args[1]))
		case ops.Contains:
			elem := e.term(s, t.Args[1])
			return e.contains(e.term(s, t.Args[0]), elem)
		case ops.Like:
			return e.matching(e.term(s, t.Args[0]), t.Pattern())
		}
		if t.Op.Compares() {
			return e.comparison(t.Op, e.terms(s, t.Args, types.Invalid))
		}
		if t.Op == ops.Forall || t.Op == ops.Exists {
			c, body := e.binds(s, t)
			return e.quantified(t.Op, c, func(v []*symbol) *smt.Term { return e.truth(body(v)) })
		}
	}
	return e.truthOf(e.term(s, t))
}

func (e *encoder) truths(s *scope, list []*system.Term) []*smt.Term {
	return lists.Map(list, func(t *system.Term) *smt.Term { return e.truth(s, t) })
}

// term returns the value of a term.
func (e *encoder) term(s *scope, t *system.Term) *symbol {
	switch t.Kind {
	case system.Constant:
		return e.constant(t.Value, t.Type)
	case system.Before:
		return e.inState(s.now, t)
	case system.After:
		return e.inState(s.next, t)
	case system.Argument:
		return e.fieldAt(s.args[t.Index].symbol, t.Path)
	case system.Member:
		return e.fieldAt(s.bound.of(t.Bound), t.Path)
	}
	switch {
	case t.Op == ops.Field:
		return e.fieldAt(e.term(s, t.Args[0]), t.Path)
	case t.Op == ops.Insert, t.Op == ops.Remove:
		elem := e.term(s, t.Args[1])
		return e.setOp(t.Op, e.term(s, t.Args[0]), elem)
	case t.Op == ops.Get:
		key := e.term(s, t.Args[1])
		return e.get(e.term(s, t.Args[0]), key)
	case t.Op == ops.Put:
		key, value := e.term(s, t.Args[1]), e.term(s, t.Args[2])
		return e.changedMap(e.term(s, t.Args[0]), key, value)
	case t.Op == ops.Map:
		keys, values := entries(e.terms(s, t.Args, types.Invalid))
		return e.literalMap(t.Type.(*types.Map), keys, values)
	case t.Op == ops.Array:
		typ := t.Type.(*types.Array)
		return e.array(typ, e.terms(s, t.Args, typ.Elem))
	case t.Op == ops.Record:
		return e.record(t.Type.(*types.Record), func(name string) *symbol {
			if i := slices.Index(t.Names, name); i >= 0 {
				return e.term(s, t.Args[i])
			}
			return nil
		})
	case t.Op.Family() == ops.Arithmetic:
		return e.arithmetic(t.Op, t.Type, e.terms(s, t.Args, t.Type))
	case t.Op.Family() == ops.Measure:
		return e.measured(t.Op, e.term(s, t.Args[0]))
	case t.Op == ops.Count:
		c, body := e.binds(s, t)
		return e.counted(c, func(v []*symbol) *smt.Term { return e.truth(body(v)) })
	case t.Op == ops.Sum:
		c, body := e.binds(s, t)
		return e.summed(c, t.Type, func(v []*symbol) *symbol { return e.term(body(v)) })
	case t.Op == ops.If:
		return e.choice(t.Type, e.truth(s, t.Args[0]), e.term(s, t.Args[1]), e.term(s, t.Args[2]))
	}
	// What is left is a connective or an atom, which always has a truth value.
	return e.truthValue(e.truth(s, t))
}

// binds returns what a quantifier binds its names over, and its body with what they
// are bound to.
func (e *encoder) binds(s *scope, t *system.Term) (collection, func([]*symbol) (*scope, *system.Term)) {
	n, outer := len(t.Binds), *s
	c := e.collected(t.Binds[0].List, e.terms(s, t.Args[:n], types.Invalid))
	return c, func(values []*symbol) (*scope, *system.Term) {
		inner := outer
		inner.bound = outer.bound.with(t.Binds, values)
		return &inner, t.Args[n]
	}
}

// terms returns the values of terms, in the form that a type has.
func (e *encoder) terms(s *scope, list []*system.Term, want types.Type) []*symbol {
	return lists.Map(list, func(t *system.Term) *symbol { return e.coerced(e.term(s, t), want) })
}

// inState returns a variable, or a part of one, in a state.
func (e *encoder) inState(s state, t *system.Term) *symbol {
	leaves := lists.Map(t.Leaves, func(l int) *symbol { return s[l] })
	whole, _ := e.assembled(types.TypeAt(t.Var.Type, t.Path), leaves)
	return whole
}

// fieldAt returns the field of a record symbol at a path.
func (e *encoder) fieldAt(s *symbol, path []string) *symbol {
	for _, name := range path {
		s = e.field(s, name)
	}
	return s
}

// A condition is a precondition of a call, with where it holds.
type condition struct {
	system.Condition
	holds *smt.Term
}

// conditions encodes the preconditions of a call, in the order of
// [system.Conditions], but for those that are ignored.
func (e *encoder) conditions(s *scope, t *system.Transition, ignored map[ast.Expr]bool) []condition {
	var list []condition
	for _, x := range t.Pre {
		if !ignored[x.Expr] {
			list = append(list, condition{system.Condition{Transition: t.Transition, Clause: x.Expr}, e.truth(s, x)})
		}
	}
	for _, a := range t.Assignments {
		if !ignored[a.Term.Expr] && !a.Source.Effect {
			holds := e.assignable(s, t, a)
			list = append(list, condition{system.Condition{Transition: t.Transition, Clause: a.Source.Clause, Assignment: &a.Source}, holds})
		}
	}
	return list
}

// assignable holds where an assignment can be made, if it is to be.
func (e *encoder) assignable(s *scope, t *system.Transition, a *system.Assignment) *smt.Term {
	if a.Key != nil {
		all := slices.DeleteFunc(slices.Clone(t.Keyed(a.Leaves[0])), func(b *system.Assignment) bool { return b.Source.Effect })
		return e.keyable(e.keyings(s, all), slices.Index(all, a))
	}
	return e.Implies(e.And(e.truths(s, a.Guards)...), e.proper(e.value(s, a)))
}

// allowed holds where all preconditions do.
func (e *encoder) allowed(list []condition) *smt.Term {
	all := lists.Map(list, func(c condition) *smt.Term { return c.holds })
	return e.And(all...)
}

// value returns what an assignment assigns, in the type of its target.
func (e *encoder) value(s *scope, a *system.Assignment) *symbol {
	return e.coerced(e.term(s, a.Value), types.TypeAt(a.Source.Var.Type, a.Source.Path))
}

// assignment says what comes of its leaves where its guards hold. That of a key
// says nothing by itself; see afterKeys.
func (e *encoder) assignment(s *scope, a *system.Assignment) *smt.Term {
	if a.Key != nil {
		return e.Bool(true)
	}
	guards, value := e.And(e.truths(s, a.Guards)...), e.value(s, a)
	return e.Implies(guards, e.assigned(s, a.Leaves, e.parts(value, a.Leaves, len(a.Source.Path)), e.proper(value)))
}

// effects says what assignments make of leaves, and that relations hold; of keys
// see afterKeys.
func (e *encoder) effects(s *scope, assignments []*system.Assignment, relations []*system.Relation) []*smt.Term {
	list := lists.Map(assignments, func(a *system.Assignment) *smt.Term { return e.assignment(s, a) })
	for _, r := range relations {
		list = append(list, e.Implies(e.And(e.truths(s, r.Guards)...), e.truth(s, r.Holds)))
	}
	return list
}
