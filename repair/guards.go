package repair

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// guards proposes that a clause that is broken, or to blame, only holds where
// something else does.
func (g *generator) guards() []proposal {
	var list []proposal
	for _, f := range g.faults() {
		t := g.model().Transition(f.tool)
		var broken []use
		if w := g.trace(); w != nil {
			broken = usesIn(w, f.tool)
		}
		expr := clausesOf(t, "pre")[f.index]
		clause := t.Unit.Compact(expr)
		// A clause with a guard gets no second one: other sources change its guard.
		if op, ok := expr.(*ast.Op); ok && op.Op == ops.Implies {
			continue
		}
		at := g.preAt(f.tool, f.index)
		// A weaker clause closes nothing if the conflict does not rest on it.
		if g.idles(at) {
			continue
		}
		guards := slices.Concat(g.siblings(t, expr), g.ofArguments(t), g.unrelated(t.Name()))
		held := g.evaluate(f.tool, guards, broken)
		for i, c := range guards {
			// A guard that holds at the broken call leaves it broken.
			if c.text == clause || held[i] == nil || len(broken) > 0 && held[i][len(broken)-1] {
				continue
			}
			now := fmt.Sprintf("(=> %s %s)", c.text, clause)
			list = append(list, proposal{edits: []edit.Edit{{Op: edit.Replace, At: at, Expect: clause, Text: now}},
				why: fmt.Sprintf("`%s` requires %s only if %s", f.tool, clause, c.text), prior: c.prior, faint: c.prior > hinted})
		}
	}
	return list
}

// siblings returns guards of other clauses of the same transition, and those with
// another name of an enum: a clause without one may be a row of the same table.
func (g *generator) siblings(t *checker.Transition, of ast.Expr) []condition {
	var list []condition
	add := func(text string, prior int) {
		if !slices.ContainsFunc(list, func(c condition) bool { return c.text == text }) {
			list = append(list, condition{text: text, prior: prior})
		}
	}
	for _, e := range clausesOf(t, "pre") {
		op, ok := e.(*ast.Op)
		if !ok || e == of || op.Op != ops.Implies || len(op.Args) != 2 {
			continue
		}
		guard := op.Args[0]
		add(t.Unit.Compact(guard), 1)
		// The other rows of a table have a guard with another name in its place.
		for lit := range ast.Each[*ast.Literal](guard) {
			if enum, ok := g.model().TypeOf(t.Unit, lit).(*types.Enum); ok {
				for _, n := range enum.Names {
					add(spliced(t.Unit, guard, lit, types.Quote(n)), 0)
				}
			}
		}
	}
	return list
}

// unrelated returns conditions on the state that no other clause of the transition
// hints at.
func (g *generator) unrelated(name string) []condition {
	list := g.atoms()
	for i := range list {
		// The faint flag of a proposal is for priors above hinted.
		list[i].prior += hinted + 1
	}
	return list
}

// guardedEffects proposes that a call has an effect in some cases alone: where the
// guards of the other assignments to the same variable do not hold, or for one value
// of an argument.
func (g *generator) guardedEffects(tools []string) []proposal {
	var list []proposal
	for rank, name := range tools {
		t := g.model().Transition(name)
		for i, e := range clausesOf(t, "post") {
			if op, ok := e.(*ast.Op); ok && op.Op == ops.Implies {
				continue
			}
			clause := t.Unit.Compact(e)
			at := edit.At("transition", name, "post", strconv.Itoa(i)).In(g.modelFile())
			for _, c := range append(g.complements(t, e), g.ofArguments(t)...) {
				now := fmt.Sprintf("(=> %s %s)", c.text, clause)
				list = append(list, proposal{edits: []edit.Edit{{Op: edit.Replace, At: at, Expect: clause, Text: now}},
					why: fmt.Sprintf("`%s` has an effect only if %s", name, c.text), prior: c.prior + rank})
			}
		}
	}
	return list
}

// missingFrames proposes that a variable keeps its value, or has another one, where the
// guard of the one effect on it does not hold: the clause of `post` leaves it open there.
func (g *generator) missingFrames(tools []string) []proposal {
	var list []proposal
	for _, name := range tools {
		t := g.model().Transition(name)
		writers := make(map[string]int)
		for _, e := range clausesOf(t, "post") {
			for next := range ast.Each[*ast.NextRef](e) {
				writers[next.Var.Name]++
			}
		}
		for _, e := range clausesOf(t, "post") {
			op, ok := e.(*ast.Op)
			if !ok || op.Op != ops.Implies || len(op.Args) != 2 {
				continue
			}
			for next := range ast.Each[*ast.NextRef](op.Args[1]) {
				v := next.Var.Name
				// With a second writer, its clause may say what happens where this guard fails.
				if writers[v] != 1 {
					continue
				}
				otherwise := func(value string) edit.Edit {
					text := fmt.Sprintf("(=> %s (= (next %s) %s))", negation(t.Unit, op.Args[0]), v, value)
					return edit.Edit{Op: edit.Add, At: edit.At("transition", name, "post").In(g.modelFile()), Text: text}
				}
				list = append(list, proposal{edits: []edit.Edit{otherwise(v)}, why: fmt.Sprintf("`%s` keeps `%s` otherwise", name, v), slip: true})
				for _, value := range g.valuesOf(g.model().Var(v)) {
					list = append(list, proposal{edits: []edit.Edit{otherwise(value.String())}, why: fmt.Sprintf("`%s` sets `%s` to %s otherwise", name, v, value), prior: 1})
				}
			}
		}
	}
	return list
}

// complements returns the conditions under which the other clauses about the
// variables of an effect say nothing.
func (g *generator) complements(t *checker.Transition, effect ast.Expr) []condition {
	var list []condition
	for next := range ast.Each[*ast.NextRef](effect) {
		for _, e := range clausesOf(t, "post") {
			op, ok := e.(*ast.Op)
			if !ok || op.Op != ops.Implies || len(op.Args) != 2 {
				continue
			}
			// Both clauses write the variable, so that this one may be for the other case.
			for other := range ast.Each[*ast.NextRef](op.Args[1]) {
				if other.Var.Name == next.Var.Name {
					list = append(list, condition{text: negation(t.Unit, op.Args[0])})
				}
			}
		}
	}
	return list
}

// negation returns the negation of a condition.
func negation(u *ast.Unit, e ast.Expr) string {
	if op, ok := e.(*ast.Op); ok && op.Op == ops.Not && len(op.Args) == 1 {
		return u.Compact(op.Args[0])
	}
	return "(not " + u.Compact(e) + ")"
}

// ofArguments returns conditions on one argument of a call.
func (g *generator) ofArguments(t *checker.Transition) []condition {
	var list []condition
	for _, p := range t.Params {
		prior := 1
		if p.Schema != nil && system.Listed(p.Schema.Schema) != nil {
			prior = -1 // each of its values may have rules of its own
		}
		for _, v := range g.pinValues(t.Name(), p.Bind.Param.Name) {
			list = append(list, condition{text: fmt.Sprintf("(= (param %s) %s)", p.Name(), v), prior: prior})
		}
	}
	return list
}
