package types_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/types"
)

// TestSmallAndBig holds numbers to big.Rat on both sides of the border between
// those that fit a machine word and those that do not.
func TestSmallAndBig(t *testing.T) {
	border := []int64{0, 1, -1, 999999999999999999, 1e18, -1e18, math.MaxInt64, math.MinInt64}
	draw := func(t *rapid.T, label string) *big.Rat {
		n := rapid.OneOf(rapid.SampledFrom(border), rapid.Int64()).Draw(t, label)
		add := rapid.Int64Range(-2, 2).Draw(t, label+" plus")
		over := rapid.SampledFrom([]int64{1, 1, 1, 2, 10}).Draw(t, label+" over")
		r := new(big.Rat).SetInt(new(big.Int).Add(big.NewInt(n), big.NewInt(add)))
		return r.Quo(r, big.NewRat(over, 1))
	}
	modeltest.Law(t, 2000, func(t *rapid.T) {
		a, b := draw(t, "a"), draw(t, "b")
		x, y := types.NewNumber(a), types.NewNumber(b)
		if x.Cmp(y) != a.Cmp(b) || x.Sign() != a.Sign() || x.IsInt() != a.IsInt() {
			t.Fatalf("%s and %s do not compare like %s and %s", x, y, a, b)
		}
		if x.Rat().Cmp(a) != 0 {
			t.Fatalf("%s is %s", a, x)
		}
		again, err := types.ParseNumber(x.String())
		if err != nil || again != x && again.Cmp(x) != 0 {
			t.Fatalf("%s is read as %s: %v", x, again, err)
		}
		if changed := x.Rat(); changed.Add(changed, big.NewRat(1, 1)).Cmp(a) != 1 || x.Rat().Cmp(a) != 0 {
			t.Fatalf("%s shares its rational", x)
		}
	})
}

func BenchmarkParseNumber(b *testing.B) {
	for _, s := range []string{"151", "20.5"} {
		b.Run(s, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				if _, err := types.ParseNumber(s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
