package compiler

import (
	"context"
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/types"
)

// deep is how deep a term may be that stands for the value of a leaf. Deeper
// ones get a name, so that the depth of a formula does not grow with its
// length.
const deep = 40

// Path encodes a query about traces of known tools: calls holds the place of
// each call's tool among those of the scenario, plus one. The formula says of
// such traces what the reference encoding of as many calls says, in few terms:
// the initial state that the case gives is made of constants, and each state
// after is a term over the one before, so that all that is left open are free
// initial values, arguments, and what a relational `post` leaves open.
//
// Where a set has to differ from another one, or its members are counted, a witness
// also depends on which elements the tools mention that are not called (see
// strangers). Their arguments are many, and settling a witness asks of each whether
// it is in each set and map; so they are left out of all other formulas.
//
// It gives up where ctx ends, of which it returns the cause, or with [smt.ErrLarge].
func Path(ctx context.Context, m *system.System, sc *system.Scenario, q system.Query, calls []int) (f *Formula, err error) {
	defer smt.Recover(&err)
	f = newPath(ctx, m, sc, q, calls, false)
	if f.enc.weighs() && infinite(sc) {
		f = newPath(ctx, m, sc, q, calls, true)
	}
	f.enc.While(nil)
	return f, nil
}

// newPath makes the formula, with or without what tools mention that are not called.
func newPath(ctx context.Context, m *system.System, sc *system.Scenario, q system.Query, calls []int, strangers bool) *Formula {
	e := newEncoder(m.Leaves)
	e.While(ctx)
	f := &path{&Formula{Query: q, Bound: len(calls), scenario: sc, enc: e}, m}
	e.enumerate(sc)
	if q.Kind != system.ChecksAlone {
		f.start()
	}
	if strangers {
		f.strangers(calls)
	}
	for i, j := range calls {
		f.call(i, j-1)
	}
	f.ask(func() []*smt.Term {
		return e.truths(&scope{now: f.states[f.Bound]}, m.Goals(sc.Suite, sc.Case))
	})
	f.finish()
	return f.Formula
}

// A path is a formula about known tools that is being made.
type path struct {
	*Formula
	system *system.System
}

// strangers encodes what the tools that are not called say, for the elements of
// sets that they speak of alone: a witness has those in its sets only if it
// must, whatever it calls. It must only where sets have to differ, or members are
// counted: an element that nothing in a formula mentions can be left out of every set
// and map that starts anywhere, and is then in none that calls make of these.
func (f *path) strangers(calls []int) {
	e, sc := f.enc, f.scenario
	for j, t := range sc.Tools {
		if slices.Contains(calls, j+1) {
			continue
		}
		args := lists.Map(t.Params, func(p *system.Parameter) *argument { return e.argument(p, parameterName(&t, p)+" (not called)") })
		if t.Transition == nil || len(f.states) == 0 {
			continue
		}
		lowered := f.system.Transition(t.Name)
		s := &scope{now: f.states[0], next: f.states[0], args: args}
		e.conditions(s, lowered, sc.Ignored)
		e.effects(s, lowered.Assignments, lowered.Relations)
		e.afterKeys(s, lowered)
	}
}

// infinite reports whether there are sets of a type with many values, or maps of
// many keys.
func infinite(sc *system.Scenario) bool {
	var many func(t types.Type) bool
	many = func(t types.Type) bool {
		switch t := t.(type) {
		case *types.Array:
			_, few := elems(t.Elem)
			return !few
		case *types.Record:
			return slices.ContainsFunc(t.Fields, func(f types.Field) bool { return many(f.Type) })
		case *types.Map:
			_, few := fewKeys(t)
			return !few || many(t.Value)
		}
		return false
	}
	for _, v := range sc.Model.State() {
		if many(v.Type) {
			return true
		}
	}
	for _, t := range sc.Tools {
		if slices.ContainsFunc(t.Params, func(p *system.Parameter) bool { return p.Bound != nil && many(p.Type) }) {
			return true
		}
	}
	return false
}

// start makes the first state, in which what the case says is constant.
func (f *path) start() {
	e := f.enc
	s := e.initial(f.scenario)
	for i, l := range e.leaves {
		if s[i] == nil {
			s[i] = e.fresh(leafName(l)+"@0", l.Type)
		}
	}
	f.states = append(f.states, s)
	for _, a := range e.opened(f.scenario, s) {
		f.assert(a.Term, a.Comment)
	}
}

// call adds call number i, counted from 0, which is of tool j.
func (f *path) call(i, j int) {
	e, n := f.enc, len(f.scenario.Tools)
	t := f.scenario.Tools[j]
	// The tool is known, so that all that depends on other tools folds away.
	s := &step{tool: e.Int(int64(j + 1)), calls: make([]*smt.Term, n), args: make([][]*argument, n), conds: make([][]condition, n)}
	f.steps = append(f.steps, s)
	for k := range s.calls {
		s.calls[k] = e.Bool(k == j)
	}
	for _, p := range t.Inputs() {
		s.args[j] = append(s.args[j], e.argument(p, argumentName(&t, p, i)))
	}
	if f.Query.Kind != system.ChecksAlone {
		f.follow(i, j)
	}
	s.where = where(f.scenario, e, s.calls, s.args)
}

// follow makes the state after call i, counted from 0.
func (f *path) follow(i, j int) {
	e, s, t := f.enc, f.steps[i], f.scenario.Tools[j]
	now := f.states[i]
	if t.Transition == nil {
		f.states = append(f.states, now)
		f.breaks(s, j, t)
	} else {
		scope, lowered := &scope{now: now, args: s.args[j]}, f.system.Transition(t.Name)
		s.conds[j] = e.conditions(scope, lowered, f.scenario.Ignored)
		f.move(i, e.move(scope, lowered))
		// move has given the scope its next state, which ties may read.
		for _, x := range e.answers(scope, &t, lowered) {
			f.assert(x, "what a call of "+t.Name+" answers")
		}
		f.guard(s, j, t)
	}
	if f.Query.Kind == system.Forward {
		s.broke = e.Or(s.broken...)
	}
}

// move makes the state after call i of what the call does.
func (f *path) move(i int, mv *move) {
	e, next := f.enc, slices.Clone(f.states[i])
	only := []branch{{e.Bool(true), mv}}
	for k, l := range e.leaves {
		value, open := e.next(k, next[k], only)
		if !open.IsFalse() || tooDeep(value) {
			own := e.variable(fmt.Sprintf("%s@%d", leafName(l), i+1), l.Type, !open.IsFalse())
			f.assert(e.Or(open, e.same(own, value)), "the call makes "+l.Name())
			value = own
		}
		next[k] = value
	}
	f.states = append(f.states, next)
	mv.scope.next = next
	for _, x := range e.rest(mv) {
		f.assert(x, "what a call of "+mv.transition.Name()+" does")
	}
}

func tooDeep(s *symbol) bool {
	return slices.ContainsFunc(s.terms(), func(t *smt.Term) bool { return t.Depth() > deep })
}
