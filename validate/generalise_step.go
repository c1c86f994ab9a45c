package validate

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// An abstractRun is a run of a witness's calls on sets of values.
type abstractRun struct {
	*generaliser
	now  []possible   // by leaf
	args [][]possible // by step, then argument
}

// outcome says which ways something may come out.
type outcome struct{ yes, no bool }

func (o *outcome) add(b bool) {
	o.yes, o.no = o.yes || b, o.no || !b
}

func (o outcome) not() outcome { return outcome{yes: o.no, no: o.yes} }

func (o outcome) is(want bool) bool { return o == outcome{yes: want, no: !want} }

// step makes call i. It returns false unless all that the answer wants of the
// call is so for all values.
func (f *abstractRun) step(i int) bool {
	s := &f.w.Steps[i]
	r := f.of(s.Call.Tool)
	before := f.now
	// A tool without a transition changes nothing and has no preconditions.
	if r == nil {
		return f.changed(i, before, f.now)
	}
	// Fast path: all that the call reads is known, so it does what it does in the witness.
	if f.asInWitness(i, r) {
		return f.changed(i, before, f.now)
	}
	e := &environment{g: f.generaliser, base: interp.Environment{Now: f.before(i), Args: s.Call.Args}, now: f.now, args: f.args[i]}
	e.names = lists.Map(s.Call.Args, func(a types.Member) string { return a.Name })
	want := f.wanted(i, r.Transition.Transition)
	// Exact enumeration first; the abstract evaluation only where there are too many values.
	next, ok := f.enumerated(i, e, r, want)
	if !ok {
		next, ok = f.clauses(e, r, want)
	}
	f.now = next
	return ok && f.changed(i, before, next)
}

// asInWitness goes on to the next state, if call i reads nothing but values that
// it has in the witness.
func (f *abstractRun) asInWitness(i int, r *transition) bool {
	s := &f.w.Steps[i]
	for _, j := range r.all.leaves {
		if !f.now[j].known() {
			return false
		}
	}
	for n, a := range s.Call.Args {
		if !f.args[i][n].known() && slices.Contains(r.all.args, a.Name) {
			return false
		}
	}
	// The caller still has the old slice as the state before the call.
	f.now = slices.Clone(f.now)
	for _, j := range r.all.leaves {
		f.now[j] = exactly(f.leaves[j].In(s.State))
	}
	return true
}

func (g *generaliser) before(i int) interp.State {
	if i == 0 {
		return g.w.Init
	}
	return g.w.Steps[i-1].State
}

// changed reports whether the last call surely changes what the question wants
// to be changed: it does in the witness, and both values are known.
func (f *abstractRun) changed(i int, before, after []possible) bool {
	// Only a Reach question names a leaf, and only its last call has to change it.
	if f.query.Changed == "" || i < len(f.w.Steps)-1 {
		return true
	}
	j := slices.IndexFunc(f.leaves, func(l system.Leaf) bool { return l.Key() == f.query.Changed })
	return before[j].known() && after[j].known()
}

// enumerated has the interpreter make the call for each combination of all values
// that it reads. It fails where they are too many.
func (f *abstractRun) enumerated(i int, e *environment, r *transition, want map[ast.Expr]bool) (next []possible, ok bool) {
	next = slices.Clone(e.now)
	seen, ok := false, true
	all := e.combos(r.all, func(at interp.Environment) {
		call := tool.Call{Tool: r.Name(), Args: at.Args}
		// combos cannot be left early; ok stays false from the first failure on.
		ok = ok && f.breaks(at, call, want)
		state := f.successor(i, at, call, r)
		if ok = ok && state != nil; !ok {
			return
		}
		for _, j := range r.all.leaves {
			p := exactly(f.leaves[j].In(state))
			// The first combination replaces the old value, and later ones are joined to it.
			if seen {
				p = next[j].or(p)
			}
			next[j] = p
		}
		seen = true
	})
	return next, all && ok
}

// breaks reports whether a call breaks exactly the expected conditions.
func (f *abstractRun) breaks(at interp.Environment, call tool.Call, want map[ast.Expr]bool) bool {
	broken := 0
	for _, b := range f.machine.Pre(at.Now, call) {
		// A clause that should hold must not break; those that should break are counted.
		if holds, matters := want[b.Expr]; matters {
			if holds {
				return false
			}
			broken++
		}
	}
	// broken ends at 0 if every clause that should break does.
	for _, holds := range want {
		if !holds {
			broken--
		}
	}
	return broken == 0
}

