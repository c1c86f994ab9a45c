package monitor

import (
	"cmp"
	"slices"
	"sync"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
)

// maxSteps bounds the steps of an automaton that is made minimal: its states
// times its letters.
const maxSteps = 1 << 16

// A table is the steps of an automaton that is minimal.
type table struct {
	same     map[State]int // the class of each state: those with the same future
	states   []State       // by class: the one that stands for all, the first that is reached
	verdicts []Verdict     // by class
	letters  []uint64      // what machines see of them, in order: see [product.told]
	steps    []int         // by class and letter
}

// step returns the state after a letter. It reports false where the table does
// not have the state or the letter.
func (t *table) step(s State, told uint64) (State, bool) {
	class, ok := t.same[s]
	if !ok {
		return "", false
	}
	l, ok := slices.BinarySearch(t.letters, told)
	if !ok {
		return "", false
	}
	return t.states[t.steps[class*len(t.letters)+l]], true
}

// minimise returns the table of a check. What is accepted, or refused, whatever
// comes, is satisfied or violated. The table is empty where the states or
// letters are too many, or variables have to agree.
func (p *product) minimise() *table {
	if p.masks == nil {
		return &table{}
	}
	letters, ok := p.alphabet()
	if !ok {
		return &table{}
	}
	one, ok := p.shape(letters)
	if !ok {
		return p.tableOf(letters)
	}
	if had, ok := tables.Load(one); ok {
		return had.(*table)
	}
	t := p.tableOf(letters)
	tables.Store(one, t)
	return t
}

// A shape is all that the table of a check of one basic form depends on, if the form does not count.
type shape struct {
	form    forms.Form
	forbid  bool
	letters uint8 // a bit for each that machines can see: see [product.told]
}

// tables has the table of each shape that came up: there are few shapes, and most checks have one.
var tables sync.Map

// shape returns the shape of a check that has one, with some letters.
func (p *product) shape(letters []Letter) (shape, bool) {
	b := p.check.Property.Basic
	if b == nil || b.Limit != 0 {
		return shape{}, false
	}
	s := shape{form: b.Form, forbid: b.Forbid}
	for _, l := range letters {
		s.letters |= 1 << p.told(l) // a form has two bits
	}
	return s, true
}

// tableOf makes the table of a check with some letters.
func (p *product) tableOf(letters []Letter) *table {
	r := &Run{check: p.check, parts: newParts(p.check)}
	states, steps, ok := r.explore(letters)
	if !ok {
		return &table{}
	}
	accepts := lists.Map(states, func(s State) bool { return r.verdictOf(s).Holds() })
	of, n := refine(accepts, steps, len(letters))
	// A class that no letter leaves is decided, one way or the other.
	left := make([]bool, n)
	for at, to := range steps {
		from := of[at/len(letters)]
		left[from] = left[from] || of[to] != from
	}
	t := &table{same: make(map[State]int), states: make([]State, n), verdicts: make([]Verdict, n), steps: make([]int, n*len(letters))}
	for i, s := range states {
		class := of[i]
		switch {
		case t.states[class] != "":
		case left[class]:
			t.states[class] = s
		case accepts[i]:
			t.states[class] = satisfied
		default:
			t.states[class] = violated
		}
		t.same[s] = class
		t.verdicts[class] = r.verdictOf(t.states[class])
	}
	for at, to := range steps {
		t.steps[of[at/len(letters)]*len(letters)+at%len(letters)] = of[to]
	}
	t.letters = lists.Map(letters, p.told)
	return t
}

// verdictOf moves the run to a state, unless it is decided, and returns its verdict.
func (r *Run) verdictOf(s State) Verdict {
	switch s {
	case satisfied:
		return Satisfied
	case violated:
		return Violated
	}
	r.Load(s)
	return r.Verdict()
}

// explore returns the states that the letters lead to, the start first, and
// where: the step by letter l from state i is steps[i*len(letters)+l]. The run is at
// the start.
func (r *Run) explore(letters []Letter) (states []State, steps []int, ok bool) {
	states = []State{r.key()}
	index := map[State]int{states[0]: 0}
	for i := 0; i < len(states); i++ {
		for _, l := range letters {
			next := states[i]
			// Nothing leaves a decided state, and it has no parts to load.
			if next != satisfied && next != violated {
				r.Load(next)
				for _, x := range r.parts {
					x.step(l)
				}
				next = r.key()
			}
			to, known := index[next]
			if !known {
				to = len(states)
				index[next] = to
				states = append(states, next)
			}
			steps = append(steps, to)
		}
		if len(states)*len(letters) > maxSteps {
			return nil, nil, false
		}
	}
	return states, steps, true
}

// alphabet returns the letters of all steps, so far as the basic forms can tell
// them apart, in the order of what is told of them: of calls, of answers, and
// of calls with an answer, as questions have them. The letter that matches
// nothing may be left out. It reports false if there are too many.
func (p *product) alphabet() ([]Letter, bool) {
	c := p.check
	patterns := make([]*property.Pattern, len(c.Atoms))
	var tools []string
	kinds, list, seen := []stepKind{call}, []Letter{c.none}, map[uint64]bool{0: true}
	for i, a := range c.Atoms {
		patterns[i] = a.Pattern
		tools = lists.Include(tools, a.Tool)
		// Without a pattern of answers, steps with one have the letters of those without.
		if a.Answer != nil && len(kinds) == 1 {
			kinds, list, seen = []stepKind{call, answer, both}, nil, make(map[uint64]bool)
		}
	}
	for _, name := range tools {
		for _, by := range property.Actors(name, patterns) {
			combinations, ok := property.Letters(name, by, patterns)
			if !ok {
				return nil, false
			}
			for _, matches := range combinations {
				for _, of := range kinds {
					l := c.letterOf(name, by, matches, of)
					// Letters that the machines cannot tell apart are one.
					if k := p.told(l); !seen[k] {
						seen[k] = true
						list = append(list, l)
					}
				}
			}
		}
	}
	slices.SortFunc(list, func(l, m Letter) int { return cmp.Compare(p.told(l), p.told(m)) })
	return list, true
}

// A stepKind says what a step is.
type stepKind int

const (
	call stepKind = iota
	answer
	both
)

// letterOf returns the letter of a step of a tool that somebody makes, with which
// these patterns match the call and its answer.
func (c *Check) letterOf(name string, by tool.Actor, matches []bool, of stepKind) Letter {
	l := make(Letter, len(c.Atoms))
	for i, a := range c.Atoms {
		if of == both || (a.Answer != nil) == (of == answer) {
			if a.Tool == name && a.Sees(by) && matches[i] != a.Other {
				l[i] = Matched
			}
		}
	}
	return l
}
