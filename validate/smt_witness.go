package validate

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/search"
)

// A shaper looks for the smallest answer to a question, as far as the
// unrolling tells answers apart: how many calls it has, which of them break a
// precondition, and their tools. (What is left out of the unrolling makes no
// answer smaller: see compiler.Unrolling.)
type shaper struct {
	*unrolling
	q system.Query

	// Of the last answer found.
	calls  []int // as [compiler.Path] has them
	broken int   // of a forward question: calls that break a precondition
	first  int   // the first of them

	fewer   int         // there is no answer of at most so many calls; -1 if that is not known of any number
	settled []*smt.Term // what holds of the smallest, as far as it is known
	err     error       // why no more is known

	longer func() (*unrolling, error) // for answers of many calls; of one that is short
}

// find looks for an answer of at most bound calls. Where it is not known
// whether there is one, err says why.
func (sh *shaper) find(bound int) (found bool) {
	// The bounds double: 2, 4, 8 and so on, the last one being bound itself.
	for n := min(2, bound); ; n = min(2*n, bound) {
		// Known from an earlier call or from the search. The last bound is always asked.
		if n <= sh.fewer && n < bound {
			continue
		}
		var more []*smt.Term
		// The last question is the largest, and mostly refuted: it fixes the order of commuting calls.
		if ordered, ok := sh.Ordered(sh.q); ok && n == bound && n > 2 {
			more = append(more, ordered)
		}
		if sh.possible(n, more...) {
			return true
		}
		if sh.err != nil || n == bound {
			return false
		}
		// Short answers are refuted: continue in the unrolling for long ones.
		if sh.fewer = n; n >= fewCalls && sh.short {
			u, err := sh.longer()
			if err != nil {
				sh.err = err
				return false
			}
			sh.unrolling = u
		}
	}
}

// possible asks whether there is an answer of at most n calls, with all that
// is settled and more. If so, it is the last one found.
func (sh *shaper) possible(n int, more ...*smt.Term) bool {
	if sh.err != nil {
		return false
	}
	// The clone keeps settled from sharing its array with the assumptions of one question.
	r, err := sh.ask(sh.q, n, append(slices.Clone(sh.settled), more...)...)
	if r == smt.Unknown {
		sh.err = because(err)
	}
	return r == smt.Sat && sh.look(n)
}

// look reads the answer that the solver found.
func (sh *shaper) look(n int) bool {
	calls, err := sh.Calls(sh.s, n)
	// first is len(calls) where no call breaks a precondition.
	broken, first := 0, len(calls)
	for i := 0; i < len(calls) && err == nil && sh.q.Kind == system.Forward; i++ {
		var broke bool
		if broke, err = sh.s.Truth(sh.Broke(i)); broke {
			broken++
			first = min(first, i)
		}
	}
	if err != nil {
		sh.err = err
		return false
	}
	sh.calls, sh.broken, sh.first = calls, broken, first
	return true
}

// smallest goes from an answer to the smallest one.
func (sh *shaper) smallest() {
	// Bisection on the length: fewer is impossible, and len(calls) is possible.
	for sh.err == nil && len(sh.calls)-sh.fewer > 1 {
		middle := (len(sh.calls) + sh.fewer) / 2
		if !sh.possible(middle) && sh.err == nil {
			sh.fewer = middle
		}
	}
	// The order of these is that of LANGUAGES.md for witnesses, with the owners of REACH.md.
	sh.others()
	if sh.q.Kind == system.Forward {
		sh.violations()
	}
	sh.tools()
}

// others settles how few calls are of others than the agent.
func (sh *shaper) others() {
	places := sh.v.scenario.Others()
	if len(places) == 0 {
		return
	}
	b, n := sh.Builder(), len(sh.calls)
	// Counted anew each time, because possible replaces sh.calls. Places there are one-based.
	found := func() (sum int) {
		for _, tool := range sh.calls {
			if slices.Contains(places, tool-1) {
				sum++
			}
		}
		return sum
	}
	// From below: the first count that is possible ends the loop.
	for most := 0; most < found(); most++ {
		sh.possible(n, b.Not(sh.ByOthers(most+1, n)))
	}
	if most := found(); most < n {
		sh.settled = append(sh.settled, b.Not(sh.ByOthers(most+1, n)))
	}
}

// violations settles how few calls break a precondition, and how late the
// first does.
func (sh *shaper) violations() {
	b, n := sh.Builder(), len(sh.calls)
	// A forward answer breaks at least one precondition. A success lowers sh.broken.
	for most := 1; most < sh.broken; most++ {
		sh.possible(n, b.Not(sh.Violations(most+1, n)))
	}
	if sh.broken < n {
		sh.settled = append(sh.settled, b.Not(sh.Violations(sh.broken+1, n)))
	}
	// The latest first violation is preferred. A success raises sh.first and ends the loop.
	for later := n - 1; later > sh.first; later-- {
		sh.possible(n, sh.noneBefore(later)...)
	}
	sh.settled = append(sh.settled, sh.noneBefore(sh.first)...)
}

func (sh *shaper) noneBefore(n int) []*smt.Term {
	var all []*smt.Term
	for i := range n {
		all = append(all, sh.Builder().Not(sh.Broke(i)))
	}
	return all
}

