package report

import "fmt"

// Count returns a number with its noun: "1 case", "2 cases".
func Count(n int, noun string) string { return Counts(n, noun, noun+"s") }

// Counts returns a number with one of two texts: that for 1, or that for all
// others.
func Counts(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
