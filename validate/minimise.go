package validate

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
)

// A minimiser looks for the smallest trace of those that have as many calls as
// the bound, fewer being impossible. It settles one property after the other:
// it asks whether a smaller one is possible, and asserts what comes out.
// It gives up where the solver gives no answer: what it would settle then
// depends on the clock, and the next question may take as long.
type minimiser struct {
	*attempt
	watched []*smt.Term
	values  map[*smt.Term]*big.Rat // of the watched terms, in the last model found; Bools are 0 or 1
	settled []*smt.Term            // not asserted yet, so that the last model can still be read
	fixed   map[*smt.Term]bool     // terms whose value follows from what is settled
	err     error

	reads  bool          // traces are read from models as they are found
	latest *system.Trace // of the last model found, if so
}

// smallest returns the smallest trace, or nil if the solver runs out of time or
// finds values that cannot be read. The last check was Sat.
func (m *minimiser) smallest() *system.Trace {
	// Phase 1: who calls, what breaks and which tools; see LANGUAGES.md for the order.
	m.watchShape()
	m.others()
	m.violations()
	// From here on the tools are fixed.
	calls := m.tools()
	if !m.again() {
		return nil
	}
	// Phase 2: values, of which the choices depend on the tools.
	m.choices(m.f.Choices(m.v.system, calls))
	if !m.again() {
		return nil
	}
	t, err := m.trace()
	if err != nil {
		return nil
	}
	return t
}

// again finds a trace with all that is settled. There is one; the solver may
// run out of time before it finds it.
func (m *minimiser) again() bool {
	m.flush()
	r, _ := m.check()
	return r == smt.Sat && m.err == nil
}

// watch notes the values of terms from now on, in the current model first.
func (m *minimiser) watch(list ...*smt.Term) {
	m.watched = append(m.watched, list...)
	if m.values == nil {
		m.values = make(map[*smt.Term]*big.Rat)
	}
	m.note(list)
}

func (m *minimiser) note(list []*smt.Term) {
	for _, t := range list {
		if m.err != nil {
			return
		}
		if t.Sort() != smt.Bool {
			m.values[t], m.err = m.s.Number(t)
			continue
		}
		var holds bool
		holds, m.err = m.s.Truth(t)
		// A Bool is stored as 0 or 1, so that all values have one type.
		m.values[t] = new(big.Rat)
		if holds {
			m.values[t].SetInt64(1)
		}
	}
}

func (m *minimiser) holds(t *smt.Term) bool {
	return m.err == nil && m.values[t].Sign() != 0
}

func (m *minimiser) settle(t *smt.Term) { m.settled = append(m.settled, t) }

func (m *minimiser) flush() {
	// An assertion invalidates the model, so settle only collects terms until the next check.
	for _, t := range m.settled {
		if err := m.s.Assert(t); err != nil && m.err == nil {
			m.err = err
		}
	}
	m.settled = nil
}

// possible asks whether a term can hold with all that is settled. If so, the
// values are those of a trace in which it does.
func (m *minimiser) possible(t *smt.Term) bool {
	if m.err != nil || t.IsFalse() {
		return false
	}
	// The watched values stay those of the last model until found replaces them.
	m.flush()
	r, err := m.check(t)
	// m.err stops all later questions: their answers would depend on the clock.
	if r == smt.Unknown {
		m.err = because(err)
	}
	if r != smt.Sat {
		return false
	}
	m.found()
	return m.err == nil
}

// found notes what the model has that was just found. All that is settled later holds
// in the last model: so its trace, read now, is the one that is left when all is
// settled, and need not be looked for again, which can take longer than all questions
// before.
func (m *minimiser) found() {
	m.note(m.watched)
	if m.reads && m.err == nil {
		m.latest, m.err = m.trace()
	}
}

// watchShape watches which tools are called, and which calls break a
// precondition.
func (m *minimiser) watchShape() {
	for i := range m.f.Bound {
		m.watch(m.f.Called(i))
		if b := m.f.Broke(i); b != nil {
			m.watch(b)
		}
	}
}

