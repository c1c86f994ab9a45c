package compiler

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
)

// A slice is the part of a model that questions rest on: tools that a trace may
// call, and leaves whose values matter.
//
// # Why it is enough
//
// The slice has the tools that the questions name, and for each of its tools
// all leaves that the tool's preconditions read, and those that the clauses of
// its `post` speak of which are no plain assignments, since such a clause may
// have no next state. It has the leaves of the goal, every tool that may
// change one of its leaves, and what the new value of such a leaf is computed
// from.
//
// A trace of the whole model that answers a question is one of the slice when
// the calls of other tools are taken out: such a call changes no leaf of the
// slice, no check names its tool, and nothing else asks for it. What is left is
// shorter, so a shortest answer has no such calls at all. A trace of the slice
// is, the other way round, one of the whole model: the leaves left out have
// some next value after every call, because an assignment has one and a leaf
// that is left open takes any, and nobody reads them. So the same questions
// have answers, and the shortest ones have the same calls. Which values the
// other leaves take, [Paths.Path] says.
type slice struct {
	tools  []int         // the places of the tools that are kept, in order
	leaves []system.Leaf // all of the model
	keeps  []bool        // by leaf: it is kept
	facts  []*facts      // by tool; nil for one without transition, and one that is never called

	constant []bool // by leaf: it has its initial value in every state
}

// facts are what a transition reads and writes, as places of leaves.
type facts struct {
	always map[int]bool         // read whenever it is called: preconditions, and what its post demands
	writes map[int]map[int]bool // by leaf that may change: what its next value is made of
}

// slice returns the part of the model that a question rests on; for a question
// about a case, the part that all of them do.
func newSlice(m *system.System, sc *system.Scenario, q system.Query) *slice {
	p := newSurvey(m, sc)
	sl := &slice{leaves: p.leaves, keeps: make([]bool, len(p.leaves)), facts: make([]*facts, len(sc.Tools))}
	moves := make([]*surveyed, len(sc.Tools))
	for j, t := range sc.Tools {
		if t.Transition != nil {
			moves[j] = p.move(t)
		}
	}
	var dead []bool
	dead, sl.constant = p.dead(moves, func(j int) bool { return !lenient(sc, q, j) })
	kept := make([]bool, len(sc.Tools))
	for j, t := range sc.Tools {
		if moves[j] != nil && !dead[j] {
			sl.facts[j] = p.facts(moves[j], sl.constant)
		}
		wanted := q.Kind != system.Reach && t.Named || q.Kind == system.Reach && (q.Tool == t.Name || q.Tool == "" && q.Changed == "")
		kept[j] = wanted && !dead[j]
	}
	if q.Kind == system.Reach {
		for i, l := range sl.leaves {
			sl.keeps[i] = l.Name() == q.Changed
		}
	} else {
		sl.keep(p.goal())
	}
	sl.close(kept)
	return sl
}

// lenient reports whether answers to the question, or to others that share its
// slice, may break preconditions of a tool.
func lenient(sc *system.Scenario, q system.Query, j int) bool {
	if q.Kind == system.Reach {
		return q.Broken != nil && sc.Tools[j].Name == q.Tool
	}
	return sc.Tools[j].Named
}

func (sl *slice) keep(set map[int]bool) {
	for l := range set {
		sl.keeps[l] = true
	}
}

// close adds to tools and leaves what they rest on.
func (sl *slice) close(kept []bool) {
	for changed := true; changed; {
		changed = false
		for j, f := range sl.facts {
			if f == nil {
				continue
			}
			before := sl.size()
			for l, reads := range f.writes {
				if sl.keeps[l] {
					changed = changed || !kept[j]
					kept[j] = true
					sl.keep(reads)
				}
			}
			if kept[j] {
				sl.keep(f.always)
			}
			changed = changed || sl.size() != before
		}
	}
	for j := range kept {
		if kept[j] {
			sl.tools = append(sl.tools, j)
		}
	}
}

