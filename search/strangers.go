package search

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A stranger is a string that is no constant of its group and that nothing had
// before the call whose argument it is. Strangers come in by arguments alone, or with
// what is open: a leaf may have one only if a call puts one there. Many leaves
// cannot: a call that puts an argument there requires first that a list of
// constants contains it.

// strangeLeaves returns the leaves of a group that may have a stranger, in some state:
// the least set that has those that are open at first or after a call, and is closed
// under the assignments of the tools that may be called. It may have too many.
func (d *domains) strangeLeaves(g *group) []int {
	f := &flow{domains: d, group: g, strange: make([]bool, len(d.x.inside))}
	related := d.x.related()
	for _, l := range g.slots {
		// What is free at first, or set by a relation, may be any string.
		f.strange[l] = d.x.search.init[l] == unset || related[l]
	}
	for grown := true; grown; {
		grown = false
		for _, c := range d.x.callers {
			grown = f.call(c) || grown
		}
	}
	return slices.DeleteFunc(slices.Clone(g.slots), func(l int) bool { return !f.strange[l] })
}

// A flow is how strangers of a group get from arguments into leaves.
type flow struct {
	*domains
	group   *group
	strange []bool // by leaf
	asked   []int  // arguments of the call that are being looked at
}

// call marks the leaves that a call may bring a stranger to, and reports whether
// there is one that was not marked.
func (f *flow) call(c *caller) (grown bool) {
	if c.rule == nil {
		return false
	}
	mark := func(l int) {
		if !f.strange[l] && slices.Contains(f.group.slots, l) {
			f.strange[l], grown = true, true
		}
	}
	for _, l := range c.rule.transition.Open {
		mark(l)
	}
	for _, a := range c.rule.assigns {
		if f.brings(c, a.Value) || a.Key != nil && f.brings(c, a.Key) {
			for _, l := range a.Leaves {
				mark(l)
			}
		}
	}
	return grown
}

// brings reports whether a stranger may be in the value of a term.
func (f *flow) brings(c *caller, t *system.Term) bool {
	switch {
	case t.Is(ops.Remove):
		// What is left after a removal was in the set before.
		return f.brings(c, t.Args[0])
	case t.Is(ops.Insert):
		return slices.ContainsFunc(t.Args, func(a *system.Term) bool { return f.brings(c, a) })
	}
	return slices.ContainsFunc(t.Reads, func(r system.Read) bool {
		if r.Kind != system.Argument {
			return f.strange[r.Index]
		}
		p := c.params[r.Index]
		return !p.Chosen() && f.find(textsAt(p.place)) == f.group.root && !f.familiar(c, r.Index)
	})
}

// familiar reports whether what has to hold before a call keeps strangers from one of
// its arguments. What only equals itself, by way of others, is not kept from them.
func (f *flow) familiar(c *caller, arg int) bool {
	if f.x.Kind == system.Forward && c.tool.MayBreak() || slices.Contains(f.asked, arg) {
		return false
	}
	f.asked = append(f.asked, arg)
	defer func() { f.asked = f.asked[:len(f.asked)-1] }()
	for i, t := range c.rule.transition.Pre {
		// The conditions of a rule begin with the clauses of pre, in the same order.
		if c.conds[i] && (f.x.Broken == nil || t.Expr != f.x.Broken) && f.limits(c, t, arg) {
			return true
		}
	}
	return false
}

// limits reports whether an argument is no stranger if a term holds.
func (f *flow) limits(c *caller, t *system.Term, arg int) bool {
	some := func(a *system.Term) bool { return f.limits(c, a, arg) }
	is := func(a *system.Term) bool {
		return a.Kind == system.Argument && a.Index == arg && len(a.Path) == 0
	}
	switch {
	case t.Is(ops.And):
		return slices.ContainsFunc(t.Args, some)
	case t.Is(ops.Or):
		return len(t.Args) > 0 && !slices.ContainsFunc(t.Args, func(a *system.Term) bool { return !some(a) })
	case t.Is(ops.Equal):
		return slices.ContainsFunc(t.Args, is) && slices.ContainsFunc(t.Args, func(a *system.Term) bool { return !is(a) && !f.brings(c, a) })
	case t.Is(ops.Contains):
		_, list := t.Args[0].Type.(*types.Array)
		return list && is(t.Args[1]) && !f.brings(c, t.Args[0])
	}
	return false
}
