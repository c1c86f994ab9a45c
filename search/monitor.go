package search

import (
	"errors"
	"math/bits"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// A monitorTable is the automaton of a check with its states numbered as they come
// up, and its steps kept.
type monitorTable struct {
	check  *monitor.Check
	run    automaton // of the check, or of a question about it
	states []monitor.State
	says   []monitor.Verdict      // by state
	moves  [][]move               // by state: the first steps that came up
	ids    map[monitor.State]cell // nil while there are few
	steps  map[step]cell          // those that are no moves
	atoms  [][]atom               // by place of the tool; nil before they were asked for
	letter monitor.Letter

	agrees bool            // what some atom binds has to agree with what other calls bind
	bound  []monitor.Match // by atom: of one whose variables have to agree, what a call binds
	rows   map[string]int  // what the atoms of a call bind, numbered from 1
	held   map[cell][]remembered

	// Where states and says begin: most checks have no more.
	state [4]monitor.State
	said  [4]monitor.Verdict
}

// An automaton is what a table has the states of.
type automaton interface {
	Start() monitor.State
	Step(monitor.State, monitor.Letter) monitor.State
	Verdict(monitor.State) monitor.Verdict
	Remembered(s monitor.State, do func(basic int, variable, value string))
}

type step struct {
	state  cell
	letter uint64
	row    int // see rows; 0 where nothing is bound
}

// A move is a step from a known state.
type move struct {
	letter uint64
	row    int
	to     cell
}

// few is up to how many states of a check, and steps from a state, are looked through one by
// one: that takes less than a map where they are as few as they mostly are.
const few = 8

// An atom is one of a check's that a tool may match.
type atom struct {
	bit    uint64
	index  int  // in the check
	aside  bool // it is an anchor, or of an at_least: no commission is of it
	other  bool // what matches are the calls that fail a test
	pins   []pin
	binds  []binding
	agrees bool // what it binds has to agree with what other calls bind
}

// A pin is a test of an argument.
type pin struct {
	slot    int
	matches func(e *env, c cell) bool
	vague   bool // a value of which is known that no check names it passes
}

var (
	errAtoms = errors.New("a check has more than 64 patterns")
	errForms = errors.New("a check asks for an answer")
	errTests = errors.New("a check tests an argument for texts or members of which no list is complete")
)

func newMonitorTable(c *monitor.Check, run automaton) *monitorTable {
	w := &monitorTable{check: c, run: run, letter: make(monitor.Letter, len(c.Atoms))}
	if w.agrees = slices.ContainsFunc(c.Basics, (*property.Basic).Joins); w.agrees {
		w.bound = make([]monitor.Match, len(c.Atoms))
	}
	w.states, w.says, w.moves = w.state[:0], w.said[:0], make([][]move, 0, len(w.state))
	w.id(run.Start())
	return w
}

// id returns the number of a state.
func (w *monitorTable) id(s monitor.State) cell {
	if len(w.states) <= few {
		if i := slices.Index(w.states, s); i >= 0 {
			return cell(i)
		}
	} else if i, ok := w.ids[s]; ok {
		return i
	}
	i := cell(len(w.states))
	w.states, w.says, w.moves = append(w.states, s), append(w.says, w.run.Verdict(s)), append(w.moves, nil)
	switch {
	case i == few:
		w.ids = make(map[monitor.State]cell)
		for n, had := range w.states {
			w.ids[had] = cell(n)
		}
	case i > few:
		w.ids[s] = i
	}
	return i
}

func (w *monitorTable) verdict(state cell) monitor.Verdict { return w.says[state] }

// after returns the state after a call with a letter, of which the atoms bind a row.
func (w *monitorTable) after(e *env, state cell, letter uint64, row int) cell {
	moves := w.moves[state]
	for i := range moves {
		if m := &moves[i]; m.letter == letter && m.row == row {
			return m.to
		}
	}
	at := step{state, letter, row}
	// The list of moves is full, so later steps are in the map.
	if len(moves) == few {
		if next, ok := w.steps[at]; ok {
			return next
		}
	}
	for i := range w.letter {
		w.letter[i] = monitor.NoMatch
		switch {
		case letter>>i&1 == 0:
		case row != 0 && w.bound[i] != monitor.NoMatch:
			w.letter[i] = w.bound[i]
		default:
			w.letter[i] = monitor.Matched
		}
	}
	next := w.id(w.run.Step(w.states[state], w.letter))
	switch {
	case len(moves) < few:
		w.moves[state] = append(moves, move{letter, row, next})
	case w.steps == nil:
		w.steps = map[step]cell{at: next}
	default:
		w.steps[at] = next
	}
	e.work += foreignWork
	return next
}

// of returns the atoms of a check that calls of a tool may match.
func (w *monitorTable) of(s *Search, c *caller) []atom {
	if w.atoms == nil {
		w.atoms = make([][]atom, len(s.scenario.Tools))
	}
	list := w.atoms[c.place]
	if list != nil {
		return list
	}
	list = noAtoms
	for i := range w.check.Atoms {
		a := &w.check.Atoms[i]
		if a.Tool != c.tool.Name || a.Foreign() {
			continue
		}
		b := w.check.Basics[a.Basic]
		// A check with more than 64 atoms is not followed, so no bit is used twice.
		x := atom{bit: 1 << (i & 63), index: i, aside: a.Anchor || b.Form == forms.AtLeast, other: a.Other, agrees: b.Joins()}
		for j := range a.Tests {
			x.pins = append(x.pins, s.pin(c.param(a.Tests[j].Of), &a.Tests[j]))
		}
		x.binds = s.bindings(c, a)
		list = append(list, x)
	}
	w.atoms[c.place] = list
	return list
}

// noAtoms are those of a tool that a check has no pattern of.
var noAtoms = []atom{}

// pin returns what tells whether an argument passes a test.
func (s *Search) pin(p *param, t *property.Test) pin {
	x := pin{slot: p.slot, vague: t.Kind == forms.TestNot || t.Kind == forms.TestPresent}
	if v, ok := t.Equals(); ok {
		x.matches = s.equals(p, v)
		return x
	}
	passes := make(map[cell]bool)
	x.matches = func(e *env, c cell) bool {
		yes, had := passes[c]
		if !had {
			yes = t.Accepts(s.given(p, c))
			passes[c] = yes
		}
		return yes
	}
	return x
}

// given returns the value of an argument, nil where it is absent.
func (s *Search) given(p *param, c cell) types.Value {
	switch {
	case c == absent:
		return nil
	case c == null:
		return types.Null{}
	case p.Chosen():
		return s.tab.value(c)
	}
	return s.tab.valueOf(c, p.typ)
}

// equals returns what tells whether an argument equals a pinned value.
func (s *Search) equals(p *param, v types.Value) func(*env, cell) bool {
	is := func(c cell) func(*env, cell) bool { return func(_ *env, x cell) bool { return x == c } }
	never := func(*env, cell) bool { return false }
	if v == (types.Null{}) {
		return is(null)
	}
	if p.Chosen() {
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
		// All values of the type have cells, so the pin is none of them.
		return never
	}
	return func(e *env, x cell) bool {
		return x != absent && x != null && types.Equal(e.tab.value(x), v)
	}
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
		passes, open := a.passes(e)
		switch {
		case open < 0 && passes != a.other, !passes && a.other:
			// For an every_call one failed test decides, whatever other arguments are.
			yes |= a.bit
		case passes && open >= 0:
			maybe |= a.bit
			if need < 0 {
				need = open
			}
		}
	}
	return yes, maybe, need
}

