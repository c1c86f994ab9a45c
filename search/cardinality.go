package search

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// This is a cardinality abstraction. A set of strings to which calls add may get ever more members that occur
// nowhere else. If nothing is ever taken out of it by name, no quantifier looks at its
// members, and no other leaf
// ever has such a string (strangers.go), these members cannot be told from one another,
// nor be counted beyond as many as a call has arguments that may be looked up in
// the set, and one more. So that many of them stand for more (thin): the two sets
// have the same constants, every choice of arguments that are in the one, or are
// not, has its image in the other, a set that is made of arguments equals neither
// if there is one member too many, nor does a set of other leaves, which have none of
// these members, and an argument that is a list and has to equal
// the set does in either. What the choice adds to both leaves them alike again.

// cardinalities returns, by leaf of the state, how many members that occur
// nowhere need be told apart; nil if there is no leaf of the kind.
func (q *question) cardinalities() []int {
	var list []int
	for i, l := range q.leaves {
		if t, ok := q.search.model.leaves[l].Type.(*types.Array); !ok || t.Elem != types.String {
			continue
		}
		if n := q.dom.cardinality(l); n > 0 {
			if list == nil {
				list = make([]int, len(q.leaves))
			}
			list[i] = n
		}
	}
	return list
}

// cardinality returns how many strings that occur nowhere need be told apart in
// a set; 0 where that is not known.
func (d *domains) cardinality(leaf int) int {
	g := d.groupOf(textsAt(leaf))
	if g.alike || g.joined || slices.Contains(g.removed, textsAt(leaf)) || slices.Contains(g.measured, textsAt(leaf)) {
		return 0
	}
	// If another leaf could have such a string, the members could be told apart by it.
	if strange := d.strangeLeaves(g); len(strange) != 1 || strange[0] != leaf {
		return 0
	}
	most := 1
	for _, c := range d.x.callers {
		n := 0
		for _, p := range c.params {
			if p.Chosen() || d.find(textsAt(p.place)) != g.root {
				continue
			}
			switch t := p.typ.(type) {
			case *types.Array:
				if t.Elem != types.String || system.Listed(p.Schema) != nil {
					return 0
				}
				if s := p.Schema; s != nil && s.Items != nil && (s.Items.Nullable || system.Listed(s.Items) != nil) {
					return 0
				}
			default:
				if t != types.String {
					return 0
				}
			}
			n++
		}
		// One member more than a call can name at a time is tried in place of all others.
		most = max(most, n+1)
	}
	return most
}

// removes reports whether a term takes members out of sets.
func removes(t *system.Term) bool {
	return t.Is(ops.Remove) || slices.ContainsFunc(t.Args, removes)
}

// A thick is a set of which no more than some members that occur nowhere are told
// apart.
type thick struct {
	set  cell
	most int
}

// thin leaves no more members that occur nowhere in a set than are told apart.
func (s *search) thin(x thick) cell {
	if had, ok := s.thinned[x]; ok {
		return had
	}
	tab := s.question.search.tab
	set := tab.value(x.set).(types.List)
	strange := 0
	out := slices.DeleteFunc(slices.Clone(set), func(m types.Value) bool {
		_, is := strangerIn(string(m.(types.Text)))
		// The strangers that come first in the set stay.
		strange += int(truth(is))
		return is && strange > x.most
	})
	to := x.set
	if len(out) < len(set) {
		to = tab.put(out)
	}
	if s.thinned == nil {
		s.thinned = make(map[thick]cell)
	}
	s.thinned[x] = to
	return to
}
