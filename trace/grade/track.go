package grade

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
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
// As long as everything is known and listed, each part has one state. What is
// not known makes worlds, and what has no order makes products in them; both
// shrink again, since most of them are equal. Parts are tracked in units: those
// of each check, or all together where one order has to do for all checks.
type tracker struct {
	plan    *Plan
	states  []monitor.State // by part, in units that have no worlds
	runs    []*monitor.Run  // by part with variables: in the place of its state
	worlds  [][]world       // by unit; nil where there is but one state
	lost    []string        // by unit: why nothing is said of what is open
	letters []monitor.Letter

	seen    []record // by atom
	decided []place  // by part: the step that decided it
	trails  []*trail // by part with variables
	targets []int    // by part: the steps that match its target
	doubts  []doubt  // by part
}

func newTracker(p *Plan) *tracker {
	n := len(p.parts)
	t := &tracker{
		plan: p, states: make([]monitor.State, n), runs: make([]*monitor.Run, n),
		worlds: make([][]world, len(p.units)), lost: make([]string, len(p.units)),
		seen: make([]record, len(p.atoms)), decided: make([]place, n), trails: make([]*trail, n),
		targets: make([]int, n), doubts: make([]doubt, n),
	}
	// Letters are made once and used again, since reading a step must not allocate.
	for i, c := range p.parts {
		t.letters = append(t.letters, make(monitor.Letter, len(c.Atoms)))
		if hasVariables(c) {
			t.runs[i], t.trails[i] = monitor.NewRun(c), &trail{check: c}
		}
	}
	t.reset()
	return t
}

func hasVariables(c *monitor.Check) bool {
	return slices.ContainsFunc(c.Atoms, func(a monitor.Atom) bool { return len(a.Variables()) > 0 })
}

func (t *tracker) reset() {
	for i, c := range t.plan.parts {
		if t.runs[i] != nil {
			// A part with variables is in its run, and has no state here.
			t.runs[i].Reset()
			t.trails[i].reset()
		} else {
			t.states[i] = c.Start()
		}
		t.decided[i].reset()
		t.doubts[i].reset()
	}
	clear(t.targets)
	// A nil entry means that the unit has one state.
	clear(t.worlds)
	clear(t.lost)
	for i := range t.seen {
		t.seen[i].reset()
	}
}

// read reads a step that matches these atoms, in order, and no others. It
// takes time linear in their number, and allocates nothing where every unit
// has but one state.
func (t *tracker) read(hits []hit, at *point) {
	for len(hits) > 0 {
		// Hits are sorted by part, so those of one part are adjacent.
		part, n := t.firstPart(hits)
		u := t.plan.unitOf[part]
		switch {
		case t.worlds[u] == nil:
			t.readOne(part, hits[:n], at)
		// A unit that was lost stays as it is, and reads nothing more.
		case t.lost[u] == "":
			// Bindings make states long, and many worlds keep one each.
			if t.eachProduct(u, func(p product) { t.stepIn(u, p, hits[:n]) }); t.tooLong(u) {
				t.lose(u, tooManyWorlds)
			} else {
				t.settle(u)
			}
		}
		hits = hits[n:]
	}
}

// readOne reads a step into the one state of a part.
func (t *tracker) readOne(part int, hits []hit, at *point) {
	if r := t.runs[part]; r != nil {
		// Steps after the decision must not replace the step that decided it.
		before := r.Verdict()
		r.Step(t.letter(part, hits))
		t.clearLetter(part, hits)
		after := r.Verdict()
		if before != after && after.Final() {
			t.decided[part].set(at)
		}
		t.trails[part].read(hits, t.plan.firstOf[part], at, before != after && after == monitor.Violated)
		return
	}
	before := t.states[part]
	t.states[part] = t.step(part, before, hits)
	// An automaton without variables decides only where its state changes.
	if before != t.states[part] && t.plan.parts[part].Verdict(t.states[part]).Final() {
		t.decided[part].set(at)
	}
}

// firstPart returns the part of the first hit, and how many are of it.
func (t *tracker) firstPart(hits []hit) (part, n int) {
	part = t.plan.atoms[hits[0].atom].part
	for n = 1; n < len(hits) && t.plan.atoms[hits[n].atom].part == part; n++ {
	}
	return part, n
}

// step returns the state of a part after a step that matches these atoms of it.
func (t *tracker) step(part int, s monitor.State, hits []hit) monitor.State {
	s = t.plan.parts[part].Step(s, t.letter(part, hits))
	t.clearLetter(part, hits)
	return s
}

