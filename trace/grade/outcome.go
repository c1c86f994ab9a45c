package grade

import (
	"cmp"

	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/monitor"
)

// A doubt is steps of which it is not known whether they are there, or whether
// they match a part. Every form is monotone in each of its atoms: one more step
// that matches it can only meet it, or only break it.
type doubt struct {
	at            place // the first call of which it is not known whether it matters
	lower, higher bool  // one more step may break what holds, or meet what does not
	answer        bool  // it is about an answer

	unsaid *tool.Tool // an event of which it is not known whether it happened
}

// A place is reset by its flag, which keeps its memory.
func (d *doubt) reset() {
	d.at.is, d.lower, d.higher, d.answer = false, false, false, false
	d.unsaid = nil
}

// doubted notes that one more step may match an atom.
func (t *tracker) doubted(atom int) {
	a := t.plan.atoms[atom]
	d := &t.doubts[a.part]
	if meets(t.plan.parts[a.part], a.index) {
		d.higher = true
	} else {
		d.lower = true
	}
}

// settled reports whether no step that comes changes what a part says.
func (t *tracker) settled(part int) bool {
	// In worlds, a part would have to be settled in each product.
	if t.worlds[t.plan.unitOf[part]] != nil {
		return false
	}
	if r := t.runs[part]; r != nil {
		return r.Verdict().Final()
	}
	return t.plan.parts[part].Verdict(t.states[part]).Final()
}

// meets reports whether one more step that matches an atom of a part can only
// make it hold, and not the opposite.
func meets(c *monitor.Check, atom int) bool {
	a := c.Atoms[atom]
	return c.Basics[a.Basic].Polarity(a.Anchor) == forms.Meets
}

// verdict returns the verdict of a check if the trace ends here.
//
// In a world, a check passes if it does in all orders; where one order has to
// do for all checks, verdicts are those of the order in which the fewest fail.
// Over worlds all have to agree.
func (t *tracker) verdict(check int) Verdict { return t.ofTree(&t.plan.checks[check].tree) }

func (t *tracker) ofTree(x *tree) Verdict {
	u := t.plan.unitOf[x.first()]
	if t.worlds[u] == nil {
		return x.eval(t.one)
	}
	var all Verdict
	for _, w := range t.worlds[u] {
		v := t.inWorld(u, w, x)
		// The verdict is "" before the first world.
		all = cmp.Or(all, v)
		if v != all {
			return Inconclusive
		}
	}
	return all
}

// first returns the first part of a tree.
func (x *tree) first() int {
	for x.op != forms.None {
		x = &x.of[0]
	}
	return x.part
}

// eval returns the verdict of a tree on those of its parts.
func (x *tree) eval(of func(part int) Verdict) Verdict {
	if x.op == forms.None {
		return of(x.part)
	}
	decides, all := Fail, Pass
	if x.op == forms.Or {
		decides, all = Pass, Fail
	}
	for i := range x.of {
		switch x.of[i].eval(of) {
		// Inconclusive parts matter only if no part decides.
		case decides:
			return decides
		case Inconclusive:
			all = Inconclusive
		}
	}
	return all
}

// one returns the verdict of a part in the one state that it has.
func (t *tracker) one(part int) Verdict {
	if r := t.runs[part]; r != nil {
		return t.says(part, r.Verdict())
	}
	return t.says(part, t.plan.parts[part].Verdict(t.states[part]))
}

// says returns what a verdict of a part's automaton says of the trace.
func (t *tracker) says(part int, v monitor.Verdict) Verdict {
	switch d := &t.doubts[part]; {
	// A final verdict holds in spite of what was lost.
	case v == monitor.Unknown, t.lost[t.plan.unitOf[part]] != "" && !v.Final():
		return Inconclusive
	case v.Holds() && d.lower, !v.Holds() && d.higher:
		return Inconclusive
	case v.Holds():
		return Pass
	}
	return Fail
}

// in returns the verdicts of parts in a product of a unit.
func (t *tracker) in(u int, p product) func(part int) Verdict {
	return func(part int) Verdict {
		return t.says(part, t.plan.parts[part].Verdict(p[part-t.plan.units[u].from]))
	}
}

func (t *tracker) inWorld(u int, w world, x *tree) Verdict {
	lost := t.lost[u] != ""
	// One order has to do for all checks, so they are all judged in the same product.
	if t.plan.options.Parallel == AnyOrder && !lost {
		return x.eval(t.in(u, t.best(u, w)))
	}
	all := Pass
	for i, p := range w {
		switch v := x.eval(t.in(u, p)); {
		// After a loss the products are not all that there are: only what all agree on is said.
		case lost && i > 0 && v != all:
			return Inconclusive
		case lost:
			all = v
		case v == Fail:
			return Fail
		case v == Inconclusive:
			all = v
		}
	}
	return all
}

// best returns the product in which the fewest checks fail, the first of them.
func (t *tracker) best(u int, w world) product {
	var best product
	least := len(t.plan.checks) + 1
	for _, p := range w {
		n := 0
		for i := range t.plan.checks {
			if t.plan.checks[i].tree.eval(t.in(u, p)) == Fail {
				n++
			}
		}
		if n < least {
			best, least = p, n
		}
	}
	return best
}

// final reports whether it is known that nothing that comes would change what
// a check says.
func (t *tracker) final(check int) bool {
	return t.plan.checks[check].tree.eval(func(part int) Verdict {
		if !t.settled(part) {
			return Inconclusive
		}
		return t.one(part)
	}) != Inconclusive
}
