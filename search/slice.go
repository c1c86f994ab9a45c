package search

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/monitor"
)

// A slice finds the tools that a shortest answer may call, and the leaves that
// they depend on. See the package's documentation for why an answer stays one
// without the calls of all others.
type slice struct {
	*question
	env    *env
	kept   []bool // by place of the tool
	banned []bool // a check that has to hold forbids every call
	order  []int  // the places kept, as they came

	folded []wish // of what is kept, with the leaves that are known folded in
	whole  []wish // the same without
	opaque []bool // by leaf: any other value of it may matter
	rel    []bool // by leaf: something wished for or opaque reads it

	sight *reachable // of the tools that are not banned; nil before it is known
}

// slice chooses tools and leaves.
func (x *question) slice() {
	m := x.search.model
	s := &slice{question: x, env: x.search.env, kept: make([]bool, len(x.search.scenario.Tools)), banned: make([]bool, len(x.search.scenario.Tools))}
	x.known = make([]bool, len(m.leaves))
	s.ban()
	for s.close(); ; {
		before := len(s.order)
		if s.sight = s.ahead(); s.sight == nil {
			break
		}
		s.narrow(s.sight.live)
		if s.close(); len(s.order) == before {
			break
		}
	}
	for i, kept := range s.kept {
		if kept {
			x.callers = append(x.callers, x.search.caller(i))
		}
	}
	x.inside = s.rel
	x.at = make([]int, len(m.leaves))
	for i := range x.at {
		x.at[i] = -1
		if s.rel[i] && !x.known[i] {
			x.at[i] = len(x.leaves)
			x.leaves = append(x.leaves, i)
		}
	}
	x.width = len(x.leaves) + len(x.monitors) + 1
	x.bearings = s.bearing()
}

// narrow makes a slice start over, with no tools but some.
func (s *slice) narrow(places []int) {
	clear(s.kept)
	s.order = s.order[:0]
	for i := range s.banned {
		s.banned[i] = s.banned[i] || !slices.Contains(places, i)
	}
}

// close keeps what the question speaks of, and all that is of use to what is
// kept.
func (s *slice) close() {
	s.seed()
	for {
		before := len(s.order)
		s.byChecks()
		s.fold()
		s.byWrites()
		if len(s.order) == before {
			return
		}
	}
}

func (s *slice) keep(place int) {
	if place >= 0 && !s.kept[place] && !s.banned[place] {
		s.kept[place] = true
		s.order = append(s.order, place)
	}
}

// ban finds the tools that no answer calls.
func (s *slice) ban() {
	for i, w := range s.monitors {
		if f, ok := w.check.Node.Form.(*ast.Atom); ok && f.No && s.want[i] && len(f.Pins) == 0 {
			s.banned[s.search.place(f.Tool.Name)] = true
		}
	}
}

// seed keeps the tools that the question itself speaks of.
func (s *slice) seed() {
	for i := range s.search.scenario.Tools {
		t := &s.search.scenario.Tools[i]
		switch {
		case s.Kind == system.Forward && s.violator(s.search.caller(i)):
			s.keep(i)
		case s.Kind == system.Reach && (t.Name == s.Tool || s.Tool == "" && s.Changed == ""):
			s.keep(i)
		case s.Kind == system.Reach && s.Tool == "" && t.Transition != nil:
			for _, w := range s.search.model.rules[t.Name].writes {
				if s.search.model.leaves[w.leaf].Name() == s.Changed {
					s.keep(i)
				}
			}
		}
	}
}

// violator reports whether calls of a tool may be what a forward question asks
// for.
func (q *question) violator(c *caller) bool {
	if !c.tool.Named || c.rule == nil || q.Tool != "" && q.Tool != c.tool.Name {
		return false
	}
	for i := range c.rule.conds {
		if c.wanted(i) && (q.Broken == nil || q.Broken == c.rule.conds[i].expr) {
			return true
		}
	}
	return false
}

