// Package parallel runs independent work on all processors.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// chunk is how many consecutive indices a worker takes at a time. Work items
// here take microseconds, so taking them one by one would cost more than it
// spreads.
const chunk = 32

// For calls f(i) for every i in [0, n), in no particular order, and returns
// when all calls have. f must be safe for concurrent use.
func For(n int, f func(i int)) {
	workers := min(runtime.GOMAXPROCS(0), (n+chunk-1)/chunk)
	if workers <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for {
				end := int(next.Add(chunk))
				// Add returns the new value, so the chunk is the one before it.
				if end-chunk >= n {
					return
				}
				for i := end - chunk; i < min(end, n); i++ {
					f(i)
				}
			}
		})
	}
	wg.Wait()
}
