package search

import "context"

// workPerState is how much may be tried for each state of the limit.
const workPerState = 200

// spendEvery is how much work is done before steps and limits are looked at.
const spendEvery = 32

// States spread where there are more than spreadStates, and spreadFactor for each that was
// expanded.
const (
	coarseWeight = 4
	fineWeight   = 16
	spreadWeight = 4
	spreadStates = 1000
	spreadFactor = 16
)

// A search is nearing its end while it has at most nearStates, or nearFactor for each that was expanded; at
// most nearDepth times as many layers as the bound, since an argument that only ever grows gives layers
// without end; and while it takes no more than nearEffort to expand a state.
const (
	nearStates = 128
	nearFactor = 4
	nearDepth  = 4
	nearEffort = 20_000
)

// resetWork says that the work up to now does not count against the limit.
func (x *question) resetWork() { x.since, x.wrote = x.search.env.work, x.search.tab.written }

// spend counts a piece of work, and reports whether the search may go on. It runs for every part of a
// call, so what came of the work is looked at only once in so much of it.
func (x *question) spend(e *env) bool {
	e.work++
	return e.work < x.next && e.failed == nil && !x.stopped || x.account()
}

// account adds the work since it was last looked at to the steps, and reports whether the search may go on.
func (x *question) account() bool {
	e := x.search.env
	x.next = e.work + spendEvery
	x.sound()
	// A map that grows with each call takes longer with each call, as what is written tells.
	if max(e.work-x.since, (e.tab.written-x.wrote)/keyWork) > x.limit*workPerState+1000 {
		x.fail(errWork)
	}
	done := (e.work - x.counted + (e.tab.written-x.written)/keyWork) * x.weight()
	x.search.effort += done + e.dear
	e.dear = 0
	// Pauses come sooner then, but work and its limit are the same.
	if x.spreads {
		done *= spreadWeight
	}
	x.search.steps += done
	x.written = e.tab.written
	if x.counted = e.work; x.search.steps >= x.search.until && !x.search.pause() {
		x.fail(errLeft)
	}
	if e.work-x.polled > 500 {
		x.polled = e.work
		if x.ctx.Err() != nil {
			x.fail(context.Cause(x.ctx))
		}
	}
	return !x.stopped
}

// weight returns how many steps a piece of work counts for. With vague values, and with fine
// ones above all, it takes longer. Where states spread it counts for more steps, so that other
// engines have their turns sooner: each has many new ones after it, and the last of them is
// far off. But it takes no longer there.
func (x *question) weight() int {
	switch {
	case x.approximate && x.coarse:
		return coarseWeight
	case x.approximate:
		return fineWeight
	}
	return 1
}
