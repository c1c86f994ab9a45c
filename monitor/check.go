package monitor

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A Check is a check and its automaton. It is not changed after [New], so
// that any number of goroutines may use it.
type Check struct {
	Name string

	// Form is that of a check with one basic form, but Or for a call or
	// no_call, and for any of these joined by `or`: these are the alternatives,
	// and each has one atom. It is None for all other combinations.
	Form     forms.Form
	Property *property.Property
	Basics   []*property.Basic // in source order
	Atoms    []Atom            // in source order: of a basic form the target, then the anchor
	Node     *ast.Check

	automaton automaton
	none      Letter // of a step that matches nothing
}

// An Atom is an occurrence of a pattern in a check.
type Atom struct {
	*property.Pattern
	Basic  int  // the index of its basic form
	No     bool // of a no_call: a call that matches breaks it
	Anchor bool // of the anchor of its form
	Other  bool // of an every_call: what it watches are the calls of its tool that do not match the pattern

	vars []string // in order
}

// In returns a check of a suite without errors.
func In(s *checker.Suite, c *ast.Check) *Check { return New(c.Name.Name, s.Property(c), c) }

// New returns the check of a property.
func New(name string, p *property.Property, node *ast.Check) *Check {
	c := &Check{Name: name, Property: p, Basics: p.Basics(), Node: node}
	n := 0
	for _, b := range c.Basics {
		n += len(b.Target) + len(b.Anchor)
	}
	c.Atoms, c.none = make([]Atom, 0, n), make(Letter, n)
	for i, b := range c.Basics {
		other, no := b.Form == forms.EveryCall, b.Forbid || b.Form == forms.NoCall
		for _, q := range b.Target {
			c.Atoms = append(c.Atoms, Atom{Pattern: q, Basic: i, Other: other, No: no, vars: sorted(q.Variables())})
		}
		for _, q := range b.Anchor {
			c.Atoms = append(c.Atoms, Atom{Pattern: q, Basic: i, Other: other, Anchor: true, vars: sorted(q.Variables())})
		}
	}
	switch flat, plain := alternativesOnly(p); {
	case flat:
		c.Form = forms.Or
		// With patterns that are not plain that automaton would not be exact.
		if plain {
			c.automaton = newAlternatives(c.Atoms)
			return c
		}
	case len(c.Basics) == 1:
		c.Form = c.Basics[0].Form
	}
	c.automaton = newProduct(c)
	return c
}

// alternativesOnly reports whether a property is an `or` of calls and no_calls,
// or one of these, and whether their patterns are plain.
func alternativesOnly(p *property.Property) (flat, plain bool) {
	if b := p.Basic; b != nil {
		return (b.Form == forms.Call || b.Form == forms.NoCall) && len(b.Target) == 1, len(b.Target) == 1 && b.Target[0].Plain()
	}
	flat, plain = p.Op == forms.Or, true
	for _, part := range p.Parts {
		f, q := alternativesOnly(part)
		flat, plain = flat && f, plain && q
	}
	return flat, plain
}

// Holds reports whether the check holds on a trace of normalised calls, of
// which no answer is known.
func (c *Check) Holds(trace []tool.Call) bool {
	s := c.Start()
	for _, call := range trace {
		if c.Verdict(s).Final() {
			break
		}
		s = c.Step(s, c.Letter(call))
	}
	return c.Verdict(s).Holds()
}

// Start returns the state of the empty trace.
func (c *Check) Start() State { return c.automaton.start() }

// Step returns the state after one more step. The letter is one that
// [Check.Letter] or [Check.AnswerLetter] returns for some step, or both at a
// time, and has the length of Atoms; it is only read.
func (c *Check) Step(s State, l Letter) State {
	if s == satisfied || s == violated || !slices.ContainsFunc(l, Match.is) {
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
	return c.automaton.verdict(s)
}

// Letter returns what the check sees of a call, which has been normalised. The
// letter is not to be changed.
func (c *Check) Letter(call tool.Call) Letter { return c.letter(call, nil) }

// AnswerLetter returns what the check sees of the answer to a call that
// succeeded: see [Check.Letter].
func (c *Check) AnswerLetter(call tool.Call, answer types.Value) Letter {
	return c.letter(call, answer)
}

func (c *Check) letter(call tool.Call, answer types.Value) Letter {
	l := c.none
	for i := range c.Atoms {
		a := &c.Atoms[i]
		// An atom about answers sees no calls, and one about calls sees no answers.
		if a.Tool != call.Tool || (a.Answer != nil) != (answer != nil) {
			continue
		}
		if m := a.Match(call, answer); m != NoMatch {
			// The shared letter of no match is copied before the first change.
			if &l[0] == &c.none[0] {
				l = make(Letter, len(c.Atoms))
			}
			l[i] = m
		}
	}
	return l
}
