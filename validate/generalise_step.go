package validate

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A sweep is a run of a witness's calls on sets of values.
type sweep struct {
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
func (f *sweep) step(i int) bool {
	s := &f.w.Steps[i]
	r := f.of(s.Call.Tool)
	before := f.now
	if r == nil {
		return f.changed(i, before, f.now)
	}
	if f.asInWitness(i, r) {
		return f.changed(i, before, f.now)
	}
	m := &moment{g: f.generaliser, base: interp.Environment{Now: f.before(i), Args: s.Call.Args}, now: f.now, args: f.args[i]}
	for _, a := range s.Call.Args {
		m.names = append(m.names, a.Name)
	}
	want := f.wanted(i, r.transition)
	next, ok := f.enumerated(i, m, r, want)
	if !ok {
		next, ok = f.clauses(m, r, want)
	}
	f.now = next
	return ok && f.changed(i, before, next)
}

// asInWitness goes on to the next state, if call i reads nothing but values that
// it has in the witness.
func (f *sweep) asInWitness(i int, r *toolReads) bool {
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
func (f *sweep) changed(i int, before, after []possible) bool {
	if f.query.Changed == "" || i < len(f.w.Steps)-1 {
		return true
	}
	j := slices.IndexFunc(f.leaves, func(l system.Leaf) bool { return l.Name() == f.query.Changed })
	return before[j].known() && after[j].known()
}

// enumerated has the interpreter make the call for each combination of all values
// that it reads. It fails where they are too many.
func (f *sweep) enumerated(i int, m *moment, r *toolReads, want map[ast.Expr]bool) (next []possible, ok bool) {
	next = slices.Clone(m.now)
	seen, ok := false, true
	all := m.combos(r.all, func(at interp.Environment) {
		call := tool.Call{Tool: r.transition.Name(), Args: at.Args}
		ok = ok && f.breaks(at, call, want)
		state := f.successor(i, at, call, r)
		if ok = ok && state != nil; !ok {
			return
		}
		for _, j := range r.all.leaves {
			p := exactly(f.leaves[j].In(state))
			if seen {
				p = next[j].or(p)
			}
			next[j] = p
		}
		seen = true
	})
	return next, all && ok
}

// breaks reports whether a call breaks of its conditions what is wanted.
func (f *sweep) breaks(at interp.Environment, call tool.Call, want map[ast.Expr]bool) bool {
	broken := 0
	for _, b := range f.machine.Pre(at.Now, call) {
		if holds, matters := want[b.Expr]; matters {
			if holds {
				return false
			}
			broken++
		}
	}
	for _, holds := range want {
		if !holds {
			broken--
		}
	}
	return broken == 0
}

// successor returns the state behind a call that has the most in common with the
// one that the witness has there; nil if there is none.
func (f *sweep) successor(i int, at interp.Environment, call tool.Call, r *toolReads) interp.State {
	list, _ := f.machine.Next(at.Now, call)
	var best interp.State
	most := -1
	for _, state := range list {
		n := 0
		for _, j := range r.all.leaves {
			if same(f.leaves[j].In(state), f.leaves[j].In(f.w.Steps[i].State)) {
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
func (f *sweep) clauses(m *moment, r *toolReads, want map[ast.Expr]bool) (next []possible, ok bool) {
	if !r.functional {
		return m.now, false
	}
	next = slices.Clone(m.now)
	for _, c := range r.conditions {
		if holds, matters := want[c.Expr()]; matters && c.Assignment == nil && !m.truth(r.ground, c.Clause).is(holds) {
			return next, false
		}
	}
	for _, a := range r.plain {
		values, made := f.assigned(m, r, a)
		if holds, matters := want[a.Expr]; matters && !made.is(holds) {
			return next, false
		}
		for n, j := range f.targets(a) {
			next[j] = values[n]
			if made.no {
				next[j] = next[j].or(m.now[j])
			}
		}
	}
	return next, true
}

// assigned returns what the targets of an assignment may become, and whether it
// can be made.
func (f *sweep) assigned(m *moment, r *toolReads, a checker.Assignment) (values []possible, made outcome) {
	targets := f.targets(a)
	values = make([]possible, len(targets))
	if m.combos(f.readsOf(a.Value, r.ground), func(at interp.Environment) {
		v := r.site.Assigned(&a, at)
		made.add(v != nil)
		for n, j := range targets {
			if v != nil {
				values[n] = values[n].or(exactly(types.ValueAt(v, f.leaves[j].Path[len(a.Path):])))
			}
		}
	}) {
		return values, made
	}
	for n := range values {
		values[n] = possible{any: true}
	}
	return values, outcome{yes: true, no: !m.surely(a, r.ground)}
}

// truth returns how a clause may come out.
func (m *moment) truth(g ground, e ast.Expr) (o outcome) {
	if m.combos(m.g.readsOf(e, g), func(at interp.Environment) { o.add(g.site.Holds(e, at)) }) {
		return o
	}
	op, ok := e.(*ast.Op)
	if !ok {
		return outcome{yes: true, no: true}
	}
	var parts []outcome
	for i, a := range op.Args {
		switch op.Op {
		case ops.And:
			parts = append(parts, m.truth(g, a))
		case ops.Or, ops.Not: // as is not (and (not a) …)
			parts = append(parts, m.truth(g, a).not())
		case ops.Implies:
			if o := m.truth(g, a); i == 0 {
				parts = append(parts, o)
			} else {
				parts = append(parts, o.not())
			}
		default:
			return outcome{yes: true, no: true}
		}
	}
	all := conjunction(parts)
	if op.Op == ops.Or || op.Op == ops.Implies {
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
func (m *moment) surely(a checker.Assignment, g ground) bool {
	var want types.Type = a.Var.Type
	for _, name := range a.Path {
		want, _ = want.(*types.Record).Field(name)
	}
	return fits(g.typeOf(a.Value), want) && m.defined(a.Value, g)
}

// fits reports whether each value of a type is one of another.
func fits(t, want types.Type) bool {
	return t != types.Invalid && t != nil && (types.Identical(t, want) || t == types.Int && want == types.Real)
}

// defined reports whether an expression has a value of its type whatever the
// values in it are. It knows little of sets and records.
func (m *moment) defined(e ast.Expr, g ground) bool {
	switch e := e.(type) {
	case *ast.Literal:
		return e.Value != types.Value(types.Null{})
	case *ast.Ref, *ast.FieldExpr:
		v, _ := place(e, g.objectOf)
		_, constant := g.objectOf(e).(*checker.Const)
		return v != nil || constant
	case *ast.ParamRef:
		p, _ := g.objectOf(e).(*checker.Param)
		return p != nil && m.given(p)
	case *ast.Contains:
		return true
	case *ast.SetOp:
		set, ok := g.typeOf(e).(*types.Array)
		return ok && fits(g.typeOf(e.Elem), set.Elem) && fits(g.typeOf(e.Array), set) && m.defined(e.Array, g) && m.defined(e.Elem, g)
	case *ast.Op:
		switch e.Op {
		case ops.Div:
			return m.defined(e.Args[0], g) && m.nonzero(e.Args[1], g)
		case ops.Add, ops.Sub, ops.Mul:
			return !slices.ContainsFunc(e.Args, func(a ast.Expr) bool { return !m.defined(a, g) })
		}
		return true // a truth value
	}
	return false
}

// nonzero reports whether an expression surely has a value, and that is not zero.
func (m *moment) nonzero(e ast.Expr, g ground) bool {
	var o outcome
	return m.combos(m.g.readsOf(e, g), func(at interp.Environment) {
		n, ok := g.site.Value(e, at).(types.Number)
		o.add(ok && n.Sign() != 0)
	}) && o.is(true)
}

// given reports whether an argument has a value of its type: it is known and is
// one, or it may be any of a type whose values are all of one piece.
func (m *moment) given(p *checker.Param) bool {
	name := p.Bind.Param.Name
	a, there := m.arg(name)
	if !there {
		return false
	}
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
	s := m.g.property(p.Tool, name)
	return s == nil || !mayLack(s) && !s.Schema.Nullable && fits(checker.SchemaType(s.Schema), p.Type)
}

// goal reports whether the last state surely is as the question wants it.
func (f *sweep) goal() bool {
	k := f.scenario.Case
	if f.goals == nil || f.query.Kind == system.Reach {
		return true
	}
	m := &moment{g: f.generaliser, base: interp.Environment{Now: f.before(len(f.w.Steps))}, now: f.now}
	var all reads
	for _, e := range k.Goals {
		all.add(f.readsOf(e, *f.goals))
	}
	want := !aboutGoal(f.query)
	var o outcome
	if m.combos(all.distinct(), func(at interp.Environment) {
		holds := true
		for _, e := range k.Goals {
			holds = holds && f.goals.site.Holds(e, at)
		}
		o.add(holds)
	}) {
		return o.is(want)
	}
	var parts []outcome
	for _, e := range k.Goals {
		parts = append(parts, m.truth(*f.goals, e))
	}
	return conjunction(parts).is(want)
}
