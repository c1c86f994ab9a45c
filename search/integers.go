package search

import (
	"cmp"
	"math/big"
	"math/bits"

	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// limit is the least number that is not its own cell. The cell of a number from
// there on is limit and the number's place in the table; of one from -limit
// downwards, the same with a minus. So cells that differ in sign, or of which one
// is within the limits, are in the order of their numbers.
const limit = 3 << 61

func direct(c cell) bool { return -limit < c && c < limit }

// whole returns the cell of an integer. It fails for a fraction.
func (t *table) whole(n types.Number) (cell, bool) {
	if !n.IsInt() {
		return 0, false
	}
	if i := n.Rat().Num(); i.IsInt64() && direct(i.Int64()) {
		return i.Int64(), true
	}
	place := limit + t.put(n)
	if n.Sign() < 0 {
		return -place, true
	}
	return place, true
}

// number returns the integer of a cell.
func (t *table) number(c cell) types.Number {
	switch {
	case direct(c):
		return types.NewInt(c)
	case c < 0:
		c = -c
	}
	return t.value(c - limit).(types.Number)
}

// compare compares two integers.
func (t *table) compare(a, b cell) int {
	if direct(a) || direct(b) || (a < 0) != (b < 0) {
		return cmp.Compare(a, b)
	}
	return t.number(a).Cmp(t.number(b))
}

// compute applies an operator to two integers. It fails for a division by zero,
// and where the search gives up.
func (e *env) compute(op ops.Op, a, b cell) (cell, bool) {
	if direct(a) && direct(b) {
		if c, ok := quick(op, a, b); ok {
			return c, true
		}
	}
	if b == 0 && op == ops.Div {
		return 0, false
	}
	if e.tab == nil { // of a constant, which nothing rests on
		return 0, false
	}
	x, y := e.tab.number(a).Rat().Num(), e.tab.number(b).Rat().Num()
	switch op {
	case ops.Add:
		x.Add(x, y)
	case ops.Sub:
		x.Sub(x, y)
	case ops.Mul:
		x.Mul(x, y)
	case ops.Div:
		x.Div(x, y) // Euclidean
	}
	if e.work += foreignWork; x.BitLen() > mostBits {
		e.giveUp(errHuge)
		return 0, false
	}
	return e.tab.whole(types.NewNumber(new(big.Rat).SetInt(x)))
}

// mostBits is how large computed integers may be. They may grow with each call,
// and states are many.
const mostBits = 4096

// quick computes with integers that are their own cells. It fails where the
// result is none, or might not be.
func quick(op ops.Op, a, b cell) (c cell, ok bool) {
	switch op {
	case ops.Add:
		c = a + b
		return c, (c > a) == (b > 0) && direct(c)
	case ops.Sub:
		c = a - b
		return c, (c < a) == (b > 0) && direct(c)
	case ops.Mul:
		high, low := bits.Mul64(size(a), size(b))
		if c = cell(low); (a < 0) != (b < 0) {
			c = -c
		}
		return c, high == 0 && low < limit
	}
	return quotient(a, b), b != 0
}

func size(a cell) uint64 {
	if a < 0 {
		return uint64(-a)
	}
	return uint64(a)
}

// quotient is Euclidean: the remainder is never negative.
func quotient(a, b cell) cell {
	if b == 0 {
		return 0
	}
	q := a / b
	if a%b < 0 {
		if b > 0 {
			return q - 1
		}
		return q + 1
	}
	return q
}