// successor returns the state after a call that has the most in common with the
// one that the witness has there; nil if there is none.
func (f *abstractRun) successor(i int, at interp.Environment, call tool.Call, r *transition) interp.State {
	// An incomplete list is fine: any possible successor keeps the trace an answer.
	list, _ := f.machine.Next(at.Now, call)
	var best interp.State
	most := -1
	for _, state := range list {
		n := 0
		for _, j := range r.all.leaves {
			if types.Equal(f.leaves[j].In(state), f.leaves[j].In(f.w.Steps[i].State)) {
				n++
			}
		}
		if n > most {
			best, most = state, n
		}
	}
	return best
}

// clauses looks at the clauses of a transition one by one, of which the post
// leaves no choice.
func (f *abstractRun) clauses(e *environment, r *transition, want map[ast.Expr]bool) (next []possible, ok bool) {
	// Leaf by leaf, only a call with a single successor can be followed.
	if !r.Functional() {
		return e.now, false
	}
	next = slices.Clone(e.now)
	for _, t := range r.Pre {
		if holds, matters := want[t.Expr]; matters && !e.truth(r.site, t).is(holds) {
			return next, false
		}
	}
	// The assignments of a functional transition have no guards, but for those of keys.
	for _, a := range r.Assignments {
		if a.Key != nil {
			if holds, matters := want[a.Source.Expr]; matters && !f.keyed(e, r, a).is(holds) {
				return next, false
			}
			// The contents of the map are not followed: any map is an over-approximation.
			next[a.Leaves[0]] = possible{any: true}
			continue
		}
		values, made := f.assigned(e, r, a)
		if holds, matters := want[a.Source.Expr]; matters && !made.is(holds) {
			return next, false
		}
		for n, j := range a.Leaves {
			next[j] = values[n]
			// Where the assignment cannot be made, the leaf keeps its value.
			if made.no {
				next[j] = next[j].or(e.now[j])
			}
		}
	}
	return next, true
}

// assigned returns what the leaves of an assignment may become, and whether it
// can be made.
func (f *abstractRun) assigned(e *environment, r *transition, a *system.Assignment) (values []possible, made outcome) {
	values = make([]possible, len(a.Leaves))
	if e.combos(f.readsOf(a.Value), func(at interp.Environment) {
		v := r.site.Assigned(&a.Source, at)
		made.add(v != nil)
		for n, j := range a.Leaves {
			if v != nil {
				// The leaf may lie deeper than the target, so the rest of its path is taken.
				values[n] = values[n].or(exactly(types.ValueAt(v, f.leaves[j].Path[len(a.Source.Path):])))
			}
		}
	}) {
		return values, made
	}
	// Too many combinations: any value is possible, and only its form can show that it is made.
	for n := range values {
		values[n] = possible{any: true}
	}
	return values, outcome{yes: true, no: !e.surely(r.site, a)}
}

// keyed returns whether an assignment of a key can be made.
func (f *abstractRun) keyed(e *environment, r *transition, a *system.Assignment) (made outcome) {
	var sources []checker.Assignment
	var terms []*system.Term
	// All assignments of keys of the map count, as two of them may collide on one key.
	all := r.Keyed(a.Leaves[0])
	for _, x := range all {
		sources = append(sources, x.Source)
		terms = append(append(terms, x.Guards...), x.Key, x.Value)
	}
	one := slices.Index(all, a)
	if !e.combos(f.readsOf(terms...), func(at interp.Environment) { made.add(r.site.Assignable(sources, one, at)) }) {
		return outcome{yes: true, no: true}
	}
	return made
}

// truth returns how a clause may come out.
func (e *environment) truth(site *interp.Site, t *system.Term) (o outcome) {
	if e.combos(e.g.readsOf(t), func(at interp.Environment) { o.add(site.Holds(t.Expr, at)) }) {
		return o
	}
	// An atom that reads too much may come out either way.
	if t.Kind != system.Applied || t.Op.Family() != ops.Logic {
		return outcome{yes: true, no: true}
	}
	// The operands are evaluated independently, which loses correlations but stays sound.
	var parts []outcome
	for i, a := range t.Args {
		o := e.truth(site, a)
		if t.Op == ops.Or || t.Op == ops.Not || t.Op == ops.Implies && i > 0 { // as is not (and (not a) …)
			o = o.not()
		}
		parts = append(parts, o)
	}
	// By De Morgan, every connective becomes a conjunction, negated if need be.
	all := conjunction(parts)
	if t.Op == ops.Or || t.Op == ops.Implies {
		return all.not()
	}
	return all
}

