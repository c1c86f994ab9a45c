package compiler

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
)

// A Formula says, of all traces of at most Bound calls, which are answers to
// a query. It is satisfiable if there is one.
type Formula struct {
	Query      system.Query
	Bound      int
	Assertions []smt.Assertion

	scenario *system.Scenario
	enc      *encoder
	said     int // how many conditions of the encoder are among the assertions
	steps    []*step
	states   []state // Bound+1 of them; none where the model is left aside
}

// A step of the unrolled trace.
type step struct {
	tool   *smt.Term              // which of the tools is called, from 1 on; 0 for none
	calls  []*smt.Term            // by tool: it is the one called
	args   [][]*argument          // by tool
	broken []*smt.Term            // by tool of F: it is the one called, and a precondition does not hold
	broke  *smt.Term              // one of broken holds; in a forward query
	conds  [][]condition          // by tool
	named  *smt.Term              // it is of the tool that the query names, and breaks the condition that it names; nil if it names none
	where  map[ast.Node]*smt.Term // by node: the call matches its pattern
}

// Reference encodes a query the paper's way (seed 000, App. 0.B.3): an
// integer for the tool of each step, implications for each step and each
// transition, equalities for what keeps its value, and pairs of steps for
// the temporal forms. It is meant to be seen to be right, not to be fast. Its
// size is about bound × (size of the model + tools × variables) + bound² ×
// size of the checks. It returns nil where [Supports] returns an error.
func Reference(sc *system.Scenario, q system.Query, bound int) *Formula {
	f, _ := ReferenceWithin(context.Background(), sc, q, bound)
	return f
}

// ReferenceWithin does the same and gives up where ctx ends, of which it returns
// the cause, with [smt.ErrLarge], and where [Supports] returns an error.
func ReferenceWithin(ctx context.Context, sc *system.Scenario, q system.Query, bound int) (f *Formula, err error) {
	if err := Supports(system.Lower(sc.Model), sc, q); err != nil {
		return nil, err
	}
	defer smt.Recover(&err)
	f = &Formula{Query: q, Bound: bound, scenario: sc, enc: newEncoder(system.Leaves(sc.Model))}
	f.enc.While(ctx)
	f.enc.enumerate(sc)
	if q.Kind != system.ChecksAlone {
		f.initial()
	}
	for i := range bound {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		f.step(i)
	}
	// Without steps, nothing else mentions the elements that tools speak of.
	if bound == 0 && q.Kind != system.ChecksAlone && infinite(sc) {
		f.strangers()
	}
	f.ask(f.goals)
	f.finish()
	f.enc.While(nil)
	return f, nil
}

// finish adds the conditions of the encoder to the assertions.
func (f *Formula) finish() {
	f.enc.finish()
	f.said = len(f.enc.required)
	f.Assertions = append(slices.Clip(f.enc.required), f.Assertions...)
}

func (f *Formula) assert(t *smt.Term, comment string) {
	if !t.IsTrue() {
		f.Assertions = append(f.Assertions, smt.Assertion{Term: t, Comment: comment})
	}
}

// state makes the symbols of a state.
func (f *Formula) state(i int) state {
	return lists.Map(f.enc.leaves, func(l system.Leaf) *symbol { return f.enc.fresh(symbolName(l, i), l.Type) })
}

// symbolName names a leaf of the state after i calls.
func symbolName(l system.Leaf, i int) string {
	return strings.Join(append([]string{fmt.Sprintf("%s@%d", word(l.Var.Name()), i)}, lists.Map(l.Path, word)...), " ")
}

// initial makes the first state, with what the case says of it.
func (f *Formula) initial() {
	f.states = append(f.states, f.state(0))
	for _, a := range f.enc.startsAs(f.scenario, f.states[0]) {
		f.assert(a.Term, a.Comment)
	}
}

