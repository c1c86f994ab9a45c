package validate

import (
	"slices"
	"testing"
)

// TestHitter: the first of the smallest sets that hit what was added so far, one
// after the other; none where nothing hits.
func TestHitter(t *testing.T) {
	h := &hitter{n: 4}
	for _, row := range []struct{ met, want itemSet }{
		{itemSet{true, false, true, false}, itemSet{false, true, false, false}}, // of 1, 3
		{itemSet{true, true, false, false}, itemSet{false, false, false, true}}, // and of 2, 3
		{itemSet{false, false, true, true}, itemSet{true, false, false, true}},  // and of 0, 1
		{itemSet{true, true, true, true}, nil},                                  // and of none
	} {
		h.add(row.met)
		if got, ok := h.smallest(); !slices.Equal(got, row.want) || ok != (row.want != nil) {
			t.Errorf("with the complement of %v: %v, %v, want %v", row.met, got, ok, row.want)
		}
	}
}
