package monitor

import (
	"sync"

	"github.com/mantrac/mantrac/internal/lists"
)

// A part follows one basic form through a trace.
type part interface {
	reset()
	step(Letter) (changed bool)
	verdict() Verdict
	append([]byte) []byte    // adds the state: no state begins with another; one that is decided is one byte
	read(from string) string // sets the state, and returns what follows it
}

// product is the automaton of every property: it runs one [part] for each basic
// form. An open state is a question mark, and then the states of the parts.
//
// Where no variables have to agree, and within limits, states with the same
// future are one, and what is decided is final: see [product.minimise].
type product struct {
	check *Check
	masks []uint64 // by atom: a bit for each place that it has in a machine; nil if not all parts are machines

	minimal sync.Once // when steps is first needed
	steps   *table
	begun   sync.Once // likewise
	first   State
}

func newProduct(c *Check) *product { return &product{check: c, masks: masksOf(c)} }

// table returns the steps of the automaton.
func (p *product) table() *table {
	p.minimal.Do(func() { p.steps = p.minimise() })
	return p.steps
}

// masksOf returns for each atom the bits of the places that it has in machines.
func masksOf(c *Check) []uint64 {
	masks := make([]uint64, len(c.Atoms))
	parts := newParts(c)
	for i, x := range parts {
		m, ok := x.(*machine)
		// Each part takes two of the 64 bits.
		if !ok || len(parts) > 32 {
			return nil
		}
		for side, atoms := range [][]int{m.target, m.anchor} {
			for _, a := range atoms {
				masks[a] = 1 << (2*i + side)
			}
		}
	}
	return masks
}

// told returns what machines see of a letter.
func (p *product) told(l Letter) (bits uint64) {
	for i, m := range l {
		if m != NoMatch {
			bits |= p.masks[i]
		}
	}
	return bits
}

// canonical returns the state that stands for those with the same future.
func (p *product) canonical(s State) State {
	t := p.table()
	if class, ok := t.same[s]; ok {
		return t.states[class]
	}
	return s
}

func (p *product) start() State {
	p.begun.Do(func() { p.first = NewRun(p.check).State() })
	return p.first
}

func (p *product) step(s State, l Letter) State {
	if p.masks != nil {
		if next, ok := p.table().step(s, p.told(l)); ok {
			return next
		}
	}
	r := p.at(s)
	r.Step(l)
	return r.State()
}

func (p *product) verdict(s State) Verdict {
	t := p.table()
	if class, ok := t.same[s]; ok {
		return t.verdicts[class]
	}
	return p.at(s).Verdict()
}

func (p *product) at(s State) *Run {
	r := &Run{check: p.check, parts: newParts(p.check)}
	r.Load(s)
	return r
}

// newParts returns a part for each basic form, in its first state.
func newParts(c *Check) []part {
	parts := make([]part, len(c.Basics))
	first := 0
	for i, b := range c.Basics {
		middle := first + len(b.Target)
		target, anchor := lists.Range(first, middle), lists.Range(middle, middle+len(b.Anchor))
		first += len(target) + len(anchor)
		if b.Joins() {
			parts[i] = newJoin(c, b, target, anchor)
		} else {
			parts[i] = &machine{form: b.Form, forbid: b.Forbid, limit: b.Limit, target: target, anchor: anchor}
		}
	}
	return parts
}

// bound returns the variables of some atoms.
func (c *Check) bound(atoms []int) []string {
	return lists.FlatMap(atoms, func(i int) []string { return c.Atoms[i].vars })
}
