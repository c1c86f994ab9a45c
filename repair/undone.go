package repair

import (
	"fmt"
	"maps"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// mostRefusals is how many preconditions are proposed for a call that undoes another one's.
const mostRefusals = 12

// refusedBefore proposes preconditions for the call in the trace of a forward conflict that
// undoes the broken clause: the model may be wrong to allow that call.
func (g *generator) refusedBefore() []proposal {
	step, clause := g.undone()
	if clause == nil {
		return nil
	}
	w := g.trace()
	name := w.Steps[step].Call.Tool
	t := g.model().Transition(name)
	if t == nil {
		return nil
	}
	// A condition is proposed if it fails at this call and holds at all good uses of the tool.
	wrong := []use{{before(w, step), w.Steps[step].Call}}
	hints := g.unlessGuarded(t, clause, wrong[0])
	clauses := slices.Concat(hints, g.conditions(name, wrong))
	held := g.evaluate(name, clauses, slices.Concat(wrong, g.uses(name)))
	var list []proposal
	for i, c := range clauses {
		if h := held[i]; h != nil && !h[0] && !slices.Contains(h[1:], false) {
			list = append(list, proposal{edits: []edit.Edit{g.addPre(name, c.text)}, why: fmt.Sprintf("`%s` requires %s", name, c.text), prior: c.prior, faint: i >= len(hints)})
		}
	}
	slices.SortStableFunc(list, func(a, b proposal) int { return a.prior - b.prior })
	return list[:min(len(list), mostRefusals)]
}

// undone returns the last step, counted from 0, without whose effects the clause of a
// forward conflict would hold, and the clause; nil if there is none.
func (g *generator) undone() (int, *undoneClause) {
	f := g.conflict.forward
	b := f.Broken[0]
	if b.Kind != interp.Pre || b.Transition == nil {
		return 0, nil
	}
	index := slices.Index(b.Transition.Decl.Pre.Exprs, b.Expr)
	site := interp.New(g.model()).Site(b.Transition)
	now := before(f.Witness, f.Step-1)
	// Step counts from 1: the step before the broken one has the index Step-2.
	for i := f.Step - 2; i >= 0 && index >= 0; i-- {
		// Take back what step i changed, and nothing else, in the state of the broken call.
		state, changed := maps.Clone(now), false
		for name, old := range before(f.Witness, i) {
			if !types.Equal(old, f.Witness.Steps[i].State[name]) {
				state[name], changed = old, true
			}
		}
		if changed && site.Holds(b.Expr, interp.Environment{Now: state, Args: f.Witness.Steps[f.Step-1].Call.Args}) {
			return i, &undoneClause{b.Transition, clausesOf(b.Transition, "pre")[index]}
		}
	}
	return 0, nil
}

// An undoneClause is a precondition as it is written.
type undoneClause struct {
	of   *checker.Transition
	expr ast.Expr
}

// unlessGuarded returns conditions on a call that it is not made where the guard of a clause
// holds: by themselves, and for calls with an argument as in one call alone.
func (g *generator) unlessGuarded(t *checker.Transition, clause *undoneClause, at use) []condition {
	op, ok := clause.expr.(*ast.Op)
	if !ok || op.Op != ops.Implies || len(op.Args) != 2 || ast.Has[*ast.ParamRef](op.Args[0]) {
		return nil
	}
	not := negation(clause.of.Unit, op.Args[0])
	list := []condition{{text: not, prior: 1}}
	for _, p := range t.Params {
		if v := argumentOf(at.call.Args, p.Bind.Param.Name); v != nil {
			list = append(list, condition{text: fmt.Sprintf("(=> (= (param %s) %s) %s)", p.Name(), v, not)})
		}
	}
	return list
}
