package interp

import (
	"math/big"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// arithmetic computes + - * / exactly, in the type of the expression.
func (s *scope) arithmetic(e *ast.Op) types.Value {
	operands := make([]*big.Rat, len(e.Args))
	for i, a := range e.Args {
		n, ok := s.term(a).(types.Number)
		if !ok {
			return nil
		}
		// Rat returns a copy, so the result is computed in place.
		operands[i] = n.Rat()
	}
	result := operands[0]
	if e.Op == ops.Sub && len(operands) == 1 {
		return types.NewNumber(result.Neg(result))
	}
	for _, o := range operands[1:] {
		switch e.Op {
		case ops.Add:
			result.Add(result, o)
		case ops.Sub:
			result.Sub(result, o)
		case ops.Mul:
			result.Mul(result, o)
		case ops.Div:
			if result = quotient(result, o, s.typeOf(e) == types.Int); result == nil {
				return nil
			}
		}
	}
	return types.NewNumber(result)
}

// quotient divides; nil is undefined. The quotient of integers is the
// Euclidean one: the remainder is never negative.
func quotient(a, b *big.Rat, integers bool) *big.Rat {
	switch {
	case b.Sign() == 0:
		return nil
	case !integers:
		return a.Quo(a, b)
	case !a.IsInt() || !b.IsInt():
		return nil
	}
	q, _ := new(big.Int).DivMod(a.Num(), b.Num(), new(big.Int))
	return new(big.Rat).SetInt(q)
}
