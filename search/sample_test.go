package search

import (
	"slices"
	"testing"

	"github.com/mantrac/mantrac/lang/types"
)

// To take samples of a group adds no number to those that it meets.
func TestSamplesKeepTheGroup(t *testing.T) {
	g := &group{numbers: []types.Number{types.NewInt(7), types.NewInt(5), types.NewInt(7)}}
	g.sample()
	if want := []types.Number{types.NewInt(5), types.NewInt(7)}; !slices.EqualFunc(g.numbers, want, func(a, b types.Number) bool { return a.Cmp(b) == 0 }) {
		t.Errorf("the group meets %v, expected %v", g.numbers, want)
	}
}
