package monitor

import (
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
)

// A Run follows one check through one trace, as [Check.Step] does, without
// making a key of every state.
type Run struct {
	check *Check
	parts []part // of a product, one for each basic form
	state State  // of alternatives; else empty until the check is decided
}

// NewRun returns a run on the empty trace.
func NewRun(c *Check) *Run {
	r := &Run{check: c}
	if _, ok := c.automaton.(*product); ok {
		r.parts = newParts(c)
	}
	r.Reset()
	return r
}

// Reset goes back to the empty trace.
func (r *Run) Reset() {
	r.state = ""
	if r.parts == nil {
		r.state = r.check.Start()
	}
	for _, x := range r.parts {
		x.reset()
	}
	r.settle()
}

// Step reads one more step: see [Check.Step].
func (r *Run) Step(l Letter) {
	if r.parts == nil {
		r.state = r.check.Step(r.state, l)
		return
	}
	if r.state != "" {
		return
	}
	changed := false
	for _, x := range r.parts {
		changed = x.step(l) || changed
	}
	if changed {
		r.settle()
	}
}

// settle notes that the check is decided, if it is.
func (r *Run) settle() {
	p, ok := r.check.automaton.(*product)
	if !ok {
		return
	}
	switch v, _ := combine(r.check.Property, r.parts); {
	case v == Satisfied:
		r.state = satisfied
	case v == Violated:
		r.state = violated
	case p.table().same != nil: // states are few, and some are decided before their parts are
		if s := p.canonical(r.key()); s == satisfied || s == violated {
			r.state = s
		}
	}
}

// Verdict returns the verdict on the steps so far.
func (r *Run) Verdict() Verdict {
	if r.state != "" {
		return r.check.Verdict(r.state)
	}
	v, _ := combine(r.check.Property, r.parts)
	return v
}

// State returns the state that [Check.Step] leads to.
func (r *Run) State() State {
	if r.state != "" {
		return r.state
	}
	return r.check.automaton.(*product).canonical(r.key())
}

// Load goes to a state.
func (r *Run) Load(s State) {
	r.state = s
	if r.parts == nil || s == satisfied || s == violated {
		return
	}
	r.state = ""
	// The first byte is the question mark of an open state.
	rest := string(s[1:])
	for _, x := range r.parts {
		rest = x.read(rest)
	}
}

// key returns the state of all parts.
func (r *Run) key() State {
	v, _ := combine(r.check.Property, r.parts)
	switch v {
	case Satisfied:
		return satisfied
	case Violated:
		return violated
	}
	b, _ := appendState([]byte{'?'}, r.check.Property, r.parts)
	return State(b)
}

// combine returns the verdict of a property on those of the parts of its basic
// forms, and the parts after these.
func combine(p *property.Property, parts []part) (Verdict, []part) {
	if p.Basic != nil {
		return parts[0].verdict(), parts[1:]
	}
	all := Satisfied
	if p.Op == forms.Or {
		all = Violated
	}
	for _, x := range p.Parts {
		var v Verdict
		if v, parts = combine(x, parts); p.Op == forms.Or {
			all = max(all, v)
		} else {
			all = min(all, v)
		}
	}
	return all, parts
}

// appendState adds the states of the parts of a property. Of what is decided
// nothing else matters.
func appendState(b []byte, p *property.Property, parts []part) ([]byte, []part) {
	v, rest := combine(p, parts)
	switch {
	case v.Final():
		// Each decided part still has its byte, so that read knows where the next one begins.
		for range len(parts) - len(rest) {
			b = append(b, decided(v))
		}
	case p.Basic != nil:
		b = parts[0].append(b)
	default:
		for _, x := range p.Parts {
			b, parts = appendState(b, x, parts)
		}
	}
	return b, rest
}

// decided returns the state of a part of which nothing but the verdict matters.
func decided(v Verdict) byte {
	if v == Violated {
		return brokenKey
	}
	return fulfilledKey
}

// A Verdict is what a trace so far says of a check, from bad to good.
type Verdict int

// The verdicts. Failing and Holding are the two halves of the third truth
// value of LTL3: the trace may still go either way.
const (
	Violated  Verdict = iota // the check is broken, whatever follows
	Failing                  // it does not hold if the trace ends here
	Unknown                  // its variables had too many values to tell
	Holding                  // it holds if the trace ends here
	Satisfied                // it holds, whatever follows
)

// Holds reports whether the check holds on the trace as it is.
func (v Verdict) Holds() bool { return v >= Holding }

// Final reports whether no continuation changes the verdict.
func (v Verdict) Final() bool { return v == Violated || v == Satisfied }

// String returns the verdict in lower case.
func (v Verdict) String() string {
	return [...]string{"violated", "failing", "unknown", "holding", "satisfied"}[v]
}
