// Package lists maps, filters, counts and searches lists.
//
// It has what package slices of the standard library does not: functions that make a
// list of another one. A list that they return is nil if it is empty.
package lists

// Map returns f of each element.
func Map[E, R any](list []E, f func(E) R) []R {
	if len(list) == 0 {
		return nil
	}
	made := make([]R, len(list))
	for i, x := range list {
		made[i] = f(x)
	}
	return made
}

// FlatMap returns what f gives for each element, one list after the other.
func FlatMap[E, R any](list []E, f func(E) []R) []R {
	var all []R
	for _, x := range list {
		all = append(all, f(x)...)
	}
	return all
}

// Filter returns the elements that keep accepts, in a list of their own.
func Filter[E any](list []E, keep func(E) bool) []E {
	var kept []E
	for _, x := range list {
		if keep(x) {
			kept = append(kept, x)
		}
	}
	return kept
}

// Count returns how many elements are accepted.
func Count[E any](list []E, accept func(E) bool) int {
	n := 0
	for _, x := range list {
		if accept(x) {
			n++
		}
	}
	return n
}

// Find returns the first element that is accepted, or the zero value if none is.
func Find[E any](list []E, accept func(E) bool) E {
	for _, x := range list {
		if accept(x) {
			return x
		}
	}
	var none E
	return none
}
