package gate

import (
	"math/big"
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// compareValues reports whether one schema accepts a scalar other than null that
// another one does not, and the other way round, by types, listed values and
// bounds. Members, elements and keywords that models do not know are compared by
// themselves.
func compareValues(old, new *tool.Schema) (more, less bool) {
	return acceptsBeside(new, old), acceptsBeside(old, new)
}

// acceptsBeside reports whether a accepts a value that b does not.
func acceptsBeside(a, b *tool.Schema) bool {
	// Finitely many values on the left: each can be tried.
	if list, ok := listed(a); ok {
		return slices.ContainsFunc(list, func(v types.Value) bool { return scalarAccepts(a, v) && !scalarAccepts(b, v) })
	}
	// Finitely many on the right: a has more unless the list has all of a's values.
	if list, ok := listed(b); ok {
		return !exhausts(lists.Filter(list, func(v types.Value) bool { return scalarAccepts(b, v) }), a)
	}
	for _, k := range kinds(a) {
		of := kinds(b)
		number := k == tool.KindNumber || k == tool.KindInteger
		switch {
		case !number && !slices.Contains(of, k):
			return true
		case k == tool.KindNumber && !slices.Contains(of, tool.KindNumber):
			// Integers alone cover a number only if its bounds leave one integer.
			if !slices.Contains(of, tool.KindInteger) || !pointOf(a) {
				return !emptyRange(a, k)
			}
		case k == tool.KindInteger && !slices.Contains(of, tool.KindNumber) && !slices.Contains(of, tool.KindInteger):
			return !emptyRange(a, k)
		}
		// Both accept the kind, so the bounds decide.
		if number && !emptyRange(a, k) && outside(a, b, k == tool.KindInteger) {
			return true
		}
	}
	return false
}

// kinds returns the types that a schema accepts other than null.
func kinds(s *tool.Schema) []tool.Kind {
	if len(s.Types) > 0 {
		return s.Types
	}
	return []tool.Kind{tool.KindBoolean, tool.KindNumber, tool.KindString, tool.KindArray, tool.KindObject}
}

// listed returns the values of a schema that lists them.
func listed(s *tool.Schema) ([]types.Value, bool) {
	switch {
	case s.Const != nil:
		return []types.Value{s.Const}, true
	case s.Enum != nil:
		return s.Enum, true
	case s.Only(tool.KindBoolean):
		return []types.Value{types.Boolean(false), types.Boolean(true)}, true
	}
	return nil, false
}

// exhausts reports whether a list has all values of a schema without a list.
func exhausts(list []types.Value, s *tool.Schema) bool {
	if !s.Only(tool.KindInteger) || s.Minimum == nil || s.Maximum == nil {
		return false
	}
	lo, hi := least(s.Minimum), most(s.Maximum)
	n := 0
	for at := new(big.Int).Set(lo); at.Cmp(hi) <= 0; at.Add(at, big.NewInt(1)) {
		v := types.NewNumber(new(big.Rat).SetInt(at))
		// The count ends the loop early on wide ranges.
		if n++; n > len(list) || !types.Contains(list, v) {
			return false
		}
	}
	return true
}

// scalarAccepts is [tool.Schema.Accepts] by type, list and bounds alone.
func scalarAccepts(s *tool.Schema, v types.Value) bool {
	flat := &tool.Schema{Types: s.Types, Enum: s.Enum, Const: s.Const, Minimum: s.Minimum, Maximum: s.Maximum}
	ok, _ := flat.Accepts(v)
	return ok
}

// outside reports whether the range of a goes beyond that of b.
func outside(a, b *tool.Schema, integers bool) bool {
	// Over integers, x < 5 and x <= 4 are the same bound, so the bounds are rounded first.
	if integers {
		return b.Minimum != nil && (a.Minimum == nil || least(a.Minimum).Cmp(least(b.Minimum)) < 0) ||
			b.Maximum != nil && (a.Maximum == nil || most(a.Maximum).Cmp(most(b.Maximum)) > 0)
	}
	below := func(x, y *tool.Bound, sign int) bool {
		if y == nil || x == nil {
			return y != nil
		}
		c := x.Value.Cmp(y.Value) * sign
		return c < 0 || c == 0 && !x.Exclusive && y.Exclusive
	}
	return below(a.Minimum, b.Minimum, 1) || below(a.Maximum, b.Maximum, -1)
}

// least returns the smallest integer above a minimum, most the largest below a
// maximum.
func least(b *tool.Bound) *big.Int {
	r := b.Value.Rat()
	// Div rounds down here, as the denominator is positive.
	q := new(big.Int).Div(r.Num(), r.Denom())
	if !r.IsInt() || b.Exclusive {
		q.Add(q, big.NewInt(1))
	}
	return q
}

func most(b *tool.Bound) *big.Int {
	r := b.Value.Rat()
	q := new(big.Int).Div(r.Num(), r.Denom())
	if r.IsInt() && b.Exclusive {
		q.Sub(q, big.NewInt(1))
	}
	return q
}

// emptyRange reports whether no number of a kind is between the bounds.
func emptyRange(s *tool.Schema, k tool.Kind) bool {
	if s.Minimum == nil || s.Maximum == nil {
		return false
	}
	if k == tool.KindInteger {
		return least(s.Minimum).Cmp(most(s.Maximum)) > 0
	}
	c := s.Minimum.Value.Cmp(s.Maximum.Value)
	return c > 0 || c == 0 && (s.Minimum.Exclusive || s.Maximum.Exclusive)
}

// pointOf reports whether the bounds leave one number, which is an integer.
func pointOf(s *tool.Schema) bool {
	return s.Minimum != nil && s.Maximum != nil && s.Minimum.Value.Cmp(s.Maximum.Value) == 0 && s.Minimum.Value.IsInt()
}
