package partial

import (
	"testing"

	"github.com/mantrac/mantrac/lang/types"
)

// Types that are the same, with names or fields declared in another order.
var (
	point       = &types.Record{Fields: []types.Field{{Name: "x", Type: types.Int}, {Name: "y", Type: types.Int}}}
	turnedPoint = &types.Record{Fields: []types.Field{{Name: "y", Type: types.Int}, {Name: "x", Type: types.Int}}}
	letters     = &types.Enum{Names: []string{"a", "b"}}
	backwards   = &types.Enum{Names: []string{"b", "a"}}
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

// TestMapsInAnotherOrder: maps to the same record, with fields declared in another
// order, are chosen and replaced by field.
func TestMapsInAnotherOrder(t *testing.T) {
	s := newSpace()
	m, w := s.Unknown(&types.Map{Key: types.String, Value: point}, "m"), s.Unknown(&types.Map{Key: types.String, Value: turnedPoint}, "w")
	g := s.Unknown(types.Bool, "g")
	// x returns what a map has at a key.
	x := func(m *Term, key string) Value {
		return s.field(s.get(Value{Def: s.yes, Term: m}, Value{Def: s.yes, Term: s.constant(types.Text(key), types.String)}), "x")
	}
	holds(t, s, "the field in the second map", s.equals(x(s.Choose(g, m, w), "k"), x(w, "k")), s.Not(g), x(w, "k").Def)

	// A map of which it becomes known that it is the other one.
	facts := &Facts{space: s, is: map[*Symbol]*Term{m.symbol: w}}
	five, six := s.constant(types.NewInt(5), types.Int), s.constant(types.NewInt(6), types.Int)
	put := s.write(m, s.constant(types.Text("k"), types.String), entry{s.yes, five, six})
	same := facts.reduce(s.equals(x(facts.reduce(put), "k"), x(put, "k")))
	if !same.IsTrue() {
		t.Error("a write has other fields on top of an equal map")
	}
	key := s.anyMember(types.String, 0)
	at := func(m *Term) *Term {
		return s.field(s.get(Value{Def: s.yes, Term: m}, Value{Def: s.yes, Term: key}), "x").Term
	}
	if facts.reduce(at(m)) != at(w) {
		t.Error("the field of some key is another one in an equal map")
	}
}

// TestKnownMapsInAnotherOrder: a known value is taken by field, whatever the order in
// which it has them.
func TestKnownMapsInAnotherOrder(t *testing.T) {
	s := newSpace()
	value := types.Object{{Name: "y", Value: types.NewInt(2)}, {Name: "x", Value: types.NewInt(1)}}
	m := s.constant(types.NewDict([]types.Entry{{Key: types.Text("k"), Value: value}}), &types.Map{Key: types.String, Value: point})
	v := s.get(Value{Def: s.yes, Term: m}, Value{Def: s.yes, Term: s.constant(types.Text("k"), types.String)})
	known, ok := v.known()
	if !ok || known.String() != `(record (x 1) (y 2))` {
		t.Errorf("the value is %v", known)
	}
}
