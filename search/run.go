package search

import (
	"context"
	"errors"
	"iter"

	"github.com/mantrac/mantrac/compiler/system"
)

// A Run is a question at work, which pauses between two pieces of the work. So
// other engines may be asked in between, and nothing is done twice. Nothing else
// may be asked of the search before the run is done or left.
type Run struct {
	search *Search
	ctx    context.Context
	query  system.Query
	bound  int
	limits Limits
	begun  bool
	result Result
	done   bool
	steps  int
	effort int
	vague  bool
	nears  bool
}

// errLeft is the reason of a search that was left.
var errLeft = errors.New("the search was left before it came to an end")

// Begin begins what [Search.Decide] does. Until [Search.Close] the search keeps a coroutine
// in which all runs take place, one after the other, since the stack of a new one has to
// grow first.
func (s *Search) Begin(ctx context.Context, q system.Query, bound int, l Limits) *Run {
	s.path = nil
	r := &Run{search: s, ctx: ctx, query: q, bound: bound, limits: l}
	s.run = r
	if s.resume == nil {
		s.resume, s.end = iter.Pull(s.runs)
	}
	return r
}

// runs does the work of each run, and yields where it pauses and where it is done.
func (s *Search) runs(yield func(struct{}) bool) {
	stretch(0)
	// A run can be left during the pause, and one that is left must not pause again.
	s.pause = func() bool { return !s.leaving && yield(struct{}{}) && !s.leaving }
	for more := true; more; more = yield(struct{}{}) {
		r := s.run
		r.result = s.answer(r.ctx, r.query, r.bound, r.limits)
		r.done = true
	}
}

// stretch makes the stack that it is called on as large as most searches need, once, so that it
// is not doubled and copied time and again on the way down.
//
//go:noinline
func stretch(at int) byte {
	var room [12 << 10]byte
	return room[at]
}

// Close ends the coroutine of runs, and leaves the memory of the search to that of another case of the
// model. The search may be used again.
func (s *Search) Close() {
	if s.resume != nil {
		s.end()
		s.resume = nil
		s.model.spaces.Put(s.workspace)
		s.workspace = new(workspace)
	}
}

// Continue goes on until so many steps in all are done, and reports whether the
// question is. Steps do not depend on the pauses; neither does the result. A step is
// work as [Cost] counts it, weighted by how likely it is to lead to an end (see weight).
func (r *Run) Continue(steps int) (done bool) {
	if !r.done {
		r.begun = true
		r.search.until = steps
		r.search.resume()
		r.steps, r.effort, r.vague = r.search.steps, r.search.effort, r.search.vague
		r.nears = r.search.nearing
	}
	return r.done
}

// Steps returns how many steps are done, as Continue counts them.
func (r *Run) Steps() int { return r.steps }

// Effort returns about what the steps so far take: that many steps of a search whose states do
// not spread.
func (r *Run) Effort() int { return r.effort }

// Vague reports whether the run has paused while it searches with vague values.
func (r *Run) Vague() bool { return r.vague }

// Nearing reports whether the run has paused in a search that seems to come to an end: the states
// that are still to be expanded are not many more than those that were.
func (r *Run) Nearing() bool { return r.nears }

// Leave ends the run, and returns its result: that nothing is known, unless it
// is done.
func (r *Run) Leave() Result {
	if r.begun && !r.done {
		// The coroutine goes back to the end of this run, where the next one begins.
		r.search.leaving = true
		r.search.resume()
		r.search.leaving = false
	}
	return r.result
}

// A Path says which tools the smallest answer calls, as far as the search can tell:
// it takes a solver to tell whether there are values with which these calls are an
// answer. If there are, no answer is smaller. In any case none has fewer calls.
type Path struct {
	Tools  []int // places among those of the scenario
	Broken int   // how many calls break preconditions, of a forward question
	First  int   // the place of the first of them

	courses []course // that the monitors take
}

// Path returns what the last run of the search has found out about the smallest answer, where it
// has not found the answer itself; nil if that is nothing. It holds since every run there
// is has its image among those that are searched (approximation.go).
func (r *Run) Path() *Path { return r.search.path }
