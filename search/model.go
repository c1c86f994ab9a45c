package search

import (
	"slices"
	"sync"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/system/slice"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// A Model is a world model prepared for search. It is made once and serves
// all cases, by any number of goroutines at a time.
type Model struct {
	system  *system.System
	machine *interp.Machine
	table   *table
	leaves  []system.Leaf
	slices  *slice.System
	rules   map[string]*rule // by tool
	memos   int              // how many expressions the interpreter computes
	params  int              // how many arguments transitions bind
	width   int              // the most leaves of an assignment
	maps    bool             // there are leaves that are maps
	whole   []bool           // by leaf: it is a map that is read in other ways than by key
	spaces  sync.Pool        // the workspaces of searches that were closed
}

// A workspace is memory that is used again, in a search and then in the search of another case of
// the model.
type workspace struct {
	settler *settler  // one that is done; nil if there is none
	spare   *search   // one that has ended; nil if there is none
	idle    *question // one that was released; nil if there is none
}

// New prepares a model without errors, in time linear in it. The machine is one of
// the model.
func New(m *system.System, machine *interp.Machine) *Model {
	x := &Model{system: m, machine: machine, table: newTable(nil), slices: slice.New(m), rules: make(map[string]*rule)}
	x.leaves = x.system.Leaves
	x.whole = make([]bool, len(x.leaves))
	for _, l := range x.leaves {
		x.maps = x.maps || isMap(l.Type)
		if enum, ok := l.Type.(*types.Enum); ok {
			for _, n := range enum.Names {
				x.table.text(n)
			}
		}
	}
	for _, t := range x.slices.Rules {
		x.rules[t.Name()] = x.newRule(t)
	}
	for _, r := range x.rules {
		for _, a := range r.assigns {
			// An assignment has the room for itself, so the widest one decides.
			x.width = max(x.width, len(a.Leaves))
		}
	}
	return x
}

// A Search answers questions about one case. It is used by one goroutine at a
// time.
type Search struct {
	model       *Model
	scenario    *system.Scenario
	tab         *table
	env         *env
	callers     []*caller                      // by place of the tool, as they are asked for
	monitors    []*monitorTable                // by check
	commissions map[system.Query]*monitorTable // of commissions of checks with several basic forms
	unfollowed  []error                        // by check: why the search cannot follow it; nil of most
	init        []cell                         // by leaf; unset if the case leaves it free
	open        map[int]types.OpenDict         // by leaf: what the case says of a map that has other keys, too
	goal        *goal
	whole       map[int]bool // leaves that are maps and that the goal reads in other ways than by key
	ranked      *ranks
	invented    map[string]bool // strings of classes of which one more was needed; see ofClass
	slices      *slice.Case
	unclear     bool // a check compares arguments by size
	joints      []joint
	unbound     int    // arguments that no transition binds and a variable does
	most        int    // arguments of a tool, or 0 before they were counted
	broken      error  // why no question can be answered
	cost        *costs // of the question at work; nil if nobody asked

	steps   int                     // of the question at work; see question.weight
	effort  int                     // of it: what they are but for states that spread
	vague   bool                    // it is searched with vague values now
	nearing bool                    // see Run.Nearing
	until   int                     // the steps at which it pauses
	pause   func() bool             // false if it is left
	run     *Run                    // the one that is next, or at work
	resume  func() (struct{}, bool) // goes on with it; nil where there is no coroutine
	end     func()
	leaving bool  // the run at work is left
	path    *Path // of the answer to the last question, if only its calls are known; see Run.Path
	*workspace

	unfailed unfailed
	rendered []rendered
}

// A goal is the code of a case's goal.
type goal struct {
	holds   cond
	verdict verdict // on vague integers; may be nil
	reads   []int
	facts   []fact
}

// Search prepares a case of a suite about the model.
func (m *Model) Search(sc *system.Scenario) *Search {
	checks := make([]*monitor.Check, len(sc.Case.Checks))
	for i, c := range sc.Case.Checks {
		checks[i] = monitor.In(sc.Suite, c)
	}
	return m.SearchWith(sc, checks)
}

// SearchWith is Search with the automata of the checks of the case.
func (m *Model) SearchWith(sc *system.Scenario, checks []*monitor.Check) *Search {
	s := &Search{model: m, scenario: sc, tab: newTable(m.table), callers: make([]*caller, len(sc.Tools)), slices: m.slices.Case(sc)}
	if s.workspace, _ = m.spaces.Get().(*workspace); s.workspace == nil {
		s.workspace = new(workspace)
	}
	s.env = &env{tab: s.tab, need: -1, scratch: make([]cell, m.width), layout: m.leaves}
	// Inside a list, or once there are strangers, the table does not notice such strings.
	s.tab.hostile = s.tab.hostile || slices.ContainsFunc(s.ranking().texts, reserved)
	s.makeMonitors(checks)
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
		if open, ok := l.In(known).(types.OpenDict); ok {
			if s.open == nil {
				s.open = make(map[int]types.OpenDict)
			}
			s.open[i] = open
		} else if v := l.In(known); v != nil {
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
	// The memos of a goal are numbered after those of the model, which does not change.
	memos := s.model.memos
	b := &builder{m: s.model, tab: s.tab, site: s.model.machine.GoalSite(suite, k.Decl.Goal), memos: &memos}
	clauses := s.model.system.Goals(suite, k)
	list := b.conds(clauses)
	s.goal = &goal{holds: func(e *env) bool { return e.all(list, true) }, verdict: b.verdict(clauses...), reads: system.ReadsBefore(clauses...)}
	for _, t := range clauses {
		b.factsOf(t, &s.goal.facts)
	}
	if s.model.maps {
		s.whole = readWhole(clauses...)
	}
}

// Limits bound a search.
type Limits struct {
	// States is how many states are visited before the search gives up. It
	// bounds time and memory alike, and depends on nothing but the question.
	States int

	// Costs asks for the cost of the answer, too.
	Costs bool
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
	Cost   *Cost         // if asked for
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

// A caller is a tool that a trace may call, with the arguments that matter:
// those that its transition binds, then those that only checks see.
type caller struct {
	place  int // among the tools of the scenario
	tool   *system.Tool
	rule   *rule // nil where there is no transition
	params []*param
	conds  []bool // by condition of the rule: it counts
	cuts   bool   // an argument may have longer lists than those that are tried
}

// A param is an argument of a tool.
type param struct {
	*system.Parameter
	tool  string
	slot  int
	typ   types.Type // of a bound one: as the checker has it; of a joined one
	place int        // of these: among leaves and arguments

	bounds []types.Number // that tests compare it with
	alike  bool           // tests ask what it is like

	choices []cell // see domains.choices; nil before they are asked for
}

// called is what a reason calls the parameter.
func (p *param) called() string { return p.In(p.tool) }

// caller returns the caller of the tool at a place.
func (s *Search) caller(place int) *caller {
	if c := s.callers[place]; c != nil {
		return c
	}
	t := &s.scenario.Tools[place]
	c := &caller{place: place, tool: t}
	if t.Transition != nil {
		c.rule = s.model.rules[t.Name]
		for _, cond := range c.rule.conds {
			c.conds = append(c.conds, !s.scenario.Ignored[cond.expr])
		}
	}
	for i, a := range t.Params {
		p := &param{Parameter: a, tool: t.Name, slot: 2*len(s.model.leaves) + i}
		switch {
		case a.Bound != nil:
			p.typ, p.place = a.Bound.Type, len(s.model.leaves)+c.rule.first+i
		case a.Joined:
			p.typ, p.place = a.Type, len(s.model.leaves)+s.model.params+s.unbound
			s.unbound++
		}
		c.params = append(c.params, p)
		c.cuts = c.cuts || !a.AllLists()
	}
	s.callers[place] = c
	return c
}

func (c *caller) param(name string) *param {
	i := slices.IndexFunc(c.params, func(p *param) bool { return p.Name == name && !p.Answer })
	return c.params[i]
}

// breakable reports whether a condition counts and can fail.
func (c *caller) breakable(i int) bool { return c.conds[i] && !c.rule.conds[i].trivial }
