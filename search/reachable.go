package search

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// The reachable values of a slice are what each leaf may be in any state that
// its tools lead to: a few values, or anything. They begin with what the case
// says, and grow by what tools write that can be called, until nothing is new.
// Each leaf is taken by itself, so that more states seem possible than are, and
// never fewer. Planners call this the delete relaxation;
// compiler/unroll_values.go does the same for terms.
//
// Two things follow for the slice. A tool that can be called in none of these
// states is called in no trace, and the slice can do without it, and without
// what is of use to it alone. And what is wished for and is so in all of these
// states needs no help: leave out of an answer the calls that write nothing
// else of use; up to any call that is left, what is left is a run of the tools
// of the slice, so that the wish is true there.
//
// A call that a check forbids which has to hold is in no answer, nor in what is
// left of one, and counts as impossible.
type reachable struct {
	*slice
	of     []possible // by leaf
	tries  int        // left for what is at work
	live   []int      // places of the tools that may be called
	always map[sought]bool
}

// A possible lists what a leaf may be, or says that it may be anything.
type possible struct {
	list []cell
	any  bool
}

// sought is what makes two wishes the same.
type sought struct {
	*literal
	truth bool
}

const (
	mostPossible = 6   // values of a leaf; more are anything
	mostTries    = 100 // for one tool; it is held to be possible then
)

// ahead returns the reachable values of the tools kept, or nil where it is of no use: a
// tool that a check speaks of stays anyway.
func (s *slice) ahead() *reachable {
	if s.Kind == system.ChecksAlone || !slices.ContainsFunc(s.order, func(place int) bool { return !s.search.scenario.Tools[place].Named }) {
		return nil
	}
	p := &reachable{slice: s, of: make([]possible, len(s.search.model.leaves)), always: make(map[sought]bool)}
	for l, c := range s.search.init {
		if c == unset {
			p.of[l].any = true
		} else {
			p.of[l].list = []cell{c}
		}
	}
	p.load()
	left := slices.Clone(s.order)
	for again := true; again; {
		again = false
		left = slices.DeleteFunc(left, func(place int) bool {
			if !p.may(s.search.caller(place), nil) {
				return false
			}
			p.live = append(p.live, place)
			again = true
			return true
		})
		for _, place := range p.live {
			again = p.grow(s.search.caller(place)) || again
		}
	}
	for _, list := range [][]wish{s.folded, s.whole} {
		for _, x := range list {
			p.settle(x)
		}
	}
	return p
}

// settle finds out whether a wish is true in all states.
func (p *reachable) settle(x wish) {
	at := sought{x.literal, x.truth}
	if _, had := p.always[at]; !had {
		p.tries = mostTries
		p.always[at] = !p.together(nil, []cond{func(e *env) bool { return x.holds(e) != x.truth }})
	}
}

// strict reports whether a call of a tool has to keep preconditions in every
// answer.
func (s *slice) strict(c *caller) bool {
	switch {
	case c.rule == nil:
		return false
	case s.Kind == system.Forward:
		return !c.tool.Named
	}
	return s.Kind != system.Reach || s.Broken == nil || s.Tool != c.tool.Name
}

// load sets the leaves that have but one value.
func (p *reachable) load() {
	e := p.env
	if n := 2*len(p.of) + p.search.mostParams(); len(e.cells) < n {
		e.cells = make([]cell, n)
	}
	for i := range e.cells {
		e.cells[i] = unset
	}
	for l, o := range p.of {
		if !o.any && len(o.list) == 1 {
			e.cells[l] = o.list[0]
		}
	}
}

// may reports whether a call of a tool may be possible with some guards.
func (p *reachable) may(c *caller, guards []cond) bool {
	p.tries = mostTries
	list := append(slices.Clone(guards), p.allowed(c)...)
	if c.rule != nil && p.strict(c) {
		for i := range c.rule.conds {
			if c.wanted(i) {
				list = append(list, c.rule.conds[i].holds)
			}
		}
	}
	return p.together(c, list)
}

// allowed are the conditions that checks which have to hold make of calls of a
// tool that they forbid.
func (p *reachable) allowed(c *caller) (list []cond) {
	for i, w := range p.monitors {
		f, ok := w.check.Node.Form.(*ast.Atom)
		if !ok || !f.No || !p.want[i] || f.Tool.Name != c.tool.Name {
			continue
		}
		atoms := w.of(p.search, c)
		list = append(list, func(e *env) bool {
			yes, maybe, need := match(e, atoms)
			if yes == 0 && maybe != 0 {
				e.need = need
			}
			return yes == 0
		})
	}
	return list
}

// together reports whether conditions may hold at once. Where one needs a slot,
// the values of the slot are tried, as far as they are few; what cannot be told
// may be.
func (p *reachable) together(c *caller, list []cond) bool {
	e := p.env
	var open []cond
	slot := -1
	var values []cell
	for _, holds := range list {
		e.need = -1
		switch truth := holds(e); {
		case e.need < 0 && !truth:
			return false
		case e.need < 0:
			continue
		}
		open = append(open, holds)
		if slot < 0 {
			need := e.need
			if values = p.values(c, need); len(values) > 0 {
				slot = need
			}
		}
	}
	if slot < 0 || p.tries < len(values) {
		return true
	}
	p.tries -= len(values)
	may := slices.ContainsFunc(values, func(v cell) bool {
		e.cells[slot] = v
		return p.together(c, open)
	})
	e.cells[slot] = unset
	return may
}

// values returns what a slot may have, or nothing where that is not known or
// much.
func (p *reachable) values(c *caller, slot int) []cell {
	n := len(p.of)
	if slot < n {
		return p.of[slot].list
	}
	if slot < 2*n || c == nil || slot-2*n >= len(c.params) {
		return nil
	}
	a := c.params[slot-2*n]
	if a.few == nil {
		a.few = a.fewValues(p.search.tab)
	}
	return a.few
}

// fewValues returns the values of an argument whose schema lists them, or whose
// type has few; none where there may be others.
func (p *param) fewValues(tab *table) []cell {
	list := []cell{}
	if p.Bound == nil {
		return list
	}
	if given := system.Listed(p.Schema); given != nil && !hasParts(p.typ) && p.typ != types.Invalid {
		for _, v := range given {
			if !fits(v, p.typ) {
				continue
			}
			c, ok := tab.cellOf(v, p.typ)
			if !ok {
				return []cell{}
			}
			list = append(list, c)
		}
	} else if p.typ == types.Bool {
		list = append(list, 0, 1)
	} else {
		return list
	}
	if p.Optional {
		list = append(list, absent)
	}
	if p.Nullable {
		list = append(list, null)
	}
	return list
}

// grow adds what calls of a tool write, and reports whether any of it is new.
func (p *reachable) grow(c *caller) (grown bool) {
	if c.rule == nil {
		return false
	}
	for i := range c.rule.writes {
		w := &c.rule.writes[i]
		o := &p.of[w.leaf]
		if o.any || w.kind == settingTo && slices.Contains(o.list, w.value) || len(w.guards) > 0 && !p.may(c, w.guards) {
			continue
		}
		grown = true
		if w.kind == settingTo && len(o.list) < mostPossible {
			o.list = append(o.list, w.value)
		} else {
			o.list, o.any = nil, true
		}
		if w.leaf < len(p.env.cells) {
			p.env.cells[w.leaf] = unset
		}
	}
	return grown
}
