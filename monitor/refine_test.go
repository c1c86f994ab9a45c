package monitor

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
)

// The classes are those of the plain algorithm (Moore's): states are told apart as long
// as a step leads to states that are.
func TestRefine(t *testing.T) {
	modeltest.Law(t, 2000, func(t *rapid.T) {
		n, letters := rapid.IntRange(1, 12).Draw(t, "states"), rapid.IntRange(1, 3).Draw(t, "letters")
		accepts := rapid.SliceOfN(rapid.Bool(), n, n).Draw(t, "accepts")
		steps := rapid.SliceOfN(rapid.IntRange(0, n-1), n*letters, n*letters).Draw(t, "steps")
		of, classes := refine(accepts, steps, letters)
		want, count := plainly(accepts, steps, letters)
		if classes != count {
			t.Fatalf("%d classes, expected %d", classes, count)
		}
		for i := range n {
			for j := range n {
				if (of[i] == of[j]) != (want[i] == want[j]) {
					t.Fatalf("states %d and %d are in the classes %d and %d", i, j, of[i], of[j])
				}
			}
		}
	})
}

// plainly returns the class of each state and their number.
func plainly(accepts []bool, steps []int, letters int) (of []string, classes int) {
	for _, a := range accepts {
		of = append(of, fmt.Sprint(a))
	}
	for {
		numbers := make(map[string]int)
		next := make([]string, len(of))
		for i := range of {
			key := of[i]
			for l := range letters {
				key += "," + of[steps[i*letters+l]]
			}
			if _, ok := numbers[key]; !ok {
				numbers[key] = len(numbers)
			}
			next[i] = fmt.Sprint(numbers[key])
		}
		if len(numbers) == classes {
			return of, classes
		}
		of, classes = next, len(numbers)
	}
}
