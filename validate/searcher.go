package validate

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/search"
)

// A searcher is the engine Explicit.
type searcher struct {
	search *search.Search
	states int
	costs  bool
	stats  *Stats
}

func (s *searcher) close() { s.search.Close() }

func (s *searcher) decide(ctx context.Context, q system.Query, bound int) (decision, error) {
	start := time.Now()
	x := s.begin(ctx, q, bound)
	// Without a step limit the search runs until it decides or gives up.
	x.goOn(0)
	s.stats.Search += time.Since(start)
	return x.end(), nil
}

// begin begins to decide a question. Nothing else is asked before its end.
func (s *searcher) begin(ctx context.Context, q system.Query, bound int) searching {
	return searching{searcher: s, bound: bound, run: s.search.Begin(ctx, q, bound, search.Limits{States: s.states, Costs: s.costs})}
}

// A searching is a question that a searcher decides.
type searching struct {
	*searcher
	bound int
	run   *search.Run
}

// goOn goes on until so many steps are done in all, any number if that is zero, and
// reports whether the question is decided, or given up.
func (x *searching) goOn(steps uint) bool {
	// Continue takes a total as an int; 0 means no limit here.
	if steps == 0 || steps > math.MaxInt {
		steps = math.MaxInt
	}
	return x.run.Continue(int(steps))
}

// steps returns how many steps were done in all.
func (x *searching) steps() uint {
	if x == nil {
		return 0
	}
	return uint(x.run.Steps())
}

// effort returns about what they took, in steps of a search whose states do not spread.
func (x *searching) effort() uint {
	if x == nil {
		return 0
	}
	return uint(x.run.Effort())
}

// nearing reports whether the search seems to come to an end within what it may take.
func (x *searching) nearing() bool {
	return x.run.Nearing() && x.effort()/exploreSteps < nearMost
}

// path returns the calls of the smallest answer, as far as a search that was begun
// knows them; nil otherwise.
func (x *searching) path() *search.Path {
	if x == nil {
		return nil
	}
	return x.run.Path()
}

// leave ends the search, whatever it came to.
func (x *searching) leave() {
	if x != nil {
		x.run.Leave()
	}
}

// end returns what came out.
func (x *searching) end() decision {
	r := x.run.Leave()
	x.stats.States += r.States
	d := decision{engine: Explicit, cost: r.Cost}
	switch {
	case r.Found:
		d.answer, d.trace, d.exact = Found, r.Trace, true
		d.why = "found after " + strconv.Itoa(r.States) + " states"
	case r.None && r.Proved && r.States == 0:
		// The search refutes it before it visits a state.
		d.answer, d.proved = None, true
		d.why = "no call causes it in any state"
	case r.None && r.Proved:
		d.answer, d.proved = None, true
		d.why = "all " + strconv.Itoa(r.States) + " states were searched"
	case r.None:
		// Refuted up to the bound only. Longer says that there is a longer answer.
		d.answer, d.longer = None, r.Longer
		d.why = fmt.Sprintf("%d states, all within %d calls, were searched", r.States, x.bound)
	default:
		d = d.unknown(r.Why)
	}
	return d
}
