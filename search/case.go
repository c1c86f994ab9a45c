package search

import (
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/system/slice"
	"github.com/mantrac/mantrac/lang/types"
)

// A Search answers questions about one case. It is used by one goroutine at a
// time.
type Search struct {
	model    *Model
	scenario *system.Scenario
	tab      *table
	env      *env
	callers  []*caller       // by place of the tool, as they are asked for
	monitors []*monitorTable // by check
	init     []cell          // by leaf; unset if the case leaves it free
	goal     *goal
	ranked   *ranks
	slices   *slice.Case
	most     int   // arguments of a tool, or 0 before they were counted
	broken   error // why no question can be answered
}

// A goal is the code of a case's goal.
type goal struct {
	holds cond
	reads []int
	facts []fact
}

// Search prepares a case of a suite about the model.
func (m *Model) Search(sc *system.Scenario) *Search {
	s := &Search{model: m, scenario: sc, tab: newTable(m.table), callers: make([]*caller, len(sc.Tools)), slices: m.slices.Case(sc)}
	s.env = &env{tab: s.tab, need: -1, scratch: make([]cell, m.width)}
	s.broken = s.makeMonitors(sc.Case)
	s.initial()
	if len(sc.Case.Goals) > 0 {
		s.readGoal()
	}
	return s
}

// mostParams returns room for the arguments of any tool.
func (s *Search) mostParams() int {
	if s.most == 0 {
		s.most = 1
		for i := range s.scenario.Tools {
			s.most = max(s.most, len(s.scenario.Tools[i].Params))
		}
	}
	return s.most
}

// initial reads what the case says of the initial state.
func (s *Search) initial() {
	known, _ := s.model.machine.Initial(s.scenario.Case)
	s.init = make([]cell, len(s.model.leaves))
	for i, l := range s.model.leaves {
		s.init[i] = unset
		if v := l.In(known); v != nil {
			c, ok := s.tab.cellOf(v, l.Type)
			if !ok {
				s.broken = errFraction
			}
			s.init[i] = c
		}
	}
}

func (s *Search) readGoal() {
	suite, k := s.scenario.Suite, s.scenario.Case
	memos := s.model.memos
	b := &builder{m: s.model, tab: s.tab, site: s.model.machine.GoalSite(suite, k.Decl.Goal), memos: &memos}
	clauses := s.model.system.Goals(suite, k)
	list := b.conds(clauses)
	s.goal = &goal{holds: func(e *env) bool { return e.all(list, true) }, reads: system.ReadsBefore(clauses...)}
	for _, t := range clauses {
		b.factsOf(t, &s.goal.facts)
	}
}

// Limits bound a search.
type Limits struct {
	// States is how many states are visited before the search gives up. It
	// bounds time and memory alike, and depends on nothing but the question.
	States int
}

// A Result is what a search came to. Its zero value claims nothing.
type Result struct {
	Found  bool          // Trace answers the question
	None   bool          // no trace of at most the bound's length does
	Proved bool          // None, and no longer trace does either
	Longer bool          // None, and some longer trace does
	Trace  *system.Trace // of Found: the smallest, as package validate orders witnesses
	States int           // visited
	Why    error         // why neither is claimed
}

// typeAt returns the type of a slot.
func (q *question) typeAt(slot int) types.Type {
	n := len(q.search.model.leaves)
	switch {
	case slot < n:
		return q.search.model.leaves[slot].Type
	case slot < 2*n:
		return q.search.model.leaves[slot-n].Type
	}
	return q.params[slot-2*n].typ
}
