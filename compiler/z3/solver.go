package z3

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
)

// Options bound the work of a solver. The zero value sets no bounds.
type Options struct {
	// Timeout bounds each Check.
	Timeout time.Duration

	// Rlimit bounds each Check by steps of Z3 instead of time, so that the
	// result is the same on every machine. A step is some fraction of a
	// microsecond.
	Rlimit uint

	// Seed varies the choices that Z3 makes at random. Equal seeds give equal
	// results.
	Seed uint
}

// A Solver is a solver of Z3, in a context of its own or of another one. It implements
// [smt.Solver]. Several goroutines that use one context wait for each other.
type Solver struct {
	mu      *sync.Mutex // of the context
	options Options
	limit   uint // of steps; see Limit
	limited bool // it is not what the solver of Z3 has
	*translator
	solver  z3Solver
	all     []z3AST // asserted so far
	pending bool    // Z3 has not taken up all of that; see takeUp
	clash   *proxy  // of no term, for takeUp; nil before it is needed
	stale   bool    // the last check gave up; see renew
	proxies map[*smt.Term]*proxy
	ordered []*proxy // all of proxies, as they were made

	last     smt.Result // of the last call, Unknown unless it was a Check
	model    z3Model    // of the last Check, or 0
	assumed  []*smt.Term
	literals []z3AST // of assumed, then the negated proxies of others
}

// A proxy stands for a term that is assumed and is no literal: a constant that
// implies it.
type proxy struct{ yes, no z3AST }

var _ smt.Solver = (*Solver)(nil)

// NewSolver returns a solver without assertions, which the caller closes. It is in a context of its
// own, for which Z3 takes 16 MB at once.
func (l *Library) NewSolver(o Options) (*Solver, error) {
	h, err := newHandle(l)
	if err != nil {
		return nil, err
	}
	return newSolver(h, o)
}

// Another implements [smt.Solver]. The solver has the same options, and is in the same context.
func (s *Solver) Another() (smt.Solver, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed() {
		return nil, errClosed
	}
	other, err := newSolver(s.another(), s.options)
	if err != nil {
		return nil, err // and not a nil *Solver, which an interface would hide
	}
	return other, nil
}

// newSolver returns a solver that has a handle, or gives the handle back.
func newSolver(h *handle, o Options) (*Solver, error) {
	s := &Solver{mu: &h.of.Mutex, options: o, translator: newTranslator(h), proxies: make(map[*smt.Term]*proxy)}
	var err error
	if s.solver, err = h.newSolver(o); err != nil {
		h.free()
		return nil, err
	}
	return s, nil
}

// newSolver returns a solver with one reference. It is Z3's plain core: what
// Z3_mk_solver returns picks a tactic by the look of the formula, and for
// ours a slow one.
func (h *handle) newSolver(o Options) (z3Solver, error) {
	s := h.simpleSolver(h.c)
	if err := h.check("solver"); err != nil || s == 0 {
		return 0, errors.Join(errNoContext, err)
	}
	h.solverIncRef(h.c, s)
	if err := h.configure(s, o); err != nil {
		h.solverDecRef(h.c, s)
		return 0, err
	}
	return s, nil
}

func (h *handle) configure(s z3Solver, o Options) error {
	p := h.mkParams(h.c)
	if err := h.check("parameters"); err != nil || p == 0 {
		return errors.Join(errNoContext, err)
	}
	h.paramsIncRef(h.c, p)
	defer h.paramsDecRef(h.c, p)
	// Else Z3 replaces Go's handler of the interrupt key for each check, by
	// one that must not run on Go's stacks and is not made for threads.
	h.paramsBool(h.c, p, h.stringSymbol(h.c, "ctrl_c"), false)
	h.paramsUint(h.c, p, h.stringSymbol(h.c, "rlimit"), clamp(o.Rlimit)) // 0 is none
	h.paramsUint(h.c, p, h.stringSymbol(h.c, "random_seed"), clamp(o.Seed))
	h.solverParams(h.c, s, p)
	return h.check("parameters")
}

// Limit implements [smt.Solver].
func (s *Solver) Limit(steps uint) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limited = s.limited || s.limit != steps
	s.limit = steps
}

// bounds are the options with the smaller of both bounds on steps.
func (s *Solver) bounds() Options {
	o := s.options
	if s.limit > 0 && (o.Rlimit == 0 || s.limit < o.Rlimit) {
		o.Rlimit = s.limit
	}
	return o
}

// clamp makes of n what Z3 reads as a bound: the greatest number is none.
func clamp(n uint) uint32 { return uint32(min(n, math.MaxUint32-1)) }

// Assert implements [smt.Solver].
func (s *Solver) Assert(t *smt.Term) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed() {
		return errClosed
	}
	s.forget()
	if t == nil {
		return errNil
	}
	if t.Sort() != smt.Bool {
		return fmt.Errorf("z3: a term of sort %v is asserted", t.Sort())
	}
	a, err := s.term(t)
	if err != nil {
		return err
	}
	return s.assert(a)
}