func (m *minimiser) called(i int) int {
	if m.err != nil {
		return 0
	}
	return int(m.values[m.f.Called(i)].Num().Int64())
}

// others settles how few calls are of others than the agent.
func (m *minimiser) others() {
	if len(m.v.scenario.Others()) == 0 {
		return
	}
	b, n := m.f.Builder(), m.f.Bound
	var each []*smt.Term
	found := 0
	for i := range n {
		each = append(each, b.Ite(m.f.Others(i), b.Int(1), b.Int(0)))
		// called returns a place plus one.
		if slices.Contains(m.v.scenario.Others(), m.called(i)-1) {
			found++
		}
	}
	// range evaluates found once, so the assignment in the loop does not change its bound.
	for fewer := range found {
		if m.possible(b.Le(b.Add(each...), b.Int(int64(fewer)))) {
			found = fewer
			break
		}
	}
	if n > 0 {
		m.settle(b.Le(b.Add(each...), b.Int(int64(found))))
	}
}

// violations settles how many calls break a precondition, and before which
// none does.
func (m *minimiser) violations() {
	n := m.f.Bound
	if m.f.Query.Kind != system.Forward {
		return
	}
	b := m.f.Builder()
	var each []*smt.Term
	found, first := 0, n
	for i := range n {
		each = append(each, b.Ite(m.f.Broke(i), b.Int(1), b.Int(0)))
		if m.holds(m.f.Broke(i)) {
			found++
		}
	}
	// A success ends the loop, as found then equals fewer.
	for fewer := 1; fewer < found; fewer++ {
		if m.possible(b.Le(b.Add(each...), b.Int(int64(fewer)))) {
			found = fewer
		}
	}
	if n > 0 {
		m.settle(b.Le(b.Add(each...), b.Int(int64(found))))
	}
	// The values are those of the last model that possible found. The last hit is the first call.
	for i := n - 1; i >= 0; i-- {
		if m.holds(m.f.Broke(i)) {
			first = i
		}
	}
	for later := n - 1; later > first; later-- {
		if m.possible(m.noneBefore(later)) {
			first = later
		}
	}
	m.settle(m.noneBefore(first))
}

func (m *minimiser) noneBefore(n int) *smt.Term {
	b := m.f.Builder()
	var all []*smt.Term
	for i := range n {
		all = append(all, b.Not(m.f.Broke(i)))
	}
	return b.And(all...)
}

// tools settles the tool of each call: the first in the order of the model.
func (m *minimiser) tools() []int {
	b := m.f.Builder()
	var calls []int
	for i := range m.f.Bound {
		// The condition does the work: each success leaves a model with an earlier tool.
		for m.called(i) > 1 && m.possible(b.Lt(m.f.Called(i), b.Int(int64(m.called(i))))) {
		}
		calls = append(calls, m.called(i))
		m.settle(b.Eq(m.f.Called(i), b.Int(int64(m.called(i)))))
	}
	return calls
}

// choices settles what is open in a trace of known tools.
func (m *minimiser) choices(list []compiler.Choice) {
	// All terms are watched before any is settled: each model found updates all of them.
	for _, c := range list {
		m.watch(c.Prefer...)
		if c.Nearest != nil {
			m.watch(c.Nearest)
		}
		if c.If != nil {
			m.watch(c.If)
		}
		if c.Key != nil {
			m.watch(c.Key)
		}
	}
	keyed := slices.IndexFunc(list, func(c compiler.Choice) bool { return c.Key != nil })
	for i, c := range list {
		if i == keyed {
			slices.SortStableFunc(list[i:], func(a, b compiler.Choice) int { return m.compare(a.Key, b.Key) })
			c = list[i]
		}
		if m.err != nil {
			return
		}
		// c.If follows from what is settled, so its value in the last model is final.
		if c.If != nil && !m.holds(c.If) {
			continue
		}
		if c.Nearest != nil {
			m.nearest(c.Nearest)
			continue
		}
		for _, t := range c.Prefer {
			// A condition that holds in the last model needs no question.
			if m.holds(t) || m.possible(t) {
				m.settle(t)
				break
			}
		}
	}
}

