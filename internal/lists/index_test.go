package lists_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/mantrac/mantrac/internal/lists"
)

func TestSet(t *testing.T) {
	if got := lists.SetOf([]int{1, 2, 1}); !maps.Equal(got, map[int]bool{1: true, 2: true}) {
		t.Errorf("%v", got)
	}
	if got := lists.SetBy([]int{1, 2, 4}, even); !maps.Equal(got, map[bool]bool{false: true, true: true}) {
		t.Errorf("by a key: %v", got)
	}
	if got := lists.SetOf[int](nil); got == nil {
		t.Error("the set of nothing cannot be added to")
	}
}

func TestIndex(t *testing.T) {
	if got := lists.IndexBy([]int{1, 2, 4}, even); !maps.Equal(got, map[bool]int{false: 1, true: 4}) {
		t.Errorf("%v", got)
	}
}

func TestRange(t *testing.T) {
	if got := lists.Range(2, 5); !slices.Equal(got, []int{2, 3, 4}) {
		t.Errorf("%v", got)
	}
	if got := lists.Range(uint8(3), 3); len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
}
