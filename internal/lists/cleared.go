package lists

// Cleared returns a list of n zero values, in the memory of another list if that is large
// enough.
func Cleared[E any](list []E, n int) []E {
	if cap(list) < n {
		return make([]E, n)
	}
	clear(list[:n])
	return list[:n]
}
