package search

import (
	"context"

	"github.com/mantrac/mantrac/compiler/system"
)

// pieces asks a forward question one precondition at a time, and reports whether
// there is no answer of any length to any of the pieces.
//
// Nothing is lost: a trace answers a forward question exactly if some call in it
// of a tool that checks name breaks some precondition of the tool, so that the
// question is the disjunction of its pieces. Much is won: the tools that checks
// name need not keep their preconditions, so that a piece wishes for nothing but
// that its own precondition is broken, and for what the silent tools need that
// are of use to that. The slices of most pieces are small, and many are empty,
// whereas the states of the whole question multiply what all preconditions of
// all tools read.
//
// Where a piece has an answer, or takes too many states, nothing is claimed. How
// many other preconditions a call breaks is then of interest for the smallest
// witness, and is told by a search of the whole.
func (s *Search) pieces(ctx context.Context, q system.Query, bound int, l Limits) (states int, none bool) {
	for i := range s.scenario.Tools {
		if !s.scenario.Tools[i].Named {
			continue
		}
		c := s.caller(i)
		if c.rule == nil || q.Tool != "" && q.Tool != c.tool.Name {
			continue
		}
		for n := range c.rule.conds {
			cond := &c.rule.conds[n]
			if !c.wanted(n) || q.Broken != nil && q.Broken != cond.expr {
				continue
			}
			piece := system.Query{Kind: system.Forward, Tool: c.tool.Name, Broken: cond.expr}
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
	s := &search{question: x}
	s.prepare()
	s.early = s.stubbornActions()
	if x.err == nil {
		s.run()
	}
	none := s.err == nil && len(s.ends) == 0
	return s.result(Result{None: none, Proved: none, States: s.count(), Why: s.err})
}
