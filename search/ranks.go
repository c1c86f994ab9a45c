package search

import "github.com/mantrac/mantrac/compiler/system"

// ranks is the order in which witnesses would rather have strings: those of
// the source as they occur, in the checks, the initial state, the constants
// and the expressions; then some that occur nowhere; then the names of enums.
type ranks struct {
	texts []string // all that occur, without strangers
	spare int      // how many of them come before the strangers
	order map[string]int
}

func (s *Search) ranking() *ranks {
	if s.ranked == nil {
		s.ranked = s.rank()
	}
	return s.ranked
}

func (s *Search) rank() *ranks {
	occurring, enums := s.scenario.Strings()
	r := &ranks{texts: append(occurring, enums...), spare: len(occurring)}
	r.order = make(map[string]int, len(r.texts))
	for i, t := range r.texts {
		r.order[t] = i
	}
	return r
}

// of returns the rank of a string. Those of which nothing is known come last.
func (r *ranks) of(s string) int {
	if i, ok := strangerIn(s); ok {
		if i < system.Spares {
			return r.spare + i
		}
		return 1<<20 + i
	}
	i, ok := r.order[s]
	switch {
	case !ok:
		return 1 << 19
	case i >= r.spare:
		return i + system.Spares
	}
	return i
}
