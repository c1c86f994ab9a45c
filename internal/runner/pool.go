package runner

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"time"

	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/validate"
)

// Why a case has no result.
var (
	errTotal   = errors.New("the time for all cases ran out")
	errDropped = errors.New("a case before it has a conflict")
)

// Options are the choices that a caller of [Validate] has.
type Options struct {
	validate.Options
	solver.Limits

	Total    time.Duration // for all cases; 0 is no limit
	FailFast bool          // the cases after the first with a conflict are dropped
	NoCache  bool          // results are neither taken from the store nor kept

	// Observer is told of each case that begins and ends; it may be nil.
	Observer Observer
	// Each is told what came out for a case when it is done, one case at a time;
	// it may be nil.
	Each func(of selection.Case, found *validate.Case, err error)
}

// An Observer watches a run. Its methods are not called at the same time.
type Observer interface {
	Begin(name string)
	End(name string, conflict bool)
}

// A Result is what came out.
type Result struct {
	validate.Result
	Failed []Failure // mistakes in mantrac, which leave cases without a result
}

// A Failure is a case that could not be validated because of a mistake in
// mantrac.
type Failure struct {
	selection.Case
	Err error
}

// Validate validates cases. Where ctx ends, the cases that are not decided are
// unfinished. The error is that the engine needs libz3 and there is none.
func Validate(ctx context.Context, cases []selection.Case, o Options) (*Result, error) {
	library, err := solver.Attach(&o.Options, o.Limits)
	if err != nil {
		return nil, err
	}
	p := &pool{
		Options: o, session: validate.NewSession(o.Options), cases: cases, end: len(cases),
		outcomes: make([]outcome, len(cases)), running: make(map[int]context.CancelCauseFunc),
	}
	if !o.NoCache {
		p.store = openStore(library, o.Steps)
	}
	return p.run(ctx), nil
}

// A pool is one call of [Validate].
type pool struct {
	Options
	session *validate.Session
	store   *store
	cases   []selection.Case

	mu       sync.Mutex
	next     int // the case that is begun next
	end      int // no case from here on counts
	running  map[int]context.CancelCauseFunc
	outcomes []outcome
}

// An outcome is what came out for a case; nothing if it was not begun.
type outcome struct {
	found *validate.Case
	err   error
}

func (p *pool) run(ctx context.Context) *Result {
	if p.Total > 0 {
		limited, cancel := context.WithTimeoutCause(ctx, p.Total, errTotal)
		defer cancel()
		ctx = limited
	}
	var workers sync.WaitGroup
	for range min(max(1, p.Jobs), len(p.cases)) {
		workers.Go(func() { p.work(ctx) })
	}
	workers.Wait()
	p.store.close()
	return p.collect(ctx)
}

// work validates cases until there are no more.
func (p *pool) work(ctx context.Context) {
	// Each worker keeps to one thread, since libz3 has memory for each thread that calls it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for {
		i, of := p.begin(ctx)
		if of == nil {
			return
		}
		p.finish(i, p.one(of, p.cases[i]))
	}
}

// begin returns the next case, and the context for it; nil if there is none.
func (p *pool) begin(ctx context.Context) (int, context.Context) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.next >= p.end || ctx.Err() != nil {
		return 0, nil
	}
	// Cases begin in order, so fail-fast drops only cases after the conflict.
	i := p.next
	p.next++
	of, cancel := context.WithCancelCause(ctx)
	p.running[i] = cancel
	if p.Observer != nil {
		p.Observer.Begin(p.cases[i].Name())
	}
	return i, of
}

// one validates a case, unless its result is known.
func (p *pool) one(ctx context.Context, of selection.Case) outcome {
	key, found := p.store.get(ctx, p.session, of)
	if found != nil {
		return outcome{found: found}
	}
	found, text, err := p.session.Recorded(ctx, of.Suite, of.Decl)
	// text is nil for results that must not be kept.
	p.store.put(key, text)
	return outcome{found, err}
}

// finish notes what came out for a case.
func (p *pool) finish(i int, o outcome) {
	p.mu.Lock()
	defer p.mu.Unlock()
	// This releases the resources of the context.
	p.running[i](nil)
	delete(p.running, i)
	p.outcomes[i] = o
	// Called with the lock held, so one case at a time.
	if p.Each != nil {
		p.Each(p.cases[i], o.found, o.err)
	}
	conflict := o.found != nil && o.found.Verdict.Conflict()
	if p.Observer != nil {
		p.Observer.End(p.cases[i].Name(), conflict)
	}
	if !p.FailFast || !conflict || i >= p.end {
		return
	}
	// An earlier case may still find a conflict and lower the end again.
	p.end = i + 1
	for j, cancel := range p.running {
		if j > i {
			cancel(errDropped)
		}
	}
}

// collect puts the outcomes in order.
func (p *pool) collect(ctx context.Context) *Result {
	r := &Result{}
	for i, of := range p.cases {
		o := p.outcomes[i]
		var why error
		switch {
		case i >= p.end:
			// A result after the first conflict is dropped even if it was found, for the sake of
			// reproducible output.
			why = errDropped
		case o.err != nil:
			why = o.err
			r.Failed = append(r.Failed, Failure{of, o.err})
		case o.found == nil:
			why = context.Cause(ctx)
		default:
			r.Add(o.found)
			continue
		}
		r.Unfinished = append(r.Unfinished, validate.Unfinished{Name: of.Name(), File: of.File(), Reason: why})
	}
	return r
}
