package smt

import (
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestEqualTermsAreOne(t *testing.T) {
	b := NewBuilder()
	x, y, p := b.Var("x", Int), b.Var("y", Int), b.Var("p", Bool)
	a := b.Var("a", Array{Int, Bool})
	for _, pair := range [][2]*Term{
		{x, b.Var("x", Int)},
		{b.Int(3), b.Number(big.NewRat(6, 2), Int)},
		{b.Add(x, y), b.Add(x, y)},
		{b.Eq(x, y), b.Eq(y, x)},
		{b.Not(b.Not(p)), p},
		{b.And(p, b.And(p, b.Lt(x, y))), b.And(p, b.Lt(x, y))},
		{b.Filled(Int, p), b.Filled(Int, p)},
		{b.Select(b.Filled(Int, p), x), p},
		{b.Store(a, x, p), b.Store(a, x, p)},
		{b.Neg(b.Int(4)), b.Int(-4)},
		{b.ToReal(b.Int(4)), b.Number(big.NewRat(4, 1), Real)},
	} {
		if pair[0] != pair[1] {
			t.Errorf("two terms: %+v and %+v", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]*Term{
		{x, y},
		{b.Int(3), b.Number(big.NewRat(3, 1), Real)},
		{b.Add(x, y), b.Add(y, x)},
		{b.Add(x, y), b.Mul(x, y)},
		{b.Le(x, y), b.Lt(x, y)},
		{b.Filled(Int, p), b.Filled(Real, p)},
		{b.Var("1true", Bool), b.Bool(true)},
	} {
		if pair[0] == pair[1] {
			t.Errorf("one term: %+v", pair[0])
		}
	}
}

func TestOperandsComeFirst(t *testing.T) {
	b := NewBuilder()
	x := b.Var("x", Int)
	term := b.Not(b.Lt(b.Add(x, b.Mul(x, x)), x))
	if term.Depth() != 4 || x.Depth() != 0 {
		t.Errorf("depths %d and %d", term.Depth(), x.Depth())
	}
	var walk func(*Term)
	walk = func(t2 *Term) {
		for _, a := range t2.Args() {
			if a.ID() >= t2.ID() || a.Depth() >= t2.Depth() {
				t.Errorf("operand %d at depth %d of %d at depth %d", a.ID(), a.Depth(), t2.ID(), t2.Depth())
			}
			walk(a)
		}
	}
	walk(term)
}

func TestSortsThatDoNotFit(t *testing.T) {
	b := NewBuilder()
	i, r, p, a := b.Var("i", Int), b.Var("r", Real), b.Var("p", Bool), b.Var("a", Array{Int, Bool})
	for n, wrong := range []func(){
		func() { b.Var("i", Real) },
		func() { b.Number(big.NewRat(1, 2), Int) },
		func() { b.Not(i) },
		func() { b.And(p, i) },
		func() { b.Implies(p, r) },
		func() { b.Eq(i, r) },
		func() { b.Ite(i, p, p) },
		func() { b.Ite(p, i, r) },
		func() { b.Add(i, r) },
		func() { b.Mul(p, p) },
		func() { b.Div(i, i) },
		func() { b.IntDiv(r, r) },
		func() { b.Le(p, p) },
		func() { b.Lt(i, r) },
		func() { b.ToReal(p) },
		func() { b.Select(i, i) },
		func() { b.Select(a, r) },
		func() { b.Store(a, r, p) },
		func() { b.Store(a, i, i) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("case %d does not panic", n)
				}
			}()
			wrong()
		}()
	}
}

// A valued term comes with the value that it has by the way it was made,
// whatever the Builder folded.
type valued struct {
	term  *Term
	truth bool
	num   *big.Rat
}

// generator draws pairs of a term and its value, over variables of known values.
type generator struct {
	*Builder
	t *rapid.T
}

func (m generator) draw(n int) int { return rapid.IntRange(0, n-1).Draw(m.t, "choice") }

func (m generator) truth(depth int) valued {
	if depth == 0 || m.draw(5) == 0 {
		if v := m.draw(4); v < 2 {
			return valued{term: m.Var(fmt.Sprint("p", v), Bool), truth: v == 1}
		}
		v := m.draw(2) == 0
		return valued{term: m.Bool(v), truth: v}
	}
	if m.draw(3) == 0 {
		x, y := m.number(depth-1), m.number(depth-1)
		c := x.num.Cmp(y.num)
		return [...]valued{
			{term: m.Eq(x.term, y.term), truth: c == 0},
			{term: m.Le(x.term, y.term), truth: c <= 0},
			{term: m.Lt(x.term, y.term), truth: c < 0},
		}[m.draw(3)]
	}
	x, y, z := m.truth(depth-1), m.truth(depth-1), m.truth(depth-1)
	return [...]func() valued{
		func() valued { return valued{term: m.Not(x.term), truth: !x.truth} },
		func() valued {
			return valued{term: m.And(x.term, y.term, z.term), truth: x.truth && y.truth && z.truth}
		},
		func() valued { return valued{term: m.Or(x.term, y.term, z.term), truth: x.truth || y.truth || z.truth} },
		func() valued { return valued{term: m.Implies(x.term, y.term), truth: !x.truth || y.truth} },
		func() valued { return valued{term: m.Eq(x.term, y.term), truth: x.truth == y.truth} },
		func() valued {
			return valued{term: m.Ite(x.term, y.term, z.term), truth: x.truth && y.truth || !x.truth && z.truth}
		},
	}[m.draw(6)]()
}

func (m generator) number(depth int) valued {
	if depth == 0 || m.draw(4) == 0 {
		n := int64(m.draw(7) - 3)
		if m.draw(2) == 0 {
			return valued{term: m.Var(fmt.Sprint("i", n), Int), num: big.NewRat(n, 1)}
		}
		return valued{term: m.Int(n), num: big.NewRat(n, 1)}
	}
	x, y := m.number(depth-1), m.number(depth-1)
	switch m.draw(5) {
	case 0:
		return valued{term: m.Add(x.term, y.term), num: new(big.Rat).Add(x.num, y.num)}
	case 1:
		return valued{term: m.Mul(x.term, y.term), num: new(big.Rat).Mul(x.num, y.num)}
	case 2:
		return valued{term: m.Neg(x.term), num: new(big.Rat).Neg(x.num)}
	case 3:
		at, other := m.number(depth-1), m.number(depth-1)
		v := x.num
		if at.num.Cmp(other.num) == 0 {
			v = y.num
		}
		return valued{term: m.Select(m.Store(m.Filled(Int, x.term), at.term, y.term), other.term), num: v}
	}
	c := m.truth(depth - 1)
	if v := y.num; !c.truth {
		return valued{term: m.Ite(c.term, x.term, y.term), num: v}
	}
	return valued{term: m.Ite(c.term, x.term, y.term), num: x.num}
}

// value computes a term; an array is a store over the one value of a Filled.
func value(t *Term, truth func(string) bool) any {
	arg := func(i int) any { return value(t.args[i], truth) }
	is := func(i int) bool { return arg(i).(bool) }
	num := func(i int) *big.Rat { return arg(i).(*big.Rat) }
	switch t.op {
	case Var:
		if t.sort == Bool {
			return truth(t.name)
		}
		r, _ := new(big.Rat).SetString(t.name[1:])
		return r
	case Truth:
		return t.truth
	case Number:
		return t.num
	case Not:
		return !is(0)
	case And, Or:
		for i := range t.args {
			if is(i) == (t.op == Or) {
				return t.op == Or
			}
		}
		return t.op == And
	case Implies:
		return !is(0) || is(1)
	case Eq:
		if t.args[0].sort == Bool {
			return is(0) == is(1)
		}
		return num(0).Cmp(num(1)) == 0
	case Ite:
		if is(0) {
			return arg(1)
		}
		return arg(2)
	case Le:
		return num(0).Cmp(num(1)) <= 0
	case Lt:
		return num(0).Cmp(num(1)) < 0
	case Select:
		store := t.args[0]
		if value(store.args[1], truth).(*big.Rat).Cmp(num(1)) == 0 {
			return value(store.args[2], truth)
		}
		return value(store.args[0].args[0], truth)
	}
	sum := new(big.Rat).Set(num(0))
	for i := 1; i < len(t.args); i++ {
		if t.op == Add {
			sum.Add(sum, num(i))
		} else {
			sum.Mul(sum, num(i))
		}
	}
	return sum
}

// What a Builder folds and flattens keeps its value.
func TestFoldingKeepsTheValue(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := generator{Builder: NewBuilder(), t: rt}
		truth := func(name string) bool { return name == "p1" }
		p := m.truth(4)
		if got := value(p.term, truth); got != any(p.truth) {
			rt.Errorf("the term is %v, want %v", got, p.truth)
		}
		n := m.number(4)
		if got := value(n.term, truth).(*big.Rat); got.Cmp(n.num) != 0 {
			rt.Errorf("the term is %v, want %v", got, n.num)
		}
	})
}

// A term rebuilt of its own operands is the same.
func TestRebuild(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := generator{Builder: NewBuilder(), t: rt}
		for _, term := range []*Term{m.truth(4).term, m.number(4).term} {
			if again := m.Rebuild(term, term.args); again != term {
				rt.Errorf("%v of its own operands is %v", term, again)
			}
		}
	})
}
