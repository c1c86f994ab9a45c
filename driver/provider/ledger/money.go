package ledger

import (
	"fmt"
	"math"
	"math/big"
)

// Money is an amount in units of 10⁻¹² US dollars.
type Money int64

// perDollar is how many units a dollar has.
const perDollar = 1_000_000_000_000

// most is the largest amount that is read. What tokens cost at such a price may
// overflow: see [Price.Cost] and [Money.plus].
const most = 1_000_000 * perDollar

// ParseMoney reads an amount of dollars, as in 2.50. It has at most twelve decimals and
// is at most a million.
func ParseMoney(text string) (Money, error) {
	r, ok := new(big.Rat).SetString(text)
	if !ok || r.Sign() < 0 {
		return 0, fmt.Errorf("%q is not an amount of dollars; expected a number that is not negative, such as 2.50", text)
	}
	r.Mul(r, big.NewRat(perDollar, 1))
	if !r.IsInt() || r.Cmp(big.NewRat(most, 1)) > 0 {
		return 0, fmt.Errorf("%q is not an amount of dollars with at most 12 decimals, up to a million", text)
	}
	return Money(r.Num().Int64()), nil
}

// plus adds amounts that are not negative. A sum beyond the largest amount is that.
func (m Money) plus(n Money) Money {
	// A sum must not overflow to a negative amount, which would be below any cap.
	if n > math.MaxInt64-m {
		return math.MaxInt64
	}
	return m + n
}

// String returns the amount in dollars with at least two decimals, rounded up to a
// hundredth of a cent.
func (m Money) String() string {
	const step = perDollar / 10_000
	n := int64(m) / step
	// Rounding up never shows less than was spent.
	if int64(m)%step > 0 {
		n++
	}
	if n%100 == 0 {
		return fmt.Sprintf("$%d.%02d", n/10_000, n/100%100)
	}
	return fmt.Sprintf("$%d.%04d", n/10_000, n%10_000)
}
