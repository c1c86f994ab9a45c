package behaviour

import (
	"errors"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/validate"
)

var errChoice = errors.New("versions differ elsewhere, and `post` of some tool leaves a choice: which states are left of it is not known")

// chooses reports whether some call may have several next states, as far as the
// shape of `post` tells.
func (v *version) chooses() bool {
	return slices.ContainsFunc(v.model.Transitions, func(t *checker.Transition) bool {
		x := existence{version: v, transition: t, assignments: v.model.Assignments(t)}
		return slices.ContainsFunc(v.post(t), func(c clause) bool { return !x.assigns(c.expr) }) ||
			slices.ContainsFunc(x.assignments, func(a checker.Assignment) bool { return !x.covered(a) })
	})
}

// covered reports whether what an assignment assigns to has a value in any
// case: by an assignment without a guard, or by two of which one has the
// opposite guard of the other.
func (x existence) covered(a checker.Assignment) bool {
	g := x.guards(a)
	for _, b := range x.assignments {
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
// where versions choose and there are traces of that kind that end elsewhere: a
// version that refuses a call in some of its possible states, and goes on in
// the others, may refuse a later one for that.
func (c *comparison) hedge(sides []Side) {
	if !c.old.chooses() && !c.new.chooses() {
		return
	}
	for kind := range 2 {
		differs := false
		for i := kind; i < len(sides); i += 2 {
			differs = differs || sides[i].Answer != validate.None
		}
		for i := kind; i < len(sides) && differs; i += 2 {
			if sides[i].Answer == validate.None {
				sides[i] = Side{Reason: errChoice}
			}
		}
	}
}
