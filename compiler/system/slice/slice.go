package slice

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/types"
)

// A Case is a scenario as slices see it. It is used by one goroutine at a time.
type Case struct {
	*System
	scenario *system.Scenario
	goals    []*system.Term
	goal     *formula
	initial  []types.Value // by leaf; nil if the case leaves it free
	places   map[string]int
	formed   []check
	literals int // of the system and the goal

	counted [][]*Condition // by transition: see breakable; nil before they are computed
	stack   []int          // room for spread
	spare   *Slice         // one that was released; nil if there is none
}

// A check is one of the case, with its basic forms.
type check struct {
	*ast.Check
	basics  []basic
	forbids []*property.Pattern // that no call matches if the check holds
}

// A basic is a basic form, with the places of the tools of its patterns.
type basic struct {
	*property.Basic
	target, anchor []int
}

// Case prepares a scenario of the system's model for slicing.
func (s *System) Case(sc *system.Scenario) *Case {
	c := &Case{System: s, scenario: sc, places: make(map[string]int, len(sc.Tools)), initial: sc.Initial(), literals: s.literals, counted: make([][]*Condition, len(s.Rules))}
	for i := range sc.Tools {
		c.places[sc.Tools[i].Name] = i
	}
	for l, v := range c.initial {
		// What is known is taken to be of its type.
		if !fits(v, s.Leaves[l].Type) {
			c.initial[l] = nil
		}
	}
	for _, x := range sc.Case.Checks {
		p := sc.Property(x)
		k := check{Check: x, forbids: forbidden(p)}
		k.basics = lists.Map(p.Basics(), func(b *property.Basic) basic { return basic{b, c.placesOf(b.Target), c.placesOf(b.Anchor)} })
		c.formed = append(c.formed, k)
	}
	c.goals = s.Goals(sc.Suite, sc.Case)
	c.goal = &formula{op: ops.And, kids: s.formulas(c.goals)}
	// The numbers of these literals follow those of the system.
	c.goal.number(&c.literals)
	return c
}

func (c *Case) placesOf(patterns []*property.Pattern) []int {
	return lists.Map(patterns, func(p *property.Pattern) int { return c.places[p.Tool] })
}

// forbidden returns the patterns that no call matches where a property holds.
func forbidden(p *property.Property) (list []*property.Pattern) {
	if b := p.Basic; b != nil {
		if b.Form == forms.NoCall || b.Form == forms.AtMost && b.Limit == 0 {
			for _, x := range b.Target {
				if x.Answer == nil && len(x.Vars) == 0 && !x.Foreign() {
					list = append(list, x)
				}
			}
		}
		return list
	}
	// A disjunction of one part is that part.
	if p.Op == forms.And || len(p.Parts) == 1 {
		for _, part := range p.Parts {
			list = append(list, forbidden(part)...)
		}
	}
	return list
}

// forbidden yields the patterns that no call of an answer to the question may
// match, since a check says so that has to hold.
func (s *Slice) forbidden(yield func(*property.Pattern) bool) {
	for _, c := range s.checks() {
		if c.Check == s.Check {
			continue
		}
		for _, p := range c.forbids {
			if !yield(p) {
				return
			}
		}
	}
}

// A Slice is the part of a scenario on which a question rests: the tools that a
// shortest answer may call, and the leaves that they depend on. See the package's
// documentation for why an answer stays one without the calls of all others.
type Slice struct {
	*Case
	system.Query
	all   bool // the slice serves every question but those of reach
	piece bool // see [Case.Of]

	Tools    []int     // the places of the tools kept, ascending
	Read     []bool    // by leaf: a subgoal or something opaque reads it
	Known    []bool    // by leaf: it keeps what the case says of it
	Subgoals []Subgoal // of what is kept, with the leaves that are known folded in
	Whole    []Subgoal // the same without

	kept   []bool     // by place of the tool
	banned []bool     // a check that has to hold forbids every call
	order  []int      // the places kept, as they came
	opaque []bool     // by leaf: any other value of it may matter
	sight  *reachable // of the tools that are not banned; nil before it is known
	room   known      // the leaves that are known

	bools []bool     // kept, banned, Known, Read and opaque
	eyes  *reachable // the memory of sight
}

// Release leaves the memory of a slice that is done with to the next one.
func (c *Case) Release(s *Slice) { c.spare = s }

// begin begins a slice, in the memory of one that was released if there is one.
func (c *Case) begin(q system.Query) *Slice {
	s := c.spare
	if c.spare = nil; s == nil {
		s = new(Slice)
	}
	*s = Slice{Case: c, Query: q, Tools: s.Tools[:0], Subgoals: s.Subgoals[:0], Whole: s.Whole[:0], order: s.order[:0], room: known{leaves: s.room.leaves}, bools: s.bools, eyes: s.eyes}
	return s
}

