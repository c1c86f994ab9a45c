package compiler

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/property"
)

// call adds the rules for a call of a tool: that what is so after it is
// reached, and, where the query asks for a last call that it can be, that
// there is an answer.
func (p *product) call(t system.Tool) {
	p.follow(t)
	if p.q.Kind == system.Reach && (p.q.Tool == "" || p.q.Tool == t.Name) {
		p.last(t)
	}
}

// A called is a call of a tool, as one rule has it.
type called struct {
	*clause
	tool system.Tool
	args []*argument

	next  state
	conds []condition
}

// called begins a rule about a call of a tool, with all that does not depend
// on the query.
func (p *product) called(t system.Tool) *called {
	c := &called{clause: p.begin(), tool: t, next: p.now}
	c.args = lists.Map(t.Inputs(), func(param *system.Parameter) *argument { return p.e.argument(param, parameterName(&t, param)) })
	if p.now == nil || t.Transition == nil {
		return c
	}
	lowered := p.system.Transition(t.Name)
	c.next = p.after(lowered)
	s := &scope{now: p.now, next: c.next, args: c.args}
	c.conds = p.e.conditions(s, lowered, p.sc.Ignored)
	for _, x := range p.e.afterKeys(s, lowered) {
		c.assert(x, "what becomes of the keys of a map")
	}
	for i, x := range p.e.effects(s, lowered.Assignments, lowered.Relations) {
		c.assert(x, place(p.sc.Model.File, t.Transition.Unit, lowered.Part(i)))
	}
	for _, x := range p.e.answers(s, &t, lowered) {
		c.assert(x, "what a call of "+t.Name+" answers")
	}
	return c
}

// heeds asserts the conditions of a call, but for one; all of them if it is nil.
func (c *called) heeds(but ast.Expr) {
	for _, cond := range c.conds {
		if cond.Expr() != but {
			c.assert(cond.holds, c.place(cond))
		}
	}
}

func (c *called) place(cond condition) string {
	return place(c.sc.Model.File, c.tool.Transition.Unit, cond.Clause)
}

// follow adds the rule that what is so after a call is reached.
func (p *product) follow(t system.Tool) {
	c := p.called(t)
	flags := slices.Clone(p.flags)
	if p.q.Kind == system.Forward && t.MayBreak() {
		wanted := c.violates()
		flags[0] = p.e.Or(flags[0], wanted)
		// Until then, a call must not break anything else.
		if p.q.First {
			c.assert(p.e.Or(p.flags[0], wanted, p.e.allowed(c.conds)), "nothing is broken before what the question names")
		}
		for _, cond := range c.conds {
			if !cond.holds.IsTrue() {
				// The term is true. It is there for its comment, which assert would drop.
				c.parts = append(c.parts, smt.Assertion{Term: p.e.Bool(true), Comment: "may break " + c.place(cond)})
			}
		}
	} else {
		c.heeds(nil)
	}
	see := sight{
		builder: p.e.Builder,
		called:  func(tool string) *smt.Term { return p.e.Bool(tool == t.Name) },
		where: func(q *property.Pattern) *smt.Term {
			if q.Tool != t.Name {
				return p.e.Bool(false)
			}
			return p.e.And(p.e.matches(c.args, q), p.agrees(c.args, q))
		},
	}
	bits := make([][]*smt.Term, len(p.bits))
	for i, check := range p.checks {
		bits[i] = check.step(see, p.bits[i])
	}
	for i, x := range p.spoken {
		flags[i] = p.e.Or(flags[i], x.of(see))
	}
	c.end(p.before(), p.reached.Holds(p.arguments(c.next, bits, flags)...), "a call of "+t.Name)
}

// violates holds where the call breaks what a forward query asks for.
func (c *called) violates() *smt.Term {
	e, q := c.e, c.q
	broke := e.Not(e.allowed(c.conds))
	if q.Tool == "" {
		return broke
	}
	if q.Tool != c.tool.Name {
		return e.Bool(false)
	}
	return e.And(broke, c.breaks())
}

// breaks holds where the call breaks the condition that the query names, if it
// names one.
func (c *called) breaks() *smt.Term {
	return c.e.broken(c.e.Bool(true), c.q, c.conds)
}

// last adds the rule that there is an answer where the call is as the query
// wants the last one.
func (p *product) last(t system.Tool) {
	c := p.called(t)
	c.heeds(p.q.Broken)
	c.assert(c.breaks(), "the last call breaks the condition that the question names")
	c.assert(c.e.changes(c.q, c.now, c.next), "the last call changes "+p.q.Changed)
	c.end(p.before(), p.goal.Holds(), "the last call is of "+t.Name)
}
