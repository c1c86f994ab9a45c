package partial

import (
	"testing"

	"github.com/mantrac/mantrac/lang/types"
)

// What is known of a string by patterns, equalities and exclusions decides other
// patterns, and one string that is left is its value.
func TestLikenesses(t *testing.T) {
	s := newSpace()
	x, y := s.Unknown(types.String, "x"), s.Unknown(types.String, "y")
	text := func(v string) *Term { return s.constant(types.Text(v), types.String) }
	one := func(x *Term) *Term {
		return s.And(s.Like(x, "a*"), s.Like(x, "*a"), s.Not(s.Like(x, "a*a")))
	}
	for name, row := range map[string]struct {
		list []*Term
		want bool
	}{
		"any string":                       {[]*Term{s.Like(x, "gift_*")}, true},
		"no string":                        {[]*Term{s.Not(s.Like(x, "*"))}, false},
		"a pattern and its negation":       {[]*Term{s.Like(x, "gift_*"), s.Not(s.Like(x, "gift_*"))}, false},
		"two beginnings":                   {[]*Term{s.Like(x, "gift_*"), s.Like(x, "credit_*")}, false},
		"a pattern that implies another":   {[]*Term{s.Like(x, "gift_card_*"), s.Not(s.Like(x, "gift_*"))}, false},
		"a value that matches":             {[]*Term{s.Equal(x, text("gift_1")), s.Like(x, "gift_*")}, true},
		"a value that does not":            {[]*Term{s.Like(x, "gift_*"), s.Equal(x, text("paypal"))}, false},
		"an equal string":                  {[]*Term{s.Like(x, "gift_*"), s.Equal(x, y), s.Not(s.Like(y, "gift_*"))}, false},
		"an equal string that matches":     {[]*Term{s.Equal(x, y), s.Like(x, "gift_*"), s.Like(y, "*1")}, true},
		"one string":                       {[]*Term{one(x)}, true},
		"one string, which it is not":      {[]*Term{one(x), s.Not(s.Equal(x, text("a")))}, false},
		"one string, which another is not": {[]*Term{one(x), one(y), s.Not(s.Equal(x, y))}, false},
		"one string, and another one":      {[]*Term{one(x), s.Like(y, "a*"), s.Not(s.Equal(x, y))}, true},
		"a choice":                         {[]*Term{s.Like(s.Choose(s.Like(y, "b*"), text("gift_1"), text("c")), "gift_*"), s.Not(s.Like(y, "b*"))}, false},
	} {
		q := question{cases: maxCases}
		if got := q.possible(newFacts(s), row.list); got != row.want {
			t.Errorf("%s: possible is %t", name, got)
		}
	}
}