// step adds the call number i, counted from 0, and the state after it.
func (f *Formula) step(i int) {
	e := f.enc
	s := &step{tool: e.Var(fmt.Sprintf("(tool) %d", i+1), smt.Int)}
	f.steps = append(f.steps, s)
	f.assert(e.And(e.Le(e.Int(0), s.tool), e.Le(s.tool, e.Int(int64(len(f.scenario.Tools))))), fmt.Sprintf("call %d is of one of %d tools, or none", i+1, len(f.scenario.Tools)))
	if i > 0 {
		none := e.Eq(f.steps[i-1].tool, e.Int(0))
		f.assert(e.Implies(none, e.Eq(s.tool, e.Int(0))), "no call after the end")
	}
	for j, t := range f.scenario.Tools {
		s.calls = append(s.calls, e.Eq(s.tool, e.Int(int64(j+1))))
		args := lists.Map(t.Inputs(), func(p *system.Parameter) *argument {
			return e.argument(p, argumentName(&t, p, i))
		})
		s.args = append(s.args, args)
	}
	if f.Query.Kind != system.ChecksAlone {
		f.states = append(f.states, f.state(i+1))
		f.transitions(i)
	}
	s.where = where(f.scenario, e, s.calls, s.args)
}

// strangers encodes what the tools say, for the elements of sets and the keys of maps
// that they speak of, where no call does: a witness has those only if it must.
func (f *Formula) strangers() {
	for _, t := range f.scenario.Tools {
		args := lists.Map(t.Inputs(), func(p *system.Parameter) *argument { return f.enc.argument(p, parameterName(&t, p)+" (not called)") })
		if t.Transition == nil {
			continue
		}
		// A reading needs a next state. It is the same one here, as nothing of it is asserted.
		f.states = append(f.states, f.states[0])
		r := f.reading(0, t.Transition, args)
		for _, c := range f.scenario.Conditions(t.Transition) {
			r.condition(c)
		}
		r.post(f.scenario.Model, t.Transition)
		f.states = f.states[:1]
	}
}

// transitions ties a step to the states around it.
func (f *Formula) transitions(i int) {
	e, s := f.enc, f.steps[i]
	f.frame(e.Eq(s.tool, e.Int(0)), i, "no call")
	// conds has an entry for each tool, also for one without a transition.
	for j, t := range f.scenario.Tools {
		s.conds = append(s.conds, nil)
		if t.Transition == nil {
			f.frame(s.calls[j], i, t.Name+" is not modelled")
			f.breaks(s, j, t)
			continue
		}
		r := f.reading(i, t.Transition, s.args[j])
		for _, c := range f.scenario.Conditions(t.Transition) {
			s.conds[j] = append(s.conds[j], condition{c, r.condition(c)})
		}
		for _, a := range r.post(f.scenario.Model, t.Transition) {
			f.assert(e.Implies(s.calls[j], a.Term), a.Comment)
		}
		for _, a := range s.args[j] {
			if a.Answer && a.Bound != nil && f.scenario.Model.Tie(t.Transition, a.Bound) != nil {
				f.assert(e.Implies(s.calls[j], e.gives(a.symbol, r.result(a.Bound))), "what a call of "+t.Name+" answers")
			}
		}
		f.guard(s, j, t)
	}
	if f.Query.Kind == system.Forward {
		s.broke = e.Var(fmt.Sprintf("(broken) %d", i+1), smt.Bool)
		f.assert(e.Eq(s.broke, e.Or(s.broken...)), fmt.Sprintf("whether call %d breaks a precondition", i+1))
	}
}

// guard asserts the preconditions of a call, or notes that they are broken,
// as the query asks.
func (f *Formula) guard(s *step, j int, t system.Tool) {
	e := f.enc
	if f.Query.Kind == system.Forward && t.MayBreak() {
		s.broken = append(s.broken, e.And(s.calls[j], e.Not(e.allowed(s.conds[j]))))
		f.breaks(s, j, t)
		return
	}
	f.breaks(s, j, t)
	for _, c := range s.conds[j] {
		if f.Query.Kind == system.Reach && c.Expr() == f.Query.Broken {
			continue // of all calls but the last: see reach
		}
		f.assert(e.Implies(s.calls[j], c.holds), place(f.scenario.Model.File, t.Transition.Unit, c.Clause))
	}
}

