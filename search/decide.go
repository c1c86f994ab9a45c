package search

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/system/slice"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/property"
)

// firstStates is how many states a question is given first. Most that can be
// decided need less; of one that does not come to an end within them it is found
// out by over-approximation whether it has an answer at all, before more are visited.
const firstStates = 1000

// growingShare is the share of the states that is visited where checks remember what
// calls bind: mostly there are ever more of these, and each is more work.
const growingShare = 5

// Decide answers a question about traces of at most bound calls. Where ctx
// ends, it gives up soon.
//
// That there is no answer of any length is looked for first in ways that find
// nothing else: piece by piece (see pieces), and with vague values (approximation.go).
// What is found out does not depend on that, but how soon.
func (s *Search) Decide(ctx context.Context, q system.Query, bound int, l Limits) Result {
	s.until, s.pause, s.path = math.MaxInt, nil, nil
	return s.answer(ctx, q, bound, l)
}

// answer is Decide, with pauses.
func (s *Search) answer(ctx context.Context, q system.Query, bound int, l Limits) Result {
	s.env.work, s.env.dear, s.steps, s.effort, s.vague, s.nearing, s.cost = 0, 0, 0, 0, false, false, nil
	if l.Costs {
		s.cost = &costs{tools: make(map[string]int)}
	}
	l.States = min(l.States, math.MaxInt32) // states are numbered in 32 bits
	asked := s.env.asked
	r := s.decide(ctx, q, bound, l)
	r.Cost = s.cost.result(s.env.asked - asked)
	return r
}

func (s *Search) decide(ctx context.Context, q system.Query, bound int, l Limits) Result {
	if s.broken != nil {
		return Result{Why: s.broken}
	}
	if s.scenario.Vague != "" {
		return Result{Why: errors.New(s.scenario.Vague + " is too much to tell")}
	}
	if i := slices.Index(s.scenario.Case.Checks, q.Check); i >= 0 && s.unfollowed[i] != nil {
		return Result{Why: s.unfollowed[i]}
	}
	if r, known := s.unfailed[q.Check]; known && (q.Kind == system.Commission || q.Kind == system.Omission) {
		return r
	}
	if q.Kind == system.Commission && s.mute(q) {
		return Result{None: true, Proved: true}
	}
	spent := 0
	if q.Kind == system.Forward {
		states, none := s.pieces(ctx, q, bound, l)
		if none {
			return Result{None: true, Proved: true, States: states}
		}
		spent = states
	}
	r := s.staged(ctx, q, l, false, func(x *question) Result { return x.decide() }, bound)
	r.States += spent
	return r
}

// mute reports whether there can be no commission of a check: a call that matches
// any of its patterns is what it asks for, and makes a part of it hold.
func (s *Search) mute(q system.Query) bool {
	i := slices.Index(s.scenario.Case.Checks, q.Check)
	return i >= 0 && !slices.ContainsFunc(s.monitors[i].check.Basics, func(b *property.Basic) bool { return !demands(b) })
}

// staged answers a question within few states, else by over-approximation, else within all.
func (s *Search) staged(ctx context.Context, q system.Query, l Limits, piece bool, answer func(*question) Result, bound int) Result {
	spent, open := 0, len(s.joints) > 0 && q.Kind != system.Reach
	if open {
		l.States = max(l.States/growingShare, min(firstStates, l.States))
	}
	for _, n := range []int{min(firstStates, l.States), l.States} {
		x := task{search: s, ctx: ctx, Query: q, bound: bound, limit: max(n, 1), piece: piece}
		if open {
			r := s.withoutVariables(x, l)
			if spent += r.States; r.None {
				r.States = spent
				return r
			}
			// Without a reason the relaxed question has an answer, so more states do not help.
			if open = r.Why != nil; piece {
				return r
			}
		}
		r, again := s.once(x, l, answer)
		spent += r.States
		if r.States = spent; r.Found || r.None || ctx.Err() != nil || n == l.States || !again {
			return r
		}
	}
	return Result{States: spent, Why: errStates}
}

