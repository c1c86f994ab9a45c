package search

import (
	"context"
	"math/bits"
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
)

// A search visits states breadth first.
type search struct {
	*question
	room
	ends    []int32 // answers of the layer in which there are any
	actions []*action
	expand  *expander
	now     int32
	earlier int // the effort before it began

	courses       []course       // of the monitors, where the calls of the answer are known
	cardinalities []int          // by leaf of the state: see there
	thinned       map[thick]cell // see thin
	symmetries    []*symmetry
	looked        bool // for symmetries

	lasting []int // the leaves of the state that the goal reads and that come to a last value

	early [2][]*action // by flag: of the tools that are called as soon as they can be; only where the length is of no matter
	took  bool         // such a call was made
	only  bool         // nothing beyond the bound is of interest
	cut   bool         // and there may be something there
}

// A room is where a search keeps its states and actions. One of moderate size serves another
// search afterwards.
type room struct {
	arena      []cell  // the states, one after the other
	index      []int32 // a hash table of them, by number plus one
	layers     []int   // the first state of each layer
	edges      []edge
	places     []action     // the memory of actions
	hasty      [2][]*action // that of the lists in early
	had        []cell       // what the leaves have, while something else is put there
	first      []cell       // the first state
	expands    expander
	emit       struct{ add, hurry func() } // add and hurry, made once
	sequencing sequencing
}

// What is used again of a room: a hash table that is soon cleared, and up to 8 MB of states and of edges.
const (
	spareIndex = 4096
	spareCells = 1 << 20
	spareEdges = 1 << 19
)

// begin begins a search in the room that the last one left.
func (x *question) begin() *search {
	s := x.search.spare
	if x.search.spare = nil; s == nil {
		s = new(search)
	}
	*s = search{question: x, actions: s.actions[:0], lasting: s.lasting[:0], room: s.room}
	return s
}

// leave leaves the room of a search that has ended to another one.
func (s *search) leave() {
	if len(s.index) > spareIndex {
		s.index = nil
	}
	clear(s.index)
	s.arena, s.layers, s.edges = spared(s.arena, spareCells), s.layers[:0], spared(s.edges, spareEdges)
	s.question.search.spare = s
}

// spared returns a list with nothing in it and the memory of another one, if that is not too long.
func spared[T any](list []T, most int) []T {
	if cap(list) > most {
		return nil
	}
	return list[:0]
}

// glanceStates is how many states are few.
const glanceStates = 24

// An edge is a call that leads from one layer into the next.
type edge struct {
	from, to int32
	action   int16
	broke    bool
}

// decide looks for an answer of any length first, by way of stubborn calls: that
// takes few states, and where there is none it is the end of it. Else it looks
// for the shortest. A question that is likely to have an answer is looked at within few
// states before that: mostly its shortest answer comes up at once.
func (x *question) decide() Result {
	s := x.begin()
	defer s.leave()
	s.prepare()
	if !s.sound() {
		return s.result(Result{Why: x.err})
	}
	if x.likely() {
		if r, ok := s.glance(); ok {
			return r
		}
	}
	spent := 0
	unbounded := true
	if !x.joins() {
		s.early = s.stubbornActions()
	}
	if len(s.early[0])+len(s.early[1]) > 0 {
		s.run()
		// Nothing is proved where longer lists than those tried were left out.
		if spent = s.count(); x.err == nil && len(s.ends) == 0 {
			return s.result(Result{None: true, Proved: !s.dom.cut, States: spent})
		}
		unbounded = x.err != nil
		s.again()
		if x.ctx.Err() != nil {
			x.fail(context.Cause(x.ctx))
		}
	}
	// There is an answer, but each needs more calls than the bound allows.
	if s.only = !unbounded; x.err == nil && s.only && s.fewest() > s.bound {
		return s.result(Result{None: true, Longer: !s.assumes(), States: spent})
	}
	if x.err == nil {
		s.run()
	}
	return s.result(s.conclude(Result{States: spent + s.count(), Why: x.err}))
}

