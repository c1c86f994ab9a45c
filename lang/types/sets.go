package types

import "slices"

// SameSets reports whether two values are equal where lists are sets: the order of their
// members does not matter, nor how often one is there.
func SameSets(a, b Value) bool {
	switch a := a.(type) {
	case List:
		b, ok := b.(List)
		return ok && subset(a, b) && subset(b, a)
	case Dict:
		b, ok := b.(Dict)
		return ok && slices.EqualFunc(a, b, func(x, y Entry) bool { return Equal(x.Key, y.Key) && SameSets(x.Value, y.Value) })
	case Object:
		b, ok := b.(Object)
		return ok && len(a) == len(b) && !slices.ContainsFunc(a, func(m Member) bool {
			v, has := b.Get(m.Name)
			return !has || !SameSets(m.Value, v)
		})
	}
	return Equal(a, b)
}

// InSet reports whether a list that is a set has a member, as [SameSets] compares.
func InSet(set []Value, v Value) bool {
	return slices.ContainsFunc(set, func(m Value) bool { return SameSets(m, v) })
}

func subset(a, b List) bool {
	return !slices.ContainsFunc(a, func(v Value) bool { return !InSet(b, v) })
}
