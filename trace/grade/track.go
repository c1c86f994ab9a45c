package grade

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/monitor"
)

// Limits of what is tracked at a time. Beyond them nothing is said of the
// checks that were still open.
const (
	maxWorlds = 256     // completions of what is not known that differ to a check
	maxStates = 1024    // combinations of states that orders may lead to
	maxOrders = 1 << 14 // combinations of how many calls of each kind of a group were made, and of states there
)

// A product has a state for each check of a unit.
type product []monitor.State

// A world is what comes of one completion of the arguments that are not known:
// the products that the orders of the groups so far may have led to. There is
// one where every group is as listed.
type world []product

// A tracker follows the checks through one trace.
//
// As long as everything is known and listed, each check has one state. What is
// not known makes worlds, and what has no order makes products in them; both
// shrink again, since most of them are equal. Checks are tracked in units: one
// by one, which is exact for each, or all together where one order has to do
// for all of them.
type tracker struct {
	plan    *Plan
	states  []monitor.State // by check, in units that have no worlds
	worlds  [][]world       // by unit; nil where there is but one state
	lost    []string        // by unit: why nothing is said of what is open
	letters []monitor.Letter

	seen    []record // by atom
	decided []place  // by check: the call that decided it
	unsure  []place  // by check: the first call of which it is not known whether it matters
}

func newTracker(p *Plan) *tracker {
	t := &tracker{
		plan: p, states: make([]monitor.State, len(p.checks)),
		worlds: make([][]world, len(p.units)), lost: make([]string, len(p.units)),
		seen: make([]record, len(p.atoms)), decided: make([]place, len(p.checks)), unsure: make([]place, len(p.checks)),
	}
	for _, c := range p.checks {
		t.letters = append(t.letters, make(monitor.Letter, len(c.Atoms)))
	}
	t.reset()
	return t
}

func (t *tracker) reset() {
	for i, c := range t.plan.checks {
		t.states[i] = c.Start()
		t.decided[i].reset()
		t.unsure[i].reset()
	}
	clear(t.worlds)
	clear(t.lost)
	for i := range t.seen {
		t.seen[i].reset()
	}
}

// read reads a call that matches these atoms, in order, and no others. It
// takes time linear in their number, and allocates nothing where every unit
// has but one state.
func (t *tracker) read(atoms []int, at *point) {
	for len(atoms) > 0 {
		check, n := t.firstCheck(atoms)
		u := t.plan.unitOf[check]
		if t.worlds[u] == nil {
			before := t.states[check]
			t.states[check] = t.step(check, before, atoms[:n])
			if before != t.states[check] && t.plan.checks[check].Verdict(t.states[check]).Final() {
				t.decided[check].set(at)
			}
		} else if t.lost[u] == "" {
			t.eachProduct(u, func(p product) { t.stepIn(u, p, atoms[:n]) })
			t.settle(u)
		}
		atoms = atoms[n:]
	}
}

// firstCheck returns the check of the first atom, and how many are of it.
func (t *tracker) firstCheck(atoms []int) (check, n int) {
	check = t.plan.atoms[atoms[0]].check
	for n = 1; n < len(atoms) && t.plan.atoms[atoms[n]].check == check; n++ {
	}
	return check, n
}

// step returns the state of a check after a call that matches these atoms of it.
func (t *tracker) step(check int, s monitor.State, atoms []int) monitor.State {
	l := t.letters[check]
	for _, a := range atoms {
		l[t.plan.atoms[a].index] = monitor.Matched
	}
	s = t.plan.checks[check].Step(s, l)
	for _, a := range atoms {
		l[t.plan.atoms[a].index] = monitor.NoMatch
	}
	return s
}

// stepIn changes a product of a unit by a call that matches these atoms of its
// checks.
func (t *tracker) stepIn(unit int, p product, atoms []int) {
	for len(atoms) > 0 {
		check, n := t.firstCheck(atoms)
		k := check - t.plan.units[unit].from
		p[k] = t.step(check, p[k], atoms[:n])
		atoms = atoms[n:]
	}
}

func (t *tracker) eachProduct(u int, f func(product)) {
	for _, w := range t.worlds[u] {
		for _, p := range w {
			f(p)
		}
	}
}

// open gives a unit worlds, if it has but one state.
func (t *tracker) open(u int) {
	if t.worlds[u] == nil {
		in := t.plan.units[u]
		t.worlds[u] = []world{{slices.Clone(t.states[in.from:in.to])}}
	}
}

