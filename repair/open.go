package repair

import (
	"slices"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// leavesOpen reports whether an effect is on a variable that a call of its tool leaves
// open in the trace of the conflict: the clauses on it say nothing of such a call, which
// a slip in a guard makes happen.
func (g *generator) leavesOpen(at edit.Address) bool {
	clauses := clausesOf(g.model().Transition(at.Path[1]), "post")
	if at.Index() < 0 || at.Index() >= len(clauses) {
		return false
	}
	open := g.leftOpen()[at.Path[1]]
	return slices.ContainsFunc(slices.Collect(ast.Each[*ast.NextRef](clauses[at.Index()])), func(next *ast.NextRef) bool {
		return slices.Contains(open, next.Var.Name)
	})
}

// leftOpen returns, by tool, the variables that calls in the trace of the conflict leave
// open.
func (g *generator) leftOpen() map[string][]string {
	if g.open != nil {
		return g.open
	}
	g.open = make(map[string][]string)
	w := g.trace()
	if w == nil {
		return g.open
	}
	machine := interp.New(g.model())
	for i, s := range w.Steps {
		// A variable is open if the possible next states differ in it.
		next, _ := machine.NextAnswered(before(w, i), s.Call, s.Answer)
		for _, v := range g.model().Vars {
			if slices.ContainsFunc(next, func(n interp.State) bool { return !types.Equal(n[v.Name()], next[0][v.Name()]) }) {
				g.open[s.Call.Tool] = append(g.open[s.Call.Tool], v.Name())
			}
		}
	}
	return g.open
}
