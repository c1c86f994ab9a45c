package compiler

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/property"
)

// Assume returns what has to be assumed so that the runs of the unrolling are
// the answers to a question with at most n calls. There are n steps or more.
// What it defines on the way is pending.
func (u *Unrolling) Assume(q system.Query, n int) []*smt.Term {
	list := []*smt.Term{u.AtMost(n)}
	for _, j := range u.slice.tools {
		// In these questions a precondition may be broken, so that its guard must not hold.
		broken := q.Kind == system.Forward || q.Kind == system.Reach && q.Broken != nil && q.Tool == u.scenario.Tools[j].Name
		if g := u.guards[j]; g != nil && broken {
			list = append(list, u.enc.Not(g))
		} else if g != nil {
			list = append(list, g)
		}
	}
	if q.Kind == system.Reach {
		return u.known(append(list, u.reached(q, n)...))
	}
	for _, c := range u.scenario.Case.Checks {
		holds := u.holds(c, n)
		if c == q.Check {
			holds = u.enc.Not(holds)
		}
		list = append(list, holds)
	}
	switch q.Kind {
	case system.ChecksAlone:
		return u.known(list)
	case system.Forward:
		list = append(append(list, u.violated(q, n)), u.undisturbed(q, n)...)
	case system.Commission:
		list = append(list, u.spoken(q, n))
	}
	return u.known(append(list, u.goal(q, n)...))
}

// known leaves out what holds anyway.
func (u *Unrolling) known(list []*smt.Term) []*smt.Term {
	for i, t := range list {
		// Assumptions are lifted as assertions are.
		list[i] = u.lifter.lift(t)
	}
	return slices.DeleteFunc(list, func(t *smt.Term) bool { return t.IsTrue() })
}

// AtMost holds where the trace has at most n calls.
func (u *Unrolling) AtMost(n int) *smt.Term {
	if n >= len(u.steps) {
		return u.enc.Bool(true)
	}
	return u.enc.Not(u.steps[n].any)
}

// A tracker is what is to be known of the calls so far: truth values, all false
// before the first call, and what becomes of them at call i, counted from 0.
type tracker struct {
	after [][]*smt.Term
	step  func(i int, had []*smt.Term) []*smt.Term
}

// track returns the truth values of a tracker after n calls.
func (u *Unrolling) track(key any, what string, values int, n int, step func(i int, had []*smt.Term) []*smt.Term) []*smt.Term {
	t := u.trackers[key]
	if t == nil {
		none := slices.Repeat([]*smt.Term{u.enc.Bool(false)}, values)
		t = &tracker{after: [][]*smt.Term{none}, step: step}
		u.trackers[key] = t
	}
	for len(t.after) <= n {
		i := len(t.after) - 1
		now := t.step(i, t.after[i])
		// Literals keep the terms from growing with each call.
		for k, x := range now {
			now[k] = u.define(x, fmt.Sprintf("%s, after %d calls", what, i+1))
		}
		t.after = append(t.after, now)
	}
	return t.after[n]
}

// holds is whether a check holds after n calls.
func (u *Unrolling) holds(c *ast.Check, n int) *smt.Term {
	p := u.prefixOf(c)
	now := u.prefix(c, n)
	return u.define(p.holds(u.enc.Builder, func(b *property.Basic) *smt.Term { return u.basic(p, b, now, n) }), c.Name.Name+" holds")
}

// basic is whether a basic form of a check holds after n calls, of which its
// prefix knows the truth values.
func (u *Unrolling) basic(p *prefix, b *property.Basic, now []*smt.Term, n int) *smt.Term {
	if !b.Joins() {
		return p.basic(u.enc.Builder, b, now)
	}
	// A form with variables has no automaton, and is encoded anew for each length.
	key := joined{b, n}
	if u.joined[key] == nil {
		u.joined[key] = u.define(u.view().quantified(b, n), fmt.Sprintf("a form with variables holds after %d calls", n))
	}
	return u.joined[key]
}

// joined is a basic form with variables after a number of calls.
type joined struct {
	*property.Basic
	calls int
}

func (u *Unrolling) view() *view {
	return &view{
		encoder: u.enc, scenario: u.scenario,
		calls: u.called,
		args:  func(i, tool int) []*argument { return u.steps[i].args[tool] },
		where: u.matched,
	}
}

func (u *Unrolling) called(i, tool int) *smt.Term {
	if c := u.steps[i].calls[tool]; c != nil {
		return c
	}
	return u.enc.Bool(false)
}

func (u *Unrolling) prefixOf(c *ast.Check) *prefix {
	if u.prefixes[c] == nil {
		u.prefixes[c] = newPrefix(u.scenario, c)
	}
	return u.prefixes[c]
}

