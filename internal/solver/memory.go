package solver

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"
)

// An outOfMemory is the reason of an open answer where the solver used too much
// memory.
type outOfMemory struct{ Megabytes uint64 }

func (e *outOfMemory) Error() string {
	return fmt.Sprintf("the memory for the solver ran out: more than %d MB", e.Megabytes)
}

// A budget ends pieces of work while the library has too much memory.
type budget struct {
	soft      uint64 // bytes
	allocated func() uint64

	mu       sync.Mutex
	next     int
	running  map[int]context.CancelCauseFunc // by the order in which they began
	relieved int                             // the piece that was ended last; -1 is none
	watched  bool                            // a goroutine watches the memory
}

// interval is the time between two looks at the memory.
const interval = 20 * time.Millisecond

// spare is the memory of contexts that hold nothing, for all jobs.
const spare = 64 << 20

func newBudget(l Limits, allocated func() uint64) *budget {
	megabytes := uint64(max(1, l.Jobs)) * cmp.Or(l.Memory, DefaultMemory)
	return &budget{soft: megabytes << 20, allocated: allocated, running: make(map[int]context.CancelCauseFunc), relieved: -1}
}

// hard is the number of bytes from which on libz3 gives out no more memory. By
// Z3's own count it may be passed: what it refuses counts too.
func (b *budget) hard() uint64 { return b.soft + b.soft/4 + spare }

// begin returns the context of a piece of work, and a function to call when it
// is done.
func (b *budget) begin(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	b.mu.Lock()
	defer b.mu.Unlock()
	id := b.next
	b.next++
	b.running[id] = cancel
	// The watcher ends by itself when no work is left, and is started again here.
	if !b.watched {
		b.watched = true
		go b.watch()
	}
	return ctx, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.running, id)
		cancel(nil)
	}
}

// watch looks at the memory until no work is left.
func (b *budget) watch() {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for range tick.C {
		if !b.look() {
			return
		}
	}
}

// look ends the oldest piece of work if the library has too much memory, unless
// one that was ended before still runs: that gives its memory back when it is
// done. It reports whether any work is left.
func (b *budget) look() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.watched = len(b.running) > 0
	// A piece that was ended may still hold memory. Ending more at once would be premature.
	if _, ends := b.running[b.relieved]; ends || !b.watched || b.allocated() <= b.soft {
		return b.watched
	}
	// The oldest piece has had the most time to use memory.
	first := b.next
	for id := range b.running {
		first = min(first, id)
	}
	b.relieved = first
	b.running[first](&outOfMemory{b.soft >> 20})
	return true
}
