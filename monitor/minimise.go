package monitor

import (
	"slices"

	"github.com/mantrac/mantrac/lang/property"
)

// maxSteps bounds the steps of an automaton that is made minimal: its states
// times its letters.
const maxSteps = 1 << 16

// A table is the steps of an automaton that is minimal.
type table struct {
	same     map[State]State // the state that stands for all with the same future: the first that is reached
	steps    map[edge]State
	verdicts map[State]Verdict
}

// An edge is a state, and what machines see of a letter: see [told].
type edge struct {
	from State
	by   uint64
}

// minimise returns the table of a check. What is accepted, or refused, whatever
// comes, is satisfied or violated. The table is empty where the states or
// letters are too many, or variables have to agree.
func minimise(c *Check) (t table) {
	parts := newParts(c)
	for _, x := range parts {
		if _, ok := x.(*machine); !ok || len(parts) > 32 {
			return t
		}
	}
	letters, ok := alphabet(c)
	if !ok {
		return t
	}
	states, steps, ok := explore(c, letters)
	if !ok {
		return t
	}
	accepts := make([]bool, len(states))
	for i, s := range states {
		accepts[i] = verdictOf(c, s).Holds()
	}
	of, n := refine(accepts, steps, len(letters))
	first, left := make([]State, n), make([]bool, n)
	for at, to := range steps {
		from := of[at/len(letters)]
		left[from] = left[from] || of[to] != from
	}
	t = table{same: make(map[State]State), steps: make(map[edge]State), verdicts: make(map[State]Verdict)}
	for i, s := range states {
		switch class := of[i]; {
		case first[class] != "":
		case left[class]:
			first[class] = s
		case accepts[i]:
			first[class] = satisfied
		default:
			first[class] = violated
		}
		t.same[s] = first[of[i]]
		t.verdicts[t.same[s]] = verdictOf(c, t.same[s])
	}
	for at, to := range steps {
		t.steps[edge{first[of[at/len(letters)]], told(parts, letters[at%len(letters)])}] = first[of[to]]
	}
	return t
}

func verdictOf(c *Check, s State) Verdict {
	switch s {
	case satisfied:
		return Satisfied
	case violated:
		return Violated
	}
	r := Run{check: c, parts: newParts(c)}
	r.Load(s)
	return r.Verdict()
}

// explore returns the states that the letters lead to, the start first, and
// where: the step by letter l from state i is steps[i*len(letters)+l].
func explore(c *Check, letters []Letter) (states []State, steps []int, ok bool) {
	r := Run{check: c, parts: newParts(c)}
	states = []State{r.key()}
	index := map[State]int{states[0]: 0}
	for i := 0; i < len(states); i++ {
		for _, l := range letters {
			next := states[i]
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
// them apart: of calls, of answers, and of calls with an answer, as questions
// have them. The letter that matches nothing is left out. It reports false if
// there are too many.
func alphabet(c *Check) ([]Letter, bool) {
	patterns := make([]*property.Pattern, len(c.Atoms))
	var tools []string
	for i, a := range c.Atoms {
		patterns[i] = a.Pattern
		if !slices.Contains(tools, a.Tool) {
			tools = append(tools, a.Tool)
		}
	}
	parts := newParts(c)
	seen := make(map[uint64]bool)
	var list []Letter
	for _, tool := range tools {
		combinations, ok := property.Letters(tool, patterns)
		if !ok {
			return nil, false
		}
		for _, matches := range combinations {
			for _, of := range []stepKind{call, answer, both} {
				l := c.letterOf(tool, matches, of)
				if k := told(parts, l); !seen[k] {
					seen[k] = true
					list = append(list, l)
				}
			}
		}
	}
	return list, true
}

// A stepKind says what a step is.
type stepKind int

const (
	call stepKind = iota
	answer
	both
)

// letterOf returns the letter of a step of a tool with which these patterns
// match the call and its answer.
func (c *Check) letterOf(tool string, matches []bool, of stepKind) Letter {
	l := make(Letter, len(c.Atoms))
	for i, a := range c.Atoms {
		if of == both || (a.Answer != nil) == (of == answer) {
			if a.Tool == tool && matches[i] != a.Other {
				l[i] = Matched
			}
		}
	}
	return l
}

// told returns what machines see of a letter; there are 32 at most.
func told(parts []part, l Letter) (bits uint64) {
	for _, x := range parts {
		m := x.(*machine)
		for _, atoms := range [2][]int{m.target, m.anchor} {
			if bits <<= 1; l.matches(atoms) {
				bits |= 1
			}
		}
	}
	return bits
}
