package compiler

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/types"
)

// nodeOf returns the node of a pattern: a pattern of a group has the same one
// wherever the group is named.
func nodeOf(p *property.Pattern) ast.Node {
	if p.Answer != nil {
		return p.Answer.Node
	}
	return p.Node
}

// where returns for each pattern of the checks, by node, whether a call matches
// it. What is not called may be without arguments.
func where(sc *system.Scenario, e *encoder, calls []*smt.Term, args [][]*argument) map[ast.Node]*smt.Term {
	where := make(map[ast.Node]*smt.Term)
	for _, p := range sc.Patterns() {
		j := sc.Place(p.Tool)
		if where[nodeOf(p)] = calls[j]; !calls[j].IsFalse() {
			where[nodeOf(p)] = e.And(calls[j], e.matches(args[j], p))
		}
	}
	return where
}

// matches holds where a call matches a pattern.
func (e *encoder) matches(args []*argument, p *property.Pattern) *smt.Term {
	if p.Foreign() {
		return e.Bool(false)
	}
	var all []*smt.Term
	add := func(answer bool, tests []property.Test) {
		for i := range tests {
			all = append(all, e.passes(argumentOf(args, answer, tests[i].Of), &tests[i]))
		}
	}
	add(false, p.Tests)
	if p.Answer != nil {
		add(true, p.Answer.Tests)
	}
	bound := make(map[string]*argument)
	for _, v := range variablesOf(p) {
		a := argumentOf(args, v.answer, v.of)
		all = append(all, e.present(a))
		// A variable that occurs twice has one value.
		if first := bound[v.name]; first != nil {
			all = append(all, e.sameValue(first, a))
		}
		bound[v.name] = a
	}
	return e.And(all...)
}

// A variable is a place that a pattern binds to a name.
type variable struct {
	name, of string
	answer   bool
}

func variablesOf(p *property.Pattern) (list []variable) {
	list = lists.Map(p.Vars, func(v property.Var) variable { return variable{v.Name, v.Of, false} })
	if p.Answer != nil {
		for _, v := range p.Answer.Vars {
			list = append(list, variable{v.Name, v.Of, true})
		}
	}
	return list
}

func argumentOf(args []*argument, answer bool, name string) *argument {
	return args[slices.IndexFunc(args, func(a *argument) bool { return a.Name == name && a.Answer == answer })]
}

// agree holds where what a call binds by a pattern and what another one binds by
// one are equal, as far as both have the same variables. Both calls match.
func (e *encoder) agree(args []*argument, p *property.Pattern, others []*argument, q *property.Pattern) *smt.Term {
	var all []*smt.Term
	for _, v := range variablesOf(p) {
		for _, w := range variablesOf(q) {
			if v.name == w.name {
				all = append(all, e.sameValue(argumentOf(args, v.answer, v.of), argumentOf(others, w.answer, w.of)))
			}
		}
	}
	return e.And(all...)
}

// sameValue holds where two joined arguments are the same JSON value.
func (e *encoder) sameValue(a, b *argument) *smt.Term {
	x, y := a.symbol, b.symbol
	return e.Or(e.And(x.null, y.null), e.And(x.defined, y.defined, e.equal(x, y)))
}

// present holds where an argument is given, with any value.
func (e *encoder) present(a *argument) *smt.Term {
	if a.symbol != nil {
		return e.Not(a.symbol.absent)
	}
	return e.Not(e.Eq(a.choice, e.Int(0)))
}

// passes holds where an argument passes a test.
func (e *encoder) passes(a *argument, t *property.Test) *smt.Term {
	if a.symbol != nil {
		return e.passesAs(a.symbol, t)
	}
	var any []*smt.Term
	pick := func(i int, v types.Value) {
		if t.Accepts(v) {
			any = append(any, e.Eq(a.choice, e.Int(int64(i))))
		}
	}
	// The numbers are those of argument.choice.
	pick(0, nil)
	pick(1, types.Null{})
	for i, v := range a.Pins {
		pick(i+2, v)
	}
	if a.Other != nil {
		pick(len(a.Pins)+2, a.Other)
	}
	return e.Or(any...)
}

// passesAs holds where the value of a symbol passes a test, as
// [Supports] has it.
func (e *encoder) passesAs(s *symbol, t *property.Test) *smt.Term {
	switch t.Kind {
	case forms.TestEqual, forms.TestIn:
		return e.isAny(s, t.Values)
	case forms.TestNot:
		// A missing value does not pass `not`.
		return e.And(e.Not(s.absent), e.Not(e.isAny(s, t.Values)))
	case forms.TestAbsent:
		return s.absent
	case forms.TestPresent:
		return e.Not(s.absent)
	case forms.TestContains:
		array, ok := s.typ.(*types.Array)
		if !ok {
			return e.Bool(false)
		}
		member := e.constant(t.Values[0], array.Elem)
		return e.And(s.defined, e.proper(member), e.member(s, member))
	case forms.TestLike:
		pattern, _ := t.Values[0].(types.Text)
		return e.matching(s, string(pattern))
	}
	return e.related(s, t)
}

func (e *encoder) isAny(s *symbol, values []types.Value) *smt.Term {
	any := lists.Map(values, func(v types.Value) *smt.Term { return e.is(s, v) })
	return e.Or(any...)
}

// related holds where a number is related to that of a test.
func (e *encoder) related(s *symbol, t *property.Test) *smt.Term {
	bound, ok := t.Values[0].(types.Number)
	if !ok || !number(s) {
		return e.Bool(false)
	}
	x, n := e.ToReal(s.scalar), e.Number(bound.Rat(), smt.Real)
	switch t.Kind {
	case forms.TestLess:
		return e.And(s.defined, e.Lt(x, n))
	case forms.TestLessOrEqual:
		return e.And(s.defined, e.Le(x, n))
	case forms.TestGreater:
		return e.And(s.defined, e.Lt(n, x))
	}
	return e.And(s.defined, e.Le(n, x))
}
