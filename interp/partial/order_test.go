package partial

import (
	"testing"

	"github.com/mantrac/mantrac/lang/types"
)

// Types that are the same, with names or fields declared in another order.
var (
	letters   = &types.Enum{Names: []string{"a", "b"}}
	backwards = &types.Enum{Names: []string{"b", "a"}}
)

// holds fails the test if one condition may fail where others hold.
func holds(t *testing.T, s *Space, what string, c *Term, where ...*Term) {
	t.Helper()
	if possible(s, append(where, s.Not(c))...) {
		t.Errorf("%s is not known", what)
	}
	if !possible(s, append(where, c)...) {
		t.Errorf("%s is impossible", what)
	}
}

// TestSetsInAnotherOrder: sets of the same enum, declared in another order, are
// compared and chosen by name.
func TestSetsInAnotherOrder(t *testing.T) {
	s := newSpace()
	u, v := s.unknownSet(&types.Array{Elem: letters}, "u"), s.unknownSet(&types.Array{Elem: backwards}, "v")
	g := s.Unknown(types.Bool, "g")
	a := s.constant(types.Text("a"), letters)
	holds(t, s, "that equal sets have the same members", s.In(a, v), s.Equal(u, v), s.In(a, u))
	for _, chosen := range []*Term{s.Choose(g, u, v), s.Choose(s.Not(g), v, u)} {
		holds(t, s, "what is in the first set", s.In(a, chosen), g, s.In(a, u))
		holds(t, s, "what is in the second set", s.In(a, chosen), s.Not(g), s.In(a, v))
	}
	known := s.constant(types.List{types.Text("a")}, v.typ)
	holds(t, s, "the member of a known set", s.In(a, u), s.Equal(u, s.With(s.constant(types.List{}, v.typ), a)))
	holds(t, s, "the member of a set that is chosen", s.In(a, s.Choose(g, u, known)), s.Not(g))
}

// TestSetsOfOtherTypes: sets of different types with equally many members are not
// compared by position.
func TestSetsOfOtherTypes(t *testing.T) {
	s := newSpace()
	u, v := s.unknownSet(&types.Array{Elem: letters}, "u"), s.unknownSet(&types.Array{Elem: &types.Enum{Names: []string{"b", "c"}}}, "v")
	if a := s.constant(types.Text("a"), letters); !possible(s, s.Equal(u, v), s.Not(s.In(a, u)), s.In(s.constant(types.Text("b"), letters), v)) {
		t.Error("{b} and {b} differ")
	}
}
