package interp

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// A Site is a place of expressions: a transition, or the goal of a case. It
// lets a search of states ask for the value of one expression, in a state of
// which only that is known which the expression reads. It is immutable.
type Site struct {
	machine  *Machine
	results  []*checker.Param
	typeOf   func(ast.Expr) types.Type
	objectOf func(ast.Node) checker.Object
}

// Site returns the site of a transition's expressions.
func (x *Machine) Site(t *checker.Transition) *Site {
	return &Site{machine: x, results: t.Results,
		typeOf:   func(e ast.Expr) types.Type { return x.model.TypeOf(t.Unit, e) },
		objectOf: func(n ast.Node) checker.Object { return x.model.ObjectOf(t.Unit, n) },
	}
}

// GoalSite returns the site of a goal's expressions; see [Machine.Goal].
func (x *Machine) GoalSite(suite *checker.Suite, u *ast.Unit) *Site {
	return &Site{machine: x,
		typeOf:   func(e ast.Expr) types.Type { return suite.TypeOf(u, e) },
		objectOf: func(n ast.Node) checker.Object { return suite.ObjectOf(u, n) },
	}
}

// A Environment is what an expression is computed in. The states may lack what the
// expression does not read; what they have is canonical. The arguments are
// normalised. A tied result is what its tie says, whatever the answer gives.
type Environment struct {
	Now, Next State
	Args      types.Object
	Answer    types.Value // nil where no result without a tie is read
}

func (p *Site) scope(m Environment) *scope {
	sc := &scope{typeOf: p.typeOf, objectOf: p.objectOf, consts: p.machine.consts, ties: p.machine.ties, tieExprs: p.machine.tieExprs, state: m.Now, args: m.Args, next: m.Next}
	// The parts are choices, and no answer, so that a tied result is what its tie says.
	if m.Answer != nil {
		sc.chosen = make(choice, len(p.results))
		for _, r := range p.results {
			sc.chosen[r] = given(m.Answer, r)
		}
	}
	return sc
}

// TypeOf returns the type of an expression there.
func (p *Site) TypeOf(e ast.Expr) types.Type { return p.typeOf(e) }

// ObjectOf returns what a name there is.
func (p *Site) ObjectOf(n ast.Node) checker.Object { return p.objectOf(n) }

// Holds computes an expression where a truth value is expected.
func (p *Site) Holds(e ast.Expr, m Environment) bool { return p.scope(m).truth(e) }

// Value computes an expression where a value is expected: nil if it is
// undefined, and else in canonical form, with a nil in a set that is odd.
func (p *Site) Value(e ast.Expr, m Environment) types.Value { return p.scope(m).term(e) }

// Assigned computes what an assignment gives its target, in canonical form;
// nil if that is undefined or out of range. It does not look at the guards.
func (p *Site) Assigned(a *checker.Assignment, m Environment) types.Value {
	return within(p.scope(m).term(a.Value), a.Type())
}

// Read returns a JSON value as an expression reads an argument of a type: in
// canonical form, with a nil in a set that is odd; nil if it is none of the type.
func Read(v types.Value, t types.Type) types.Value { return conform(v, t) }

// Odd reports whether a value that an expression has is an odd set, or contains one.
func Odd(v types.Value) bool { return odd(v) }

// Conform returns a JSON value in the canonical form of a type, or nil if it
// is none of the type or a set in it is odd.
func Conform(v types.Value, t types.Type) types.Value {
	if c := conform(v, t); !odd(c) {
		return c
	}
	return nil
}

// Keyed computes what assignments of keys, all those that a transition makes of one
// map, make of it: its next value.
func (p *Site) Keyed(list []checker.Assignment, m Environment) types.Value {
	r := &rule{assignments: list}
	return r.keyedMaps(p.scope(m))[list[0].Var]
}

// Assignable reports whether one of all the assignments of keys of a map can be made,
// if its guards hold: key and value are defined and of their types, and no other one
// that looks at no answer gives the key another value.
func (p *Site) Assignable(list []checker.Assignment, i int, m Environment) bool {
	r := &rule{assignments: list}
	_, broken := brokenKeys(withoutEffects(r.keyed(p.scope(m))))[list[i].Expr]
	return !broken
}