// Of returns the slice of a question. Of a piece, a forward question about one
// precondition, it is of no interest how many others are broken.
func (c *Case) Of(q system.Query, piece bool) *Slice {
	s := c.begin(q)
	s.piece = piece
	return s.find()
}

// All returns a slice that serves all questions about the case but those of reach.
func (c *Case) All() *Slice {
	s := c.begin(system.Query{})
	s.all = true
	return s.find()
}

func (s *Slice) find() *Slice {
	tools, leaves := len(s.scenario.Tools), len(s.Leaves)
	s.bools = lists.Cleared(s.bools, 2*tools+3*leaves)
	rest := s.bools
	for _, x := range []struct {
		of *[]bool
		n  int
	}{{&s.kept, tools}, {&s.banned, tools}, {&s.Known, leaves}, {&s.Read, leaves}, {&s.opaque, leaves}} {
		// The full slice expression keeps an append from writing into the next list.
		*x.of, rest = rest[:x.n:x.n], rest[x.n:]
	}
	s.room.leaves = lists.Cleared(s.room.leaves, leaves)
	if s.all {
		s.Kind = system.Compliant
	}
	s.ban()
	for s.close(); ; {
		before := len(s.order)
		if s.sight = s.ahead(); s.sight == nil {
			break
		}
		// A tool that can never be called is banned, and the slice starts over without it.
		s.narrow(s.sight.live)
		if s.close(); len(s.order) == before {
			break
		}
	}
	s.Tools = append(s.Tools, s.order...)
	slices.Sort(s.Tools)
	return s
}

// Keeps reports whether a tool is kept.
func (s *Slice) Keeps(place int) bool { return s.kept[place] }

// Achieves reports whether a write satisfies a subgoal for all values of the unknown leaves.
func (s *Slice) Achieves(w Write, x Subgoal) bool {
	holds, decided := w.makes(&s.room, x)
	return decided && holds == x.truth
}

// Cone returns, by leaf, what has to be known to say all that calls of the tools
// kept need and do with each other: the leaves that preconditions and relations
// read, those of the goal and the question, and what their next values are made of.
func (s *Slice) Cone() []bool {
	in := make([]bool, len(s.Leaves))
	mark := func(list []int) (more bool) {
		for _, l := range list {
			more = more || !in[l]
			in[l] = true
		}
		return more
	}
	if s.Kind != system.Reach {
		mark(system.ReadsBefore(s.goals...))
	}
	// A question of reach may ask for a change of one leaf.
	for l, leaf := range s.Leaves {
		in[l] = in[l] || s.Changed != "" && leaf.Key() == s.Changed
	}
	for _, place := range s.order {
		if r := s.Rule(place); r != nil && s.Kind != system.Reach {
			for _, tie := range s.scenario.Tools[place].Tied(r.Transition) {
				mark(system.ReadsBefore(tie.Value))
				mark(system.ReadsAfter(tie.Value))
			}
		}
	}
	for _, r := range s.rules() {
		mark(system.ReadsBefore(r.Pre...))
		mark(r.Tied)
		for _, rel := range r.Relations {
			mark(system.ReadsBefore(rel.Terms()...))
			mark(system.ReadsAfter(rel.Terms()...))
		}
		for _, a := range r.Assignments {
			// An assignment that can always be made needs nothing, unless its leaf matters.
			if !a.Always {
				mark(readBy(r.Transition, a))
			}
		}
	}
	for again := true; again; {
		again = false
		for _, r := range s.rules() {
			for _, a := range r.Assignments {
				if slices.ContainsFunc(a.Leaves, func(l int) bool { return in[l] }) && mark(readBy(r.Transition, a)) {
					again = true
				}
			}
		}
	}
	return in
}

// rules returns the rules of the tools kept.
func (s *Slice) rules() []*Rule {
	var list []*Rule
	for _, place := range s.order {
		if r := s.Rule(place); r != nil {
			list = append(list, r)
		}
	}
	return list
}

// Rule returns the rule of the tool at a place, nil where it has no transition.
func (s *System) Rule(place int) *Rule {
	if place < len(s.Rules) {
		return s.Rules[place]
	}
	return nil
}

// narrow makes a slice start over, with no tools but some.
func (s *Slice) narrow(places []int) {
	clear(s.kept)
	s.order = s.order[:0]
	for i := range s.banned {
		s.banned[i] = s.banned[i] || !slices.Contains(places, i)
	}
}

// close keeps what the question speaks of, and all that is relevant to what is
// kept.
func (s *Slice) close() {
	s.seed()
	for {
		s.byChecks()
		// Without a further tool, the checks and the subgoals say what they said.
		before := len(s.order)
		s.fold()
		s.byWrites()
		if len(s.order) == before {
			return
		}
	}
}

func (s *Slice) keep(place int) {
	if !s.kept[place] && !s.banned[place] {
		s.kept[place] = true
		s.order = append(s.order, place)
	}
}

