package search

import (
	"context"
	"errors"
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/system/slice"
	"github.com/mantrac/mantrac/internal/lists"
)

// A task is a query, and how it is to be answered.
type task struct {
	search *Search
	ctx    context.Context
	system.Query
	bound       int
	limit       int
	piece       bool // of a forward question: only whether the precondition can be broken is of interest
	coarse      bool // entries of maps are not told apart, nor are strings that get into sets
	approximate bool // values may be vague; only that there is no answer is of interest
	relaxed     bool // so it is: checks have no variables
	wide        bool // the calls of the answer are known, so that more values can be listed
}

// A question is a task at work.
type question struct {
	task
	err     error // why the search gives up; the first stays
	stopped bool  // it has to stop, for whatever reason
	since   int   // the work before it began
	wrote   int   // the bytes of values that were written before it began
	counted int   // the work up to which steps are counted
	next    int   // the work at which they are counted again
	written int   // the bytes that were written by then
	spreads bool  // see weight
	polled  int   // the work at which ctx was looked at

	sliced     *slice.Slice
	callers    []*caller // that a trace may call, in the order of the scenario
	monitors   []*monitorTable
	want       []bool // by monitor: the check has to hold, or has to fail
	target     int    // of a commission: the monitor it is about; else -1
	goal       *goal  // nil where there is none to look at
	reached    bool   // the goal has to hold, or has to fail
	unfollowed error  // why the search cannot follow some check, without which an answer may be none

	leaves []int  // in the state, ascending
	at     []int  // by leaf: its index in the state, or -1
	inside []bool // by leaf: something depends on it
	known  []bool // by leaf: it keeps what the case says of it
	barren bool   // see isBarren: it is not prepared any further
	omits  bool   // of a commission: there may be an omission (omission.go)
	width  int    // of a state: leaves, monitors, flag

	entries map[int]bool // leaves that are maps whose entries are told apart as they are asked for
	entered bool         // some were

	dom      *domains
	domains  domains
	bearings bearing
	params   []*param // of the caller at work
	before   []cell   // the state before its call
	settling bool     // values are being settled
	calls    int      // of the answer whose values are
}

// take returns a question in the memory of one that was released, if there is one.
func (s *Search) take(of task) *question {
	x := s.idle
	if s.idle = nil; x == nil {
		return &question{task: of}
	}
	*x = question{task: of, callers: x.callers[:0], monitors: x.monitors[:0], want: x.want[:0], leaves: x.leaves[:0], at: x.at, bearings: x.bearings}
	return x
}

// release leaves the memory of a question that is answered, and of its slice, to the next one.
func (s *Search) release(x *question) {
	if s.idle = x; x.sliced != nil {
		s.slices.Release(x.sliced)
	}
}

// prepareQuestion makes a question, or a piece of a forward one, of which is said
// what is asked, and how.
func (s *Search) prepareQuestion(of task) *question {
	x, q := s.take(of), of.Query
	x.target = -1
	s.env.failed = nil
	x.resetWork()
	x.polled, x.counted, x.next, x.written = x.since, x.since, x.since, x.wrote
	if q.Kind == system.Reach && q.Broken != nil && !s.breaks(q) {
		x.err = errors.New("the search does not examine this condition")
		return x
	}
	x.checks()
	x.slice()
	if x.barren = x.isBarren(); x.barren {
		return x
	}
	x.bear()
	x.domains.x, x.dom = x, &x.domains
	x.byEntries()
	return x
}

// isBarren reports whether no call of the tools kept can bring about what every answer
// has: an automaton where the question wants it that does not start there, or a call that
// a commission or a forward question asks for. Then there is no answer of any length.
// Nothing is claimed of values: a call that has no pattern of a check does not move its
// automaton whatever its arguments, and one of another tool is not the call asked for.
func (x *question) isBarren() bool {
	for i, w := range x.monitors {
		if w.verdict(0).Holds() != x.want[i] && !x.someCaller(func(c *caller) bool { return len(w.of(x.search, c)) > 0 }) {
			return true
		}
	}
	switch x.Kind {
	case system.Commission:
		return x.target >= 0 && !x.someCaller(func(c *caller) bool { return len(x.spokenBy(c, nil)) > 0 })
	case system.Forward:
		return !x.someCaller(x.asksFor)
	}
	return false
}

func (x *question) someCaller(f func(*caller) bool) bool { return slices.ContainsFunc(x.callers, f) }

// asksFor reports whether a forward question may ask for calls of a tool.
func (x *question) asksFor(c *caller) bool {
	return c.rule != nil && c.tool.MayBreak() && (x.Tool == "" || x.Tool == c.tool.Name)
}

// spokenBy adds the patterns of calls of a tool that a commission may be of.
func (x *question) spokenBy(c *caller, list []atom) []atom {
	if c.tool.Others() != x.Others {
		return list
	}
	for _, a := range x.search.monitors[x.target].of(x.search, c) {
		if !a.aside {
			list = append(list, a)
		}
	}
	return list
}

// unanswerable is the result of a barren question.
var unanswerable = Result{None: true, Proved: true}

// slice takes the tools and leaves on which the question rests.
func (x *question) slice() {
	x.sliced = x.search.slices.Of(x.Query, x.piece)
	for _, place := range x.sliced.Tools {
		x.callers = append(x.callers, x.search.caller(place))
	}
	x.inside, x.known = x.sliced.Read, x.sliced.Known
	x.at = lists.Cleared(x.at, len(x.inside))
	for l := range x.at {
		x.at[l] = -1
		if x.inside[l] && !x.known[l] {
			x.at[l] = len(x.leaves)
			x.leaves = append(x.leaves, l)
		}
	}
	x.width = len(x.leaves) + len(x.monitors) + 1
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
	for i, c := range x.search.scenario.Case.Checks {
		// The check in question has to fail, and all others have to hold.
		x.want = append(x.want, c != x.Check)
		x.monitors = append(x.monitors, x.search.monitors[i])
		// Every trace passes a check that is not followed, so that an answer may be none.
		if err := x.search.unfollowed[i]; err != nil {
			x.unfollowed = err
		}
		if x.relaxed {
			x.monitors[i] = x.search.relaxed(i, x.want[i])
		}
		if c == x.Check && x.Kind == system.Commission {
			x.target = i
			if m := x.monitors[i].check; joined(m.Property) && !x.relaxed {
				x.monitors[i], x.omits = x.search.commission(m, x.Query), true
			}
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