func (s *Solver) assert(a z3AST) error {
	s.solverAssert(s.c, s.solver, a)
	s.all, s.pending = append(s.all, a), true
	return s.check("assert")
}

// Reset implements [smt.Solver]. The context stays, and making one is what
// takes time.
func (s *Solver) Reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed() {
		return errClosed
	}
	s.forget()
	// Made first, so that the solver stays as it was if this fails.
	fresh, err := s.newSolver(s.options)
	if err != nil {
		return err
	}
	s.solverDecRef(s.c, s.solver)
	s.handle.release()
	s.solver, s.translator, s.proxies = fresh, newTranslator(s.handle), make(map[*smt.Term]*proxy)
	s.all, s.ordered, s.clash = nil, nil, nil
	// newSolver does not know of the limit.
	s.stale, s.pending, s.limited = false, false, s.limit > 0
	return nil
}

// renew starts again with all that is asserted. Where a check ends without an
// answer while Z3 still takes up assertions, it may lose some of them, and the
// next check finds what they exclude.
func (s *Solver) renew() error {
	fresh, err := s.newSolver(s.options)
	if err != nil {
		return err
	}
	s.solverDecRef(s.c, s.solver)
	s.solver, s.stale, s.limited, s.pending = fresh, false, s.limit > 0, true
	for _, a := range s.all {
		s.solverAssert(s.c, s.solver, a)
	}
	if err := s.check("assert"); err != nil {
		// The new solver may lack some assertions.
		s.stale = true
		return err
	}
	return nil
}

// Check implements [smt.Solver]. An assumption that is neither a constant nor
// the negation of one costs every later Check one literal. An error that is neither [smt.ErrTimeout]
// nor the cause of ctx's end is an *[Incomplete], or one of Z3 itself.
func (s *Solver) Check(ctx context.Context, assumptions ...*smt.Term) (smt.Result, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed() {
		return smt.Unknown, errClosed
	}
	s.forget()
	if ctx.Err() != nil {
		return smt.Unknown, context.Cause(ctx)
	}
	if s.stale {
		if err := s.renew(); err != nil {
			return smt.Unknown, err
		}
	}
	if err := s.assume(assumptions); err != nil {
		return smt.Unknown, err
	}
	taken, err := s.takeUp(ctx)
	if err != nil {
		return smt.Unknown, err
	}
	if s.limited {
		if err := s.configure(s.solver, s.bounds()); err != nil {
			return smt.Unknown, err
		}
		s.limited = false
	}
	s.last, err = s.run(ctx, s.literals)
	// An answer tells that everything asserted was taken up.
	s.pending = s.pending && s.last == smt.Unknown
	// Only a check that ran out of steps after takeUp may go on from where it was.
	s.stale = s.last == smt.Unknown && !(taken && errors.Is(err, smt.ErrSteps))
	return s.last, err
}

// takeUp has Z3 take up all that is asserted, if the steps of the next check are
// bounded by Limit, and reports whether it has. A check that then runs out of steps
// does so in its search. All that was asserted is still there, and what Z3 has learnt
// follows from it, so that the next check may go on from there.
//
// It asks for two assumptions that contradict each other, within any number of steps.
// Z3 sees that as soon as it has taken up the assertions, and does not search.
func (s *Solver) takeUp(ctx context.Context) (taken bool, err error) {
	if s.limit == 0 || s.options.Rlimit != 0 {
		return false, nil
	}
	if !s.pending {
		return true, nil
	}
	if s.clash == nil {
		if s.clash, err = s.newClash(); err != nil {
			return false, err
		}
	}
	if err := s.configure(s.solver, s.options); err != nil {
		return false, err
	}
	// The next check needs its own bound again.
	s.limited = true
	r, err := s.run(ctx, []z3AST{s.clash.yes, s.clash.no})
	s.pending, s.stale = r != smt.Unsat, r == smt.Unknown
	return r == smt.Unsat, err
}

// newClash returns a constant and its negation, for takeUp.
func (s *Solver) newClash() (*proxy, error) {
	yes, err := s.fresh(smt.Bool)
	if err != nil {
		return nil, err
	}
	no, err := s.own(s.mkNot(s.c, yes), "not")
	return &proxy{yes: yes, no: no}, err
}

// assume sets the literals of the next check. The proxies of terms that are
// not assumed this time are assumed to be false: else Z3 may take them to be
// true, as in the last check, and solve what nobody asks for.
func (s *Solver) assume(assumptions []*smt.Term) error {
	used := make(map[z3AST]bool, len(assumptions))
	for _, t := range assumptions {
		a, err := s.literal(t)
		if err != nil {
			return err
		}
		used[a] = true
		s.assumed, s.literals = append(s.assumed, t), append(s.literals, a)
	}
	for _, p := range s.ordered {
		if !used[p.yes] {
			s.literals = append(s.literals, p.no)
		}
	}
	return nil
}

