package lists

// SetOf returns the set of the elements.
func SetOf[E comparable](list []E) map[E]bool {
	return SetBy(list, func(x E) E { return x })
}

// SetBy returns the set of the keys of the elements.
func SetBy[E any, K comparable](list []E, key func(E) K) map[K]bool {
	set := make(map[K]bool, len(list))
	for _, x := range list {
		set[key(x)] = true
	}
	return set
}

// IndexBy returns the elements by their keys; of several with a key, the last one.
func IndexBy[E any, K comparable](list []E, key func(E) K) map[K]E {
	index := make(map[K]E, len(list))
	for _, x := range list {
		index[key(x)] = x
	}
	return index
}

// Range returns the integers from one up to another, which is not among them.
func Range[N ~int | ~uint8](from, to N) []N {
	list := make([]N, 0, max(from, to)-from)
	for n := from; n < to; n++ {
		list = append(list, n)
	}
	return list
}