// compare compares the values that keys have in the last model.
func (m *minimiser) compare(a, b *smt.Term) int {
	if m.err != nil {
		return 0
	}
	return m.values[a].Cmp(m.values[b])
}

// nearest settles a number: a whole one if it can be, else one of as few parts as
// can be, a half before a third; of these one as near to zero as it can be,
// positive if it can be.
func (m *minimiser) nearest(x *smt.Term) {
	b := m.f.Builder()
	// A fraction that is the only possible value needs no search.
	if m.err == nil && (m.values[x].IsInt() || m.possible(b.Not(m.is(x)))) {
		m.narrow(x, m.parts(x))
	}
	if m.err == nil {
		m.settle(m.is(x))
	}
}

// is holds where a number has the value that it has in the last model.
func (m *minimiser) is(x *smt.Term) *smt.Term {
	b := m.f.Builder()
	return b.Eq(x, b.Number(m.values[x], x.Sort()))
}

// maxParts is of how many parts a number may be. One that has to be of more is
// not settled.
const maxParts = 64

var errParts = fmt.Errorf("a number has to be a fraction of more than %d parts", maxParts)

// parts returns the least denominator that a number can have, in the last model
// found, too.
func (m *minimiser) parts(x *smt.Term) int64 {
	for n := int64(1); n <= maxParts && m.err == nil; n++ {
		// Each denominator before n was refuted, so the first that fits is the least.
		if m.values[x].Denom().Cmp(big.NewInt(n)) == 0 || m.possible(m.inParts(x, n)) {
			return n
		}
	}
	if m.err == nil {
		m.err = errParts
	}
	return 1
}

// inParts holds where a number is whole if taken so many times.
func (m *minimiser) inParts(x *smt.Term, n int64) *smt.Term {
	b := m.f.Builder()
	times := b.Mul(b.Number(big.NewRat(n, 1), smt.Real), x)
	return b.Eq(times, b.ToReal(m.numerator(x, n)))
}

func (m *minimiser) numerator(x *smt.Term, n int64) *smt.Term {
	// The name is unique for x and n. The parentheses keep it apart from names of a model.
	return m.f.Builder().Var(fmt.Sprintf("(%d times) %d", n, x.ID()), smt.Int)
}

// narrow moves a number that is whole if taken n times towards zero, halving the
// distance that is in question each time.
func (m *minimiser) narrow(x *smt.Term, n int64) {
	b := m.f.Builder()
	whole := x
	if x.Sort() == smt.Real {
		whole = m.numerator(x, n)
		m.settle(m.inParts(x, n))
	}
	low := new(big.Int) // what is nearer than low is impossible
	for m.err == nil {
		// x has the denominator n, so that n times x is whole and Num is exact.
		now := new(big.Rat).Mul(m.values[x], big.NewRat(n, 1)).Num()
		now = new(big.Int).Abs(now)
		if now.Cmp(low) <= 0 {
			break
		}
		// Bisection between low, which is not refuted, and the last value found.
		middle := new(big.Int).Rsh(new(big.Int).Add(low, now), 1)
		limit := b.Number(new(big.Rat).SetInt(middle), smt.Int)
		if !m.possible(b.And(b.Le(whole, limit), b.Le(b.Neg(limit), whole))) {
			low = middle.Add(middle, big.NewInt(1))
		}
	}
	// Of two numbers equally near to zero, the positive one is preferred.
	if m.err == nil && m.values[x].Sign() < 0 {
		m.possible(b.Eq(x, b.Number(new(big.Rat).Neg(m.values[x]), x.Sort())))
	}
}
