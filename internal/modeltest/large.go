package modeltest

import (
	"math/big"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/types"
)

// borders are the numbers at which common representations end: what a float64
// holds exactly, an int64, the explicit-state search, and nothing of fixed size.
var borders = []string{"9223372036854775808", "9007199254740992", "9223372036854775808", "1000000000000000000000000000000", "2305843009213693952", "4611686018427387904", "18446744073709551616"}

// Origins draws the number around which the integers of a project lie: 0, or
// plus or minus one of the borders.
func Origins() *rapid.Generator[types.Number] {
	return rapid.Custom(func(t *rapid.T) types.Number {
		d := drawer{t}
		if !d.oneIn(3) {
			return types.NewInt(0)
		}
		return d.border()
	})
}

func (d drawer) border() types.Number {
	n, err := types.ParseNumber(pick(d, borders))
	if err != nil {
		panic(err)
	}
	if d.flip() {
		return types.NewNumber(new(big.Rat).Neg(n.Rat()))
	}
	return n
}

// Plus returns the number that is so many halves greater.
func Plus(n types.Number, halves int64) types.Number {
	return types.NewNumber(new(big.Rat).Add(n.Rat(), big.NewRat(halves, 2)))
}

// enlarge puts numbers near a border between those of the pool, and fractions
// with many digits.
func (d drawer) enlarge(p *pool) {
	p.origin = d.border()
	var list []types.Number
	for i, n := range p.numbers {
		list = append(list, n)
		if i < len(nearBorder) {
			list = append(list, Plus(p.origin, nearBorder[i]))
		}
	}
	for _, digits := range []string{"0.333333333333333333333333333333", "-12345678901234567890.0625", "1e-30"} {
		n, err := types.ParseNumber(digits)
		if err != nil {
			panic(err)
		}
		list = append(list, n)
	}
	p.numbers = list
}

// origin is 0, or the border of a project with large numbers.
func (g *generator) origin() types.Number {
	if g.flip() {
		return g.from.origin
	}
	return types.NewInt(0)
}

// nearBorder are the halves by which numbers lie away from a border.
var nearBorder = []int64{0, -2, 2, 1, 4, -1}
