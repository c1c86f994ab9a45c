package search

import (
	"errors"
	"math/bits"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// A monitorTable is the automaton of a check with its states numbered as they come
// up, and its steps kept.
type monitorTable struct {
	check  *monitor.Check
	states []monitor.State
	ids    map[monitor.State]cell
	steps  map[step]cell
	atoms  map[int][]atom // by place of the tool
	letter monitor.Letter
}

type step struct {
	state  cell
	letter uint64
}

// An atom is one of a check's that a tool may match.
type atom struct {
	index int
	bit   uint64
	aside bool // it is an anchor
	pins  []pin
}

// A pin is an argument that must have one of some values.
type pin struct {
	slot    int
	matches func(e *env, c cell) bool
}

var (
	errAtoms = errors.New("a check has more than 64 patterns")
	errForms = errors.New("a check has a form that the search does not know")
)

// known reports whether the search knows the form of a check: it has plain
// patterns, one on each side.
func known(c *monitor.Check) bool {
	for _, b := range c.Basics {
		if len(b.Target) > 1 || len(b.Anchor) > 1 || b.Form.Info().Extension {
			return false
		}
	}
	return c.Form != forms.None && !slices.ContainsFunc(c.Atoms, func(a monitor.Atom) bool { return !a.Plain() })
}

func newMonitorTable(c *monitor.Check) *monitorTable {
	w := &monitorTable{check: c, ids: make(map[monitor.State]cell), steps: make(map[step]cell), atoms: make(map[int][]atom), letter: make(monitor.Letter, len(c.Atoms))}
	w.id(c.Start())
	return w
}

func (w *monitorTable) id(s monitor.State) cell {
	i, ok := w.ids[s]
	if !ok {
		i = cell(len(w.states))
		w.ids[s] = i
		w.states = append(w.states, s)
	}
	return i
}

func (w *monitorTable) verdict(state cell) monitor.Verdict { return w.check.Verdict(w.states[state]) }

// after returns the state after a call with a letter.
func (w *monitorTable) after(state cell, letter uint64) cell {
	at := step{state, letter}
	if next, ok := w.steps[at]; ok {
		return next
	}
	for i := range w.letter {
		w.letter[i] = monitor.NoMatch
		if letter>>i&1 == 1 {
			w.letter[i] = monitor.Matched
		}
	}
	next := w.id(w.check.Step(w.states[state], w.letter))
	w.steps[at] = next
	return next
}

// of returns the atoms of a check that calls of a tool may match.
func (w *monitorTable) of(s *Search, c *caller) []atom {
	list, ok := w.atoms[c.place]
	if ok {
		return list
	}
	for i := range w.check.Atoms {
		a := &w.check.Atoms[i]
		if a.Tool != c.tool.Name {
			continue
		}
		x := atom{index: i, bit: 1 << (i & 63), aside: a.Anchor}
		for _, t := range a.Tests {
			x.pins = append(x.pins, s.pin(c.param(t.Of), t.Values[0]))
		}
		list = append(list, x)
	}
	w.atoms[c.place] = list
	return list
}

// pin returns what tells whether an argument equals a pinned value.
func (s *Search) pin(p *param, v types.Value) pin {
	is := func(c cell) pin { return pin{p.slot, func(_ *env, x cell) bool { return x == c }} }
	never := pin{p.slot, func(*env, cell) bool { return false }}
	if v == (types.Null{}) {
		return is(null)
	}
	if p.Bound == nil {
		for _, had := range p.Pins {
			if types.Equal(had, v) {
				return is(s.tab.put(had))
			}
		}
		return never
	}
	if c, ok := s.scalar(v, p.typ); ok {
		return is(c)
	} else if k := kindOf(p.typ); k != other || p.typ == types.Real {
		return never
	}
	return pin{p.slot, func(e *env, x cell) bool {
		return x != absent && x != null && types.Equal(e.tab.value(x), v)
	}}
}

// scalar returns the cell of a value of a type without parts.
func (s *Search) scalar(v types.Value, t types.Type) (cell, bool) {
	switch t := t.(type) {
	case *types.Enum:
		if name, ok := v.(types.Text); ok && t.Has(string(name)) {
			return s.tab.text(string(name)), true
		}
	case types.Basic:
		switch v := v.(type) {
		case types.Boolean:
			return truth(bool(v)), t == types.Bool
		case types.Text:
			return s.tab.text(string(v)), t == types.String
		case types.Number:
			if t == types.Int {
				return s.tab.whole(v)
			}
			return s.tab.put(v), t == types.Real
		}
	}
	return 0, false
}

// match says which atoms a call matches, and which it may match, depending on
// an argument that is not set; the first of these is needed.
func match(e *env, list []atom) (yes, maybe uint64, need int) {
	need = -1
	for i := range list {
		a := &list[i]
		matches, open := true, -1
		for _, p := range a.pins {
			c := e.cells[p.slot]
			if c == unset {
				if open < 0 {
					open = p.slot
				}
			} else if c == vague || !p.matches(e, c) {
				matches = false
				break
			}
		}
		switch {
		case !matches:
		case open < 0:
			yes |= a.bit
		default:
			maybe |= a.bit
			if need < 0 {
				need = open
			}
		}
	}
	return yes, maybe, need
}

// advance returns the state after a call. Where that depends on an argument
// that is not set, the slot is needed.
func (w *monitorTable) advance(e *env, state cell, list []atom) cell {
	if len(list) == 0 || w.verdict(state).Final() {
		return state
	}
	yes, maybe, need := match(e, list)
	next := w.after(state, yes)
	if maybe == 0 {
		return next
	}
	for some := maybe; some != 0; some = (some - 1) & maybe {
		if bits.OnesCount64(maybe) > 4 || w.after(state, yes|some) != next {
			e.need = need
			return next
		}
	}
	return next
}

// makeMonitors makes the monitors of a case.
func (s *Search) makeMonitors(c *checker.Case) error {
	for _, x := range c.Checks {
		m := monitor.Of(x)
		if len(m.Atoms) > 64 {
			return errAtoms
		}
		if !known(m) {
			return errForms
		}
		s.monitors = append(s.monitors, newMonitorTable(m))
	}
	return nil
}