// likely reports whether a question mostly has an answer. A commission has none where model and
// checks agree; an omission is asked for where there is no commission, and all of a forward
// question where one of its pieces has an answer. Nothing is likely where lists may be longer than those
// that are tried: a search that looks at them proves nothing, and one by way of stubborn calls may need
// none of them.
func (x *question) likely() bool {
	return x.Kind != system.Commission && x.Kind != system.Reach && !x.someCaller(func(c *caller) bool { return c.cuts })
}

// glance decides a question that takes few states.
func (s *search) glance() (Result, bool) {
	limit := s.limit
	s.limit = min(limit, glanceStates)
	s.run()
	s.limit = limit
	// A search that is left, or out of time, looks no further.
	if s.err == nil || s.err == errLeft || s.ctx.Err() != nil {
		r := Result{States: s.count(), Why: s.err}
		if s.err == errStates {
			r.Why = context.Cause(s.ctx)
		}
		return s.result(s.conclude(r)), true
	}
	s.again()
	return Result{}, false
}

// again forgets what was searched.
func (s *search) again() {
	s.err, s.stopped, s.early = nil, false, [2][]*action{}
	s.question.search.env.failed = nil
	s.resetWork() // the work of the first search does not count against the second one
	s.arena, s.edges, s.ends = s.arena[:0], s.edges[:0], nil
	clear(s.index)
}

// conclude says what a search by layers came to.
func (s *search) conclude(r Result) Result {
	switch {
	case s.err == nil && len(s.ends) > 0 && s.depth() <= s.bound:
		path := s.sequence()
		if r.Why = s.unfollowed; r.Why == nil {
			r.Trace, r.Why = s.witness(path)
		}
		if r.Found = r.Why == nil; !r.Found && !s.relaxed {
			s.question.search.path = s.path(path)
		}
	case s.err == nil && (len(s.ends) > 0 || s.cut):
		r.None, r.Longer = true, !s.assumes() // it is cut only where there is known to be an answer
	case s.err == nil:
		r.None, r.Proved = true, !s.dom.cut
	case s.depth() > s.bound && s.ctx.Err() == nil:
		r.None, r.Why = true, nil // all that is within the bound was searched
	}
	return r
}

// result is a last look at what is claimed.
func (s *search) result(r Result) Result {
	s.account()
	if s.question.search.tab.hostile {
		return Result{States: r.States, Why: errHostile}
	}
	if err := s.question.search.env.failed; err != nil && (r.Proved || r.Found) {
		return Result{States: r.States, Why: err} // the slice rests on what failed
	}
	return r
}

// prepare makes the first state, and sets up the slots.
func (s *search) prepare() {
	e, m := s.question.search.env, s.question.search.model
	// The slots hold each leaf before the call, each leaf after it, and then the arguments.
	if n := 2*len(m.leaves) + s.question.search.mostParams(); len(e.cells) < n {
		e.cells = make([]cell, n)
	}
	for i := range e.cells {
		e.cells[i] = unset
	}
	// A leaf that no kept tool writes is a constant, so conditions on it can be decided at once.
	for i := range m.leaves {
		if s.known[i] {
			e.cells[i] = s.question.search.init[i]
		}
	}
	e.piecemeal = s.entries
	if len(s.places) < len(s.callers) {
		s.places = make([]action, len(s.callers))
	}
	for i, c := range s.callers {
		p := &s.places[i]
		if s.prepareAction(p, c) {
			p.order = len(s.actions)
			s.actions = append(s.actions, p)
		}
	}
	s.cardinalities = s.question.cardinalities()
	s.had = lists.Cleared(s.had, len(s.leaves))
	if s.goal != nil {
		for i, l := range s.leaves {
			if s.bearings.last[l] != unset && slices.Contains(s.goal.reads, l) {
				s.lasting = append(s.lasting, i)
			}
		}
	}
	s.expands = expander{question: s.question, env: e, out: lists.Cleared(s.expands.out, s.width), pending: -1}
	s.expand = &s.expands
	if s.emit.add == nil {
		s.emit.add, s.emit.hurry = s.add, s.hurry
	}
	s.expand.emit = s.emit.add
}