// tools settles the tool of each call: the first in the order of the model. One
// question tells whether anything is left to do.
func (sh *shaper) tools() {
	n := len(sh.calls)
	// No lexicographically earlier sequence exists, or the solver gave up and err says so.
	if !sh.possible(n, sh.Earlier(sh.calls)) {
		return
	}
	for i := range n {
		// Each success moves call i to an earlier tool. The first failure shows the earliest.
		for {
			sooner, some := sh.Sooner(i, sh.calls[i])
			if !some || !sh.possible(n, sooner...) {
				break
			}
		}
		sh.settled = append(sh.settled, sh.Is(i, sh.calls[i]))
	}
}

// witness makes a trace of the calls that were found: the smallest one, if
// these are the smallest. Where the solver gives up on the way to the smallest,
// what it came to is the witness, and not exact; where it does before there
// are values, the answer is not known, for without a trace it cannot be
// replayed.
func (b *bounded) witness(d decision, sh *shaper) (decision, error) {
	d, err := b.along(d, sh, 0)
	if errors.Is(err, errNoAnswer) {
		panic(fmt.Sprintf("the calls %v are no answer", sh.calls))
	}
	return d, err
}

// errNoAnswer says that there is no answer of the calls in question.
var errNoAnswer = errors.New("no values make the calls an answer")

// settle makes a trace of the calls of a path, where the solver finds values within so
// many steps; any number if that is zero. It is an error, too, where there are none.
func (b *bounded) settle(q system.Query, p *search.Path, steps uint) (decision, error) {
	d := decision{engine: SMT}
	if b.NewSolver == nil {
		return d.unknown(b.noSolver()), nil
	}
	if err := compiler.Supports(b.system, b.scenario, q); err != nil {
		return d.unknown(err), nil
	}
	sh := &shaper{q: q, broken: p.Broken, first: p.First}
	// A Path of the search counts tools from 0; the encoder reserves 0 for "no call".
	sh.calls = lists.Map(p.Tools, func(place int) int { return place + 1 })
	d, err := b.along(d, sh, steps)
	if d.answer == Found {
		d.why = "the solver finds values for the calls that the search found"
	}
	return d, err
}

// along looks for values for the calls that a shaper found. To find any, the solver
// may take so many steps. It begins with nothing each time: what solvers learn about the
// values of one answer made some look for a minute for those of the next.
func (b *bounded) along(d decision, sh *shaper, steps uint) (decision, error) {
	start := time.Now()
	f, err := compiler.Path(b.ctx, b.system, b.scenario, sh.q, sh.calls)
	if err != nil {
		return d.unknown(err), nil
	}
	all := append(slices.Clip(f.Assertions), smt.Assertion{Term: sh.shape(f)})
	b.stats.Encode += time.Since(start)
	// The builder has simplified an assertion to false, so no solver is needed.
	if slices.ContainsFunc(all, func(a smt.Assertion) bool { return a.Term.IsFalse() }) {
		return d.unknown(errNoAnswer), errNoAnswer
	}
	s, err := b.valueSolver()
	if err != nil {
		return d.unknown(err), nil
	}
	s.Limit(steps)
	// The minimiser works on the formula of the path as it does on one of the reference engine.
	m := &minimiser{attempt: &attempt{v: &reference{b.validator}, f: f, s: s}}
	// A shaper that gave up has calls that may not be the smallest: their values are not settled.
	t, exact, err := m.witness(all, sh.calls, sh.err == nil && !b.anyAnswer)
	if errors.Is(err, errNoAnswer) {
		return d.unknown(err), err
	}
	if err != nil {
		return d.unknown(err), nil
	}
	d.answer, d.trace, d.exact = Found, t, exact
	d.why = "the solver finds it"
	return d, nil
}

// shape says of a formula what was settled of violations.
func (sh *shaper) shape(f *compiler.Formula) *smt.Term {
	b := f.Builder()
	// Add needs a term at least, and only forward answers have violations.
	if f.Bound == 0 || sh.q.Kind != system.Forward {
		return b.Bool(true)
	}
	var each, all []*smt.Term
	for i := range f.Bound {
		each = append(each, b.Ite(f.Broke(i), b.Int(1), b.Int(0)))
		if i < sh.first {
			all = append(all, b.Not(f.Broke(i)))
		}
	}
	return b.And(append(all, b.Le(b.Add(each...), b.Int(int64(sh.broken))))...)
}

// witness finds the values of a trace, and settles them if it is to be the
// smallest.
func (m *minimiser) witness(all []smt.Assertion, calls []int, settle bool) (t *system.Trace, exact bool, err error) {
	for _, a := range all {
		if err := m.s.Assert(a.Term); err != nil {
			return nil, false, err
		}
	}
	r, err := m.check()
	// The limit is for finding values at all. Settling them depends on it no longer.
	m.s.Limit(0)
	switch r {
	case smt.Unknown:
		return nil, false, because(err)
	case smt.Unsat:
		return nil, false, errNoAnswer
	}
	if t, err = m.trace(); err != nil || !settle {
		return t, false, err
	}
	// From here on each model is read at once; see found.
	m.reads, m.latest = true, t
	m.preferences(m.f.Choices(m.v.system, calls))
	// The solver gave up while it settled: the first trace is still an answer, not exact.
	if m.err != nil {
		return t, false, nil
	}
	return m.latest, true, nil
}