// prefix is what is known of a check after n calls.
func (u *Unrolling) prefix(c *ast.Check, n int) []*smt.Term {
	p := u.prefixOf(c)
	return u.track(c, c.Name.Name, len(p.names()), n, func(i int, had []*smt.Term) []*smt.Term { return p.step(u.sight(i), had) })
}

// sight is call i as the automata of checks see it.
func (u *Unrolling) sight(i int) sight {
	return sight{
		builder: u.enc.Builder,
		called:  func(tool string) *smt.Term { return u.called(i, u.scenario.Place(tool)) },
		where:   func(p *property.Pattern) *smt.Term { return u.matched(i, p) },
	}
}

// matched is whether call i matches a pattern.
func (u *Unrolling) matched(i int, p *property.Pattern) *smt.Term {
	s, node := u.steps[i], nodeOf(p)
	// The literal replaces the term, so that it is defined once.
	s.where[node] = u.define(s.where[node], fmt.Sprintf("call %d matches a pattern of %s", i+1, p.Tool))
	return s.where[node]
}

// spoken is whether one of n calls is one that something speaks of that fails of
// the check in question.
func (u *Unrolling) spoken(q system.Query, n int) *smt.Term {
	c := q.Check
	p, made := u.prefixOf(c), u.spokenOf(q, n)
	var any []*smt.Term
	for k, x := range spokenIn(p.property, q) {
		fails := u.enc.Bool(true)
		if x.fails != nil {
			fails = u.enc.Not(u.basic(p, x.fails, u.prefix(c, n), n))
		}
		any = append(any, u.enc.And(made[k], fails))
	}
	return u.define(u.enc.Or(any...), "a call that "+c.Name.Name+" speaks of")
}

// spokenOf is, for each of [spokenIn] of a check, whether one of n calls is one
// that it speaks of.
func (u *Unrolling) spokenOf(q system.Query, n int) []*smt.Term {
	list := spokenIn(u.prefixOf(q.Check).property, q)
	key := spokenOf{q.Check, q.Others}
	return u.track(key, "a call that "+q.Check.Name.Name+" speaks of", len(list), n, func(i int, had []*smt.Term) []*smt.Term {
		var after []*smt.Term
		for k, x := range list {
			after = append(after, u.enc.Or(had[k], x.of(u.sight(i))))
		}
		return after
	})
}

type spokenOf struct {
	*ast.Check
	others bool
}

// goal is what the question wants of the goal after n calls.
func (u *Unrolling) goal(q system.Query, n int) []*smt.Term {
	if len(u.goals) == 0 {
		return nil
	}
	all := u.define(u.enc.And(u.enc.truths(&scope{now: u.states[n]}, u.goals)...), fmt.Sprintf("the goal after %d calls", n))
	if q.Kind == system.Omission && q.Check == nil {
		return []*smt.Term{u.enc.Not(all)}
	}
	return []*smt.Term{all}
}

// Broke holds where call i, counted from 0, is of a tool that checks name, and
// breaks a precondition.
func (u *Unrolling) Broke(i int) *smt.Term {
	s, e := u.steps[i], u.enc
	if s.broke == nil {
		var any []*smt.Term
		for _, j := range u.slice.tools {
			if u.guards[j] != nil {
				any = append(any, e.And(s.calls[j], e.Not(e.allowed(s.conds[j]))))
			}
		}
		s.broke = u.define(e.Or(any...), fmt.Sprintf("call %d breaks a precondition", i+1))
	}
	return s.broke
}

// Violations holds where at least so many of the first n calls break a
// precondition; so many is one or more.
func (u *Unrolling) Violations(least, n int) *smt.Term {
	return u.define(u.atLeast(least, n, u.Broke), fmt.Sprintf("%d of %d calls break a precondition", least, n))
}

// violation is a part of a query as the key of a tracker.
type violation struct {
	tool   string
	broken ast.Expr
	first  bool
}

// violated is whether one of n calls breaks what a forward question asks for.
func (u *Unrolling) violated(q system.Query, n int) *smt.Term {
	if q.First {
		return u.violatedFirst(q, n)
	}
	return u.track(violation{q.Tool, q.Broken, false}, "a precondition is broken", 1, n, func(i int, had []*smt.Term) []*smt.Term {
		wanted := u.Broke(i)
		if q.Tool != "" {
			wanted = u.enc.And(wanted, u.breaks(q, i))
		}
		return []*smt.Term{u.enc.Or(had[0], wanted)}
	})[0]
}

// violatedFirst is the same where the first call that breaks anything has to be
// the one that the question asks for.
func (u *Unrolling) violatedFirst(q system.Query, n int) *smt.Term {
	e := u.enc
	return u.track(violation{q.Tool, q.Broken, true}, "the first broken precondition is the one asked for", 2, n, func(i int, had []*smt.Term) []*smt.Term {
		// had[1] is whether an earlier call has broken anything.
		wanted := e.And(e.Not(had[1]), u.Broke(i), u.breaks(q, i))
		return []*smt.Term{e.Or(had[0], wanted), e.Or(had[1], u.Broke(i))}
	})[0]
}

