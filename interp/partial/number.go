package partial

import (
	"math/big"
	"slices"

	"github.com/mantrac/mantrac/lang/types"
)

var minusOne, one = big.NewRat(-1, 1), big.NewRat(1, 1)

func isNumber(t types.Type) bool { return t == types.Int || t == types.Real }

func rat(v types.Value) *big.Rat { return v.(types.Number).Rat() }

// A linear is a number as a sum. Its terms are no sums, and no constants, and
// each is there once, by id.
type linear struct {
	terms  []*Term
	coefs  []*big.Rat
	offset *big.Rat
}

func linearOf(t *Term) linear {
	switch t.kind {
	case constant:
		return linear{offset: rat(t.value)}
	case sum:
		return linear{t.args, t.coefs, t.offset}
	}
	return linear{terms: []*Term{t}, coefs: []*big.Rat{one}, offset: new(big.Rat)}
}

// number returns the term of a sum.
func (s *Space) number(l linear, t types.Type) *Term {
	switch {
	case len(l.terms) == 0:
		return s.constant(types.NewNumber(l.offset), t)
	case len(l.terms) == 1 && l.offset.Sign() == 0 && l.coefs[0].Cmp(one) == 0:
		return l.terms[0]
	}
	return s.intern(Term{kind: sum, typ: t, args: l.terms, coefs: l.coefs, offset: l.offset})
}

// plus adds k times b to a.
func (a linear) plus(b linear, k *big.Rat) linear {
	out := linear{offset: new(big.Rat).Add(a.offset, new(big.Rat).Mul(b.offset, k))}
	i, j := 0, 0
	// The terms of both sums are in the order of their ids.
	for i < len(a.terms) || j < len(b.terms) {
		switch {
		case j == len(b.terms) || i < len(a.terms) && a.terms[i].id < b.terms[j].id:
			out.terms, out.coefs = append(out.terms, a.terms[i]), append(out.coefs, a.coefs[i])
			i++
		case i == len(a.terms) || b.terms[j].id < a.terms[i].id:
			if c := new(big.Rat).Mul(b.coefs[j], k); c.Sign() != 0 {
				out.terms, out.coefs = append(out.terms, b.terms[j]), append(out.coefs, c)
			}
			j++
		default:
			if c := new(big.Rat).Mul(b.coefs[j], k); c.Add(c, a.coefs[i]).Sign() != 0 {
				out.terms, out.coefs = append(out.terms, a.terms[i]), append(out.coefs, c)
			}
			i, j = i+1, j+1
		}
	}
	return out
}

// wider returns the type of a number that is computed from two.
func wider(a, b *Term) types.Type {
	if a.typ == types.Int && b.typ == types.Int {
		return types.Int
	}
	return types.Real
}

// Plus, Minus and Times return what is computed from two numbers.
func (s *Space) Plus(a, b *Term) *Term {
	return s.number(linearOf(a).plus(linearOf(b), one), wider(a, b))
}

func (s *Space) Minus(a, b *Term) *Term {
	return s.number(linearOf(a).plus(linearOf(b), minusOne), wider(a, b))
}

func (s *Space) Times(a, b *Term) *Term {
	if a.kind == constant {
		a, b = b, a
	}
	if b.kind == constant {
		return s.scale(a, rat(b.value))
	}
	// The factors have one order, so that equal products are one term.
	if a.id > b.id {
		a, b = b, a
	}
	return s.intern(Term{kind: product, typ: wider(a, b), args: []*Term{a, b}})
}

// scale multiplies a number by a constant.
func (s *Space) scale(t *Term, k *big.Rat) *Term {
	typ := t.typ
	if !k.IsInt() {
		typ = types.Real
	}
	return s.number(linear{offset: new(big.Rat)}.plus(linearOf(t), k), typ)
}

// Divide returns a quotient, of Ints the Euclidean one. The divisor is taken not
// to be 0.
func (s *Space) Divide(a, b *Term, ints bool) *Term {
	k := quotient
	if ints {
		k = division
	}
	if b.kind == constant && rat(b.value).Sign() != 0 {
		d := rat(b.value)
		// A division of Reals by a constant is a multiplication.
		if !ints {
			return s.scale(a, new(big.Rat).Inv(d))
		}
		if a.kind == constant && rat(a.value).IsInt() && d.IsInt() {
			q, _ := new(big.Int).DivMod(rat(a.value).Num(), d.Num(), new(big.Int))
			return s.constant(types.NewNumber(new(big.Rat).SetInt(q)), types.Int)
		}
	}
	typ := types.Type(types.Real)
	if ints {
		typ = types.Int
	}
	return s.intern(Term{kind: k, typ: typ, args: []*Term{a, b}})
}

// Less and AtMost compare two numbers.
func (s *Space) Less(a, b *Term) *Term   { return s.compare(below, s.Minus(a, b)) }
func (s *Space) AtMost(a, b *Term) *Term { return s.compare(atMost, s.Minus(a, b)) }

// compare compares a number with 0.
func (s *Space) compare(k kind, t *Term) *Term {
	if t.kind == constant {
		sign := rat(t.value).Sign()
		return s.Truth(k == zero && sign == 0 || k == below && sign < 0 || k == atMost && sign <= 0)
	}
	l := linearOf(t)
	// The comparison is taken into the alternatives, each of which may be decided.
	if i := slices.IndexFunc(l.terms, func(x *Term) bool { return x.kind == choice }); i >= 0 && t.size < maxSpread {
		c, k0 := l.terms[i], l.coefs[i]
		rest := linear{slices.Delete(slices.Clone(l.terms), i, i+1), slices.Delete(slices.Clone(l.coefs), i, i+1), l.offset}
		with := func(x *Term) *Term { return s.compare(k, s.number(rest.plus(linearOf(x), k0), types.Real)) }
		return s.Choose(c.args[0], with(c.args[1]), with(c.args[2]))
	}
	// The same comparison is written in one way: the first coefficient is 1 or -1,
	// and 1 of an equality.
	f := new(big.Rat).Abs(l.coefs[0])
	if k == zero && l.coefs[0].Sign() < 0 {
		f.Neg(f)
	}
	t = s.number(linear{offset: new(big.Rat)}.plus(l, f.Inv(f)), types.Real)
	return s.intern(Term{kind: k, typ: types.Bool, args: []*Term{t}})
}

// whole reports whether a sum is an Int whatever its terms are.
func (l linear) whole() bool {
	for i, t := range l.terms {
		if t.typ != types.Int || !l.coefs[i].IsInt() {
			return false
		}
	}
	return l.offset.IsInt()
}
