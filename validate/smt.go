package validate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
)

// A bounded is the engine SMT. The questions about a case share an unrolling
// and a solver ([compiler.Unrolling]): a question and a length are
// assumptions. It asks for answers of at most 2 calls, 4, 8 and so on up to the
// bound, so that most answers are found while the unrolling is small, and what
// an answer of no length would cost is asked about twice at most.
//
// Answers of few calls are looked for in an unrolling of their own. In that of the
// others a solver has to find values for the calls of an answer too, as soon as
// one question has been asked up to the bound: that can take a hundred times as long.
type bounded struct {
	*validator
	open   []*unrolling
	values smt.Solver // for the values of one witness after the other; nil at first
	steps  uint32     // that all these solvers have taken, which use the same memory
}

// An unrolling has a solver, and the question that it was made for.
type unrolling struct {
	*compiler.Unrolling
	asker
	first   system.Query
	short   bool // it is for answers of few calls
	lacking bool // the solver lacks an assertion
}

// fewCalls is how many calls short answers have.
const fewCalls = 4

// An asker counts and times what is asked of a solver.
type asker struct {
	v     *validator
	s     smt.Solver
	steps *uint32 // that it has taken, and those that share its memory
}

func (a *asker) check(assumptions ...*smt.Term) (smt.Result, error) {
	start := time.Now()
	r, err := a.s.Check(a.v.ctx, assumptions...)
	// Solvers count in 32 bits and may wrap around; the unsigned difference stays right.
	steps := uint32(a.s.Steps())
	a.v.effort += uint(steps - *a.steps)
	*a.steps = steps
	a.v.stats.Queries++
	a.v.stats.Solve += time.Since(start)
	return r, err
}

func (a *asker) assert(list []smt.Assertion) error {
	for _, x := range list {
		if err := a.s.Assert(x.Term); err != nil {
			return err
		}
	}
	return nil
}

// solver starts a solver, in the memory of one that is open.
func (b *bounded) solver() (s smt.Solver, err error) {
	switch {
	case len(b.open) > 0:
		return b.open[0].s.Another()
	case b.values != nil:
		return b.values.Another()
	}
	b.steps = 0
	return b.NewSolver(b.Timeout)
}

func (b *bounded) close() {
	for _, u := range b.open {
		u.s.Close()
	}
	b.open = nil
	b.dropValues()
}

// dropValues closes the solver for values.
func (b *bounded) dropValues() {
	if b.values != nil {
		b.values.Close()
	}
	// close may be called again.
	b.values = nil
}

// valueSolver returns a solver for the values of a witness, in which nothing is asserted.
func (b *bounded) valueSolver() (smt.Solver, error) {
	if b.values != nil {
		// Reset is cheaper than a new context of the library.
		if b.values.Reset() == nil {
			return b.values, nil
		}
		b.dropValues() // its memory ran out, or the like
	}
	s, err := b.solver()
	if err != nil {
		return nil, err
	}
	b.values = s
	return s, nil
}

// unrolling returns the unrolling for short answers to a question, or for others.
func (b *bounded) unrolling(q system.Query, short bool) (*unrolling, error) {
	for _, u := range b.open {
		// At most two unrollings exist for each class of questions: short and long.
		if u.short == short && compiler.Shares(u.first, q) {
			return u, nil
		}
	}
	s, err := b.solver()
	if err != nil {
		return nil, err
	}
	start := time.Now()
	u := &unrolling{Unrolling: compiler.Unroll(b.system, b.scenario, q), asker: asker{b.validator, s, &b.steps}, first: q, short: short}
	b.stats.Encode += time.Since(start)
	b.open = append(b.open, u)
	return u, nil
}

// ready reports whether a solver is set up for questions about runs of the model.
func (b *bounded) ready() bool {
	// The unrolling of the checks alone leaves the model out, so it does not count.
	return slices.ContainsFunc(b.open, func(u *unrolling) bool { return u.first.Kind != system.ChecksAlone })
}

func (b *bounded) decide(_ context.Context, q system.Query, bound int) (decision, error) {
	d, _, err := b.within(q, bound, -1, 0)
	return d, err
}

