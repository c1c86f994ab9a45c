package search

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"github.com/mantrac/mantrac/lang/types"
)

// Of the numbers between two, those come first that witnesses would rather
// have, and they are in order.
func TestBetween(t *testing.T) {
	rat := func(s string) *big.Rat {
		if s == "" {
			return nil
		}
		r, _ := new(big.Rat).SetString(s)
		return r
	}
	for _, test := range []struct {
		low, high string
		count     int
		want      string
	}{
		{"", "", 3, "[0 1 -1]"},
		{"-2", "", 3, "[0 1 -1]"},
		{"5", "", 2, "[6 7]"},
		{"", "-5/2", 2, "[-3 -4]"},
		{"0", "1", 3, "[1/2 1/3 2/3]"},
		{"-1", "1", 4, "[0 1/2 -1/2 1/3]"},
		{"1/2", "7/10", 2, "[2/3 3/5]"},
		{"-1/2", "-2/5", 2, "[-3/7 -4/9]"},
		{"1/3", "1/2", 3, "[2/5 3/7 3/8]"},
	} {
		var got []string
		list := between(rat(test.low), rat(test.high), test.count)
		for _, n := range list {
			got = append(got, n.Rat().RatString())
		}
		if fmt.Sprint(got) != test.want || !slices.IsSortedFunc(list, nearer) {
			t.Errorf("between %s and %s: %v, and not %s", test.low, test.high, got, test.want)
		}
	}
	// Where fractions are of very many parts there are some all the same.
	low, high := big.NewRat(1_000_000, 3_000_001), big.NewRat(1_000_001, 3_000_001)
	list := between(low, high, 5)
	for i, n := range list {
		if r := n.Rat(); r.Cmp(low) <= 0 || r.Cmp(high) >= 0 || slices.ContainsFunc(list[:i], func(m types.Number) bool { return m.Cmp(n) == 0 }) {
			t.Errorf("%v is not between %v and %v, or there twice", n, low, high)
		}
	}
	if len(list) != 5 {
		t.Errorf("%d numbers, and not 5", len(list))
	}
}