// conjunction returns how the conjunction of clauses may come out.
func conjunction(parts []outcome) outcome {
	o := outcome{yes: true}
	for _, p := range parts {
		o.yes, o.no = o.yes && p.yes, o.no || p.no
	}
	return o
}

// surely reports whether an assignment can be made whatever the values are:
// nothing in it can be undefined, and its type is that of what it assigns to.
func (e *environment) surely(site *interp.Site, a *system.Assignment) bool {
	return fits(a.Value.Type, types.TypeAt(a.Source.Var.Type, a.Source.Path)) && e.defined(site, a.Value)
}

// fits reports whether each value of a type is one of another.
func fits(t, want types.Type) bool {
	return t != types.Invalid && t != nil && (types.Identical(t, want) || t == types.Int && want == types.Real)
}

// defined reports whether a term has a value of its type whatever the values in
// it are. It knows little of sets and records.
func (e *environment) defined(site *interp.Site, t *system.Term) bool {
	switch t.Kind {
	case system.Constant:
		return t.Value != types.Value(types.Null{})
	case system.Before, system.After:
		// State variables are total: every leaf always has a value.
		return true
	case system.Argument:
		return len(t.Path) == 0 && e.given(t.Param)
	}
	switch t.Op {
	case ops.Insert, ops.Remove:
		set, ok := t.Type.(*types.Array)
		return ok && fits(t.Args[1].Type, set.Elem) && fits(t.Args[0].Type, set) && e.defined(site, t.Args[0]) && e.defined(site, t.Args[1])
	case ops.Div:
		return e.defined(site, t.Args[0]) && e.nonzero(site, t.Args[1])
	case ops.If:
		return fits(t.Args[1].Type, t.Type) && fits(t.Args[2].Type, t.Type) && e.defined(site, t.Args[1]) && e.defined(site, t.Args[2])
	case ops.Array, ops.Record, ops.Field, ops.Get, ops.Put, ops.Map:
		// These may be undefined in ways that are not tracked here.
		return false
	}
	if t.Op.Family() == ops.Arithmetic {
		return !slices.ContainsFunc(t.Args, func(a *system.Term) bool { return !e.defined(site, a) })
	}
	return true // a truth value
}

// nonzero reports whether a term surely has a value, and that is not zero.
func (e *environment) nonzero(site *interp.Site, t *system.Term) bool {
	var o outcome
	return e.combos(e.g.readsOf(t), func(at interp.Environment) {
		n, ok := site.Value(t.Expr, at).(types.Number)
		o.add(ok && n.Sign() != 0)
	}) && o.is(true)
}

// given reports whether an argument has a value of its type: it is known and is
// one, or it may be any of a type whose values are all of one piece.
func (e *environment) given(p *checker.Param) bool {
	name := p.Bind.Param.Name
	a, there := e.arg(name)
	if !there {
		return false
	}
	// nil is an argument that is left out.
	if !a.any {
		return !slices.ContainsFunc(a.values, func(v types.Value) bool { return v == nil || interp.Conform(v, p.Type) == nil })
	}
	switch t := p.Type.(type) {
	case types.Basic:
		if t == types.Invalid {
			return false
		}
	case *types.Enum:
	default:
		return false
	}
	s := e.g.property(p.Tool, name)
	return s == nil || !mayLack(s) && !s.Schema.Nullable && fits(checker.SchemaType(s.Schema), p.Type)
}

// goal reports whether the last state surely is as the question wants it.
func (f *abstractRun) goal() bool {
	if len(f.goals) == 0 || f.query.Kind == system.Reach {
		return true
	}
	e := &environment{g: f.generaliser, base: interp.Environment{Now: f.before(len(f.w.Steps))}, now: f.now}
	// The omission of the goal is the one question whose last state violates it.
	want := !aboutGoal(f.query)
	var o outcome
	if e.combos(f.readsOf(f.goals...), func(at interp.Environment) {
		o.add(!slices.ContainsFunc(f.goals, func(t *system.Term) bool { return !f.goalSite.Holds(t.Expr, at) }))
	}) {
		return o.is(want)
	}
	parts := lists.Map(f.goals, func(t *system.Term) outcome { return e.truth(f.goalSite, t) })
	return conjunction(parts).is(want)
}