// breaks notes whether a call breaks the condition that the query names.
func (f *Formula) breaks(s *step, j int, t system.Tool) {
	if t.Name != f.Query.Tool {
		return
	}
	s.named = f.enc.broken(s.calls[j], f.Query, s.conds[j])
}

// broken holds where a call, which is made where a truth value says so, breaks
// the condition that a query names, of those that the call has, and, if that is
// wanted, none before it; where the query names none, it holds where the call is
// made.
func (e *encoder) broken(called *smt.Term, q system.Query, conds []condition) *smt.Term {
	n := slices.IndexFunc(conds, func(c condition) bool { return q.Broken != nil && c.Expr() == q.Broken })
	if n < 0 {
		return called
	}
	broken := e.And(called, e.Not(conds[n].holds))
	if q.First {
		return e.And(broken, e.allowed(conds[:n]))
	}
	return broken
}

// frame keeps all variables where a condition holds.
func (f *Formula) frame(when *smt.Term, i int, why string) {
	for n, l := range f.enc.leaves {
		f.assert(f.enc.Implies(when, f.enc.same(f.states[i][n], f.states[i+1][n])), why+": keeps "+l.Name())
	}
}

// reading is how a call of a transition is read.
func (f *Formula) reading(i int, t *checker.Transition, args []*argument) *reading {
	m := f.scenario.Model
	return &reading{encoder: f.enc, in: scope{now: f.states[i], next: f.states[i+1], args: args}, unit: t.Unit, assignments: m.Assignments(t), types: m.TypeOf, object: m.ObjectOf, ties: m.Ties(t)}
}

// ask asserts what the query wants of checks, goal and preconditions. goals
// encodes the clauses of the goal in the last state.
func (f *Formula) ask(goals func() []*smt.Term) {
	e, q := f.enc, f.Query
	if q.Kind == system.Reach {
		f.reach()
		return
	}
	for _, c := range f.scenario.Case.Checks {
		if c == q.Check {
			f.assert(e.Not(f.check(c.Form)), "the trace fails "+checkPlace(f.scenario, c))
			continue
		}
		f.assert(f.check(c.Form), "the trace passes "+checkPlace(f.scenario, c))
	}
	switch q.Kind {
	case system.ChecksAlone:
		for _, s := range f.steps {
			for j, t := range f.scenario.Tools {
				if !t.Named {
					f.assert(e.Not(s.calls[j]), "the checks alone: no call of "+t.Name)
				}
			}
		}
		return
	case system.Forward:
		f.undisturbed()
		var any []*smt.Term
		none := e.Bool(true) // no call so far breaks anything
		for _, s := range f.steps {
			any = append(any, e.And(none, f.violates(s)))
			if q.First {
				none = e.And(none, e.Not(s.broke))
			}
		}
		f.assert(e.Or(any...), "some call of a tool of the checks breaks a precondition")
	case system.Commission:
		f.assert(f.spoken(f.scenario.Property(q.Check)), "some call matches a pattern of "+q.Name())
	}
	f.goal(goals())
}

// undisturbed asserts that no tool is called that disturbs, if the query wants
// that.
func (f *Formula) undisturbed() {
	for i, s := range f.steps {
		for j, t := range f.scenario.Tools {
			if f.Query.Undisturbed && t.Disturbs() {
				f.assert(f.enc.Not(s.calls[j]), fmt.Sprintf("call %d is not of %s", i+1, t.Name))
			}
		}
	}
}

// violates holds where a call breaks what a forward query asks for.
func (f *Formula) violates(s *step) *smt.Term {
	switch {
	case f.Query.Tool == "":
		return s.broke
	case s.named == nil:
		return f.enc.Bool(false)
	}
	return f.enc.And(s.broke, s.named)
}

