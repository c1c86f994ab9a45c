package lists

import "slices"

// Include appends those of some elements that a list does not have yet, each once.
func Include[E comparable](list []E, more ...E) []E {
	for _, x := range more {
		if !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	return list
}
