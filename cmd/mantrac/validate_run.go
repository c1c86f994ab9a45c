package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
)

// Why a case has no result.
var (
	errTotal   = errors.New("the time for all cases ran out")
	errDropped = errors.New("a case before it has a conflict")
)

// A validation is one run of the verb.
//
// Its workers take one case after the other, each on a thread of its own (see
// validate.Session), and at any time each has what solvers it needs for one case
// and no more. What comes out does not depend on how many there are, nor on who
// is done first: results are put in the order of the cases, and with failFast
// those behind the first conflict in that order are dropped, whether somebody
// has come to them or not.
type validation struct {
	options  validate.Options
	rlimit   uint
	total    time.Duration
	jobs     int
	memory   uint64 // megabytes for each of them
	failFast bool
	proved   bool // a consistent case has to be

	session *validate.Session
	keeper  *keeper
	cases   []caseOf

	mu       sync.Mutex
	next     int // the case that is begun next
	end      int // no case from here on counts
	running  map[int]context.CancelCauseFunc
	outcomes []outcome
	bar      *bar

	allocated func() uint64 // what libz3 has; nil where there is none
	relieving bool          // relieved has been ended for its memory
	relieved  int

	result      validate.Result
	failed      bool // a case has no result because of a mistake in mantrac
	interrupted bool
}

// An outcome is what came out for a case; nothing if it was not begun.
type outcome struct {
	found *validate.Case
	err   error
}

// run validates cases.
func (v *validation) run(cases []caseOf) {
	ctx := interruptible()
	v.cases, v.end, v.outcomes = cases, len(cases), make([]outcome, len(cases))
	v.running = make(map[int]context.CancelCauseFunc)
	if v.total > 0 {
		limited, cancel := context.WithTimeoutCause(ctx, v.total, errTotal)
		defer cancel()
		ctx = limited
	}
	v.bar = newBar(len(cases))
	watched, over := context.WithCancel(ctx)
	if v.allocated != nil {
		go v.watchMemory(watched, v.allocated)
	}
	var workers sync.WaitGroup
	for range min(v.jobs, len(cases)) {
		workers.Go(func() { v.work(ctx) })
	}
	workers.Wait()
	over()
	v.bar.close()
	v.keeper.close()
	v.interrupted = errors.Is(context.Cause(ctx), errInterrupted)
	v.collect(ctx)
}

// work validates cases until there are no more.
func (v *validation) work(ctx context.Context) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for {
		i, of := v.begin(ctx)
		if of == nil {
			return
		}
		v.finish(i, v.one(of, v.cases[i]))
	}
}

// begin returns the next case, and the context for it; nil if there is none.
func (v *validation) begin(ctx context.Context) (int, context.Context) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.next >= v.end || ctx.Err() != nil {
		return 0, nil
	}
	i := v.next
	v.next++
	of, cancel := context.WithCancelCause(ctx)
	v.running[i] = cancel
	v.bar.begin(v.cases[i].name())
	return i, of
}

// one validates a case, unless its result is known.
func (v *validation) one(ctx context.Context, of caseOf) outcome {
	key, found := v.keeper.get(ctx, v.session, of)
	if found != nil {
		return outcome{found: found}
	}
	found, text, err := v.session.Recorded(ctx, of.suite, of.decl)
	v.keeper.put(key, text)
	return outcome{found, err}
}

// finish notes what came out for a case.
func (v *validation) finish(i int, o outcome) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.running[i](nil)
	delete(v.running, i)
	v.outcomes[i] = o
	conflict := o.found != nil && conflicting(o.found)
	v.bar.end(v.cases[i].name(), conflict)
	if !v.failFast || !conflict || i >= v.end {
		return
	}
	v.end = i + 1
	for j, cancel := range v.running {
		if j > i {
			cancel(errDropped)
		}
	}
}

// collect puts the outcomes in order.
func (v *validation) collect(ctx context.Context) {
	for i, of := range v.cases {
		o := v.outcomes[i]
		var why error
		switch {
		case i >= v.end:
			why = errDropped
		case o.err != nil:
			v.failed, why = true, o.err
			complain(fmt.Errorf("%s: case %s: %w", project.Shown(of.file()), project.Shown(of.name()), o.err))
		case o.found == nil:
			why = context.Cause(ctx)
		default:
			v.result.Add(o.found)
			continue
		}
		v.result.Unfinished = append(v.result.Unfinished, validate.Unfinished{Name: of.name(), File: of.file(), Reason: why})
	}
}