// wanted reports whether a condition counts and can fail.
func (c *caller) wanted(i int) bool { return c.conds[i] && !c.rule.conds[i].trivial }

// byChecks keeps the tools whose calls can help the checks to come out as the
// question wants them. No other call does more than to break a check that has
// to hold, or to mend one that has to fail.
func (s *slice) byChecks() {
	for again := true; again; {
		n := len(s.order)
		for i, w := range s.monitors {
			s.byCheck(w.check, s.want[i], i == s.target)
		}
		again = len(s.order) > n
	}
}

func (s *slice) byCheck(c *monitor.Check, want, target bool) {
	at := func(i int) int { return s.search.place(c.Atoms[i].Tool) }
	switch {
	case c.Form == forms.Or:
		for i, a := range c.Atoms {
			if a.No != want || target {
				s.keep(at(i))
			}
		}
	case c.Form.Positive():
		if want {
			s.keep(at(0))
			s.keep(at(1))
		}
	default:
		if !want {
			s.keep(at(0))
		}
		if no := c.Atoms[0].No; !want && no || want && !no && s.kept[at(0)] {
			s.keep(at(1))
		}
	}
	if target && c.Form != forms.Or {
		s.keep(at(0))
	}
}

// place returns the place of a tool among those of the scenario.
func (s *Search) place(name string) int {
	if s.places == nil {
		s.places = make(map[string]int, len(s.scenario.Tools))
		for i := range s.scenario.Tools {
			s.places[s.scenario.Tools[i].Name] = i
		}
	}
	if i, ok := s.places[name]; ok {
		return i
	}
	return -1
}

// fold finds out what is wished for: of the tools kept so far, and of the goal.
func (s *slice) fold() {
	m := s.search.model
	s.opaque, s.rel = make([]bool, len(m.leaves)), make([]bool, len(m.leaves))
	s.folded, s.whole = s.folded[:0], s.whole[:0]
	if s.Kind == system.ChecksAlone {
		return
	}
	s.know()
	for _, place := range s.order {
		if c := s.search.caller(place); c.rule != nil {
			s.foldCaller(c)
			s.foldPost(c.rule)
		}
	}
	if s.goal != nil {
		s.wish(s.goal.formula, s.reached)
	}
	for i, l := range m.leaves {
		s.opaque[i] = s.opaque[i] || s.Changed != "" && l.Name() == s.Changed
	}
	s.spread()
}

// know loads the leaves that keep what the case says of them.
func (s *slice) know() {
	m := s.search.model
	if n := 2*len(m.leaves) + s.search.mostParams(); len(s.env.cells) < n {
		s.env.cells = make([]cell, n)
	}
	for i := range s.env.cells {
		s.env.cells[i] = unset
	}
	for i := range m.leaves {
		s.known[i] = s.search.init[i] != unset
	}
	for _, place := range s.order {
		if r := s.search.caller(place).rule; r != nil {
			for _, w := range r.writes {
				s.known[w.leaf] = false
			}
		}
	}
	for i := range m.leaves {
		if s.known[i] {
			s.env.cells[i] = s.search.init[i]
		}
	}
}

// foldCaller adds what the conditions of a tool wish for. Where they cannot
// hold, with the leaves that are known, there is nothing to be wished for.
func (s *slice) foldCaller(c *caller) {
	mark := len(s.folded)
	if s.Kind == system.Forward && c.tool.Named {
		if s.violator(c) {
			s.wish(s.breaking(c), false)
		}
		s.foldCounted(c)
		for i := mark; i < len(s.folded); i++ {
			s.folded[i].breach = true
		}
		return
	}
	for i := range c.rule.conds {
		if !c.wanted(i) {
			continue
		}
		cond := &c.rule.conds[i]
		if s.Kind == system.Reach && s.Broken == cond.expr {
			s.wish(cond.formula, false)
			s.wish(cond.formula, true)
		} else if value, decided := s.wish(cond.formula, true); decided && !value {
			s.folded = s.folded[:mark]
			for i++; i < len(c.rule.conds); i++ {
				if c.wanted(i) {
					c.rule.conds[i].formula.wishes(nil, true, &s.whole)
				}
			}
			return
		}
	}
}

