package search

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/system/slice"
)

// A question is a query at work.
type question struct {
	search *Search
	ctx    context.Context
	system.Query
	bound   int
	limit   int
	err     error // why the search gives up; the first stays
	stopped bool  // it has to stop, for whatever reason
	polled  int   // the work at which ctx was looked at

	sliced      *slice.Slice
	callers     []*caller // that a trace may call, in the order of the scenario
	monitors    []*monitorTable
	want        []bool // by monitor: the check has to hold, or has to fail
	target      int    // of a commission: the monitor it is about; else -1
	goal        *goal  // nil where there is none to look at
	reached     bool   // the goal has to hold, or has to fail
	piece       bool   // of a forward question: only whether the precondition can be broken is of interest
	approximate bool   // values may be vague; only that there is no answer is of interest

	leaves []int  // in the state, ascending
	at     []int  // by leaf: its index in the state, or -1
	inside []bool // by leaf: something depends on it
	known  []bool // by leaf: it keeps what the case says of it
	width  int    // of a state: leaves, monitors, flag

	dom      *domains
	bearings *bearing
	params   []*param // of the caller at work
	settling bool     // values are being settled
	calls    int      // of the answer whose values are
}

var (
	errStates = errors.New("the states run out of the limit")
	errWork   = errors.New("the values to be tried run out of the limit")
)

// workPerState is how much may be tried for each state of the limit.
const workPerState = 200

func (s *Search) question(ctx context.Context, q system.Query, bound int, l Limits) *question {
	return s.prepareQuestion(ctx, q, bound, l, false)
}

// prepareQuestion makes a question, or a piece of a forward one.
func (s *Search) prepareQuestion(ctx context.Context, q system.Query, bound int, l Limits, piece bool) *question {
	x := &question{search: s, ctx: ctx, Query: q, bound: bound, limit: max(l.States, 1), target: -1, piece: piece}
	s.env.work, s.env.failed = 0, nil
	if q.Kind == system.Reach && q.Broken != nil && !s.breaks(q) {
		x.err = errors.New("the condition in question is not looked at")
		return x
	}
	x.checks()
	x.slice()
	x.dom = newDomains(x)
	return x
}

// slice takes the tools and leaves on which the question rests.
func (x *question) slice() {
	x.sliced = x.search.slices.Of(x.Query, x.piece)
	for _, place := range x.sliced.Tools {
		x.callers = append(x.callers, x.search.caller(place))
	}
	x.inside, x.known = x.sliced.Read, x.sliced.Known
	x.at = make([]int, len(x.inside))
	for l := range x.at {
		x.at[l] = -1
		if x.inside[l] && !x.known[l] {
			x.at[l] = len(x.leaves)
			x.leaves = append(x.leaves, l)
		}
	}
	x.width = len(x.leaves) + len(x.monitors) + 1
	x.bearings = x.bearing()
}

// breaks reports whether the tool of a question has the condition that it
// names.
func (s *Search) breaks(q system.Query) bool {
	i := slices.IndexFunc(s.scenario.Tools, func(t system.Tool) bool { return t.Name == q.Tool })
	if i < 0 {
		return true
	}
	c := s.caller(i)
	if c.rule == nil {
		return false
	}
	for n, cond := range c.rule.conds {
		if cond.expr == q.Broken {
			return c.conds[n]
		}
	}
	return false
}

// checks takes up the checks and the goal as the question wants them.
func (x *question) checks() {
	if x.Kind == system.Reach {
		return
	}
	n := len(x.search.scenario.Case.Checks)
	x.monitors, x.want = make([]*monitorTable, 0, n), make([]bool, 0, n)
	for i, c := range x.search.scenario.Case.Checks {
		x.monitors = append(x.monitors, x.search.monitors[i])
		x.want = append(x.want, c != x.Check)
		if c == x.Check && x.Kind == system.Commission {
			x.target = i
		}
	}
	if x.Kind != system.ChecksAlone {
		x.goal = x.search.goal
		x.reached = x.Kind != system.Omission || x.Check != nil
	}
}

// matters reports whether an assignment changes something that is relevant.
func (x *question) matters(a *assignment) bool {
	for _, l := range a.Leaves {
		if x.inside[l] {
			return true
		}
	}
	return false
}

// related marks the leaves whose next value a relation mentions.
func (x *question) related() []bool {
	out := make([]bool, len(x.search.model.leaves))
	for _, c := range x.callers {
		if c.rule == nil {
			continue
		}
		for _, r := range c.rule.relations {
			for _, l := range r.leaves {
				out[l] = true
			}
		}
	}
	return out
}

// fail gives up.
func (x *question) fail(err error) {
	if x.err == nil {
		x.err = err
	}
	x.stopped = true
}

// sound reports whether all that was computed so far has the values that it
// should have. The search stops where a number was too large.
func (x *question) sound() bool {
	if err := x.search.env.failed; err != nil {
		x.fail(err)
	}
	return !x.stopped
}

// spend counts work, and reports whether the search may go on.
func (x *question) spend(n int) bool {
	e := x.search.env
	e.work += n
	x.sound()
	if e.work > x.limit*workPerState+1000 {
		x.fail(errWork)
	}
	if e.work-x.polled > 500 {
		x.polled = e.work
		if x.ctx.Err() != nil {
			x.fail(context.Cause(x.ctx))
		}
	}
	return !x.stopped
}

// An obstacle is a value of which no finite list is complete.
type obstacle struct{ error }

func cannot(format string, args ...any) error { return obstacle{fmt.Errorf(format, args...)} }
