package repair

import (
	"fmt"
	"maps"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// A turn is a value of a variable that changes whether a clause holds.
type turn struct {
	v     *checker.Var
	value types.Value
}

// turns returns the values of variables with which a precondition of a call holds,
// or does not.
func (g *generator) turns(t *checker.Transition, e ast.Expr, at use, want bool) []turn {
	var list []turn
	site := interp.New(g.model()).Site(t)
	for _, v := range readsOf(g.model(), e) {
		if v.Hidden() {
			continue
		}
		for _, value := range g.valuesOf(v) {
			// Change one variable at a time: an effect or an initial value sets only one.
			state := make(interp.State)
			maps.Copy(state, at.state)
			if types.Equal(state[v.Name()], value) {
				continue
			}
			state[v.Name()] = value
			if site.Holds(e, interp.Environment{Now: state, Args: at.call.Args}) == want {
				list = append(list, turn{v, value})
			}
		}
	}
	return list
}

// valuesOf returns values of a variable: all of a finite type, else those that it has
// in the initial states and compliant traces of the cases.
func (g *generator) valuesOf(v *checker.Var) []types.Value {
	var list []types.Value
	add := func(x types.Value) {
		if x != nil && len(list) < mostValues && !types.Contains(list, x) {
			list = append(list, x)
		}
	}
	switch t := v.Type.(type) {
	case *types.Enum:
		for _, n := range t.Names {
			// All names of an enum are returned, more than mostValues too.
			list = append(list, types.Text(n))
		}
		return list
	case types.Basic:
		if t == types.Bool {
			return []types.Value{types.Boolean(true), types.Boolean(false)}
		}
	default: // sets, maps and records have too many values
		return nil
	}
	for _, ref := range g.refs {
		if !ref.Suite.IsAbout(g.model()) {
			continue
		}
		for _, i := range ref.Case.Init {
			if i.Var == v {
				add(i.Value)
			}
		}
	}
	return list
}

// wanted is a clause, where it is evaluated, and whether it is to hold.
type wanted struct {
	t    *checker.Transition
	expr ast.Expr
	at   use
	hold bool
	step int // of the trace before which an effect helps; the number of steps where any does
}

// wants returns the clauses that should have another value somewhere: the one that
// is broken, those of the call that a check refuses, and those that are to blame.
func (g *generator) wants() []wanted {
	var list []wanted
	m := g.model()
	switch {
	case g.conflict.forward != nil:
		f := g.conflict.forward
		for _, b := range f.Broken {
			// Implicit preconditions have no clause that could be evaluated in other states.
			if b.Kind == interp.Pre && b.Transition != nil {
				list = append(list, wanted{b.Transition, b.Expr, use{before(f.Witness, f.Step-1), f.Witness.Steps[f.Step-1].Call}, true, f.Step - 1})
			}
		}
	// Any clause that turns false at a call of the run keeps the run from being possible.
	case g.conflict.backward != nil:
		w := g.conflict.backward.Witness
		for i, s := range slices.Backward(w.Steps) {
			if t := m.Transition(s.Call.Tool); t != nil && t.Decl.Pre != nil {
				for _, e := range t.Decl.Pre.Exprs {
					list = append(list, wanted{t, e, use{before(w, i), s.Call}, false, i})
				}
			}
		}
	case g.blame != nil:
		for _, c := range g.blame.Conditions {
			// The step -1 means that no trace tells before which call the effect has to happen.
			if c.Assignment == nil {
				list = append(list, wanted{c.Transition, c.Clause, g.blamedUse(c.Transition), true, -1})
			}
		}
	}
	return list
}

// blamedUse returns a call of a tool whose precondition is to blame: that of the
// trace that breaks it, or one in the initial state.
func (g *generator) blamedUse(t *checker.Transition) use {
	w := g.trace()
	if w == nil {
		known, _ := interp.New(g.model()).Initial(g.ref.Case)
		return use{state: known}
	}
	if list := usesIn(w, t.Name()); len(list) > 0 {
		return list[len(list)-1]
	}
	return use{state: w.Init}
}

// addedEffects proposes that a call has an effect that it lacks.
func (g *generator) addedEffects() []proposal {
	var list []proposal
	for n, x := range g.wants() {
		// An effect helps if it gives a variable a value that turns the clause as required.
		for _, turn := range g.turns(x.t, x.expr, x.at, x.hold) {
			for rank, name := range g.causes(x) {
				// The tool sets the variable already; changedClauses changes that effect.
				if g.writes(name, turn.v) {
					continue
				}
				whole := g.effect(name, turn.v, turn.value.String(), rank+n+g.idle(name))
				list = append(list, whole)
				list = append(list, g.ofOneThing(name, whole)...)
			}
		}
	}
	return slices.Concat(list, g.unwritten(), g.relatedEffects())
}

// ofOneThing proposes an effect of those calls alone that have the value of a variable as
// an argument, as a case has that is about one thing of many.
func (g *generator) ofOneThing(tool string, whole proposal) []proposal {
	var list []proposal
	for _, p := range g.model().Transition(tool).Params {
		for _, v := range g.model().Vars {
			// A Bool is no identity: equal values do not mean that both are about the same thing.
			if v.Hidden() || !types.Identical(v.Type, p.Type) || p.Type == types.Bool {
				continue
			}
			one, guard := whole, fmt.Sprintf("(= (param %s) %s)", p.Name(), v.Name())
			e := whole.edits[0]
			e.Text = fmt.Sprintf("(=> %s %s)", guard, e.Text)
			one.edits, one.why, one.prior = []edit.Edit{e}, whole.why+", if "+guard, whole.prior+1
			list = append(list, one)
		}
	}
	return list
}

func (g *generator) effect(tool string, v *checker.Var, value string, prior int) proposal {
	p := proposal{
		edits: []edit.Edit{{Op: edit.Add, At: edit.At("transition", tool, "post").In(g.modelFile()), Text: fmt.Sprintf("(= (next %s) %s)", v.Name(), value)}},
		why:   fmt.Sprintf("`%s` sets `%s` to %s", tool, v.Name(), value), prior: prior,
	}
	// The prior depends on whether v looks like state (calls write it) or like a given fact.
	switch {
	case g.written(v): // the prior stays as it is
	case g.varies(v):
		p.prior, p.faint = prior+unlikely, true // a fact that cases begin with
	default:
		p.prior = prior / 2 // nothing else gives it another value
	}
	return p
}

// varies reports whether the cases about the model start with several values of a
// variable.
func (g *generator) varies(v *checker.Var) bool {
	var had types.Value
	for _, ref := range g.refs {
		for _, i := range ref.Case.Init {
			// Names are compared, since a suite can have its own copy of the model.
			if i.Var.Name() != v.Name() || !ref.Suite.IsAbout(g.model()) {
				continue
			}
			if had != nil && !types.Equal(had, i.Value) {
				return true
			}
			had = i.Value
		}
	}
	return false
}

// written reports whether a call sets a variable.
func (g *generator) written(v *checker.Var) bool {
	return slices.ContainsFunc(g.model().Transitions, func(t *checker.Transition) bool { return g.writes(t.Name(), v) })
}

// unwritten proposes effects on variables that matter and that no call writes, while
// goals or several clauses read them.
func (g *generator) unwritten() []proposal {
	var list []proposal
	for _, v := range g.model().Vars {
		if v.Hidden() || g.written(v) || g.varies(v) || !slices.Contains(g.suspects(), v.Name()) {
			continue
		}
		for rank, name := range g.causes(wanted{step: -1}) {
			for i, value := range g.newValues(g.model().Transition(name), v) {
				list = append(list, g.effect(name, v, value, rank+i/2))
			}
		}
	}
	return list
}

// newValues returns what a call may set a variable to: its arguments, by themselves or
// added, one more and one less, and the values of a finite type.
func (g *generator) newValues(t *checker.Transition, v *checker.Var) []string {
	var list []string
	for _, p := range t.Params {
		if !types.Identical(p.Type, v.Type) {
			continue
		}
		arg := fmt.Sprintf("(param %s)", p.Name())
		if types.IsNumber(v.Type) {
			list = append(list, fmt.Sprintf("(+ %s %s)", v.Name(), arg), fmt.Sprintf("(- %s %s)", v.Name(), arg))
		}
		list = append(list, arg)
	}
	// A Bool is both negated and set, so its case falls through to the values.
	switch v.Type {
	case types.Int:
		list = append(list, fmt.Sprintf("(+ %s 1)", v.Name()), fmt.Sprintf("(- %s 1)", v.Name()))
	case types.Bool:
		list = append(list, fmt.Sprintf("(not %s)", v.Name()))
		fallthrough
	default:
		for _, x := range g.valuesOf(v) {
			// Setting a variable to its initial value changes nothing in this case.
			if !slices.ContainsFunc(g.ref.Case.Init, func(i checker.Initial) bool { return i.Var == v && types.Equal(i.Value, x) }) {
				list = append(list, x.String())
			}
		}
	}
	return list
}

// idle prefers tools without any effect.
func (g *generator) idle(name string) int {
	if len(clausesOf(g.model().Transition(name), "post")) == 0 {
		return 0
	}
	return 1
}

// causes returns the tools whose effect a clause may lack: those that are called
// before it, or that the conflict is about.
func (g *generator) causes(x wanted) []string {
	var list []string
	add := func(name string) {
		if g.model().Transition(name) != nil && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	// With a place in the trace, only calls before it can have the effect; the nearest come first.
	if w := g.trace(); w != nil && x.step >= 0 {
		for _, s := range slices.Backward(w.Steps[:x.step]) {
			add(s.Call.Tool)
		}
		return list
	}
	// Without a place, all tools are possible, those that the checks name first.
	for _, c := range g.ref.Case.Checks {
		for _, a := range g.ref.Suite.Patterns(c) {
			add(a.Tool.Name)
		}
	}
	for _, t := range g.model().Transitions {
		if x.t == nil || t.Name() != x.t.Name() {
			add(t.Name())
		}
	}
	return list
}

// writes reports whether a tool sets a variable.
func (g *generator) writes(name string, v *checker.Var) bool {
	t := g.model().Transition(name)
	return slices.ContainsFunc(g.model().Assignments(t), func(a checker.Assignment) bool { return a.Var == v })
}

// initial proposes other initial values, and values that the case leaves open.
func (g *generator) initial() []proposal {
	var list []proposal
	// The state at the call approximates the initial state: the variable may be overwritten before
	// the call. Such a proposal fails when it is tried.
	for n, x := range g.wants() {
		start := use{state: x.at.state, call: x.at.call}
		for _, turn := range g.turns(x.t, x.expr, start, x.hold) {
			if e, why, ok := g.setInitial(turn); ok {
				list = append(list, proposal{edits: []edit.Edit{e}, why: why, prior: n})
			}
		}
	}
	return list
}

func (g *generator) setInitial(x turn) (edit.Edit, string, bool) {
	name := x.v.Name()
	at := edit.At("case", g.ref.Name(), "init", name).In(g.suiteFile())
	// A value that the case states is replaced; without one the case leaves the variable open.
	for _, i := range g.ref.Case.Init {
		if i.Var != x.v {
			continue
		}
		if types.Equal(i.Value, x.value) {
			return edit.Edit{}, "", false
		}
		return edit.Edit{Op: edit.Replace, At: at.To("value"), Expect: i.Value.String(), Text: x.value.String()}, fmt.Sprintf("`%s` starts as %s, not as %s", name, x.value, i.Value), true
	}
	return edit.Edit{Op: edit.Add, At: at, Text: fmt.Sprintf("(%s %s)", name, x.value)}, fmt.Sprintf("`%s`, which the case leaves open, starts as %s", name, x.value), true
}