// letter returns the letter of some hits, which is to be cleared again.
func (t *tracker) letter(part int, hits []hit) monitor.Letter {
	l := t.letters[part]
	for _, h := range hits {
		l[t.plan.atoms[h.atom].index] = h.match
	}
	return l
}

func (t *tracker) clearLetter(part int, hits []hit) {
	for _, h := range hits {
		t.letters[part][t.plan.atoms[h.atom].index] = monitor.NoMatch
	}
}

// stepIn changes a product of a unit by a step that matches these atoms of its
// checks.
func (t *tracker) stepIn(unit int, p product, hits []hit) {
	for len(hits) > 0 {
		part, n := t.firstPart(hits)
		k := part - t.plan.units[unit].from
		p[k] = t.step(part, p[k], hits[:n])
		hits = hits[n:]
	}
}

func (t *tracker) eachProduct(u int, f func(product)) {
	for _, w := range t.worlds[u] {
		for _, p := range w {
			f(p)
		}
	}
}

// state returns the state of a part of a unit that has no worlds.
func (t *tracker) state(part int) monitor.State {
	if r := t.runs[part]; r != nil {
		return r.State()
	}
	return t.states[part]
}

func (t *tracker) load(part int, s monitor.State) {
	if r := t.runs[part]; r != nil {
		r.Load(s)
	} else {
		t.states[part] = s
	}
}

// maxState bounds the bindings of variables that are kept in many worlds, in
// bytes.
const maxState = 1 << 14

func (t *tracker) tooLong(u int) bool {
	long := false
	t.eachProduct(u, func(p product) {
		for _, s := range p {
			long = long || len(s) > maxState
		}
	})
	return long
}

// open gives a unit worlds, if it has but one state.
func (t *tracker) open(u int) {
	if t.worlds[u] == nil {
		var p product
		for part := t.plan.units[u].from; part < t.plan.units[u].to; part++ {
			p = append(p, t.state(part))
		}
		// The one state becomes the only product of the only world.
		t.worlds[u] = []world{{p}}
	}
}

// settle makes equal worlds of a unit one, and goes back to one state where
// there is but one.
func (t *tracker) settle(u int) {
	t.settleMany(u)
	// With one state left the unit goes back to the fast path of read.
	if w := t.worlds[u]; len(w) == 1 && len(w[0]) == 1 {
		for k, s := range w[0][0] {
			t.load(t.plan.units[u].from+k, s)
		}
		t.worlds[u] = nil
	}
}

// settleMany makes equal worlds of a unit one.
func (t *tracker) settleMany(u int) {
	for i, w := range t.worlds[u] {
		t.worlds[u][i] = distinct(w)
	}
	t.worlds[u] = once(t.worlds[u], world.key)
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
	keys := lists.Map(w, product.key)
	// Only the keys are sorted: the first product may be that of the listed order.
	slices.Sort(keys)
	return strings.Join(keys, "|")
}

// distinct returns the world with each product once, the first of equal ones.
func distinct(w world) world {
	if len(w) < 2 {
		return w
	}
	return once(w, product.key)
}

// once keeps the first of those that have the same key.
func once[S ~[]E, E any](list S, key func(E) string) S {
	seen := make(map[string]bool, len(list))
	return slices.DeleteFunc(list, func(x E) bool {
		k := key(x)
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
func (t *tracker) guess(u int, options [][]hit) {
	if t.lost[u] != "" {
		return
	}
	t.open(u)
	had := t.worlds[u]
	t.worlds[u] = nil
	// The worlds are bounded after each old one, before they grow further.
	for _, w := range had {
		for _, letter := range options {
			t.worlds[u] = append(t.worlds[u], t.after(u, w, letter))
		}
		if t.settleMany(u); len(t.worlds[u]) > maxWorlds || t.tooLong(u) {
			t.worlds[u] = had
			t.lose(u, tooManyWorlds)
			return
		}
	}
	t.settle(u)
}

const tooManyWorlds = "there are too many arguments that are not known"

// after returns a copy of a world after a call that matches these atoms.
func (t *tracker) after(u int, w world, letter []hit) world {
	next := make(world, len(w))
	for i, p := range w {
		// The old world is used again for the next set of hits.
		next[i] = slices.Clone(p)
		t.stepIn(u, next[i], letter)
	}
	return next
}