// checks are those that the question looks at.
func (s *Slice) checks() []check {
	if s.Kind == system.Reach || s.all {
		return nil
	}
	return s.formed
}

// ban finds the tools that no answer calls.
func (s *Slice) ban() {
	for p := range s.forbidden {
		if len(p.Tests) == 0 {
			s.banned[s.places[p.Tool]] = true
		}
	}
	for i := range s.scenario.Tools {
		if s.Undisturbed && s.scenario.Tools[i].Disturbs() {
			s.banned[i] = true
		}
	}
}

// seed keeps the tools that the question itself speaks of.
func (s *Slice) seed() {
	for i := range s.scenario.Tools {
		t := &s.scenario.Tools[i]
		r := s.Rule(i)
		switch {
		case s.all && t.Named, s.Kind == system.Forward && s.violator(i):
			s.keep(i)
		case s.Kind == system.Reach && (t.Name == s.Tool || s.Tool == "" && s.Changed == ""):
			s.keep(i)
		case s.Kind == system.Reach && s.Tool == "" && r != nil:
			if slices.ContainsFunc(r.Writes, func(w Write) bool { return s.Leaves[w.Leaf].Key() == s.Changed }) {
				s.keep(i)
			}
		}
	}
}

// violator reports whether calls of a tool may be what a forward question asks
// for.
func (s *Slice) violator(place int) bool {
	t, r := &s.scenario.Tools[place], s.Rule(place)
	return t.MayBreak() && r != nil && (s.Tool == "" || s.Tool == t.Name) &&
		slices.ContainsFunc(s.breakable(place), func(c *Condition) bool { return s.Broken == nil || s.Broken == c.Expr })
}

// breakable returns the conditions of a transition that count and can fail.
func (c *Case) breakable(place int) []*Condition {
	list := c.counted[place]
	if list == nil {
		r := c.Rules[place]
		list = make([]*Condition, 0, len(r.Conditions))
		for i := range r.Conditions {
			if x := &r.Conditions[i]; !r.Trivial(i) && !c.scenario.Ignored[x.Expr] {
				list = append(list, x)
			}
		}
		c.counted[place] = list
	}
	return list
}

// byChecks keeps the tools whose calls can help the checks to come out as the
// question wants them. No other call does more than to break a check that has
// to hold, or to mend one that has to fail.
func (s *Slice) byChecks() {
	for again := true; again; {
		n := len(s.order)
		for _, c := range s.checks() {
			for _, b := range c.basics {
				s.byBasic(b, c.Check != s.Check, c.Check == s.Check && s.Kind == system.Commission)
			}
		}
		again = len(s.order) > n
	}
}

// byBasic keeps what can help a basic form to come out as it should: what helps a
// check does so by one of them. Of a commission, which is of the target, some
// call matches a pattern of a form that does not hold. Where the anchor only
// helps calls of the target that are in order, it takes such calls.
func (s *Slice) byBasic(b basic, want, target bool) {
	helps := func(anchor bool) bool {
		p := b.Polarity(anchor)
		return p == forms.Either || want == (p == forms.Meets)
	}
	s.keepIf(helps(false) || target && b.Form != forms.AtLeast, b.target)
	ordered := !want || !b.Form.Conditional() || slices.ContainsFunc(b.target, func(place int) bool { return s.kept[place] })
	s.keepIf(helps(true) && ordered, b.anchor)
}

func (s *Slice) keepIf(useful bool, places []int) {
	if useful {
		for _, place := range places {
			s.keep(place)
		}
	}
}

// byWrites keeps the tools that can satisfy a subgoal, or that write an opaque leaf.
func (s *Slice) byWrites() {
	if s.Kind == system.ChecksAlone {
		return
	}
	for l, read := range s.Read {
		if read {
			s.byLeaf(l)
		}
	}
	for _, w := range s.Whole {
		for _, l := range w.leaves {
			if s.Known[l] && !s.Read[l] {
				s.byLeaf(l)
			}
		}
	}
}

// byLeaf keeps the tools whose writes of a leaf are relevant. A leaf is known because no
// kept tool writes it; whether another tool should is decided by the subgoals before the
// leaf was folded in.
func (s *Slice) byLeaf(l int) {
	subgoals := s.Subgoals
	if s.Known[l] {
		subgoals = s.Whole
	}
	for i := range s.Writers[l] {
		w := &s.Writers[l][i]
		if s.kept[w.Tool] || s.banned[w.Tool] {
			continue
		}
		useful := s.opaque[l]
		for k := 0; k < len(subgoals) && !useful; k++ {
			x := subgoals[k]
			// A subgoal that holds in all states needs no help.
			if s.sight != nil && s.sight.always[x.place()] == surely {
				continue
			}
			// helps takes the other known leaves to stay as they are, but further tools may write them.
			useful = w.helps(&s.room, x) || s.Known[l] && len(x.leaves) > 1 && x.Reads(l)
		}
		if useful {
			s.keep(w.Tool)
		}
	}
}
