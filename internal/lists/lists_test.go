package lists_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/mantrac/mantrac/internal/lists"
)

func even(n int) bool { return n%2 == 0 }

func TestMap(t *testing.T) {
	if got := lists.Map([]int{1, 2}, strconv.Itoa); !slices.Equal(got, []string{"1", "2"}) {
		t.Errorf("%q", got)
	}
	if got := lists.Map([]int{}, strconv.Itoa); got != nil {
		t.Errorf("of an empty list: %#v", got)
	}
}

func TestFlatMap(t *testing.T) {
	twice := func(n int) []int { return []int{n, n} }
	if got := lists.FlatMap([]int{1, 2}, twice); !slices.Equal(got, []int{1, 1, 2, 2}) {
		t.Errorf("%v", got)
	}
	if got := lists.FlatMap(nil, twice); got != nil {
		t.Errorf("of nothing: %#v", got)
	}
}

func TestFilter(t *testing.T) {
	list := []int{1, 2, 3, 4}
	if got := lists.Filter(list, even); !slices.Equal(got, []int{2, 4}) || list[0] != 1 {
		t.Errorf("%v of %v", got, list)
	}
	if got := lists.Filter([]int{1}, even); got != nil {
		t.Errorf("none: %#v", got)
	}
}

func TestCount(t *testing.T) {
	if got := lists.Count([]int{1, 2, 4}, even); got != 2 {
		t.Errorf("%d", got)
	}
}

func TestFind(t *testing.T) {
	if got := lists.Find([]int{1, 2, 4}, even); got != 2 {
		t.Errorf("found %d", got)
	}
	if got := lists.Find([]int{1}, even); got != 0 {
		t.Errorf("none, but found %d", got)
	}
}
