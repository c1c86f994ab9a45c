package solver

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"
)

// Where libz3 has too much memory the work that began first ends, and no other
// until it has.
func TestMemoryIsRelieved(t *testing.T) {
	b := newBudget(Limits{Jobs: 2, Memory: 100}, func() uint64 { return 200<<20 + 1 })
	b.watched = true // no goroutine looks on its own
	var contexts []context.Context
	var ends []func()
	for range 3 {
		ctx, end := b.begin(context.Background())
		contexts, ends = append(contexts, ctx), append(ends, end)
	}
	want := func(ended ...int) {
		t.Helper()
		for i, ctx := range contexts {
			is := false
			for _, e := range ended {
				is = is || e == i
			}
			var memory *outOfMemory
			if errors.As(context.Cause(ctx), &memory) != is {
				t.Errorf("work %d: %v", i, context.Cause(ctx))
			}
		}
	}
	want()
	for _, ended := range [][]int{{0}, {0}} {
		if !b.look() {
			t.Error("no work is left")
		}
		want(ended...)
	}
	ends[0]()
	b.look()
	want(0, 1)
	ends[1]()
	ends[2]()
	if b.look() {
		t.Error("there is work left")
	}
}

// The memory is watched as long as there is work, and not longer.
func TestMemoryIsWatched(t *testing.T) {
	var looks atomic.Int32
	b := newBudget(Limits{Jobs: 2, Memory: 100}, func() uint64 {
		if looks.Add(1) >= 3 {
			return 200<<20 + 1
		}
		return 200 << 20
	})
	for range 2 {
		ctx, end := b.begin(context.Background())
		select {
		case <-ctx.Done():
		case <-time.After(time.Minute):
			t.Fatal("the work goes on")
		}
		end()
	}
	for start := time.Now(); ; time.Sleep(interval) {
		b.mu.Lock()
		watched := b.watched
		b.mu.Unlock()
		if !watched {
			break
		}
		if time.Since(start) > time.Minute {
			t.Fatal("nothing runs, and the memory is watched")
		}
	}
}

// The limits: so much for each job, a quarter and 64 MB more for libz3 itself.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		Limits
		soft, hard uint64
	}{
		{Limits{}, 1024, 1024 + 256 + 64},
		{Limits{Jobs: 4}, 4096, 4096 + 1024 + 64},
		{Limits{Jobs: 2, Memory: 100}, 200, 200 + 50 + 64},
	} {
		if b := newBudget(c.Limits, nil); b.soft != c.soft<<20 || b.hard() != c.hard<<20 {
			t.Errorf("%+v: %d, %d", c.Limits, b.soft>>20, b.hard()>>20)
		}
	}
}
