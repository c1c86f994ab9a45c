package validate

import (
	"context"
	"fmt"
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

func (s *searcher) close() {}

func (s *searcher) decide(ctx context.Context, q system.Query, bound int) (decision, error) {
	start := time.Now()
	r := s.search.Decide(ctx, q, bound, search.Limits{States: s.states, Costs: s.costs})
	s.stats.States += r.States
	s.stats.Search += time.Since(start)
	d := decision{engine: Explicit, cost: r.Cost}
	switch {
	case r.Found:
		d.answer, d.trace, d.exact = Found, r.Trace, true
		d.why = fmt.Sprintf("found after %d states", r.States)
	case r.None && r.Proved && r.States == 0:
		d.answer, d.proved = None, true
		d.why = "no call can bring it about, in whatever state"
	case r.None && r.Proved:
		d.answer, d.proved = None, true
		d.why = fmt.Sprintf("all %d states were searched", r.States)
	case r.None:
		d.answer, d.longer = None, r.Longer
		d.why = fmt.Sprintf("%d states, all within %d calls, were searched", r.States, bound)
	default:
		d.reason, d.why = r.Why, r.Why.Error()
	}
	return d, nil
}
