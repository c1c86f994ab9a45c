package behaviour

import (
	"errors"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/validate"
)

var errChoice = errors.New("versions differ elsewhere, and `post` of some tool leaves a choice: the remaining states are unknown")

// chosen returns the variables whose values may differ between the states that
// are possible after a trace: those to which some call leaves a choice, and
// those that get their values from such.
func (v *version) chosen() map[*checker.Var]bool {
	chosen := make(map[*checker.Var]bool)
	for _, t := range v.model.Transitions {
		x := existence{version: v, transition: t, assignments: v.model.Assignments(t)}
		for _, c := range v.post(t) {
			for _, w := range c.next {
				// A relation leaves a choice among its solutions.
				chosen[w] = chosen[w] || !x.assigns(c.expr)
			}
		}
		for _, a := range x.assignments {
			// A guarded assignment leaves the variable open where no guard holds.
			chosen[a.Var] = chosen[a.Var] || !x.covered(a)
		}
	}
	// Choices spread to all that clauses compute from them.
	for changed := true; changed; {
		changed = false
		for _, t := range v.model.Transitions {
			for _, c := range v.post(t) {
				if !v.speaks(t.Unit, c.expr, chosen) {
					continue
				}
				for _, w := range c.next {
					changed = changed || !chosen[w]
					chosen[w] = true
				}
			}
		}
	}
	return chosen
}

// speaks reports whether an expression has a value of some variables in it, the
// present or the next one.
func (v *version) speaks(u *ast.Unit, n ast.Node, of map[*checker.Var]bool) bool {
	return slices.ContainsFunc(slices.Concat(v.presents(u, n), v.nexts(u, n)), func(w *checker.Var) bool { return of[w] })
}

// covered reports whether what an assignment assigns to has a value in any
// case: by an assignment without a guard, or by two of which one has the
// opposite guard of the other.
func (x existence) covered(a checker.Assignment) bool {
	if a.Key != nil {
		return true // where the guard does not hold the key keeps its value
	}
	g := x.guards(a)
	for _, b := range x.assignments {
		// b covers a if it assigns the same path, or a record that contains it.
		if b.Var != a.Var || len(b.Path) > len(a.Path) || !overlap(a.Path, b.Path) {
			continue
		}
		h := x.guards(b)
		if len(h) == 0 || len(g) == 1 && len(h) == 1 && (g[0] == not(h[0]) || h[0] == not(g[0])) {
			return true
		}
	}
	return false
}

// hedge makes answers unknown that no trace of a kind ends in a call of a tool,
// where a tool that is not the same in both versions speaks of what calls leave
// open: a version that refuses a call in some of its possible states, and goes
// on in the others, may refuse a later one for that.
//
// Where no such tool does, nothing is to be hedged. Whether it can be called is
// the same in all states that are possible after a trace; all other tools can be
// called in both states of a pair that calls lead to, or in neither. So each
// state that is possible in one version has a partner that is in the other.
func (c *comparison) hedge(sides []Side) {
	old, new := c.old.chosen(), c.new.chosen()
	risky := false
	for i, t := range c.tools {
		// Only tools that may differ can filter the possible states of one version alone.
		if sides[2*i].Answer != validate.None || sides[2*i+1].Answer != validate.None {
			risky = risky || t.old != nil && c.old.speaks(t.old.Unit, t.old.Decl, old) || t.new != nil && c.new.speaks(t.new.Unit, t.new.Decl, new)
		}
	}
	// The answers about goals have a hedge of their own; see hedgeGoal.
	for i := range 2 * len(c.tools) {
		if risky && sides[i].Answer == validate.None && !c.differences[i].settled() {
			sides[i] = Side{Reason: errChoice}
		}
	}
}
