package monitor

import (
	"fmt"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/tool"
)

// A Check is a check and its automaton. It is not changed after [New], so
// that any number of goroutines may use it.
type Check struct {
	Name string

	// Form is [forms.Or] or an ordering form. A call or no_call by itself is
	// an Or with one operand, and nested alternatives are flat.
	Form  forms.Form
	Atoms []Atom // in the order of the source; of an ordering form the target, then the anchor
	Node  *ast.Check

	automaton automaton
}

// An Atom is an occurrence of a pattern in a check.
type Atom struct {
	Pattern
	No     bool // of a no_call
	Anchor bool // the second operand of an ordering form
	Node   *ast.Atom
}

// A Letter says of each atom of a check, by index, whether a call matches its
// pattern.
type Letter []bool

// New returns the check c of a file without errors; it panics if c is
// incomplete. It takes time linear in the number of atoms and pins where few
// no_calls of an `or` have the same pin, and quadratic time at worst.
func New(c *ast.Check) *Check {
	k := &Check{Name: c.Name.Name, Node: c}
	for _, a := range checker.Atoms(c.Form) {
		k.Atoms = append(k.Atoms, Atom{Pattern: PatternOf(a), No: a.No, Node: a})
	}
	switch f := c.Form.(type) {
	case *ast.Atom, *ast.Combination:
		k.Form = forms.Or
		k.automaton = newAlternatives(k.Atoms)
	case *ast.Temporal:
		k.Form = f.Form
		k.Atoms[1].Anchor = true
		k.automaton = newOrdering(k.Form, k.Atoms[0], k.Atoms[1])
	default:
		panic(fmt.Sprintf("monitor: check %s has no form", k.Name))
	}
	return k
}

// Letter returns what the check sees of a call, which has been normalised.
func (c *Check) Letter(call tool.Call) Letter {
	l := make(Letter, len(c.Atoms))
	c.read(l, call)
	return l
}

func (c *Check) read(l Letter, call tool.Call) {
	for i := range c.Atoms {
		l[i] = c.Atoms[i].Matches(call)
	}
}

// Start returns the state of the empty trace.
func (c *Check) Start() State { return c.automaton.start() }

// Step returns the state after one more call. The letter is one that
// [Check.Letter] returns for some call, and has the length of Atoms; it is
// only read. Step takes time linear in the number of atoms, and allocates
// nothing unless an `or` loses one of its no_calls.
func (c *Check) Step(s State, l Letter) State {
	if s == satisfied || s == violated {
		return s
	}
	return c.automaton.step(s, l)
}

// Verdict returns the verdict on the traces that lead to s.
func (c *Check) Verdict(s State) Verdict {
	switch s {
	case satisfied:
		return Satisfied
	case violated:
		return Violated
	}
	if c.automaton.accepts(s) {
		return Holding
	}
	return Failing
}

// Holds reports whether the check holds on a trace of normalised calls.
func (c *Check) Holds(trace []tool.Call) bool {
	s, _ := c.run(trace)
	return c.Verdict(s).Holds()
}

// FirstViolation returns the index of the call with which the check is broken
// for good, or -1. A check may fail without: if something is missing at the
// end that could still have come.
func (c *Check) FirstViolation(trace []tool.Call) int {
	if s, read := c.run(trace); s == violated {
		return read - 1
	}
	return -1
}

// run reads a trace up to its end, or to the call that decides the check, and
// returns how many calls it has read.
func (c *Check) run(trace []tool.Call) (s State, read int) {
	s = c.Start()
	l := make(Letter, len(c.Atoms))
	for i, call := range trace {
		if c.Verdict(s).Final() {
			return s, i
		}
		c.read(l, call)
		s = c.Step(s, l)
	}
	return s, len(trace)
}
