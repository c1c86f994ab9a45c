package modeltest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/types"
)

// A poster draws the clauses of a post section: over the state before the call
// as a scope does, and over that after it.
type poster struct {
	*scope
	after   *scope // the same with next values
	targets []target
	results []term // that what is assigned may look at
}

// A target is a next value that can be assigned to, beside the value now.
type target struct {
	name      string // of the variable
	next, now term
}

func (g *generator) poster(t *toolDraft) *poster {
	p := &poster{scope: g.scope(t), after: g.scope(t)}
	for _, v := range g.vars {
		if _, ok := v.typ.(*types.Map); ok {
			list := p.keyedTargets(v)
			p.targets = append(p.targets, list...)
			for _, x := range list {
				p.after.terms = append(p.after.terms, x.next)
			}
			continue
		}
		now := term{text: v.name, typ: v.typ}.terms()
		next := term{text: "(next " + v.name + ")", typ: v.typ, next: true}.terms()
		// terms lists the fields of both in the same order, so the indices agree.
		for i := range next {
			p.targets = append(p.targets, target{v.name, next[i], now[i]})
		}
		p.after.terms = append(p.after.terms, next...)
	}
	return p
}

// clauses draws the clauses. Most of them are about different variables, since
// what contradicts itself cannot happen.
func (p *poster) clauses() []string {
	var list []string
	free := p.targets
	p.terms = append(p.terms, p.results...)
	for range p.between(0, 3) {
		x := p.target(&free)
		list = append(list, p.effect(x, p.target(&free))...)
	}
	return list
}

// target draws a target among those that are free, of which those of the same
// variable are then no more.
func (p *poster) target(free *[]target) target {
	// Sometimes a taken variable is drawn: contradictions are tested, too.
	if len(*free) == 0 || p.oneIn(6) {
		return pick(p.drawer, p.targets)
	}
	x := pick(p.drawer, *free)
	*free = slices.DeleteFunc(slices.Clone(*free), func(y target) bool { return x.name == y.name })
	return x
}

// effect draws what one leaf becomes, or two.
func (p *poster) effect(x, y target) []string {
	var list []string
	say := func(format string, args ...any) func() string {
		return func() string {
			list = append(list, fmt.Sprintf(format, args...))
			return ""
		}
	}
	guard := func() string { return p.boolean(1) }
	// The weights favour what models really do: plain and guarded assignments.
	p.choose(
		choice{6, func() string { return say("%s", p.assign(x))() }},
		choice{3, func() string {
			g := guard()
			say("(=> %s %s)", g, p.assign(x))()
			return say("(=> (not %s) (= %s %s))", g, x.next.text, x.now.text)()
		}},
		choice{1, func() string { return say("(=> %s %s)", guard(), p.assign(x))() }},
		choice{1, func() string {
			return say("(=> %s (and %s (=> %s %s)))", guard(), p.assign(x), guard(), p.assign(y))()
		}},
		choice{1, func() string { return say("%s", p.and(p.assign(x), p.assign(y)))() }},
		choice{1, func() string { return say("(or %s %s)", p.assign(x), p.assign(x))() }},
		choice{1, func() string { return say("(or %s %s)", p.assign(x), p.assign(y))() }},
		choice{2, func() string {
			say("%s", p.assign(x))()
			return say("(=> %s %s)", guard(), p.assign(x))()
		}},
		choice{3, func() string { return say("%s", p.relation(x))() }},
		choice{1, func() string { return say("(=> %s %s)", p.mention(x, p.after.boolean(1)), p.assign(y))() }})
	return list
}

// assign draws an assignment, either way round.
func (p *poster) assign(x target) string {
	e := p.other(x.now.text, x.next.typ, 2)
	if x.now.typ != types.Bool && p.oneIn(4) {
		e = p.changed(x)
	}
	if p.oneIn(4) {
		return "(= " + e + " " + x.next.text + ")"
	}
	return "(= " + x.next.text + " " + e + ")"
}

// changed draws an expression of what a leaf is now.
func (p *poster) changed(x target) string {
	switch t := x.now.typ.(type) {
	case *types.Array:
		op := pick(p.drawer, []string{"insert", "remove"})
		return "(" + op + " " + x.now.text + " " + p.expr(t.Elem, 1) + ")"
	case types.Basic:
		if types.IsNumber(t) {
			op := pick(p.drawer, []string{"+", "-"})
			return "(" + op + " " + x.now.text + " " + p.number(t, 1) + ")"
		}
	}
	return p.expr(x.now.typ, 1)
}

// relation draws a clause about a next value that is no assignment.
func (p *poster) relation(x target) string {
	a := p.after
	general := func() string { return p.mention(x, a.boolean(2)) }
	list := []choice{
		{1, func() string { return "(= " + x.next.text + a.operands(x.next.typ, 2, 2, 0) + ")" }},
		{1, func() string { return "(not " + a.equal(x.next, 1) + ")" }},
		{1, general},
	}
	for _, other := range p.targets {
		if other.next.text != x.next.text && types.Identical(other.next.typ, x.next.typ) {
			list = append(list, choice{3, func() string { return "(= " + x.next.text + " " + other.next.text + ")" }})
			break
		}
	}
	switch t := x.next.typ.(type) {
	case *types.Array:
		list = append(list, choice{3, func() string { return "(contains " + x.next.text + " " + a.expr(t.Elem, 1) + ")" }})
	case types.Basic:
		list = append(list, choice{3, func() string { return p.bare(x) }})
	}
	return p.choose(list...)
}

// bare draws a relation of a simple next value to the one now.
func (p *poster) bare(x target) string {
	switch {
	case x.next.typ == types.Bool:
		return pick(p.drawer, []string{x.next.text, "(not " + x.next.text + ")", "(or " + x.next.text + " " + x.now.text + ")"})
	case types.IsNumber(x.next.typ):
		op := pick(p.drawer, orders).String()
		if p.flip() {
			return "(<= 0 " + x.next.text + " 2)"
		}
		return "(" + op + " " + x.next.text + " " + x.now.text + ")"
	}
	return p.after.equal(x.next, 1)
}

// mention returns a condition that is one part and speaks of a next value.
func (p *poster) mention(x target, condition string) string {
	if strings.Contains(condition, "(next ") {
		// and and => at the top would be split into parts, so or keeps the condition whole.
		if strings.HasPrefix(condition, "(and ") || strings.HasPrefix(condition, "(=> ") {
			return "(or " + condition + ")"
		}
		return condition
	}
	return "(or " + condition + " (= " + x.next.text + " " + x.now.text + "))"
}
