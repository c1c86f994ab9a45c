package smt

import (
	"context"
	"iter"
	"slices"
)

// A Relation holds of some tuples of values. Which ones, a set of rules says:
// the fewest that satisfy all of them. Relations are told apart by identity.
type Relation struct {
	Name  string
	Sorts []Sort
}

// An Atom says that a relation holds of the values of terms, which are of its
// sorts.
type Atom struct {
	Of   *Relation
	Args []*Term
}

// A Rule is a constrained Horn clause: for all values of the variables in it,
// where From and When hold, To holds.
type Rule struct {
	From    *Atom // nil for a rule to begin with
	When    *Term
	To      Atom
	Comment string // leads back to where the rule comes from
}

// A Fixedpoint decides whether anything follows from rules. It is for one
// goroutine at a time. All terms given to one Fixedpoint are of one Builder.
type Fixedpoint interface {
	// Rule adds a rule. A rule with an error is not added.
	Rule(r Rule) error

	// Query decides whether the rules make goal, a relation without arguments,
	// hold: Sat if they do, Unsat if they do not. Unknown comes with an error
	// that says why, as that of [Solver.Check] does. It returns soon after ctx
	// is done, and may be called again.
	Query(ctx context.Context, goal *Relation) (Result, error)

	// Steps returns how many steps queries took so far. They do not depend on the machine.
	Steps() uint

	// Close frees what the Fixedpoint holds. It may be called twice; everything
	// else after it is an error.
	Close()
}

// Holds returns the atom that a relation holds of terms.
func (r *Relation) Holds(args ...*Term) Atom { return Atom{r, args} }

// Variables returns the constants in the rule, which stand for all their
// values, in the order in which their Builder made them.
func (r Rule) Variables() []*Term {
	var vars []*Term
	for t := range r.Subterms() {
		if t.op == Var {
			vars = append(vars, t)
		}
	}
	slices.SortFunc(vars, func(a, b *Term) int { return a.id - b.id })
	return vars
}

// Subterms are all terms in the rule, each once, in no particular order.
func (r Rule) Subterms() iter.Seq[*Term] {
	all := append([]*Term{r.When}, r.To.Args...)
	if r.From != nil {
		all = append(all, r.From.Args...)
	}
	return Subterms(all...)
}
