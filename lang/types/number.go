package types

import (
	"cmp"
	"fmt"
	"math/big"
	"strconv"

	"github.com/mantrac/mantrac/internal/lazyregexp"
)

// Limits of numbers, so that 1e999999999, or a million digits, cost an error
// and not the machine.
const (
	maxExponent = 4096
	maxDigits   = 4096
)

var numberSyntax = lazyregexp.New(`^-?[0-9]+(\.[0-9]+)?([eE]([+-]?[0-9]+))?$`)

// ParseNumber reads a number of the source language exactly: `-?digits`, then
// a fraction, an exponent, or both. JSON's numbers are among them. A number
// of more than 4096 characters, or with a decimal exponent beyond ±4096, is
// an error.
func ParseNumber(s string) (Number, error) {
	if n, scale, ok := short(s); ok {
		if scale == 1 {
			return Number{small: n}, nil
		}
		return NewNumber(big.NewRat(n, scale)), nil
	}
	if len(s) > maxDigits {
		return Number{}, fmt.Errorf("a number has %d characters at most, not %d", maxDigits, len(s))
	}
	match := numberSyntax.FindStringSubmatch(s)
	if match == nil {
		return Number{}, fmt.Errorf("%q is not a number", s)
	}
	if exponent := match[3]; exponent != "" {
		if e, err := strconv.Atoi(exponent); err != nil || e > maxExponent || e < -maxExponent {
			return Number{}, fmt.Errorf("the exponent of %s is beyond ±%d", s, maxExponent)
		}
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return Number{}, fmt.Errorf("%q is not a number", s)
	}
	return NewNumber(r), nil
}

// short reads a number without exponent and of at most 18 digits, which fits an
// int64 whatever the digits are: it is n/scale.
func short(s string) (n, scale int64, ok bool) {
	digits := s
	if len(s) > 0 && s[0] == '-' {
		digits = s[1:]
	}
	if len(digits) == 0 || len(digits) > 18 {
		return 0, 0, false
	}
	point := -1
	scale = 1
	for i := range len(digits) {
		c := digits[i] - '0'
		switch {
		case digits[i] == '.' && point < 0 && i > 0:
			point = i
			continue
		case c > 9:
			return 0, 0, false
		}
		n = n*10 + int64(c)
		if point >= 0 {
			scale *= 10
		}
	}
	if len(digits) < len(s) {
		n = -n
	}
	return n, scale, point != len(digits)-1
}

// NewNumber returns the number r, which the caller must not change after.
func NewNumber(r *big.Rat) Number {
	// Each number has one representation, so that small ones compare without rationals.
	if r.IsInt() && r.Num().IsInt64() {
		return Number{small: r.Num().Int64()}
	}
	return Number{rat: r}
}

// NewInt returns the number n.
func NewInt(n int64) Number { return Number{small: n} }

// Rat returns the number as a rational that the caller may change.
func (n Number) Rat() *big.Rat {
	if n.rat == nil {
		return new(big.Rat).SetInt64(n.small)
	}
	return new(big.Rat).Set(n.rat)
}

// view returns the number as a rational that nobody may change.
func (n Number) view() *big.Rat {
	if n.rat == nil {
		return n.Rat()
	}
	return n.rat
}

// IsInt reports whether the number has no fraction.
func (n Number) IsInt() bool { return n.rat == nil || n.rat.IsInt() }

// Sign returns -1, 0 or 1.
func (n Number) Sign() int {
	if n.rat == nil {
		return cmp.Compare(n.small, 0)
	}
	return n.rat.Sign()
}

// Cmp compares two numbers.
func (n Number) Cmp(m Number) int {
	if n.rat == nil && m.rat == nil {
		return cmp.Compare(n.small, m.small)
	}
	return n.view().Cmp(m.view())
}

// String renders the number as an integer or a finite decimal, else as a
// quoted fraction, "1/3".
func (n Number) String() string {
	if n.rat == nil {
		return strconv.FormatInt(n.small, 10)
	}
	if n.rat.IsInt() {
		return n.rat.Num().String()
	}
	digits, exact := n.rat.FloatPrec()
	if !exact {
		return `"` + n.rat.String() + `"`
	}
	return n.rat.FloatString(digits)
}
