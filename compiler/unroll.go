package compiler

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// An Unrolling says what the runs of a slice of the model are, call by call, as
// terms to which every question about a case can be put: what a question wants,
// and up to how many calls, is assumed and not asserted ([Unrolling.Assume]).
// So one solver serves all of them, and what it learns of the model while it
// answers one it knows for the next. It grows as longer traces are asked for,
// and nothing that was said before is taken back.
//
// # The encoding
//
// Of each call there is a truth value for each tool, of which at most one
// holds. A leaf of the state after a call is defined by what each tool assigns
// to it, and is the same as before where no tool writes it; only what a
// relational `post` says is an implication. Preconditions are implications as
// well, those of tools that checks name behind a literal for each tool, as a
// Forward question does without them. Whether a call matches an atom is one
// literal, and checks are automata over these ([prefix]), so that the size
// grows with the number of calls and not with its square.
//
// No call follows one that is left out, and none changes anything, so that the
// state and the automata after n calls are the final ones of each shorter
// trace.
type Unrolling struct {
	system   *system.System
	scenario *system.Scenario
	enc      *encoder
	goals    []*system.Term
	slice    *part
	lifter   *lifter
	alone    bool // the model is left aside
	last     bool // the question is about the last call

	guards map[int]*smt.Term // by tool: its preconditions are asked for
	from   []*smt.Term       // by scenario of UnrollReach: the run starts there; nil for one

	ignored   map[ast.Expr]bool // see Ignore
	ignorings int               // how many sets of conditions were ignored so far

	steps    []*unrolled
	states   []state // one more than steps, unless the model is left aside
	trackers map[any]*tracker
	prefixes map[*ast.Check]*prefix
	joined   map[joined]*smt.Term
	named    map[*smt.Term]*smt.Term
	pending  []smt.Assertion
	given    int // required assertions of the encoder that were handed out
	apart    map[int][]int
	ordered  *smt.Term // under it, neighbours that commute are in the order of the model
}

// unrolled is one step of the slice.
type unrolled struct {
	calls []*smt.Term // by tool; nil for one that is left out
	any   *smt.Term   // there is a call
	args  [][]*argument
	conds [][]condition
	where map[ast.Node]*smt.Term
	broke *smt.Term // see Unrolling.Broke

	branches []branch // the transitions that may be called
}

// Unroll returns an unrolling for a question, without steps. Those of a
// scenario's questions for which [Shares] holds can share one.
func Unroll(m *system.System, sc *system.Scenario, q system.Query) *Unrolling {
	u := &Unrolling{system: m, scenario: sc, enc: newEncoder(m.Leaves), alone: q.Kind == system.ChecksAlone, last: q.Kind == system.Reach,
		guards: make(map[int]*smt.Term), trackers: make(map[any]*tracker), prefixes: make(map[*ast.Check]*prefix), joined: make(map[joined]*smt.Term), named: make(map[*smt.Term]*smt.Term)}
	u.lifter = newLifter(u.enc.Builder)
	u.enc.brief = true
	u.enc.enumerate(sc)
	if u.alone {
		u.slice = &part{}
		for j, t := range sc.Tools {
			if t.Named {
				u.slice.tools = append(u.slice.tools, j)
			}
		}
		return u
	}
	u.goals = m.Goals(sc.Suite, sc.Case)
	u.slice = newSlice(m, sc, q)
	for _, j := range u.slice.tools {
		t := sc.Tools[j]
		// Some questions do without the preconditions of these tools. All other tools keep theirs.
		if t.Transition != nil && (q.Kind != system.Reach && t.MayBreak() || q.Kind == system.Reach && q.Tool == t.Name && q.Broken != nil) {
			u.guards[j] = u.enc.Var("(guard) "+t.Name, smt.Bool)
		}
	}
	u.ordered = u.enc.Var("(ordered)", smt.Bool)
	u.start()
	return u
}

// Shares reports whether two questions about a case can share an unrolling.
func Shares(q, other system.Query) bool {
	if q.Kind == system.Reach || other.Kind == system.Reach {
		return q == other
	}
	return (q.Kind == system.ChecksAlone) == (other.Kind == system.ChecksAlone)
}

// Builder returns the builder of the unrolling's terms.
func (u *Unrolling) Builder() *smt.Builder { return u.enc.Builder }

// Size returns how many tools and leaves of the state are unrolled, of how
// many.
func (u *Unrolling) Size() (tools, leaves, allTools, allLeaves int) {
	return len(u.slice.tools), u.slice.size(), len(u.scenario.Tools), len(u.slice.leaves)
}

// Pending returns what has to be asserted beside what it returned before.
func (u *Unrolling) Pending() []smt.Assertion {
	// finishNew may add to what is required, so it comes first.
	u.enc.finishNew()
	list := append(slices.Clone(u.enc.required[u.given:]), u.pending...)
	u.given, u.pending = len(u.enc.required), nil
	for i := range list {
		list[i].Term = u.lifter.lift(list[i].Term)
	}
	return list
}

func (u *Unrolling) assert(t *smt.Term, comment string) {
	if !t.IsTrue() {
		u.pending = append(u.pending, smt.Assertion{Term: t, Comment: comment})
	}
}

// define returns a literal for a truth value.
func (u *Unrolling) define(t *smt.Term, what string) *smt.Term {
	switch t = u.lifter.lift(t); {
	case t.Op() == smt.Truth, t.Op() == smt.Var:
		return t
	// A term and its negation share one literal.
	case t.Op() == smt.Not:
		return u.enc.Not(u.define(t.Args()[0], what))
	}
	if had := u.named[t]; had != nil {
		return had
	}
	v := u.enc.Var(u.enc.name(what), smt.Bool)
	u.named[t] = v
	u.assert(u.enc.Eq(v, t), what)
	return v
}

