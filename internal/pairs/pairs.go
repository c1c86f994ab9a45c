// Package pairs holds two versions of a list against each other.
package pairs

// A Pair is an element in both versions, or in one: then the other is the zero
// value.
type Pair[E any] struct {
	Old, New     E
	InOld, InNew bool
}

// By pairs the elements of two lists that have the same key, the first with the
// first: those of the new list in their order, then those that the old one alone
// has.
func By[E any, K comparable](old, new []E, oldKey, newKey func(E) K) []Pair[E] {
	places := make(map[K][]int) // in the old list
	for i, o := range old {
		places[oldKey(o)] = append(places[oldKey(o)], i)
	}
	var list []Pair[E]
	taken := make([]bool, len(old))
	for _, n := range new {
		p := Pair[E]{New: n, InNew: true}
		if at := places[newKey(n)]; len(at) > 0 {
			p.Old, p.InOld, taken[at[0]] = old[at[0]], true, true
			// Equal keys are paired in order, each element at most once.
			places[newKey(n)] = at[1:]
		}
		list = append(list, p)
	}
	for i, o := range old {
		if !taken[i] {
			list = append(list, Pair[E]{Old: o, InOld: true})
		}
	}
	return list
}

// Same is [By] for lists with one key.
func Same[E any, K comparable](old, new []E, key func(E) K) []Pair[E] { return By(old, new, key, key) }

// Loners makes one pair of an element that the old list alone has and one that
// the new list alone has, if there are no others.
func Loners[E any](list []Pair[E]) []Pair[E] {
	gone, come := -1, -1
	for i, p := range list {
		switch {
		case !p.InNew && gone >= 0, !p.InOld && come >= 0:
			// With a second loner on one side, the pair would be a guess.
			return list
		case !p.InNew:
			gone = i
		case !p.InOld:
			come = i
		}
	}
	if gone < 0 || come < 0 {
		return list
	}
	list[come].Old, list[come].InOld = list[gone].Old, true
	return append(list[:gone:gone], list[gone+1:]...)
}
