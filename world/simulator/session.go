package simulator

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/world/runtime"
)

// A Session is one agent at work on a case. It may be used by several goroutines:
// what they ask for is done one after the other.
type Session struct {
	Handle string

	simulator *Simulator
	begun     atomic.Bool // it has a run
	mu        sync.Mutex
	world     *runtime.World
	run       *runtime.Session
	runs      int             // that were begun
	file      *file           // nil where no files are written
	known     int             // the events in the file
	used      map[string]bool // the ids of calls
	faults    string          // that are placed, with their labels
	limit     int             // of calls; 0 is none
	made      int             // calls
	user      User            // nil if nobody replies any more
	ended     error           // why nothing more can be done
	failure   error           // that ended it
}

// The errors of sessions that do nothing.
var (
	ErrEnded = errors.New("the session has ended")
	ErrUsed  = errors.New("a call with this id was made already")
	ErrLimit = errors.New("no more calls are allowed in this session")
)

// begin begins a run, which the session has from then on. The prompt is the first
// message.
func (x *Session) begin(ctx context.Context, w *runtime.World, seed uint64) error {
	// The run is made without the lock, since it may ask the solver.
	run, err := x.simulator.run(ctx, w, seed)
	if err != nil {
		return err
	}
	labels, err := x.simulator.labels(ctx, w, run.Init)
	if err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	// End may have been called meanwhile.
	if x.ended != nil {
		return x.ended
	}
	header := run.Trace().Header
	// A part of the handle tells sessions apart. The whole handle would give access to them.
	header.ID += "/" + x.Handle[:8]
	if x.runs++; x.runs > 1 {
		header.ID += fmt.Sprintf("-%d", x.runs)
	}
	withInit(&header, run.Init)
	if labels != "" {
		header.Labels["faults"] = labels
	}
	f, err := create(x.simulator.options.Traces, &header)
	if err != nil {
		return err
	}
	// The new file exists, so the old one can be closed. The error is returned below.
	err = x.file.close()
	x.world, x.run, x.file, x.known, x.made, x.user, x.used, x.faults = w, run, f, 0, 0, x.simulator.options.User, make(map[string]bool), labels
	// From here on the simulator hands out the session.
	x.begun.Store(true)
	if err != nil || w.Prompt() == "" {
		return err
	}
	run.Say(tool.User, w.Prompt())
	return x.write()
}

// Limit lets the session make no more than n calls.
func (x *Session) Limit(n int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.limit = n
}

// Limited reports whether a call was refused for the limit.
func (x *Session) Limited() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.limit > 0 && x.made > x.limit
}

// Init returns the state in which the session began. It has what no answer shows.
func (x *Session) Init() interp.State {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.run.Init
}

// Manual returns the text of the manual.
func (x *Session) Manual() string { return x.simulator.Manual() }

// World returns the world of the session.
func (x *Session) World() *runtime.World {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.world
}

// Seed returns the seed of the session.
func (x *Session) Seed() uint64 {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.run.Seed
}

// Call makes a call, whose arguments are a text of JSON. It is done once: a second
// call with the same id, unless that is "", is [ErrUsed]. A call to which the model
// allows no answer fails, and is reported.
func (x *Session) Call(ctx context.Context, by tool.Owner, id, name, args string) (runtime.Answer, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.ended != nil {
		return runtime.Answer{}, x.ended
	}
	// The empty id is never entered, so calls without an id are not compared.
	if x.used[id] {
		return runtime.Answer{}, ErrUsed
	}
	// The refused call counts as well: Limited sees by it that the limit was passed.
	if x.made++; x.limit > 0 && x.made > x.limit {
		return runtime.Answer{}, ErrLimit
	}
	a, err := x.run.CallText(ctx, by, name, args)
	var none *runtime.Mismatch
	switch {
	case errors.As(err, &none):
		// The model allows no answer. The agent sees a failed call, and the author of the suite a report.
		x.simulator.options.Report(fmt.Errorf("case %s: %w", x.world.Case.Decl.Name().Name, err))
		a = x.run.Fail(by, name, args)
	case err != nil:
		return runtime.Answer{}, err
	}
	if id != "" {
		x.used[id] = true
	}
	return a, x.write()
}

// write writes the events that are not in the file. If it fails the session ends: its
// file would not have what was answered.
func (x *Session) write() error {
	if x.file == nil {
		return nil
	}
	events := x.run.Since(x.known)
	// A failed write is not repeated: the session ends.
	x.known += len(events)
	if err := x.file.append(events, x.run.State()); err != nil {
		x.ended, x.failure = err, err
	}
	return x.failure
}

// withInit adds the initial state to the header of a trace.
func withInit(h *trace.Header, init interp.State) {
	text, err := init.MarshalJSON()
	if err != nil {
		panic(err) // the values of a state are JSON
	}
	h.Labels[trace.InitLabel] = string(text)
}

// Whole returns the events so far, with what no agent is told: the initial state, and
// the faults that are placed.
func (x *Session) Whole() trace.Trace {
	x.mu.Lock()
	defer x.mu.Unlock()
	t := x.run.Trace()
	withInit(&t.Header, x.run.Init)
	if x.faults != "" {
		t.Labels["faults"] = x.faults
	}
	return t
}

// Tools returns the tools that somebody can call now.
func (x *Session) Tools(by tool.Owner) []*tool.Tool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.run.Tools(by)
}

// Trace returns the events so far, without what no answer shows.
func (x *Session) Trace() trace.Trace {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.run.Trace()
}

// End ends the session: it cannot be found any more.
func (x *Session) End() error {
	// Leave first, so that nobody finds the session any more.
	x.simulator.leave(x)
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.ended == nil {
		x.ended = ErrEnded
	}
	err := x.file.close()
	x.file = nil
	return err
}

// Reset begins the session again, with the same case and seed, and a new file.
func (x *Session) Reset(ctx context.Context) error { return x.begin(ctx, x.World(), x.Seed()) }
