package compiler

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/types"
)

// deep is how deep a term may be that stands for the value of a leaf. Deeper
// ones get a name, so that the depth of a formula does not grow with its
// length.
const deep = 40

// Paths makes formulas about traces whose calls are of known tools. They are of
// one builder, so that one solver can serve them all: each is asserted behind a
// literal of its own, and that literal assumed.
type Paths struct {
	scenario *system.Scenario
	builder  *smt.Builder
	made     int
}

// Paths returns a maker of formulas.
func NewPaths(sc *system.Scenario) *Paths { return &Paths{scenario: sc, builder: smt.NewBuilder()} }

// Path encodes a query about traces of known tools: calls holds the place of
// each call's tool among those of the scenario, plus one. The formula says of
// such traces what the reference encoding of as many calls says, in few terms:
// the initial state that the case gives is made of constants, and each state
// after is a term over the one before, so that all that is left open are free
// initial values, arguments, and what a relational `post` leaves open. With it
// comes the literal for it, which no other formula has.
func (p *Paths) Path(q system.Query, calls []int) (*Formula, *smt.Term) {
	e := newEncoder()
	e.Builder, e.prefix = p.builder, fmt.Sprintf("(path %d) ", p.made)
	p.made++
	return newPath(p.scenario, q, calls, e), e.Var("(chosen)", smt.Bool)
}

func newPath(sc *system.Scenario, q system.Query, calls []int, e *encoder) *Formula {
	f := &Formula{Query: q, Bound: len(calls), scenario: sc, enc: e}
	f.enc.enumerate(sc)
	if q.Kind != system.ChecksAlone {
		f.start()
	}
	f.strangers(calls)
	for i, j := range calls {
		f.call(i, j-1)
	}
	f.ask()
	f.enc.finish()
	f.Assertions = append(f.enc.required, f.Assertions...)
	return f
}

// strangers encodes what the tools that are not called say, for the elements of
// sets that they speak of alone: a witness has those in its sets only if it
// must, whatever it calls.
func (f *Formula) strangers(calls []int) {
	e, sc := f.enc, f.scenario
	if !infinite(sc) {
		return
	}
	for j, t := range sc.Tools {
		if slices.Contains(calls, j+1) {
			continue
		}
		var args []*argument
		for _, p := range t.Params {
			args = append(args, e.argument(p, t.Name+" "+p.Name+" (not called)"))
		}
		if t.Transition == nil || len(f.states) == 0 {
			continue
		}
		s := newScope(sc.Model, t.Transition, f.states[0], f.states[0])
		for _, a := range args {
			s.bind(a)
		}
		for _, c := range sc.Conditions(t.Transition) {
			e.condition(s, c)
		}
		for _, x := range clauses(t.Transition.Decl.Post) {
			e.effect(s, x, assignmentsOf(sc.Model, t.Transition))
		}
	}
}

// infinite reports whether there are sets of a type with many values.
func infinite(sc *system.Scenario) bool {
	var many func(t types.Type) bool
	many = func(t types.Type) bool {
		switch t := t.(type) {
		case *types.Array:
			_, few := elems(t.Elem)
			return !few
		case *types.Record:
			return slices.ContainsFunc(t.Fields, func(f types.Field) bool { return many(f.Type) })
		}
		return false
	}
	for _, v := range sc.Model.Vars {
		if many(v.Type) {
			return true
		}
	}
	for _, t := range sc.Tools {
		for _, p := range t.Params {
			if p.Bound != nil && many(p.Type) {
				return true
			}
		}
	}
	return false
}

// start makes the first state, in which what the case says is constant.
func (f *Formula) start() {
	e := f.enc
	known := e.initial(f.scenario.Case)
	s := make(state)
	for _, v := range f.scenario.Model.Vars {
		for _, l := range system.LeavesOf(v, nil) {
			if name := l.Name(); known[name] == nil {
				known[name] = e.fresh(name+"@0", l.Type)
			}
		}
		s[v] = e.rebuilt(v.Type, v.Name(), known)
	}
	f.states = append(f.states, s)
}

// initial returns what a case says of the initial state, leaf by leaf: constants
// in the form that leaves have.
func (e *encoder) initial(k *checker.Case) map[string]*symbol {
	known := make(map[string]*symbol)
	for _, i := range k.Init {
		for _, l := range system.LeavesOf(i.Var, nil) {
			v := types.ValueAt(i.Value, l.Path)
			if v == nil {
				continue
			}
			c := e.constant(v, l.Type)
			if a, ok := l.Type.(*types.Array); ok {
				c = e.columned(c, a.Elem)
			}
			known[l.Name()] = c
		}
	}
	return known
}

// call adds call number i, counted from 0, which is of tool j.
func (f *Formula) call(i, j int) {
	e, n := f.enc, len(f.scenario.Tools)
	t := f.scenario.Tools[j]
	s := &step{tool: e.Int(int64(j + 1)), calls: make([]*smt.Term, n), args: make([][]*argument, n), pre: make([][]*smt.Term, n), conds: make([][]system.Condition, n)}
	f.steps = append(f.steps, s)
	for k := range s.calls {
		s.calls[k] = e.Bool(k == j)
	}
	for _, p := range t.Params {
		s.args[j] = append(s.args[j], e.argument(p, fmt.Sprintf("%s %s@%d", t.Name, p.Name, i+1)))
	}
	if f.Query.Kind != system.ChecksAlone {
		f.follow(i, j)
	}
	s.where = where(f.scenario, e, s.calls, s.args)
}

// follow makes the state after call i, counted from 0.
func (f *Formula) follow(i, j int) {
	e, s, t := f.enc, f.steps[i], f.scenario.Tools[j]
	now := f.states[i]
	if t.Transition == nil {
		f.states = append(f.states, now)
		f.breaks(s, j, t)
	} else {
		f.states = append(f.states, nil)
		scope := f.scope(i, t.Transition, s.args[j])
		s.conds[j] = f.scenario.Conditions(t.Transition)
		for _, c := range s.conds[j] {
			s.pre[j] = append(s.pre[j], e.condition(scope, c))
		}
		f.move(i, e.move(f.scenario.Model, t.Transition, scope))
		f.guard(s, j, t)
	}
	if f.Query.Kind == system.Forward {
		s.broke = e.Or(s.broken...)
	}
}

// move makes the state after call i of what the call does.
func (f *Formula) move(i int, mv *move) {
	e, now := f.enc, f.states[i]
	only := []branch{{e.Bool(true), mv}}
	leaves := make(map[string]*symbol)
	next := make(state)
	for _, v := range f.scenario.Model.Vars {
		for _, l := range system.LeavesOf(v, nil) {
			name := l.Name()
			value, open := e.next(l, e.at(now, l), only)
			if !open.IsFalse() || tooDeep(value) {
				own := e.variable(fmt.Sprintf("%s@%d", name, i+1), l.Type, !open.IsFalse())
				f.assert(e.Or(open, e.same(own, value)), "the call makes "+name)
				value = own
			}
			leaves[name] = value
		}
		next[v] = e.rebuilt(v.Type, v.Name(), leaves)
	}
	f.states[i+1] = next
	mv.scope.next = next
	for _, x := range mv.rest {
		f.assert(e.effect(mv.scope, x, mv.assignments), place(f.scenario.Model.File, mv.transition.Unit, x))
	}
}

func tooDeep(s *symbol) bool {
	for _, t := range s.terms() {
		if t.Depth() > deep {
			return true
		}
	}
	return false
}
