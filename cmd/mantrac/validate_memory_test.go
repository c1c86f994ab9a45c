package main

import (
	"context"
	"testing"
	"time"
)

// Where libz3 has too much memory the case that was begun first ends, and no
// other until it has.
func TestMemoryIsRelieved(t *testing.T) {
	v := &validation{jobs: 2, cases: make([]caseOf, 4), end: 4, outcomes: make([]outcome, 4), running: make(map[int]context.CancelCauseFunc)}
	var contexts []context.Context
	for i := range 3 {
		ctx, cancel := context.WithCancelCause(context.Background())
		contexts, v.running[i] = append(contexts, ctx), cancel
	}
	want := func(ended ...int) {
		t.Helper()
		for i, ctx := range contexts {
			is := false
			for _, e := range ended {
				is = is || e == i
			}
			if (context.Cause(ctx) == errMemory) != is {
				t.Errorf("case %d: %v", i, context.Cause(ctx))
			}
		}
	}
	want()
	v.relieve()
	want(0)
	v.relieve()
	want(0)
	delete(v.running, 0)
	v.relieve()
	want(0, 1)
	delete(v.running, 1)
	delete(v.running, 2)
	v.relieve() // there is nothing to end
	want(0, 1)
}

// The watch looks at the memory of all workers together, and ends.
func TestMemoryIsWatched(t *testing.T) {
	v := &validation{jobs: 2, memory: 100, cases: make([]caseOf, 1), running: make(map[int]context.CancelCauseFunc)}
	running, cancel := context.WithCancelCause(context.Background())
	v.running[0] = cancel
	ctx, stop := context.WithCancel(context.Background())
	looks := 0
	allocated := func() uint64 {
		if looks++; looks == 3 {
			return 200<<20 + 1
		}
		return 200 << 20
	}
	go func() {
		select {
		case <-running.Done():
		case <-time.After(time.Minute):
		}
		stop()
	}()
	v.watchMemory(ctx, allocated)
	if context.Cause(running) != errMemory || looks < 3 {
		t.Errorf("%v after %d looks", context.Cause(running), looks)
	}
}