func (sl *slice) size() (n int) {
	for _, keeps := range sl.keeps {
		if keeps {
			n++
		}
	}
	return n
}

// A survey encodes each transition once, to see which leaves its terms speak
// of. What terms say is less than what expressions mention: that a constant is
// within its type, say, rests on nothing.
type survey struct {
	system    *system.System
	sc        *system.Scenario
	e         *encoder
	leaves    []system.Leaf
	now, next state
	of        map[*smt.Term]int   // the leaf that a constant stands for
	beside    map[*smt.Term][]int // the required assertions that speak of another constant
	indexed   int                 // required assertions in beside
}

func newSurvey(m *system.System, sc *system.Scenario) *survey {
	p := &survey{system: m, sc: sc, e: newEncoder(m.Leaves), leaves: m.Leaves, of: make(map[*smt.Term]int), beside: make(map[*smt.Term][]int)}
	p.e.enumerate(sc)
	for i, l := range p.leaves {
		p.now, p.next = append(p.now, p.e.fresh(symbolName(l, 0), l.Type)), append(p.next, p.e.fresh(symbolName(l, 1), l.Type))
		for _, s := range []state{p.now, p.next} {
			for _, t := range s[i].terms() {
				p.of[t] = i
			}
		}
	}
	p.indexed = len(p.e.required)
	return p
}

// surveyed is a move with its preconditions, and what its post demands.
type surveyed struct {
	*move
	conds, demands []*smt.Term
}

func (p *survey) move(t system.Tool) *surveyed {
	e, s, lowered := p.e, &scope{now: p.now}, p.system.Transition(t.Name)
	for _, q := range t.Params {
		s.args = append(s.args, e.argument(q, fmt.Sprintf("%s %s@1", t.Name, q.Name)))
	}
	out := &surveyed{conds: e.conditions(s, lowered, p.sc.Ignored), move: e.move(s, lowered)}
	s.next = p.next
	out.demands = e.rest(out.move)
	return out
}

// facts returns what a move reads and writes. A leaf that keeps its initial
// value is as good as a numeral.
func (p *survey) facts(m *surveyed, constant []bool) *facts {
	f := &facts{writes: make(map[int]map[int]bool)}
	f.always = p.reads(append(slices.Clone(m.conds), m.demands...)...)
	for i := range p.leaves {
		if o, ok := m.outcomes[i]; ok && !constant[i] {
			terms := []*smt.Term{o.open}
			if o.value != nil {
				terms = append(terms, o.value.terms()...)
			}
			f.writes[i] = p.reads(terms...)
		}
	}
	return f
}

func (p *survey) goal() map[int]bool {
	return p.reads(p.e.truths(&scope{now: p.now}, p.system.Goals(p.sc.Suite, p.sc.Case))...)
}

// reads returns the leaves that terms speak of, by themselves or by what is
// required of the other constants in them.
func (p *survey) reads(list ...*smt.Term) map[int]bool {
	for ; p.indexed < len(p.e.required); p.indexed++ {
		p.index(p.indexed)
	}
	found, seen := make(map[int]bool), make(map[*smt.Term]bool)
	var walk func(t *smt.Term)
	walk = func(t *smt.Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		if l, ok := p.of[t]; ok {
			found[l] = true
		}
		for _, i := range p.beside[t] {
			walk(p.e.required[i].Term)
		}
		for _, a := range t.Args() {
			walk(a)
		}
	}
	for _, t := range list {
		walk(t)
	}
	return found
}

// index notes of which constants, leaves aside, a required assertion speaks.
func (p *survey) index(i int) {
	seen := make(map[*smt.Term]bool)
	var walk func(t *smt.Term)
	walk = func(t *smt.Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		if _, leaf := p.of[t]; t.Op() == smt.Var && !leaf {
			p.beside[t] = append(p.beside[t], i)
		}
		for _, a := range t.Args() {
			walk(a)
		}
	}
	walk(p.e.required[i].Term)
}
