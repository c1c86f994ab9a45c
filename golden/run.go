package golden

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/validate"
)

// A Target is a case to make traces of.
type Target struct {
	Suite *checker.Suite
	Case  *checker.Case
}

// MakeAll makes the traces of cases, some at a time. It tells each what came out, one
// case at a time and in any order. Where ctx ends, what is not found is open.
func MakeAll(ctx context.Context, o validate.Options, jobs int, list []Target, each func(i int, proofs []Proof, err error)) {
	session := validate.NewSession(o)
	bound := o.Bound
	if bound == 0 {
		bound = validate.DefaultBound
	}
	var next atomic.Int64
	var mu sync.Mutex
	var workers sync.WaitGroup
	for range min(max(1, jobs), len(list)) {
		workers.Go(func() {
			runtime.LockOSThread() // see [validate.Session]
			defer runtime.UnlockOSThread()
			for {
				i := int(next.Add(1)) - 1
				if i >= len(list) {
					return
				}
				proofs, err := Make(ctx, session, bound, list[i].Suite, list[i].Case)
				mu.Lock()
				each(i, proofs, err)
				mu.Unlock()
			}
		})
	}
	workers.Wait()
}