// foldCounted adds what tells whether a call that the question does not ask for
// breaks preconditions, which counts for the size of a witness.
func (s *slice) foldCounted(c *caller) {
	if s.piece || s.Tool == "" && s.Broken == nil {
		return
	}
	for i := range c.rule.conds {
		if c.wanted(i) {
			s.wish(c.rule.conds[i].formula, true)
			s.wish(c.rule.conds[i].formula, false)
		}
	}
}

// breaking is the formula that a violating call makes false.
func (q *question) breaking(c *caller) *formula {
	all := &formula{op: ops.And}
	for i := range c.rule.conds {
		if c.wanted(i) && (q.Broken == nil || q.Broken == c.rule.conds[i].expr) {
			all.kids = append(all.kids, c.rule.conds[i].formula)
		}
	}
	return all
}

func (s *slice) wish(f *formula, truth bool) (value, decided bool) {
	f.wishes(nil, truth, &s.whole)
	return f.wishes(s.env, truth, &s.folded)
}

// foldPost marks what a relation reads and mentions: any value of it may be
// one that the relation goes with.
func (s *slice) foldPost(r *rule) {
	for _, rel := range r.relations {
		for _, l := range rel.reads {
			s.opaque[l] = true
		}
		for _, l := range rel.leaves {
			s.opaque[l] = true
		}
	}
	for _, l := range r.transition.Tied {
		s.opaque[l] = true
	}
}

// spread marks the leaves that are read, and the leaves whose values go on to
// such, which are opaque.
func (s *slice) spread() {
	var list []int
	mark := func(l int) {
		if !s.rel[l] {
			s.rel[l] = true
			list = append(list, l)
		}
	}
	for _, w := range s.folded {
		for _, l := range w.leaves {
			mark(l)
		}
	}
	for l, opaque := range s.opaque {
		if opaque {
			mark(l)
		}
	}
	for len(list) > 0 {
		l := list[len(list)-1]
		list = list[:len(list)-1]
		for _, w := range s.search.model.writers[l] {
			if !s.kept[w.place] {
				continue
			}
			for i := range s.search.caller(w.place).rule.assigns {
				a := &s.search.caller(w.place).rule.assigns[i]
				if !contains(a.Leaves, l) {
					continue
				}
				for _, from := range a.flows {
					s.opaque[from] = true
					mark(from)
				}
			}
		}
	}
}

func contains(list []int, n int) bool {
	for _, x := range list {
		if x == n {
			return true
		}
	}
	return false
}

// byWrites keeps the tools that can make something come true that is wished
// for, or write what is opaque.
func (s *slice) byWrites() {
	if s.Kind == system.ChecksAlone {
		return
	}
	for l, rel := range s.rel {
		if rel {
			s.byLeaf(l)
		}
	}
	for _, w := range s.whole {
		for _, l := range w.leaves {
			if s.known[l] && !s.rel[l] {
				s.byLeaf(l)
			}
		}
	}
}

// byLeaf keeps the tools that write a leaf to any use. A leaf that is known is
// so because no tool kept writes it; whether another may is told by the wishes
// as they were before it was folded in.
func (s *slice) byLeaf(l int) {
	wishes := s.folded
	if s.known[l] {
		wishes = s.whole
	}
	for i := range s.search.model.writers[l] {
		w := &s.search.model.writers[l][i]
		if s.kept[w.place] || s.banned[w.place] {
			continue
		}
		useful := s.opaque[l]
		for k := 0; k < len(wishes) && !useful; k++ {
			if s.sight != nil && s.sight.always[sought{wishes[k].literal, wishes[k].truth}] {
				continue
			}
			if useful = w.helps(s.env, wishes[k]); !useful && s.known[l] && len(wishes[k].leaves) > 1 {
				useful = contains(wishes[k].leaves, l)
			}
		}
		if useful {
			s.keep(w.place)
		}
	}
}
