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
	for n := min(2, bound); ; n = min(2*n, bound) {
		if n <= sh.fewer && n < bound {
			continue
		}
		var more []*smt.Term
		if ordered, ok := sh.Ordered(sh.q); ok && n == bound && n > 2 {
			more = append(more, ordered)
		}
		if sh.possible(n, more...) {
			return true
		}
		if sh.err != nil || n == bound {
			return false
		}
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
	r, err := sh.ask(sh.q, n, append(slices.Clone(sh.settled), more...)...)
	if r == smt.Unknown {
		sh.err = because(err)
	}
	return r == smt.Sat && sh.look(n)
}

// look reads the answer that the solver found.
func (sh *shaper) look(n int) bool {
	calls, err := sh.Calls(sh.s, n)
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
	for sh.err == nil && len(sh.calls)-sh.fewer > 1 {
		middle := (len(sh.calls) + sh.fewer) / 2
		if !sh.possible(middle) && sh.err == nil {
			sh.fewer = middle
		}
	}
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
	found := func() (sum int) {
		for _, tool := range sh.calls {
			if slices.Contains(places, tool-1) {
				sum++
			}
		}
		return sum
	}
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
	for most := 1; most < sh.broken; most++ {
		sh.possible(n, b.Not(sh.Violations(most+1, n)))
	}
	if sh.broken < n {
		sh.settled = append(sh.settled, b.Not(sh.Violations(sh.broken+1, n)))
	}
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
	if !sh.possible(n, sh.Earlier(sh.calls)) {
		return
	}
	for i := range n {
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
	f := compiler.Path(b.system, b.scenario, sh.q, sh.calls)
	all := append(slices.Clip(f.Assertions), smt.Assertion{Term: sh.shape(f)})
	b.stats.Encode += time.Since(start)
	if slices.ContainsFunc(all, func(a smt.Assertion) bool { return a.Term.IsFalse() }) {
		return d.unknown(errNoAnswer), errNoAnswer
	}
	s, err := b.valueSolver()
	if err != nil {
		return d.unknown(err), nil
	}
	s.Limit(steps)
	m := &minimiser{attempt: &attempt{v: &reference{b.validator}, f: f, s: s}}
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
	m.reads, m.latest = true, t
	m.preferences(m.f.Choices(m.v.system, calls))
	if m.err != nil {
		return t, false, nil
	}
	return m.latest, true, nil
}
