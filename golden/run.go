package golden

import (
	"cmp"
	"context"
	"runtime"
	"slices"
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

// leastBound is the length of the shortest traces that are looked for.
const leastBound = 4

// MakeAll makes the traces of cases, some at a time. It tells each what came out, one
// case at a time and in any order. What the budget leaves open is looked for among
// traces of half the length, and again. Where ctx ends, what is not found is open.
func MakeAll(ctx context.Context, o validate.Options, jobs int, list []Target, each func(i int, proofs []Proof, err error)) {
	var sessions []bounded
	// There is at least one session, however small the bound is.
	for bound := cmp.Or(o.Bound, validate.DefaultBound); len(sessions) == 0 || bound >= leastBound; bound /= 2 {
		o.Bound = bound
		sessions = append(sessions, bounded{validate.NewSession(o), bound})
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
				proofs, err := list[i].make(ctx, sessions)
				mu.Lock()
				each(i, proofs, err)
				mu.Unlock()
			}
		})
	}
	workers.Wait()
}

// A bounded session looks for traces up to a length.
type bounded struct {
	*validate.Session
	bound int
}

// make makes the traces of a case in the first session, and what it leaves open in the
// next one.
func (t Target) make(ctx context.Context, sessions []bounded) ([]Proof, error) {
	proofs, err := Make(ctx, sessions[0].Session, sessions[0].bound, t.Suite, t.Case)
	open := func(p Proof) bool { return p.Open }
	if err != nil || len(sessions) == 1 || !slices.ContainsFunc(proofs, open) || ctx.Err() != nil {
		return proofs, err
	}
	shorter, err := t.make(ctx, sessions[1:])
	if err != nil {
		return nil, err
	}
	for i, p := range shorter {
		if proofs[i].Open && !p.Open {
			proofs[i] = p
		}
	}
	return proofs, nil
}
