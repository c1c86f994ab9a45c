package z3

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
)

var errProjection = &Incomplete{Reason: "Spacer could end the process over equations of arrays of arrays"}

// projectable returns an error for a rule over which Spacer may end the process: an assertion of it
// fails, and nothing can catch that. Version 4.8.12 does so where it removes an array from a formula in
// which it is a member of an array of arrays, or makes one, and the two are equal to others, as in
// v = (store w i (store a j 0)) for a (https://github.com/Z3Prover/z3/issues/5925). Such equations also
// come about by substitution. So a rule that equals, changes or makes members of arrays of arrays may have
// no equations of arrays but definitions.
func projectable(r smt.Rule) error {
	before := make(map[*smt.Term]bool) // the terms of the state before
	if r.From != nil {
		for t := range smt.Subterms(r.From.Args...) {
			before[t] = true
		}
	}
	defined, definitions := make(map[*smt.Term]bool), make(map[*smt.Term]*smt.Term)
	for _, c := range conditions(r.When) {
		if v, as := definition(c, before); v != nil && !defined[v] {
			defined[v], definitions[c] = true, as
		}
	}
	equations, inside := false, false
	for t := range r.Subterms() {
		equations = equations || isEquation(t) && definitions[t] == nil
		switch t.Op() {
		case smt.Select:
		case smt.Store:
			inside = inside || isMember(t.Args()[0]) || slices.ContainsFunc(t.Args()[1:], varies)
		case smt.Filled:
			inside = inside || varies(t.Args()[0])
		default:
			inside = inside || slices.ContainsFunc(t.Args(), isMember)
		}
	}
	for _, as := range definitions {
		for t := range smt.Subterms(as) {
			equations = equations || defined[t]
		}
	}
	if equations && inside {
		return errProjection
	}
	return nil
}

// varies reports whether a term is an array that is made of variables.
func varies(t *smt.Term) bool {
	if !isArray(t) {
		return false
	}
	for x := range smt.Subterms(t) {
		if x.Op() == smt.Var && isArray(x) {
			return true
		}
	}
	return false
}

// isMember reports whether a term is an array that is read from an array of arrays.
func isMember(t *smt.Term) bool { return t.Op() == smt.Select && isArray(t) }

// conditions returns the terms that a term is the conjunction of.
func conditions(t *smt.Term) []*smt.Term {
	if t.Op() == smt.And {
		return t.Args()
	}
	return []*smt.Term{t}
}

// definition returns the variable that an equation of arrays defines, and as what, or nil.
func definition(t *smt.Term, before map[*smt.Term]bool) (v, as *smt.Term) {
	if !isEquation(t) {
		return nil, nil
	}
	x, y := t.Args()[0], t.Args()[1]
	if x.Op() == smt.Var && !before[x] {
		return x, y
	}
	if y.Op() == smt.Var && !before[y] {
		return y, x
	}
	return nil, nil
}

// isEquation reports whether a term says that two arrays are equal.
func isEquation(t *smt.Term) bool { return t.Op() == smt.Eq && isArray(t.Args()[0]) }

func isArray(t *smt.Term) bool {
	_, ok := t.Sort().(smt.Array)
	return ok
}