// literal returns what Z3 takes as an assumption: a constant, its negation, or
// a proxy.
func (s *Solver) literal(t *smt.Term) (z3AST, error) {
	switch {
	case t == nil:
		return 0, errNil
	case t.Sort() != smt.Bool:
		return 0, fmt.Errorf("z3: a term of sort %v is assumed", t.Sort())
	case t.Op() == smt.Var, t.Op() == smt.Not && t.Args()[0].Op() == smt.Var:
		return s.term(t)
	}
	if p, ok := s.proxies[t]; ok {
		return p.yes, nil
	}
	p, err := s.newProxy(t)
	if err != nil {
		return 0, err
	}
	s.proxies[t] = p
	s.ordered = append(s.ordered, p)
	return p.yes, nil
}

func (s *Solver) newProxy(t *smt.Term) (*proxy, error) {
	a, err := s.term(t)
	if err != nil {
		return nil, err
	}
	yes, err := s.fresh(smt.Bool)
	if err != nil {
		return nil, err
	}
	no, err := s.own(s.mkNot(s.c, yes), "not")
	if err != nil {
		return nil, err
	}
	// An implication is enough: only the assumption that yes holds has to say something.
	implies, err := s.own(s.mkImplies(s.c, yes, a), "=>")
	if err != nil {
		return nil, err
	}
	return &proxy{yes: yes, no: no}, s.assert(implies)
}

// run calls Z3 for an answer to the current assumptions.
func (s *Solver) run(ctx context.Context, literals []z3AST) (smt.Result, error) {
	w := s.watch(ctx)
	answer := w.search(func() int32 { return s.solverCheck(s.c, s.solver, uint32(len(literals)), literals) })
	// settle would reset the error code, so it is read first.
	err := s.check("check")
	stopped := w.stop()
	if stopped != nil {
		if err := s.settle(); err != nil {
			return smt.Unknown, err
		}
	}
	switch {
	case answer == 1 && err == nil:
		return smt.Sat, nil
	case answer == -1 && err == nil:
		return smt.Unsat, nil
	case stopped != nil:
		return smt.Unknown, stopped
	case err != nil:
		return smt.Unknown, err
	}
	return smt.Unknown, s.reason()
}

// reason says why the last check has no answer.
func (s *Solver) reason() error {
	reason := s.solverReason(s.c, s.solver)
	if limited := s.bounds().outOfSteps(reason); limited != nil {
		limited.made = s.bounds() == s.options
		return limited
	}
	reason = cmp.Or(reason, "no reason given")
	return &Incomplete{Reason: reason}
}

// outOfSteps returns the error for a reason that Z3 gives where its steps ran
// out, else nil. Which it gives depends on where it was: nobody else cancels it
// (see run), and before the search has begun it says that it is unknown.
func (o Options) outOfSteps(reason string) *Incomplete {
	switch reason {
	case "", "unknown", "canceled", noSteps:
		if o.Rlimit > 0 {
			return &Incomplete{Reason: fmt.Sprintf("%s (%d)", noSteps, o.Rlimit)}
		}
	}
	return nil
}

// noSteps is how Z3 says that its steps ran out.
const noSteps = "max. resource limit exceeded"

// forget drops the answers of the last Check.
func (s *Solver) forget() {
	if s.model != 0 {
		s.modelDecRef(s.c, s.model)
	}
	s.model, s.last = 0, smt.Unknown
	s.assumed, s.literals = s.assumed[:0], s.literals[:0]
}

// Core implements [smt.Solver]. The core need not be a smallest one. A term
// that was given several times is in it at most once.
func (s *Solver) Core() ([]*smt.Term, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed():
		return nil, errClosed
	case s.last != smt.Unsat:
		return nil, errNoCore
	}
	found, err := s.coreLiterals()
	if err != nil {
		return nil, err
	}
	// A negated proxy in the core adds nothing, as the proxy is free to be
	// false.
	var core []*smt.Term
	// The literals of the assumed terms come first, in the same order.
	for i, t := range s.assumed {
		if a := s.literals[i]; found[a] {
			core = append(core, t)
			delete(found, a)
		}
	}
	return core, nil
}

func (s *Solver) coreLiterals() (map[z3AST]bool, error) {
	v := s.solverCore(s.c, s.solver)
	if err := s.check("core"); err != nil {
		return nil, err
	}
	if v == 0 {
		return nil, errNoCore
	}
	s.vectorIncRef(s.c, v)
	defer s.vectorDecRef(s.c, v)
	found := make(map[z3AST]bool)
	for i := range s.vectorSize(s.c, v) {
		a := s.vectorGet(s.c, v, i)
		if err := s.check("core"); err != nil {
			return nil, err
		}
		found[a] = true
	}
	return found, nil
}

// Close implements [smt.Solver]. It waits for a Check that another goroutine
// has under way.
func (s *Solver) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed() {
		return
	}
	s.forget()
	s.solverDecRef(s.c, s.solver)
	s.handle.free()
	s.terms, s.sorts, s.proxies, s.ordered, s.assumed, s.all = nil, nil, nil, nil, nil, nil
}

func (s *Solver) closed() bool { return s.c == 0 }
