package validate

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/search"
)

// A Session answers questions about cases, and keeps what it makes of a model
// for the next case of it. It may be used by several goroutines at a time.
//
// A C library may give each thread memory of its own, which stays with the
// thread when it is freed. A goroutine that asks for many answers is therefore
// best locked to its thread, so that all its solvers use the same memory.
type Session struct {
	options Options
	mu      sync.Mutex
	models  map[*checker.Model]*prepared
	prints  sync.Map // see Fingerprint
}

// maxContexts is how many contexts of the library, each with memory of its own, one goroutine
// has of a session at a time: one for the solvers of all questions about a case, and one for a
// proof of every length or for what is to blame.
const maxContexts = 2

// prepared is what is made of a model once.
type prepared struct {
	system  *system.System
	machine *interp.Machine
	search  *search.Model
}

// NewSession returns a session with options.
func NewSession(o Options) *Session {
	if o.Bound == 0 {
		o.Bound = DefaultBound
	}
	if o.Engine == "" {
		o.Engine = Auto
	}
	if o.States == 0 {
		o.States = DefaultStates
	}
	if o.ProofSteps == 0 {
		o.ProofSteps = defaultProofSteps
	}
	if o.ProofTime == 0 {
		o.ProofTime = defaultProofTime
	}
	return &Session{options: o, models: make(map[*checker.Model]*prepared)}
}

// within begins a piece of work; see [Options].
func (s *Session) within(ctx context.Context) (context.Context, func()) {
	if s.options.Within == nil {
		return ctx, func() {}
	}
	return s.options.Within(ctx)
}

func (s *Session) prepare(m *checker.Model) *prepared {
	// The lock is held while the model is lowered: another goroutine waits for the result.
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.models[m]
	if p == nil {
		lowered, machine := system.Lower(m), interp.New(m)
		p = &prepared{system: lowered, machine: machine, search: search.New(lowered, machine)}
		s.models[m] = p
	}
	return p
}

// System returns the system of a model, which the session makes once.
func (s *Session) System(m *checker.Model) *system.System { return s.prepare(m).system }

// scenario prepares a case.
func (s *Session) scenario(suite *checker.Suite, k *checker.Case) *system.Scenario {
	return s.System(suite.Model).Scenario(suite, k)
}

// Validate asks all questions about a case. The suite is free of errors and
// has a model, which is too. Where ctx ends, what is not answered yet is
// Unknown, and the case is returned all the same; so it is where no solver can be
// had. An error is an [InternalError].
func (s *Session) Validate(ctx context.Context, suite *checker.Suite, k *checker.Case) (*Case, error) {
	ctx, end := s.within(ctx)
	defer end()
	return s.validate(ctx, suite, k)
}

func (s *Session) validate(ctx context.Context, suite *checker.Suite, k *checker.Case) (c *Case, err error) {
	v := s.validator(ctx, s.scenario(suite, k))
	// A question by itself is never sparing; see Options.Prove.
	v.wholeCase, v.sparing = true, !v.Prove
	// Deferred before close, so it runs after it: a panic still releases the solvers.
	defer recovered(k, "any", &err)
	defer v.decider.close()
	if c, err = v.run(); err != nil {
		return nil, err
	}
	c.Stats, c.Decisions = v.stats, v.decisions
	if !v.Plain {
		err = s.explain(ctx, v, c)
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// explain adds what only explains answers; see [Options.Plain].
func (s *Session) explain(ctx context.Context, v *validator, c *Case) error {
	start := time.Now()
	defer func() { c.Stats.Explain += time.Since(start) }()
	if err := v.mark(c); err != nil {
		return err
	}
	c.Compliant.RestsOn = v.restsOn(c.Compliant.Witness)
	v.decider.close() // what is blamed takes solvers of its own: see maxContexts
	return s.blameFor(ctx, v.scenario, c)
}

// A Finding is the answer to one question.
type Finding struct {
	Answer  Answer
	Proved  bool     // None holds for traces of every length
	Witness *Witness // of Found
	Reason  error    // why the answer is Unknown
	Decision
}

// Ask asks one question about a scenario, which is as in [Session.Validate]. It
// is an error, too, if the question makes no sense: see [system.Scenario.Fits].
func (s *Session) Ask(ctx context.Context, sc *system.Scenario, q system.Query) (Finding, error) {
	list, err := s.AskAll(ctx, sc, []system.Query{q})
	if err != nil {
		return Finding{}, err
	}
	return list[0], nil
}

// AskAll asks questions about a scenario, one after the other, as [Session.Ask]
// does. They share what the engine makes of the scenario.
func (s *Session) AskAll(ctx context.Context, sc *system.Scenario, questions []system.Query) (list []Finding, err error) {
	ctx, end := s.within(ctx)
	defer end()
	v := s.validator(ctx, sc)
	defer v.decider.close()
	for _, q := range questions {
		// Each question has its own recovery, in finding.
		f, err := v.finding(q)
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
}

// finding asks a question that may make no sense.
func (v *validator) finding(q system.Query) (f Finding, err error) {
	if err := v.scenario.Fits(q); err != nil {
		return Finding{}, err
	}
	defer recovered(v.scenario.Case, queryName(q), &err)
	a, err := v.ask(q)
	if err != nil {
		return Finding{}, err
	}
	return Finding{a.answer, a.proved, a.witness, a.reason, v.decisions[len(v.decisions)-1]}, nil
}

func (s *Session) validator(ctx context.Context, sc *system.Scenario) *validator {
	p := s.prepare(sc.Model)
	v := &validator{Options: s.options, ctx: ctx, scenario: sc, system: p.system, machine: p.machine, anyAnswer: s.options.AnyWitness}
	for _, c := range sc.Case.Checks {
		v.checks = append(v.checks, monitor.New(c.Name.Name, sc.Property(c), c))
	}
	// The engine is made only if no recording replaces it.
	v.decider = v.withRecording(func() decider { return v.newDecider(p) })
	return v
}

// newDecider starts the engine that was asked for.
func (v *validator) newDecider(p *prepared) decider {
	switch v.Engine {
	case Explicit:
		// By itself the search has nobody to leave a question to, so it may visit more states.
		return &clocked{v.searcher(p, v.States*50), Explicit}
	case Reference:
		return &clocked{&reference{v}, Reference}
	case SMT:
		return v.solverEngine()
	case Spacer:
		return &prover{v, v.solverEngine()}
	}
	// The portfolio measures its engines itself, so they are not clocked.
	return &portfolio{v: v, search: v.searcher(p, v.States), solver: &bounded{validator: v}, proofs: v.NewFixedpoint != nil}
}

func (v *validator) searcher(p *prepared, states int) *searcher {
	return &searcher{search: p.search.SearchWith(v.scenario, v.checks), states: states, costs: v.Costs, stats: &v.stats}
}

func (v *validator) solverEngine() decider { return &clocked{&bounded{validator: v}, SMT} }

// noSolver says why there is no solver.
func (v *validator) noSolver() error {
	if v.NoSolver != nil {
		return v.NoSolver
	}
	return errors.New("no solver found")
}

// recovered makes a panic an error: what an engine holds to be impossible is a
// mistake in it, and shall not take the other cases down with it.
func recovered(k *checker.Case, query string, err *error) {
	if r := recover(); r != nil {
		*err = &InternalError{Case: k.Decl.Name().Name, Query: query, Err: fmt.Errorf("%v", r)}
	}
}
