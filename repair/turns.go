package repair

import (
	"slices"

	"github.com/mantrac/mantrac/edit"
)

// turns are proposals of several sources that take turns, each sorted by how likely
// it is to help.
type turns struct {
	sources [][]proposal
	seen    map[string]bool // by the text of the edits
}

func newTurns(sources [][]proposal) *turns {
	for n, s := range sources {
		for i := range s {
			s[i].source = n
		}
		slices.SortStableFunc(s, func(a, b proposal) int { return a.prior - b.prior })
	}
	return &turns{sources, make(map[string]bool)}
}

func (t *turns) empty() bool {
	return !slices.ContainsFunc(t.sources, func(s []proposal) bool { return len(s) > 0 })
}

// next takes a proposal that no source has had from the source whose turn is the nth.
func (t *turns) next(n int) (proposal, bool) {
	// Turns are counted by the caller, so that a source that is empty loses its own turn alone.
	s := &t.sources[n%len(t.sources)]
	for len(*s) > 0 {
		p := (*s)[0]
		*s = (*s)[1:]
		if t.first(p) {
			return p, true
		}
	}
	return proposal{}, false
}

// first reports whether the edits of a proposal are new, and remembers them.
func (t *turns) first(p proposal) bool {
	text, _ := edit.WriteSExpr(p.edits)
	if t.seen[text] {
		return false
	}
	t.seen[text] = true
	return true
}

// left counts the proposals that had no turn.
func (t *turns) left() int {
	n := 0
	for _, s := range t.sources {
		for _, p := range s {
			if t.first(p) {
				n++
			}
		}
	}
	return n
}