// start returns the first state, until it is asked for again.
func (s *search) start() []cell {
	first := lists.Cleared(s.first, s.width)
	s.first = first
	for i, l := range s.leaves {
		first[i] = s.question.search.init[l]
		if open, ok := s.question.search.open[l]; ok && s.entries[l] && len(open) > 0 {
			first[i] = s.question.search.tab.put(open)
		}
	}
	return first
}

func (s *search) count() int { return len(s.arena) / s.width }

func (s *search) depth() int { return len(s.layers) - 1 }

func (s *search) state(i int32) []cell {
	return s.arena[int(i)*s.width : int(i+1)*s.width]
}

// run visits layer by layer, until there is an answer or no new state.
func (s *search) run() {
	s.layers, s.earlier = append(s.layers[:0], 0), s.search.effort
	first := s.start()
	// A check that is already final the wrong way has no answer of any length.
	for i, w := range s.monitors {
		v := w.verdict(0)
		if v.Final() && v.Holds() != s.want[i] {
			return
		}
	}
	s.visit(first)
	for {
		from, to := s.layers[s.depth()], s.count()
		for i := from; i < to && !s.stopped; i++ {
			if s.accepts(s.state(int32(i))) && !s.stopped {
				s.ends = append(s.ends, int32(i))
			}
		}
		if !s.sound() || len(s.ends) > 0 {
			return
		}
		if s.cut = s.only && s.depth() == s.bound; s.cut {
			return
		}
		s.layers = append(s.layers, to)
		s.layer(from, to)
		if !s.sound() {
			return
		}
		if s.count() == to {
			return
		}
	}
}

// layer expands the states of a layer.
func (s *search) layer(from, to int) {
	for i := from; i < to; i++ {
		s.now = int32(i)
		s.spreads = s.count() > max(spreadStates, spreadFactor*(i+1))
		s.search.nearing = s.nears(i + 1)
		s.expand.load(s.state(s.now))
		if s.hurries() {
			continue
		}
		for _, p := range s.actions {
			s.expand.expand(p)
			if s.stopped {
				return
			}
		}
	}
}

// nears reports whether the search seems to come to an end, now that so many states are expanded.
func (s *search) nears(expanded int) bool {
	return s.count() <= max(nearStates, nearFactor*expanded) && s.depth() <= nearDepth*s.bound &&
		s.search.effort-s.earlier <= nearEffort*expanded
}

// hurries makes the first call that can only help and leads on to a new state,
// and reports whether there is one. A state in which the call depends on a
// leaf that is not set is none.
func (s *search) hurries() bool {
	// The last cell of a state is its flag, which tells the lists of early calls apart.
	for _, p := range s.early[s.state(s.now)[s.width-1]] {
		s.took = false
		s.expand.emit = s.emit.hurry
		s.expand.expand(p)
		s.expand.emit = s.emit.add
		if s.took || s.stopped {
			return true
		}
	}
	return false
}

func (s *search) hurry() {
	x := s.expand
	if s.took || x.guessed || s.moved() {
		return
	}
	for i, l := range s.leaves {
		if x.cells[l] != x.from[i] {
			return
		}
	}
	for i, w := range s.monitors {
		if at := len(s.leaves) + i; !w.better(s.want[i], x.from[at], x.out[at]) {
			return
		}
	}
	// Only a state that is new will do: two helpful calls may undo each other for
	// ever, and the state that closes the circle must be expanded by all calls.
	s.represent(x.out)
	before := s.count()
	s.visit(x.out)
	s.took = s.count() > before
}

