package z3

import (
	"errors"
	"math/big"

	"github.com/mantrac/mantrac/compiler/smt"
)

// errZero is the error of a division by zero, which has any value.
var errZero = errors.New("division by zero")

// errArrays is the error of comparing arrays with infinitely many indices.
var errArrays = errors.New("arrays cannot be compared")

// An array value maps an index to a value.
type array func(index any) (any, error)

// An evaluator computes terms from the values of variables, by the rules of
// SMT-LIB and without Z3. A value is a bool, a *big.Rat or an array.
type evaluator struct {
	variable func(*smt.Term) (any, error)
	known    map[*smt.Term]any
}

func (e *evaluator) eval(t *smt.Term) (any, error) {
	if v, ok := e.known[t]; ok {
		return v, nil
	}
	v, err := e.compute(t)
	if err == nil {
		e.known[t] = v
	}
	return v, err
}

func (e *evaluator) compute(t *smt.Term) (any, error) {
	switch t.Op() {
	case smt.Var:
		return e.variable(t)
	case smt.Truth:
		return t.IsTrue(), nil
	case smt.Number:
		return t.Rat(), nil
	}
	var x []any
	for _, arg := range t.Args() {
		v, err := e.eval(arg)
		if err != nil {
			return nil, err
		}
		x = append(x, v)
	}
	switch t.Op() {
	case smt.Not:
		return !x[0].(bool), nil
	case smt.And, smt.Or:
		for _, v := range x {
			if v.(bool) == (t.Op() == smt.Or) {
				return v, nil
			}
		}
		return t.Op() == smt.And, nil
	case smt.Implies:
		return !x[0].(bool) || x[1].(bool), nil
	case smt.Eq:
		return equal(t.Args()[0].Sort(), x[0], x[1])
	case smt.Ite:
		if x[0].(bool) {
			return x[1], nil
		}
		return x[2], nil
	case smt.Select:
		return x[0].(array)(x[1])
	case smt.Store:
		return store(t.Sort().(smt.Array), x[0].(array), x[1], x[2]), nil
	case smt.Filled:
		return array(func(any) (any, error) { return x[0], nil }), nil
	}
	return arithmetic(t.Op(), x)
}

func arithmetic(op smt.Op, x []any) (any, error) {
	first := x[0].(*big.Rat)
	switch op {
	case smt.ToReal:
		return first, nil
	case smt.Le:
		return first.Cmp(x[1].(*big.Rat)) <= 0, nil
	case smt.Lt:
		return first.Cmp(x[1].(*big.Rat)) < 0, nil
	}
	value := new(big.Rat).Set(first)
	for _, v := range x[1:] {
		r := v.(*big.Rat)
		switch {
		case op == smt.Add:
			value.Add(value, r)
		case op == smt.Mul:
			value.Mul(value, r)
		case r.Sign() == 0:
			return nil, errZero
		case op == smt.Div:
			value.Quo(value, r)
		default:
			q, _ := new(big.Int).DivMod(value.Num(), r.Num(), new(big.Int)) // Euclidean
			value.SetInt(q)
		}
	}
	return value, nil
}

func equal(sort smt.Sort, x, y any) (bool, error) {
	switch sort := sort.(type) {
	case smt.Array:
		if sort.Index != smt.Bool {
			return false, errArrays
		}
		for _, index := range []bool{false, true} {
			v, err := x.(array)(index)
			if err != nil {
				return false, err
			}
			w, err := y.(array)(index)
			if err != nil {
				return false, err
			}
			if same, err := equal(sort.Elem, v, w); err != nil || !same {
				return false, err
			}
		}
		return true, nil
	default:
		if x, ok := x.(*big.Rat); ok {
			return x.Cmp(y.(*big.Rat)) == 0, nil
		}
		return x == y, nil
	}
}

func store(sort smt.Array, a array, at, value any) array {
	return func(index any) (any, error) {
		same, err := equal(sort.Index, at, index)
		if err != nil {
			return nil, err
		}
		if same {
			return value, nil
		}
		return a(index)
	}
}

// ofModel looks variables up in the model of a solver. An array is looked up
// index by index.
func ofModel(s *Solver, b *smt.Builder) func(*smt.Term) (any, error) {
	var look func(t *smt.Term) (any, error)
	look = func(t *smt.Term) (any, error) {
		switch sort := t.Sort().(type) {
		case smt.Array:
			return array(func(index any) (any, error) { return look(b.Select(t, constant(b, sort.Index, index))) }), nil
		default:
			if sort == smt.Bool {
				return s.Truth(t)
			}
			return s.Number(t)
		}
	}
	return look
}

func constant(b *smt.Builder, sort smt.Sort, v any) *smt.Term {
	if truth, ok := v.(bool); ok {
		return b.Bool(truth)
	}
	return b.Number(v.(*big.Rat), sort)
}