// passes reports whether no argument that is set fails a test, and returns the
// first one that is tested and not set, or -1.
func (a *atom) passes(e *env) (ok bool, open int) {
	open = -1
	for _, p := range a.pins {
		switch c := e.cells[p.slot]; {
		case c == unset:
			if open < 0 {
				open = p.slot
			}
		case c == vague && !p.vague, c != vague && !p.matches(e, c):
			return false, open
		}
	}
	for i, b := range a.binds {
		switch c := e.cells[b.slot]; {
		case c == unset:
			if open < 0 {
				open = b.slot
			}
		case c == absent, b.first != i && e.cells[a.binds[b.first].slot] != unset && a.key(e, i) != a.key(e, b.first):
			return false, open
		}
	}
	return true, open
}

// advance returns the state after a call. Where that depends on an argument
// that is not set, the slot is needed.
func (w *monitorTable) advance(e *env, state cell, list []atom) cell {
	// Without a match the state stays, and nothing leaves a final one.
	if len(list) == 0 || w.verdict(state).Final() {
		return state
	}
	yes, maybe, need := match(e, list)
	row := w.bind(e, list, yes)
	next := w.after(e, state, yes, row)
	if maybe == 0 {
		return next
	}
	for some := maybe; some != 0; some = (some - 1) & maybe {
		// Beyond a few atoms there are too many subsets to try, so the argument gets a value.
		if bits.OnesCount64(maybe) > 4 || agrees(list, maybe) || w.after(e, state, yes|some, row) != next {
			e.need = need
			return next
		}
	}
	return next
}

