package explicit

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// anotherValue returns a value that a schema accepts, other than null and than
// those given, or nil if there is none. Without a schema there always is one.
func anotherValue(s *tool.Schema, given []types.Value) types.Value {
	for _, v := range samples(s, len(given)+1) {
		if !slices.ContainsFunc(given, func(had types.Value) bool { return types.Equal(had, v) }) {
			return v
		}
	}
	return nil
}

// samples returns at least n different values that a schema accepts, other
// than null, or all of them if they are fewer. Of objects and lists with
// unusual restrictions it may find fewer.
func samples(s *tool.Schema, n int) []types.Value {
	if s == nil {
		return otherTexts(n)
	}
	candidates := listed(s)
	if candidates == nil {
		kinds := s.Types
		if len(kinds) == 0 {
			kinds = []tool.Kind{tool.KindString, tool.KindNumber, tool.KindBoolean, tool.KindObject, tool.KindArray}
		}
		for _, k := range kinds {
			candidates = append(candidates, samplesOf(k, s, n)...)
		}
	}
	var list []types.Value
	for _, v := range candidates {
		if ok, _ := s.Accepts(v); ok && v != (types.Null{}) {
			list = append(list, v)
		}
	}
	return list
}

func otherTexts(n int) []types.Value {
	var list []types.Value
	for i := range n {
		list = append(list, types.Text(numbered("other", i)))
	}
	return list
}

// numbered numbers names from the second on.
func numbered(base string, i int) string {
	if i == 0 {
		return base
	}
	return fmt.Sprintf("%s-%d", base, i+1)
}

func samplesOf(k tool.Kind, s *tool.Schema, n int) []types.Value {
	switch k {
	case tool.KindString:
		return otherTexts(n)
	case tool.KindBoolean:
		return []types.Value{types.Boolean(false), types.Boolean(true)}
	case tool.KindInteger, tool.KindNumber:
		return someNumbers(s, n)
	case tool.KindArray:
		return someLists(s, n)
	case tool.KindObject:
		return someObjects(s, n)
	}
	return nil
}

// someNumbers returns integers within the bounds, from the one nearest to zero,
// and points between the bounds, for those that hold no integers.
func someNumbers(s *tool.Schema, n int) []types.Value {
	from, step := new(big.Int), int64(1)
	switch {
	case s.Minimum != nil && s.Minimum.Value.Sign() >= 0:
		from = floor(s.Minimum.Value.Rat())
	case s.Maximum != nil && s.Maximum.Value.Sign() <= 0:
		from, step = floor(s.Maximum.Value.Rat()), -1
	}
	var list []types.Value
	add := func(r *big.Rat) {
		v := types.NewNumber(r)
		if !slices.ContainsFunc(list, func(had types.Value) bool { return types.Equal(had, v) }) {
			list = append(list, v)
		}
	}
	base := new(big.Rat).SetInt(from)
	for i := -1; i <= n+1; i++ {
		add(new(big.Rat).Add(base, big.NewRat(step*int64(i), 1)))
		add(new(big.Rat).Sub(base, big.NewRat(step*int64(i), 1)))
	}
	if s.Minimum != nil && s.Maximum != nil {
		width := new(big.Rat).Sub(s.Maximum.Value.Rat(), s.Minimum.Value.Rat())
		for i := range n + 2 {
			part := new(big.Rat).Mul(width, big.NewRat(int64(i), int64(n+1)))
			add(part.Add(part, s.Minimum.Value.Rat()))
		}
	}
	return list
}

func someLists(s *tool.Schema, n int) []types.Value {
	list, item := []types.Value{types.List{}}, samples(s.Items, 1)
	long := types.List{}
	for i := 0; i < n && len(item) > 0; i++ {
		long = append(slices.Clip(long), item[0])
		list = append(list, long)
	}
	return list
}

// someObjects returns one with the required members, then with more, one by
// one, then with other values of each.
func someObjects(s *tool.Schema, n int) []types.Value {
	base := types.Object{}
	for _, p := range s.Properties {
		if v := samples(p.Schema, 1); p.Required && len(v) > 0 {
			base = append(base, types.Member{Name: p.Name, Value: v[0]})
		}
	}
	list := []types.Value{base}
	for _, p := range s.Properties {
		for _, v := range samples(p.Schema, n+1) {
			changed := slices.DeleteFunc(slices.Clone(base), func(m types.Member) bool { return m.Name == p.Name })
			list = append(list, append(changed, types.Member{Name: p.Name, Value: v}))
		}
	}
	return list
}
