package partial

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/types"
)

// worth computes a term for values of its symbols, by the kinds of terms.
func worth(t *Term, of map[*Symbol]types.Value) types.Value {
	arg := func(i int) types.Value { return worth(t.args[i], of) }
	holds := func(i int) bool { return arg(i) == types.Boolean(true) }
	switch t.kind {
	case constant:
		return t.value
	case unknown:
		return of[t.symbol]
	case negation:
		return types.Boolean(!holds(0))
	case all, some:
		for i := range t.args {
			if holds(i) != (t.kind == all) {
				return types.Boolean(t.kind != all)
			}
		}
		return types.Boolean(t.kind == all)
	case choice:
		if holds(0) {
			return arg(1)
		}
		return arg(2)
	case same:
		return types.Boolean(types.Equal(arg(0), arg(1)))
	case zero:
		return types.Boolean(rat(arg(0)).Sign() == 0)
	case below:
		return types.Boolean(rat(arg(0)).Sign() < 0)
	case atMost:
		return types.Boolean(rat(arg(0)).Sign() <= 0)
	case sum:
		total := new(big.Rat).Set(t.offset)
		for i := range t.args {
			total.Add(total, new(big.Rat).Mul(t.coefs[i], rat(arg(i))))
		}
		return types.NewNumber(total)
	}
	panic("a kind of term that the law does not draw")
}

// TestPossible: conditions on symbols of small types are possible exactly if some
// values meet them.
func TestPossible(t *testing.T) {
	var n, spurious int
	modeltest.Law(t, 400, func(t *rapid.T) {
		s := newSpace()
		e := &types.Enum{Names: []string{"a", "b", "c"}}
		enums := []*Term{s.Unknown(e, "e0"), s.Unknown(e, "e1"), s.Unknown(e, "e2")}
		bools := []*Term{s.Unknown(types.Bool, "b0"), s.Unknown(types.Bool, "b1")}
		var ints []*Term
		for range 2 {
			x := s.Unknown(types.Int, "n")
			x.symbol.first = span{least: big.NewRat(0, 1), most: big.NewRat(3, 1)}
			ints = append(ints, x)
		}
		one := func(list []*Term) *Term { return rapid.SampledFrom(list).Draw(t, "symbol") }
		number := func() *Term {
			x := one(ints)
			if rapid.Bool().Draw(t, "sum") {
				x = s.Plus(s.scale(one(ints), big.NewRat(int64(rapid.IntRange(-2, 2).Draw(t, "factor")), 1)), x)
			}
			return s.Plus(x, s.constant(types.NewInt(int64(rapid.IntRange(-3, 3).Draw(t, "offset"))), types.Int))
		}
		var condition func(depth int) *Term
		text := func(depth int) *Term {
			switch rapid.IntRange(0, 3).Draw(t, "text") {
			case 0:
				return s.constant(types.Text(rapid.SampledFrom(e.Names).Draw(t, "name")), e)
			case 1:
				if depth > 0 {
					return s.Choose(condition(depth-1), one(enums), one(enums))
				}
			}
			return one(enums)
		}
		condition = func(depth int) *Term {
			kinds := 4
			if depth > 0 {
				kinds = 8
			}
			switch rapid.IntRange(0, kinds-1).Draw(t, "condition") {
			case 0:
				return one(bools)
			case 1:
				return s.Equal(text(depth), text(depth))
			case 2:
				return s.Less(number(), number())
			case 3:
				return s.Equal(number(), number())
			case 4:
				return s.Not(condition(depth - 1))
			case 5:
				return s.And(condition(depth-1), condition(depth-1))
			case 6:
				return s.Or(condition(depth-1), condition(depth-1))
			}
			return s.Choose(condition(depth-1), condition(depth-1), condition(depth-1))
		}
		var list []*Term
		for range rapid.IntRange(1, 5).Draw(t, "conditions") {
			list = append(list, condition(2))
		}
		q := &question{cases: maxCases}
		got := q.possible(newFacts(s), list)
		want := false
		of := make(map[*Symbol]types.Value)
		var try func(symbols []*Term)
		try = func(symbols []*Term) {
			if want {
				return
			}
			if len(symbols) == 0 {
				want = true
				for _, c := range list {
					want = want && worth(c, of) == types.Boolean(true)
				}
				return
			}
			x := symbols[0].symbol
			values := types.Few(x.typ)
			if x.typ == types.Int {
				for i := range int64(4) {
					values = append(values, types.NewInt(i))
				}
			}
			for _, v := range values {
				of[x] = v
				try(symbols[1:])
			}
		}
		try(append(append(append([]*Term{}, enums...), bools...), ints...))
		switch n++; {
		case want && !got:
			t.Fatalf("%d conditions can hold, and are said not to", len(list))
		case got && !want:
			spurious++
		}
	})
	t.Logf("%d of %d are said to be possible, and are not", spurious, n)
	if spurious*20 > n {
		t.Errorf("%d of %d are said to be possible, and are not", spurious, n)
	}
}

// A sum of Ints is an Int, even if it has been compared before, as a Real.
func TestSumOfIntsIsAnInt(t *testing.T) {
	s := newSpace()
	x, four := s.Unknown(types.Int, "x"), s.constant(types.NewInt(4), types.Int)
	s.AtMost(s.scale(x, big.NewRat(2, 1)), s.constant(types.NewInt(8), types.Int))
	if d := s.Minus(x, four); d.typ != types.Int {
		t.Errorf("the difference of two Ints is a %s", d.typ)
	}
}