// settle makes equal worlds of a unit one, and goes back to one state where
// there is but one.
func (t *tracker) settle(u int) {
	t.settleMany(u)
	if w := t.worlds[u]; len(w) == 1 && len(w[0]) == 1 {
		copy(t.states[t.plan.units[u].from:], w[0][0])
		t.worlds[u] = nil
	}
}

// settleMany makes equal worlds of a unit one.
func (t *tracker) settleMany(u int) {
	for i, w := range t.worlds[u] {
		t.worlds[u][i] = distinct(w)
	}
	seen := make(map[string]bool)
	t.worlds[u] = slices.DeleteFunc(t.worlds[u], func(w world) bool {
		k := w.key()
		had := seen[k]
		seen[k] = true
		return had
	})
}

// key tells products of a unit apart: no state of a check is the beginning of
// another.
func (p product) key() string {
	var b strings.Builder
	for _, s := range p {
		b.WriteString(string(s))
	}
	return b.String()
}

// key tells worlds of a unit apart, whatever the order of their products.
func (w world) key() string {
	keys := make([]string, len(w))
	for i, p := range w {
		keys[i] = p.key()
	}
	slices.Sort(keys)
	return strings.Join(keys, "|")
}

// distinct returns the world with each product once, the first of equal ones.
func distinct(w world) world {
	if len(w) < 2 {
		return w
	}
	seen := make(map[string]bool, len(w))
	return slices.DeleteFunc(w, func(p product) bool {
		k := p.key()
		had := seen[k]
		seen[k] = true
		return had
	})
}

// lose gives up the checks of a unit that are not decided in every world. The
// unit stays as it is from here on.
func (t *tracker) lose(u int, why string) {
	t.open(u)
	t.lost[u] = why
}

// guess reads a call that matches one of these sets of atoms, and nobody knows
// which: each world becomes one for each set.
func (t *tracker) guess(u int, options [][]int) {
	if t.lost[u] != "" {
		return
	}
	t.open(u)
	had := t.worlds[u]
	t.worlds[u] = nil
	for _, w := range had {
		for _, letter := range options {
			t.worlds[u] = append(t.worlds[u], t.after(u, w, letter))
		}
		if t.settleMany(u); len(t.worlds[u]) > maxWorlds {
			t.worlds[u] = had
			t.lose(u, tooManyWorlds)
			return
		}
	}
	t.settle(u)
}

const tooManyWorlds = "there are too many arguments that are not known"

// after returns a copy of a world after a call that matches these atoms.
func (t *tracker) after(u int, w world, letter []int) world {
	next := make(world, len(w))
	for i, p := range w {
		next[i] = slices.Clone(p)
		t.stepIn(u, next[i], letter)
	}
	return next
}

// verdict returns the verdict of a check if the trace ends here.
//
// In a world, a check that is tracked by itself passes if it does in all
// orders; where one order has to do for all checks, verdicts are those of the
// order in which the fewest fail. Over worlds all have to agree.
func (t *tracker) verdict(check int) Verdict {
	u := t.plan.unitOf[check]
	if t.worlds[u] == nil {
		return t.one(check, t.states[check])
	}
	if t.lost[u] != "" && !t.final(u, check) {
		return Inconclusive
	}
	var all Verdict
	for _, w := range t.worlds[u] {
		v := t.inWorld(u, w, check)
		if all == "" {
			all = v
		}
		if v != all {
			return Inconclusive
		}
	}
	return all
}

func (t *tracker) one(check int, s monitor.State) Verdict {
	if t.plan.checks[check].Verdict(s).Holds() {
		return Pass
	}
	return Fail
}

func (t *tracker) inWorld(u int, w world, check int) Verdict {
	k := check - t.plan.units[u].from
	if t.plan.options.Parallel == AnyOrder {
		return t.one(check, t.best(u, w)[k])
	}
	for _, p := range w {
		if t.one(check, p[k]) == Fail {
			return Fail
		}
	}
	return Pass
}

// best returns the product in which the fewest checks fail, the first of them.
func (t *tracker) best(u int, w world) product {
	var best product
	least := len(t.plan.checks) + 1
	for _, p := range w {
		n := 0
		for k, s := range p {
			if t.one(t.plan.units[u].from+k, s) == Fail {
				n++
			}
		}
		if n < least {
			best, least = p, n
		}
	}
	return best
}

// final reports whether the states of a check are final and agree in all
// worlds, so that nothing that comes matters.
func (t *tracker) final(u, check int) bool {
	k := check - t.plan.units[u].from
	first, ok := t.worlds[u][0][0][k], true
	t.eachProduct(u, func(p product) {
		ok = ok && p[k] == first && t.plan.checks[check].Verdict(p[k]).Final()
	})
	return ok
}