// makeMonitors makes the monitors of checks. One that the search cannot follow has
// one that anything passes: what has no answer then has none, and what has one may.
func (s *Search) makeMonitors(checks []*monitor.Check) {
	for _, m := range checks {
		err := s.follows(m)
		if err != nil {
			m = anything(m, true)
		}
		s.unfollowed = append(s.unfollowed, err)
		s.monitors = append(s.monitors, newMonitorTable(m, m))
		s.join(m)
	}
}

// follows returns an error where the search cannot follow a check.
func (s *Search) follows(m *monitor.Check) error {
	if len(m.Atoms) > 64 {
		return errAtoms
	}
	for i := range m.Atoms {
		if err := s.known(&m.Atoms[i]); err != nil {
			return err
		}
	}
	return nil
}

// anything returns a check in the place of another one that every trace passes, or fails.
func anything(m *monitor.Check, passes bool) *monitor.Check {
	op := map[bool]forms.Form{true: forms.And, false: forms.Or}[passes]
	return monitor.New(m.Name, &property.Property{Op: op, Node: m.Property.Node}, m.Node)
}

// known returns an error where the search cannot tell which calls match a
// pattern.
func (s *Search) known(a *monitor.Atom) error {
	if a.Answer != nil {
		return errForms
	}
	c := s.caller(s.scenario.Place(a.Tool))
	for _, v := range a.Vars {
		if p := c.param(v.Of); p.Vague != "" || !system.Scalar(p.typ) {
			return errJoined
		}
	}
	for i := range a.Tests {
		if err := s.knownTest(c.param(a.Tests[i].Of), &a.Tests[i]); err != nil {
			return err
		}
	}
	return nil
}

// knownTest returns an error where values that are taken for the same may differ
// in a test. An argument that only checks see has a value for each class of
// their tests.
func (s *Search) knownTest(p *param, t *property.Test) error {
	switch {
	case p.Vague != "":
		return errTests
	case p.Chosen():
		return nil
	}
	_, list := p.typ.(*types.Array)
	open := system.Listed(p.Schema) == nil && (p.typ == types.String || list) || p.typ == types.Invalid
	switch t.Kind {
	case forms.TestLike:
		text, _ := t.Values[0].(types.Text)
		if open && p.typ != types.String || strings.ContainsFunc(string(text), isStrangers) {
			return errTests
		}
		p.alike = p.alike || open
	case forms.TestContains:
		if open {
			return errTests
		}
	case forms.TestLess, forms.TestLessOrEqual, forms.TestGreater, forms.TestGreaterOrEqual:
		// Nothing says that the argument is a number.
		if p.typ == types.Invalid {
			return errTests
		}
		// Of a vague number it is not known on which side of a bound it is.
		s.unclear = true
		for _, v := range t.Values {
			p.bounds = append(p.bounds, v.(types.Number))
		}
	}
	return nil
}
