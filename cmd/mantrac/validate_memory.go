package main

import (
	"context"
	"errors"
	"time"
)

// memoryPerWorker is how many bytes libz3 may have for each worker. Z3 has a
// limit of its own, which is one for all contexts, and makes the next call fail
// wherever it is; so it is watched from outside, and a case that goes on is
// ended as an interrupt ends it.
const memoryPerWorker = 1 << 30

var errMemory = errors.New("the memory for the solver ran out")

// watchMemory ends cases while the library has more memory than all workers
// together may have, until the context ends.
func (v *validation) watchMemory(ctx context.Context, allocated func() uint64) {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if allocated() > uint64(v.jobs)*memoryPerWorker {
				v.relieve()
			}
		}
	}
}

// relieve ends the case that was begun first, which most likely has the most
// memory. It does nothing while one that it has ended goes on, which gives its
// memory back then.
func (v *validation) relieve() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if _, ends := v.running[v.relieved]; ends && v.relieving {
		return
	}
	first := len(v.cases)
	for i := range v.running {
		first = min(first, i)
	}
	if cancel, ok := v.running[first]; ok {
		v.relieved, v.relieving = first, true
		cancel(errMemory)
	}
}
