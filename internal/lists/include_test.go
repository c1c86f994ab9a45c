package lists_test

import (
	"slices"
	"testing"

	"github.com/mantrac/mantrac/internal/lists"
)

func TestInclude(t *testing.T) {
	if got := lists.Include([]int{1, 2}, 2, 3, 3); !slices.Equal(got, []int{1, 2, 3}) {
		t.Errorf("%v", got)
	}
	if got := lists.Include[int](nil); got != nil {
		t.Errorf("of nothing: %#v", got)
	}
}
