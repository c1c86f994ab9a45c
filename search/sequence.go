package search

// A sequence is what of an answer is settled before its values: which tools are
// called, how many calls break preconditions, and which the first is that does.
type sequence struct {
	actions []*action
	broken  int
	first   int // the number of calls where none does
}

// sequence finds the smallest sequence of an answer. A shortest answer is a path
// along edges, since a state that is met later than it could be has a shorter
// way to the same end.
func (s *search) sequence() sequence {
	least := s.leastBroken()
	latest := s.latestFirst(least)
	out := sequence{broken: int(least[0]), first: int(latest[0])}
	type spot struct {
		state int32
		begun bool // a call has broken a precondition
	}
	now := map[spot]bool{{0, false}: true}
	for i := range s.depth() {
		best := -1
		var next map[spot]bool
		for _, e := range s.edges {
			if int(e.from) < s.layers[i] || int(e.from) >= s.layers[i+1] || least[e.to] < 0 || best >= 0 && int(e.action) > best {
				continue
			}
			if least[e.from] != least[e.to]+truth32(e.broke) {
				continue
			}
			for _, begun := range []bool{false, true} {
				if !now[spot{e.from, begun}] || !begun && (e.broke && i != out.first || !e.broke && int(latest[e.to]) != out.first) {
					continue
				}
				if best != int(e.action) {
					best, next = int(e.action), make(map[spot]bool)
				}
				next[spot{e.to, begun || e.broke}] = true
			}
		}
		out.actions = append(out.actions, s.actions[best])
		now = next
	}
	return out
}

func truth32(b bool) int32 { return int32(truth(b)) }

// leastBroken returns, for each state from which an answer is reached, the
// fewest calls on the way there that break preconditions; -1 for the others.
func (s *search) leastBroken() []int32 {
	least := make([]int32, s.count())
	for i := range least {
		least[i] = -1
	}
	for _, i := range s.ends {
		least[i] = 0
	}
	for k := len(s.edges) - 1; k >= 0; k-- {
		e := s.edges[k]
		if least[e.to] < 0 {
			continue
		}
		if n := least[e.to] + truth32(e.broke); least[e.from] < 0 || n < least[e.from] {
			least[e.from] = n
		}
	}
	return least
}

// latestFirst returns, for each such state, the latest call that can be the
// first on the way to break preconditions.
func (s *search) latestFirst(least []int32) []int32 {
	latest := make([]int32, s.count())
	for i := range latest {
		latest[i] = -1
	}
	for _, i := range s.ends {
		latest[i] = int32(s.depth())
	}
	layer := s.depth() - 1
	for k := len(s.edges) - 1; k >= 0; k-- {
		e := s.edges[k]
		for int(e.from) < s.layers[layer] {
			layer--
		}
		if least[e.to] < 0 || least[e.from] != least[e.to]+truth32(e.broke) {
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