// once answers a question within so many states, or else by over-approximation, and
// says whether more states may help.
func (s *Search) once(x task, l Limits, answer func(*question) Result) (r Result, again bool) {
	q := s.prepareQuestion(x)
	defer s.release(q)
	r = Result{Why: q.err}
	if q.err == nil {
		r = q.answered(answer)
	}
	if r.Found || r.None || x.ctx.Err() != nil {
		return r, false
	}
	// Vague values are tried in the first stage alone.
	if x.limit <= firstStates {
		y := s.approximately(q, l, answer)
		y.States += r.States
		if y.Found || y.None {
			return y, false
		}
		r.States = y.States
	}
	return r, exhausted(r.Why)
}

// exhausted reports whether more states may help.
func exhausted(why error) bool { return errors.Is(why, errStates) || errors.Is(why, errWork) }

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

var (
	errStates = errors.New("the states run out of the limit")
	errWork   = errors.New("the values to be tried run out of the limit")
)

// workPerState is how much may be tried for each state of the limit.
const workPerState = 200

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

// resetWork says that the work up to now does not count against the limit.
func (x *question) resetWork() { x.since, x.wrote = x.search.env.work, x.search.tab.written }

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

// spend counts a piece of work, and reports whether the search may go on. It runs for every part of a
// call, so what came of the work is looked at only once in so much of it.
func (x *question) spend(e *env) bool {
	e.work++
	return e.work < x.next && e.failed == nil && !x.stopped || x.account()
}

// spendEvery is how much work is done before steps and limits are looked at.
const spendEvery = 32

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

// An obstacle is a value of which no finite list is complete.
type obstacle struct {
	error
	instead string // what to write, as [Cost] has it
}

func cannot(format string, args ...any) obstacle { return obstacle{error: fmt.Errorf(format, args...)} }

// or says what to write instead.
func (o obstacle) or(instead string) error {
	o.instead = instead
	return o
}

// pieces asks a forward question one precondition at a time, and reports whether
// there is no answer of any length to any of the pieces.
//
// Nothing is lost: a trace answers a forward question exactly if some call in it
// of a tool that checks name breaks some precondition of the tool, so that the
// question is the disjunction of its pieces. Much is won: the tools that checks
// name need not keep their preconditions, so that a piece requires only
// that its own precondition is broken, and what the silent tools need that are
// relevant to that. The slices of most pieces are small, and many are empty,
// whereas the states of the whole question multiply what all preconditions of
// all tools read.
//
// Where a piece has an answer, or takes too many states, nothing is claimed. How
// many other preconditions a call breaks is then of interest for the smallest
// witness, and is told by a search of the whole.
func (s *Search) pieces(ctx context.Context, q system.Query, bound int, l Limits) (states int, none bool) {
	for i := range s.scenario.Tools {
		if !s.scenario.Tools[i].MayBreak() {
			continue
		}
		c := s.caller(i)
		if c.rule == nil || q.Tool != "" && q.Tool != c.tool.Name {
			continue
		}
		for n := range c.rule.conds {
			cond := &c.rule.conds[n]
			if !c.breakable(n) || q.Broken != nil && q.Broken != cond.expr {
				continue
			}
			piece := system.Query{Kind: system.Forward, Tool: c.tool.Name, Broken: cond.expr, Undisturbed: q.Undisturbed}
			// The pieces share the states that the whole question may visit.
			r := s.staged(ctx, piece, Limits{States: l.States - states}, true, (*question).exhaust, bound)
			if states += r.States; !r.Proved {
				return states, false
			}
		}
	}
	return states, true
}

// exhaust looks for an answer of any length, and for no smallest one.
func (x *question) exhaust() Result {
	s := x.begin()
	defer s.leave()
	s.prepare()
	if s.early = s.stubbornActions(); x.err == nil {
		s.run()
	}
	none := s.err == nil && len(s.ends) == 0
	return s.result(Result{None: none, Proved: none && !s.dom.cut, States: s.count(), Why: s.err})
}