// reach asserts what the query wants of the last call, and that all calls
// before it break no precondition.
func (f *Formula) reach() {
	e := f.enc
	var any []*smt.Term
	for i, s := range f.steps {
		last := e.Not(e.Eq(s.tool, e.Int(0)))
		if i+1 < f.Bound {
			last = e.And(last, e.Eq(f.steps[i+1].tool, e.Int(0)))
		}
		wanted := last
		if f.Query.Tool != "" {
			if s.named == nil {
				// The tool is none of the scenario.
				continue
			}
			wanted = e.And(last, s.named)
			if f.Query.Broken != nil {
				f.assert(e.Implies(s.named, last), fmt.Sprintf("call %d breaks the condition only if it is the last", i+1))
			}
		}
		any = append(any, e.And(wanted, e.changes(f.Query, f.states[i], f.states[i+1])))
	}
	f.assert(e.Or(any...), "the last call is as the query wants it")
}

// goal asserts the goal, or, where the query is about it, its negation.
func (f *Formula) goal(all []*smt.Term) {
	if len(all) == 0 {
		return
	}
	if f.Query.Kind == system.Omission && f.Query.Check == nil {
		f.assert(f.enc.Not(f.enc.And(all...)), "the trace fails the goal")
		return
	}
	for i, t := range all {
		f.assert(t, goalPlace(f.scenario, i))
	}
}

// goals returns which clauses of the goal hold in the end.
func (f *Formula) goals() []*smt.Term {
	sc := f.scenario
	if len(sc.Case.Goals) == 0 {
		return nil
	}
	r := &reading{encoder: f.enc, in: scope{now: f.states[f.Bound]}, unit: sc.Case.Decl.Goal, types: sc.Suite.TypeOf, object: sc.Suite.ObjectOf}
	return r.truths(sc.Case.Goals)
}

// view returns the calls as checks see them.
func (f *Formula) view() *view {
	return &view{
		encoder: f.enc, scenario: f.scenario,
		calls: func(i, tool int) *smt.Term { return f.steps[i].calls[tool] },
		args:  func(i, tool int) []*argument { return f.steps[i].args[tool] },
		where: func(i int, p *property.Pattern) *smt.Term { return f.steps[i].where[nodeOf(p)] },
	}
}

// spoken holds where some basic form of a check fails, and a call is one that it
// speaks of.
func (f *Formula) spoken(p *property.Property) *smt.Term {
	v, e := f.view(), f.enc
	var any []*smt.Term
	for _, b := range p.Basics() {
		var calls []*smt.Term
		for i := range f.Bound {
			for _, q := range b.Target {
				if speaks(b) && f.Query.Counts(q) {
					calls = append(calls, v.watched(b, q, i))
				}
			}
		}
		any = append(any, e.And(e.Not(v.quantified(b, f.Bound)), e.Or(calls...)))
	}
	return e.Or(any...)
}

// check encodes a check as it is written, with quantifiers over steps and pairs
// of steps.
func (f *Formula) check(form ast.CheckForm) *smt.Term {
	b := &property.Basic{Form: ast.FormOf(form)}
	switch c := form.(type) {
	case *ast.Combination:
		parts := lists.Map(c.Operands, f.check)
		if c.Form == forms.And {
			return f.enc.And(parts...)
		}
		return f.enc.Or(parts...)
	case *ast.Temporal:
		b.Target, b.Anchor = f.patterns(c.Target), f.patterns(c.Anchor)
		b.Forbid = slices.ContainsFunc(b.Target, func(p *property.Pattern) bool { return p.Node.No })
	case *ast.Count:
		b.Target, b.Limit = f.patterns(c.Target), c.Limit()
	default:
		b.Target = f.patterns(c)
	}
	return f.view().quantified(b, f.Bound)
}

// patterns returns the patterns in a target or an anchor, and in the groups that
// it names.
func (f *Formula) patterns(form ast.CheckForm) (list []*property.Pattern) {
	switch c := form.(type) {
	case *ast.Combination:
		for _, o := range c.Operands {
			list = append(list, f.patterns(o)...)
		}
		return list
	case *ast.GroupRef:
		return f.patterns(f.scenario.Suite.Group(c.Name))
	}
	all := f.scenario.Patterns()
	return all[slices.IndexFunc(all, func(p *property.Pattern) bool { return nodeOf(p) == form }):][:1]
}
