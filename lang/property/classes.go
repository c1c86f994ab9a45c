package property

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/like"
	"github.com/mantrac/mantrac/lang/types"
)

// Limits of [Classes].
const (
	maxMembers = 10      // values of `contains`, which make 2ⁿ classes
	maxCompare = 1 << 22 // comparisons of a sample with a test
)

// A Class is the values that pass the same tests; absence is in one, too.
type Class struct {
	Sample types.Value // one of them, or nil: the value is absent
	Passes []bool      // by test
}

// Has reports whether a value is in the class; nil is no value. The tests are
// those that the class was made of.
func (c *Class) Has(v types.Value, tests []*Test) bool {
	for i, t := range tests {
		if t.Accepts(v) != c.Passes[i] {
			return false
		}
	}
	return true
}

// Classes returns the classes that are not empty, of any JSON values. It
// reports false where they are too many to find.
func Classes(tests []*Test) ([]Class, bool) {
	samples, ok := samplesOf(tests)
	if !ok || len(samples)*len(tests) > maxCompare {
		return nil, false
	}
	seen := make(map[string]bool)
	var list []Class
	for _, v := range samples {
		c := Class{Sample: v, Passes: make([]bool, len(tests))}
		mask := make([]byte, len(tests))
		for i, t := range tests {
			if c.Passes[i] = t.Accepts(v); c.Passes[i] {
				mask[i] = 1
			}
		}
		if !seen[string(mask)] {
			seen[string(mask)] = true
			list = append(list, c)
		}
	}
	return list, true
}

// samplesOf returns values among which there is one of each class.
func samplesOf(tests []*Test) ([]types.Value, bool) {
	var named []types.Value // by value, so that each is a class of its own
	for _, t := range tests {
		switch t.Kind {
		case forms.TestEqual, forms.TestIn, forms.TestNot:
			named = append(named, t.Values...)
		}
	}
	// Absence, a value that no test names, and each value that one names.
	samples := append([]types.Value{nil, other(named)}, named...)
	samples = append(samples, numbers(tests, named)...)
	lists, ok := containing(tests, named)
	if !ok {
		return nil, false
	}
	texts, ok := texts(tests, named)
	return append(append(samples, lists...), texts...), ok
}

// other returns an object that is none of the values.
func other(named []types.Value) types.Value {
	for name := ""; ; name += "_" {
		if v := (types.Object{{Name: name, Value: types.Null{}}}); !types.Contains(named, v) {
			return v
		}
	}
}

// numbers returns the bounds, and a number between each two and beyond.
func numbers(tests []*Test, named []types.Value) []types.Value {
	var bounds []types.Number
	for _, t := range tests {
		if t.Kind >= forms.TestLess && t.Kind <= forms.TestGreaterOrEqual {
			if n, ok := t.Values[0].(types.Number); ok {
				bounds = append(bounds, n)
			}
		}
	}
	slices.SortFunc(bounds, types.Number.Cmp)
	bounds = slices.CompactFunc(bounds, func(a, b types.Number) bool { return a.Cmp(b) == 0 })
	var list []types.Value
	for i, b := range bounds {
		if i == 0 {
			// Below the least bound.
			list = append(list, beside(b, -1, named))
		}
		list = append(list, b)
		if i+1 < len(bounds) {
			list = append(list, between(b, bounds[i+1], named))
		} else {
			list = append(list, beside(b, 1, named))
		}
	}
	return list
}

// beside returns a number on one side of another.
func beside(n types.Number, side int64, named []types.Value) types.Value {
	for {
		r := n.Rat()
		n = types.NewNumber(r.Add(r, types.NewInt(side).Rat()))
		if !types.Contains(named, n) {
			return n
		}
	}
}

// between returns a number between two others.
func between(low, high types.Number, named []types.Value) types.Value {
	for {
		r := low.Rat()
		r.Add(r, high.Rat())
		// Halve until no test names the number.
		high = types.NewNumber(r.Mul(r, half.Rat()))
		if !types.Contains(named, high) {
			return high
		}
	}
}

var half, _ = types.ParseNumber("0.5")

// containing returns a list for each set of the members that `contains` asks for.
func containing(tests []*Test, named []types.Value) ([]types.Value, bool) {
	members := Members(tests)
	if len(members) == 0 || len(members) > maxMembers {
		return nil, len(members) == 0
	}
	var list []types.Value
	for _, subset := range types.Subsets(members) {
		l := subset.(types.List)
		// A list that a test names is in a class of its own: add a member that no test asks for.
		for added := other(members); types.Contains(named, l); {
			l = append(l, added)
		}
		list = append(list, l)
	}
	return list, true
}

// Passed returns which tests accept a value, a byte for each.
func Passed(tests []*Test, v types.Value) string {
	mask := make([]byte, len(tests))
	for i, t := range tests {
		if t.Accepts(v) {
			mask[i] = 1
		}
	}
	return string(mask)
}

// Members returns the members that `contains` asks for, each once.
func Members(tests []*Test) (members []types.Value) {
	for _, t := range tests {
		if t.Kind == forms.TestContains {
			members = types.Include(members, t.Values[0])
		}
	}
	return members
}

// texts returns a string for each combination of the patterns of `like`.
func texts(tests []*Test, named []types.Value) ([]types.Value, bool) {
	likes := lists.Filter(tests, func(t *Test) bool { return t.Kind == forms.TestLike })
	patterns := lists.Map(likes, (*Test).pattern)
	if len(patterns) == 0 {
		return nil, true
	}
	var avoid []string
	for _, v := range named {
		if s, ok := v.(types.Text); ok {
			avoid = append(avoid, string(s))
		}
	}
	samples, ok := like.Samples(patterns, avoid)
	return lists.Map(samples, func(s like.Sample) types.Value { return types.Text(s.Text) }), ok
}
