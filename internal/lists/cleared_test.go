package lists_test

import (
	"slices"
	"testing"

	"github.com/mantrac/mantrac/internal/lists"
)

func TestCleared(t *testing.T) {
	given := []int{1, 2, 3}
	for _, n := range []int{0, 2, 3, 4} {
		had := slices.Clone(given)
		got := lists.Cleared(had, n)
		if !slices.Equal(got, make([]int, n)) {
			t.Errorf("%d: %v", n, got)
		}
		if 0 < n && n <= len(had) && &got[0] != &had[0] {
			t.Errorf("%d: the memory is not used again", n)
		}
	}
}
