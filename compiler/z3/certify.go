package z3

import (
	"context"
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
)

// What terms of Z3 are, of Z3_ast_kind.
const (
	astApp        = 1
	astVar        = 2
	astQuantifier = 3
)

// certify returns an error unless the relations as Spacer believes them to be,
// with goal false, satisfy all rules. Then the goal does not follow from them:
// the relations that do follow are the smallest that satisfy the rules, and so
// lie within these. It asks a plain solver one question a rule, and rests on
// nothing that Spacer did.
func (f *Fixedpoint) certify(ctx context.Context, p z3Fixedpoint, goal *smt.Relation) error {
	answer := f.fixedpointAnswer(f.c, p)
	if err := f.check("answer"); err != nil || answer == 0 {
		return errNoInvariant
	}
	f.incRef(f.c, answer)
	defer f.decRef(f.c, answer)
	meanings := make(map[z3Decl]meaning)
	f.read(answer, meanings)
	for _, r := range f.rules {
		if err := f.satisfied(ctx, r.Rule, goal, meanings); err != nil {
			return err
		}
	}
	return nil
}

// The errors of an Unsat that is not believed.
var (
	errNoInvariant    = &Incomplete{Reason: "Spacer names no invariant that can be read"}
	errOpenInvariant  = &Incomplete{Reason: "the invariant that Spacer names could not be confirmed"}
	errWrongInvariant = &Incomplete{Reason: "what Spacer returns is not an invariant"}
)

// A meaning is what Spacer believes a relation to be: a formula whose
// variables stand for the arguments.
type meaning struct {
	formula z3AST
	numbers []uint32 // de Bruijn's, of the variables that stand for each argument
}

// read collects meanings from an answer: a conjunction of, for each relation,
// the equality of it and a formula, for all values of its arguments. What looks
// otherwise is passed over. Nothing is kept for longer than answer is.
func (f *Fixedpoint) read(answer z3AST, meanings map[z3Decl]meaning) {
	a := answer
	if f.astKind(f.c, a) == astQuantifier {
		a = f.forallBody(f.c, a)
	}
	if f.astKind(f.c, a) != astApp {
		return
	}
	size := f.appSize(f.c, a)
	if size == 2 {
		if d, m, ok := f.meaning(f.appArg(f.c, a, 0), f.appArg(f.c, a, 1)); ok {
			meanings[d] = m
			return
		}
	}
	// The body of a quantifier is one equality, and no conjunction.
	if a == answer {
		for i := range size {
			f.read(f.appArg(f.c, a, i), meanings)
		}
	}
}

// meaning takes an equality of a relation and a formula apart.
func (f *Fixedpoint) meaning(relation, formula z3AST) (z3Decl, meaning, bool) {
	m := meaning{formula: formula}
	if f.astKind(f.c, relation) != astApp {
		return 0, m, false
	}
	d := f.appDecl(f.c, relation)
	if !slices.Contains(f.ordered, d) {
		return 0, m, false
	}
	for i := range f.appSize(f.c, relation) {
		v := f.appArg(f.c, relation, i)
		if f.astKind(f.c, v) != astVar {
			return 0, m, false
		}
		m.numbers = append(m.numbers, f.varIndex(f.c, v))
	}
	return d, m, true
}

// satisfied returns an error unless a rule is satisfied.
func (f *Fixedpoint) satisfied(ctx context.Context, r smt.Rule, goal *smt.Relation, meanings map[z3Decl]meaning) error {
	// The time-out of the query is in ctx already.
	s, err := f.newSolver(Options{Rlimit: f.options.Rlimit, Seed: f.options.Seed})
	if err != nil {
		return err
	}
	defer f.solverDecRef(f.c, s)
	when, err := f.term(r.When)
	if err != nil {
		return err
	}
	// A counterexample satisfies When and From, and not To.
	f.solverAssert(f.c, s, when)
	if r.From != nil {
		if err := f.assume(s, *r.From, goal, meanings, true); err != nil {
			return err
		}
	}
	if err := f.assume(s, r.To, goal, meanings, false); err != nil {
		return err
	}
	if err := f.check("assert"); err != nil {
		return err
	}
	return f.refuted(ctx, s)
}

// assume asserts in a solver that an atom holds, or that it does not.
func (f *Fixedpoint) assume(s z3Solver, a smt.Atom, goal *smt.Relation, meanings map[z3Decl]meaning, holds bool) error {
	if a.Of == goal {
		// The goal is taken to be false, so that the negation of it says nothing.
		if holds {
			f.solverAssert(f.c, s, f.mkFalse(f.c))
		}
		return f.check("assert")
	}
	m, ok := meanings[f.relations[a.Of]]
	if !ok {
		return errNoInvariant
	}
	terms, err := f.list(a.Args)
	if err != nil {
		return err
	}
	said, err := f.instance(m, terms)
	if err != nil {
		return err
	}
	if !holds {
		if said, err = f.own(f.mkNot(f.c, said), "not"); err != nil {
			return err
		}
	}
	f.solverAssert(f.c, s, said)
	return f.check("assert")
}

// instance returns what a relation is believed to say of terms.
func (f *Fixedpoint) instance(m meaning, terms []z3AST) (z3AST, error) {
	if len(terms) == 0 {
		return m.formula, nil
	}
	values := make([]z3AST, len(terms))
	for i, number := range m.numbers {
		// Each variable has to be exactly one argument.
		if int(number) >= len(values) || values[number] != 0 {
			return 0, errNoInvariant
		}
		values[number] = terms[i]
	}
	if slices.Contains(values, 0) {
		return 0, errNoInvariant
	}
	return f.own(f.substitute(f.c, m.formula, uint32(len(values)), values), "substitute")
}

// refuted returns an error unless Z3 says that a solver's assertions cannot
// hold.
func (f *Fixedpoint) refuted(ctx context.Context, s z3Solver) error {
	w := f.handle.watch(ctx, 0)
	answer := w.search(func() int32 { return f.solverCheck(f.c, s, 0, nil) })
	err := f.check("check")
	if stopped := w.stop(); stopped != nil {
		if err := f.settle(); err != nil {
			return err
		}
		// An answer that came before the interrupt counts.
		if answer != -1 {
			return stopped
		}
	}
	switch {
	case answer == -1 && err == nil:
		return nil
	case answer == 1 && err == nil:
		return errWrongInvariant
	}
	return errOpenInvariant
}