// breaks is whether call i is of the tool that the query names, and breaks the
// condition that it names, if it is one of the tool.
func (u *Unrolling) breaks(q system.Query, i int) *smt.Term {
	j := u.scenario.Place(q.Tool)
	if j < 0 || u.steps[i].calls[j] == nil {
		return u.enc.Bool(false)
	}
	s := u.steps[i]
	return u.enc.broken(s.calls[j], q, s.conds[j])
}

// reachedBy is a Reach question, with what it ignores, as the key of a tracker.
type reachedBy struct {
	system.Query
	ignorings int
}

// reached is what a Reach question wants of n calls: that the last one is as it
// wants it, and that none before breaks the condition that the question names,
// nor any call another one.
func (u *Unrolling) reached(q system.Query, n int) []*smt.Term {
	now := u.track(reachedBy{q, u.ignorings}, "the last call is the one asked for", 3, n, func(i int, had []*smt.Term) []*smt.Term {
		return u.reachStep(q, i, had)
	})
	return []*smt.Term{now[0], u.enc.Not(now[2])}
}

// reachStep has three truth values: the last call so far is the one asked for; a
// call broke the condition that the question names; the trace is none of those
// wanted, whatever follows.
func (u *Unrolling) reachStep(q system.Query, i int, had []*smt.Term) []*smt.Term {
	e, s := u.enc, u.steps[i]
	wanted, broke, wrong := s.any, e.Bool(false), had[2]
	if q.Tool != "" {
		wanted = u.breaks(q, i)
	}
	if q.Broken != nil {
		broke = u.breaks(q, i)
		// The call that breaks the condition must be the last one.
		wrong = e.Or(wrong, e.And(had[1], s.any), u.breaksOther(q, i))
	}
	wanted = e.And(wanted, e.changes(q, u.states[i], u.states[i+1]))
	// A call that is left out changes nothing.
	return []*smt.Term{e.choose(s.any, wanted, had[0]), e.Or(had[1], broke), wrong}
}

// breaksOther is whether call i is of the tool that the query names, and breaks
// another condition than the one that it names and those that are ignored.
func (u *Unrolling) breaksOther(q system.Query, i int) *smt.Term {
	s, j := u.steps[i], u.scenario.Place(q.Tool)
	if j < 0 || s.calls[j] == nil {
		return u.enc.Bool(false)
	}
	var others []*smt.Term
	for _, c := range s.conds[j] {
		if c.Expr() != q.Broken && !u.ignored[c.Expr()] {
			others = append(others, c.holds)
		}
	}
	return u.enc.And(s.calls[j], u.enc.Not(u.enc.And(others...)))
}

// Calls returns the calls of the trace that a solver found, of the first n, as
// [Paths.Path] wants them.
func (u *Unrolling) Calls(v smt.Values, n int) ([]int, error) {
	var list []int
	for _, s := range u.steps[:n] {
		found := 0
		for _, j := range u.slice.tools {
			is, err := v.Truth(s.calls[j])
			if err != nil {
				return nil, err
			}
			if is {
				found = j + 1
				break
			}
		}
		if found == 0 {
			break
		}
		list = append(list, found)
	}
	return list, nil
}

// Sooner returns assumptions under which call i, counted from 0, is there and
// of a tool that comes before one, which is a place as in Calls, and whether
// there is such a tool at all.
func (u *Unrolling) Sooner(i, than int) ([]*smt.Term, bool) {
	list, some := []*smt.Term{u.steps[i].any}, false
	for _, j := range u.slice.tools {
		if j+1 < than {
			some = true
		} else {
			list = append(list, u.enc.Not(u.steps[i].calls[j]))
		}
	}
	return list, some
}

// Is is the literal for call i, counted from 0, being of a tool, which is a
// place as in Calls.
func (u *Unrolling) Is(i, tool int) *smt.Term { return u.steps[i].calls[tool-1] }

// Earlier holds where the tools of the calls come before those of a list, in
// the order of lists.
func (u *Unrolling) Earlier(calls []int) *smt.Term {
	e := u.enc
	same, any := e.Bool(true), e.Bool(false)
	for i, than := range calls {
		var sooner []*smt.Term
		for _, j := range u.slice.tools {
			if j+1 < than {
				sooner = append(sooner, u.steps[i].calls[j])
			}
		}
		any = e.Or(any, e.And(same, e.Or(sooner...)))
		same = e.And(same, u.Is(i, than))
	}
	return any
}
