package search

import "github.com/mantrac/mantrac/internal/lists"

// A sequence is what of an answer is settled before its values: which tools are
// called, how many calls break preconditions, and which the first is that does.
type sequence struct {
	actions []*action
	broken  int
	first   int // the number of calls where none does
}

// A sequencing is the memory of sequence.
type sequencing struct {
	least   []int64
	latest  []int32
	at      [][2]bool
	next    []*bool
	actions []*action
}

// path returns a sequence as [Run.Path] returns it.
func (s *search) path(of sequence) *Path {
	p := &Path{Broken: of.broken, First: of.first}
	for _, a := range of.actions {
		p.Tools = append(p.Tools, a.place)
	}
	if s.approximate {
		p.courses = s.coursesOf()
	}
	return p
}

// sequence finds the smallest sequence of an answer. A shortest answer is a path
// along edges, since a state that is met later than it could be has a shorter
// way to the same end.
func (s *search) sequence() sequence {
	least := s.leastCost()
	latest := s.latestFirst(least)
	// The low half of a cost counts calls that break. The high half counts calls of others.
	out := sequence{broken: int(least[0] & mostBroken), first: int(latest[0]), actions: s.sequencing.actions[:0]}
	// By state, whether it is come to, before and after a call has broken a precondition.
	s.sequencing.at = lists.Cleared(s.sequencing.at, s.count())
	at := s.sequencing.at
	at[0][0] = true
	next := s.sequencing.next // the marks of the states after the call
	for i := range s.depth() {
		best := -1
		next = next[:0]
		for _, e := range s.edges {
			// Actions are in the order of the scenario, so the smallest number is preferred.
			if int(e.from) < s.layers[i] || int(e.from) >= s.layers[i+1] || least[e.to] < 0 || best >= 0 && int(e.action) > best {
				continue
			}
			if least[e.from] != least[e.to]+s.cost(e) {
				continue
			}
			for begun, here := range at[e.from] {
				if !here || begun == 0 && (e.broke && i != out.first || !e.broke && int(latest[e.to]) != out.first) {
					continue
				}
				// An action that comes earlier was found, so the states that others lead to do not count.
				if best != int(e.action) {
					for _, mark := range next {
						*mark = false
					}
					best, next = int(e.action), next[:0]
				}
				mark := &at[e.to][max(begun, int(truth(e.broke)))]
				*mark = true
				next = append(next, mark)
			}
		}
		out.actions = append(out.actions, s.actions[best])
	}
	s.sequencing.next, s.sequencing.actions = next, out.actions
	return out
}

// mostBroken bounds the calls of a trace that break preconditions.
const mostBroken = 1<<32 - 1

// cost is what speaks against a call in a witness: that others than the agent make
// it, and, among traces with as many of those, that it breaks a precondition.
func (s *search) cost(e edge) int64 {
	return int64(truth(s.actions[e.action].tool.Others()))*(mostBroken+1) + int64(truth(e.broke))
}

// leastCost returns, for each state from which an answer is reached, the least cost
// of the calls on the way there; -1 for the others.
func (s *search) leastCost() []int64 {
	s.sequencing.least = lists.Cleared(s.sequencing.least, s.count())
	least := s.sequencing.least
	for i := range least {
		least[i] = -1
	}
	for _, i := range s.ends {
		least[i] = 0
	}
	// Edges are in the order of layers, so each state is complete before it is used.
	for k := len(s.edges) - 1; k >= 0; k-- {
		e := s.edges[k]
		if least[e.to] < 0 {
			continue
		}
		if n := least[e.to] + s.cost(e); least[e.from] < 0 || n < least[e.from] {
			least[e.from] = n
		}
	}
	return least
}

// latestFirst returns, for each such state, the latest call that can be the
// first on the way to break preconditions.
func (s *search) latestFirst(least []int64) []int32 {
	s.sequencing.latest = lists.Cleared(s.sequencing.latest, s.count())
	latest := s.sequencing.latest
	for i := range latest {
		latest[i] = -1
	}
	for _, i := range s.ends {
		latest[i] = int32(s.depth())
	}
	layer := s.depth() - 1
	for k := len(s.edges) - 1; k >= 0; k-- {
		e := s.edges[k]
		// The edges are in the order of layers, and this one begins in an earlier layer.
		for int(e.from) < s.layers[layer] {
			layer--
		}
		if least[e.to] < 0 || least[e.from] != least[e.to]+s.cost(e) {
			continue
		}
		first := latest[e.to]
		if e.broke {
			first = int32(layer)
		}
		latest[e.from] = max(latest[e.from], first)
	}
	return latest
}
