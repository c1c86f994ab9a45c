package partial

import (
	"slices"
	"testing"

	"github.com/mantrac/mantrac/lang/types"
)

// possible asks whether conditions may hold when nothing else is known.
func possible(s *Space, list ...*Term) bool {
	w := &World{space: s, facts: newFacts(s)}
	return w.Possible(list...)
}

// forget makes so many terms that those made before are no longer recognised.
func forget(s *Space) {
	for i := range maxTerms + 1 {
		s.constant(types.NewInt(int64(i)), types.Int)
	}
}

// TestTruthsAfterManyTerms: true and false stay one term each, however many terms
// there are, so that `and` and `or` recognise them.
func TestTruthsAfterManyTerms(t *testing.T) {
	s := newSpace()
	open := s.Unknown(types.Bool, "b")
	forget(s)
	for _, b := range []bool{false, true} {
		if s.constant(types.Boolean(b), types.Bool) != s.Truth(b) {
			t.Errorf("%t is two terms", b)
		}
	}
	yes, no := s.constant(types.Boolean(true), types.Bool), s.constant(types.Boolean(false), types.Bool)
	if got := s.And(open, yes); got != open {
		t.Errorf("b and true is %v, not b", got.Known())
	}
	if got := s.Or(open, no); got != open {
		t.Errorf("b or false is %v, not b", got.Known())
	}
}

// TestMembersAfterManyTerms: a member is counted once, even if two terms ask for it.
func TestMembersAfterManyTerms(t *testing.T) {
	s := newSpace()
	set := s.Unknown(&types.Array{Elem: types.String}, "the set")
	ask := func(elem types.Type) *Term { return s.In(s.constant(types.Text("a"), elem), set) }
	first := ask(types.String)
	asEnum := ask(&types.Enum{Names: []string{"a", "b"}})
	forget(s)
	second := ask(types.String)
	one := s.Equal(s.size(set, s.anyMember(types.String, 0)), s.constant(types.NewInt(1), types.Int))
	for _, list := range [][]*Term{{one, first}, {one, first, second}, {one, first, asEnum}} {
		if !possible(s, slices.Clone(list)...) {
			t.Errorf("a set of one member cannot have %d conditions", len(list))
		}
	}
}
