package main

import (
	"context"
	"errors"
	"time"
)

// defaultMemory is how many megabytes libz3 may have for each worker, unless
// another number is asked for.
const defaultMemory = 1024

// maxMemory is how many megabytes nobody can mean to give to a worker.
const maxMemory = 1 << 20

var errMemory = errors.New("the memory for the solver ran out (see --memory)")

// soft is how many bytes libz3 may have for all workers together before a case
// is ended.
func (v *validation) soft() uint64 { return uint64(v.jobs) * v.memory << 20 }

// hard is from where on libz3 gives out no more memory. Z3 knows no limit but one
// for all its contexts, at which whoever asks next has no answer, whosever the
// memory is. So this one is for what grows faster than it is watched, or cannot
// be interrupted. By Z3's own count it may be passed: what it refuses counts too.
func (v *validation) hard() uint64 { return v.soft() + v.soft()/4 + spareMemory }

// spareMemory is what contexts have that know nothing, for all workers.
const spareMemory = 64 << 20

// watchMemory ends cases while the library has more memory than all workers
// together may have, until the context ends.
func (v *validation) watchMemory(ctx context.Context, allocated func() uint64) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if allocated() > v.soft() {
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
