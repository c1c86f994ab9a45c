package grade

import (
	"math/big"
	"slices"
	"strconv"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// hasOther reports whether a schema accepts a value other than the given ones.
// It is exact where the schema lists its values or limits numbers, and for
// objects of such; of schemas that restrict strings, lists and objects by
// keywords that are not modelled it may say yes where there is none.
func hasOther(s *tool.Schema, given []types.Value) bool {
	if s == nil {
		return true
	}
	for _, v := range samples(s, len(given)+1) {
		if !types.Contains(given, v) {
			return true
		}
	}
	return false
}

// samples returns at least n different values that a schema accepts, or all of
// them if they are fewer.
func samples(s *tool.Schema, n int) []types.Value {
	if s == nil {
		return texts(n)
	}
	var list []types.Value
	add := func(v types.Value) {
		had := func(w types.Value) bool { return types.Equal(v, w) }
		if ok, _ := s.Accepts(v); ok && len(list) < n && !slices.ContainsFunc(list, had) {
			list = append(list, v)
		}
	}
	for _, v := range candidates(s, n) {
		add(v)
	}
	add(types.Null{})
	return list
}

// candidates returns values among which there are n that the schema accepts,
// or all that it does, null aside.
func candidates(s *tool.Schema, n int) []types.Value {
	switch {
	case s.Const != nil:
		return []types.Value{s.Const}
	case s.Enum != nil:
		return s.Enum
	}
	kinds := s.Types
	if len(kinds) == 0 {
		kinds = []tool.Kind{tool.KindString}
	}
	var list []types.Value
	for _, k := range kinds {
		switch k {
		case tool.KindBoolean:
			list = append(list, types.Boolean(false), types.Boolean(true))
		case tool.KindInteger:
			list = append(list, integers(s, n)...)
		case tool.KindNumber:
			list = append(list, reals(s, n)...)
		case tool.KindString:
			list = append(list, texts(n)...)
		case tool.KindArray:
			list = append(list, lists(s, n)...)
		case tool.KindObject:
			list = append(list, objects(s, n)...)
		}
	}
	return list
}

func texts(n int) []types.Value {
	list := make([]types.Value, n)
	for i := range list {
		list[i] = types.Text("any-" + strconv.Itoa(i))
	}
	return list
}

// integers returns n numbers without a gap, from the least or up to the
// greatest that is accepted. Bounds may be exclusive, and no integers.
func integers(s *tool.Schema, n int) []types.Value {
	from, step := new(big.Int), int64(1)
	switch {
	case s.Minimum != nil:
		from = floor(s.Minimum.Value.Rat())
	case s.Maximum != nil:
		from, step = floor(s.Maximum.Value.Rat()), -1
	}
	var list []types.Value
	for i := range int64(n + 2) {
		v := new(big.Int).Add(from, big.NewInt(step*i))
		list = append(list, types.NewNumber(new(big.Rat).SetInt(v)))
	}
	return list
}

// reals returns the bounds and points between them.
func reals(s *tool.Schema, n int) []types.Value {
	if s.Minimum == nil || s.Maximum == nil {
		return integers(s, n)
	}
	width := new(big.Rat).Sub(s.Maximum.Value.Rat(), s.Minimum.Value.Rat())
	var list []types.Value
	for i := range int64(n + 3) {
		part := new(big.Rat).Mul(width, big.NewRat(i, int64(n+2)))
		list = append(list, types.NewNumber(part.Add(part, s.Minimum.Value.Rat())))
	}
	return list
}

func floor(r *big.Rat) *big.Int {
	return new(big.Int).Div(r.Num(), r.Denom()) // Euclidean, and the divisor is positive
}

// lists returns lists of one value, of all lengths.
func lists(s *tool.Schema, n int) []types.Value {
	list, item := []types.Value{types.List{}}, samples(s.Items, 1)
	long := types.List{}
	for i := 1; i < n && len(item) > 0; i++ {
		long = append(slices.Clip(long), item[0])
		list = append(list, long)
	}
	return list
}

// objects returns objects with the members that are listed, and, where that is
// not enough and others are accepted, with others.
func objects(s *tool.Schema, n int) []types.Value {
	values := system.Combinations(s, n, samples)
	if other := samples(s.Additional, 1); !s.Closed && len(values) > 0 && len(other) > 0 {
		base := values[0].(types.Object)
		for i := range n {
			values = append(values, append(slices.Clip(base), types.Member{Name: "any-" + strconv.Itoa(i), Value: other[0]}))
		}
	}
	return values
}