// start makes the first state. Leaves that are left out have symbols of which
// nothing is said, as nothing is of later ones.
func (u *Unrolling) start() {
	e := u.enc
	s := e.initial(u.scenario)
	for i, l := range e.leaves {
		switch name := leafName(l); {
		case !u.slice.keeps[i]:
			s[i] = e.variable(name+" (left out)", l.Type, false)
		case s[i] == nil:
			s[i] = e.fresh(name+"@0", l.Type)
			u.enumerate(s[i], name+"@0")
		}
	}
	u.states = append(u.states, s)
	for _, a := range e.opened(u.scenario, s) {
		u.assert(a.Term, a.Comment)
	}
}

// Grow adds steps up to a number.
func (u *Unrolling) Grow(steps int) {
	for len(u.steps) < steps {
		u.step(len(u.steps))
	}
}

// step adds call number i, counted from 0.
func (u *Unrolling) step(i int) {
	e, n := u.enc, len(u.scenario.Tools)
	s := &unrolled{calls: make([]*smt.Term, n), args: make([][]*argument, n), conds: make([][]condition, n)}
	var calls []*smt.Term
	for _, j := range u.slice.tools {
		t := u.scenario.Tools[j]
		s.calls[j] = e.Var(fmt.Sprintf("(call) %d %s", i+1, t.Name), smt.Bool)
		calls = append(calls, s.calls[j])
		for _, p := range t.Inputs() {
			s.args[j] = append(s.args[j], u.argument(p, argumentName(&t, p, i)))
		}
	}
	s.any = u.atMostOne(calls, i)
	u.steps = append(u.steps, s)
	if i > 0 {
		u.assert(e.Implies(s.any, u.steps[i-1].any), "no call after the end")
	}
	// where also asks for the calls of tools that are left out.
	all := slices.Clone(s.calls)
	for j := range all {
		if all[j] == nil {
			all[j] = e.Bool(false)
		}
	}
	if !u.alone {
		u.transitions(i)
	}
	s.where = where(u.scenario, e, all, s.args)
	if !u.last {
		u.progress(i)
	}
}

// few is how many literals are told apart pair by pair.
const few = 5

// atMostOne says that at most one literal holds, and returns whether any does.
func (u *Unrolling) atMostOne(list []*smt.Term, i int) *smt.Term {
	e := u.enc
	if len(list) <= few {
		for k, x := range list {
			for _, y := range list[:k] {
				u.assert(e.Or(e.Not(x), e.Not(y)), "one tool a call")
			}
		}
		return u.define(e.Or(list...), fmt.Sprintf("there is call %d", i+1))
	}
	// One of the literals so far, from literal to literal.
	so := list[0]
	for k, x := range list[1:] {
		u.assert(e.Or(e.Not(so), e.Not(x)), "one tool a call")
		so = u.define(e.Or(so, x), fmt.Sprintf("call %d is of one of the first %d tools", i+1, k+2))
	}
	return so
}

// transitions makes the state after call i, and says what a call needs.
func (u *Unrolling) transitions(i int) {
	e, s := u.enc, u.steps[i]
	var branches []branch
	for _, j := range u.slice.tools {
		t := u.scenario.Tools[j]
		if t.Transition == nil {
			continue
		}
		scope, lowered := &scope{now: u.states[i], args: s.args[j]}, u.system.Transition(t.Name)
		s.conds[j] = e.conditions(scope, lowered, u.scenario.Ignored)
		when := s.calls[j]
		if g := u.guards[j]; g != nil {
			when = e.And(when, g)
		}
		for _, c := range s.conds[j] {
			u.assert(e.Implies(when, c.holds), "a precondition of "+t.Name)
		}
		branches = append(branches, branch{s.calls[j], e.move(scope, lowered)})
	}
	s.branches = branches
	next := u.next(i, branches)
	u.states = append(u.states, next)
	// What post says of the next state can be encoded only now that there is one.
	for _, b := range branches {
		b.scope.next = next
		tool := &u.scenario.Tools[u.scenario.Place(b.transition.Name())]
		for _, x := range e.answers(b.scope, tool, b.transition) {
			u.assert(e.Implies(b.when, x), "what a call of "+tool.Name+" answers")
		}
		for _, x := range e.rest(b.move) {
			u.assert(e.Implies(b.when, x), "what a call of "+b.transition.Name()+" does")
		}
	}
	u.keepOrder(i)
}

// next makes the state after call i.
func (u *Unrolling) next(i int, branches []branch) state {
	e, next := u.enc, slices.Clone(u.states[i])
	for k, before := range next {
		if !u.slice.keeps[k] {
			continue
		}
		value, open := e.next(k, before, branches)
		// What no call changes keeps its terms, so that nothing has to be said of it.
		if open.IsFalse() && identical(value, before) {
			continue
		}
		at, typ := fmt.Sprintf("%s@%d", leafName(e.leaves[k]), i+1), e.leaves[k].Type
		if open.IsFalse() {
			// A map changes in some columns. The others keep their terms.
			if _, ok := typ.(*types.Map); ok {
				next[k] = u.columnsAfter(at, before, value)
				continue
			}
			if next[k] = u.counted(at, value); next[k] != nil {
				continue
			}
		}
		next[k] = e.variable(at, typ, !open.IsFalse())
		u.enumerate(next[k], at)
		u.assert(e.Or(open, e.same(next[k], value)), "what becomes of "+e.leaves[k].Name())
	}
	return next
}