// within decides a question that is known to have no answer of at most fewer
// calls; of -1 if nothing is known. Each time the solver is asked whether there is
// an answer, or a smaller one, it may take so many steps; any number if that is zero. It returns up
// to how many calls there is known to be none, also where the answer is Unknown.
func (b *bounded) within(q system.Query, bound, fewer int, steps uint) (decision, int, error) {
	d := decision{engine: SMT}
	if b.NewSolver == nil {
		return d.unknown(b.noSolver()), fewer, nil
	}
	if err := compiler.Supports(b.system, b.scenario, q); err != nil {
		return d.unknown(err), fewer, nil
	}
	// The limit belongs to the question, while the solver is shared by all of them.
	open := func(short bool) (*unrolling, error) {
		u, err := b.unrolling(q, short)
		if err == nil {
			u.s.Limit(steps)
		}
		return u, err
	}
	u, err := open(fewer < fewCalls)
	if err != nil {
		return d.unknown(err), fewer, nil // there may be one again when there is more memory
	}
	sh := &shaper{unrolling: u, q: q, fewer: fewer, longer: func() (*unrolling, error) { return open(false) }}
	found := sh.find(bound)
	if found && !b.anyAnswer {
		if b.explains {
			sh.s.Limit(0)
		}
		sh.smallest()
		if steps > 0 && errors.Is(sh.err, smt.ErrSteps) {
			found = false // from a long answer to the smallest it can be further than by another engine
		}
	}
	fewer = sh.fewer
	// sh may have moved to the long unrolling, so it is sh's that is dropped.
	if sh.lacking {
		b.drop(sh.unrolling)
	}
	d, err = b.concluded(d, sh, bound, found)
	return d, fewer, err
}

// concluded makes a decision of what a shaper came to.
func (b *bounded) concluded(d decision, sh *shaper, bound int, found bool) (decision, error) {
	if !found {
		// Not found because the solver gave up: nothing is claimed.
		if sh.err != nil {
			return d.unknown(sh.err), nil
		}
		tools, leaves, allTools, allLeaves := sh.Size()
		d.answer = None
		d.why = fmt.Sprintf("the solver refutes it up to %d calls of %d of %d tools, with %d of %d leaves of the state", bound, tools, allTools, leaves, allLeaves)
		return d, nil
	}
	return b.witness(d, sh)
}

// drop closes an unrolling whose solver lacks something: more would seem
// possible to it than is.
func (b *bounded) drop(u *unrolling) {
	b.open = slices.DeleteFunc(b.open, func(had *unrolling) bool { return had == u })
	u.s.Close()
}

// unknown makes a decision one that claims nothing.
func (d decision) unknown(why error) decision {
	d.answer, d.trace, d.reason, d.why = Unknown, nil, why, why.Error()
	return d
}

// ask asks whether a question has an answer of at most n calls, with more
// assumptions.
func (u *unrolling) ask(q system.Query, n int, more ...*smt.Term) (smt.Result, error) {
	start := time.Now()
	assumptions, pending, err := u.encode(q, n)
	if err == nil {
		err = u.assert(pending)
	}
	u.v.stats.Encode += time.Since(start)
	if err != nil {
		// What is missing is not made again, so the solver stays incomplete.
		u.lacking = true
		return smt.Unknown, err
	}
	return u.check(append(assumptions, more...)...)
}

// encode makes what a question about at most n calls assumes, and what the solver lacks so far.
func (u *unrolling) encode(q system.Query, n int) (assumptions []*smt.Term, pending []smt.Assertion, err error) {
	defer smt.Recover(&err)
	// Terms that are made elsewhere are small, and nothing takes up a panic there.
	defer u.Builder().While(nil)
	u.Builder().While(u.v.ctx)
	// Assume defines terms on the way, so Pending is read after it.
	u.Grow(n)
	assumptions = u.Assume(q, n)
	return assumptions, u.Pending(), nil
}

// because never returns nil.
func because(err error) error {
	if err == nil {
		return errors.New("the solver gives no reason")
	}
	return err
}