// add takes up the state that the expander came to. Most calls change nothing
// that the question looks at, or tell no more than something about where it started: no
// shortest answer has such a call.
func (s *search) add() {
	if !s.narrows(s.expand.from, s.expand.out) {
		s.arrive(0)
	}
}

// take takes up a state.
func (s *search) take() {
	s.represent(s.expand.out)
	if s.hopeless(s.expand.out) {
		return
	}
	to := s.visit(s.expand.out)
	// An edge back into an earlier layer lies on no shortest answer.
	if int(to) >= s.layers[s.depth()] && s.depth() <= s.bound {
		s.edges = append(s.edges, edge{s.now, to, int16(s.expand.action.order), s.expand.broke})
	}
}

// represent makes a state one of those that stand for all that are like it.
func (s *search) represent(state []cell) {
	for i, n := range s.cardinalities {
		if c := state[i]; n > 0 && c != unset && !abstract(c) {
			state[i] = s.thin(thick{c, n})
		}
	}
	s.forget(state)
	s.tidy(state)
	s.exchange(state)
}

// hopeless reports whether the goal can no longer be reached: what no call changes
// any more excludes it.
func (s *search) hopeless(state []cell) bool {
	if len(s.lasting) == 0 || !s.reached {
		return false
	}
	settled := slices.ContainsFunc(s.lasting, func(i int) bool { return state[i] == s.bearings.last[s.leaves[i]] })
	if !settled {
		return false
	}
	e := s.expand.env
	need := e.need
	// Only leaves with their last value count here. The others may still change.
	for i, l := range s.leaves {
		s.had[i] = e.cells[l]
		if e.cells[l] = unset; state[i] == s.bearings.last[l] {
			e.cells[l] = state[i]
		}
	}
	e.need = -1
	holds := s.goal.holds(e)
	none := e.need < 0 && !holds
	for i, l := range s.leaves {
		e.cells[l] = s.had[i]
	}
	e.need = need
	return none
}

// visit returns the number of a state, which may be new.
func (s *search) visit(state []cell) int32 {
	// The table is at most half full, so probing always ends at an empty place.
	if 2*s.count() >= len(s.index) {
		s.grow()
	}
	mask := uint64(len(s.index) - 1)
	at := hash(state) & mask
	for s.index[at] != 0 {
		i := s.index[at] - 1
		if equal(s.state(i), state) {
			return i
		}
		at = (at + 1) & mask
	}
	i := int32(s.count())
	s.index[at] = i + 1
	// Memory that is taken anew costs a fault for each page, so a small list grows twofold, and not by a quarter.
	if len(s.arena)+len(state) > cap(s.arena) && len(s.arena) < spareCells {
		s.arena = slices.Grow(s.arena, len(s.arena)+len(state))
	}
	s.arena = append(s.arena, state...)
	if s.count() > s.limit {
		s.fail(errStates)
	}
	return i
}

func (s *search) grow() {
	s.index = make([]int32, max(64, 4*len(s.index)))
	mask := uint64(len(s.index) - 1)
	for i := range int32(s.count()) {
		at := hash(s.state(i)) & mask
		for s.index[at] != 0 {
			at = (at + 1) & mask
		}
		s.index[at] = i + 1
	}
}

func hash(state []cell) uint64 {
	const odd, other = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F
	h := uint64(14695981039346656037)
	// Two cells at a time, since each step waits for the one before.
	for ; len(state) >= 2; state = state[2:] {
		h = (h ^ uint64(state[0]) ^ bits.RotateLeft64(uint64(state[1])*other, 31)) * odd
		h ^= h >> 29
	}
	for _, c := range state {
		h = (h ^ uint64(c)) * odd
		h ^= h >> 29
	}
	return h
}

func equal(a, b []cell) bool {
	for i, c := range a {
		if c != b[i] {
			return false
		}
	}
	return true
}
