package smt

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
)

// A Builder makes terms, each once. It panics on sorts that do not fit, which
// is a mistake in the caller and not in anybody's input. A Builder is for one
// goroutine at a time.
type Builder struct {
	terms   map[key][]*Term // that share what the key says of them
	numbers map[numberKey]*Term
	ints    map[int64]*Term // of numbers, those that Int was asked for
	vars    map[string]*Term
	count   int

	yes, no *Term

	ctx        context.Context // see While
	work, next int
}

// A key tells terms of few operands apart. For those of more it says what the
// first ones are, and of all others a hash.
type key struct {
	op      Op
	n       int
	a, b, c int
	rest    uint64
}

// A numberKey tells numerals apart.
type numberKey struct {
	sort Sort
	text string
}

// NewBuilder returns a Builder without terms.
func NewBuilder() *Builder {
	b := &Builder{terms: make(map[key][]*Term), numbers: make(map[numberKey]*Term), ints: make(map[int64]*Term), vars: make(map[string]*Term)}
	b.yes = b.add(&Term{op: Truth, sort: Bool, truth: true})
	b.no = b.add(&Term{op: Truth, sort: Bool})
	return b
}

// While has the builder give up once ctx ends, or after very much work: making a term then panics, and [Recover]
// turns that into an error. A formula can grow with the product of what nested quantifiers range over, and
// its terms are made by many functions, none of which could go on without them. Without a ctx it goes on.
func (b *Builder) While(ctx context.Context) { b.ctx, b.next = ctx, b.work+workBetween }

// ErrLarge is the error of a formula that is too large to be made.
var ErrLarge = errors.New("the formula gets too large: quantifiers within others, or many tools and calls, make it so")

// mostWork is how many operands terms are made of, those that were made before included. Of the examples, at
// K = 64, none takes more than a hundredth of it by the engine smt, and a fifteenth by the reference engine.
var mostWork = 100_000_000

// workBetween is how much work is done between two looks at ctx: some milliseconds.
const workBetween = 1 << 14

// A givenUp is what a Builder panics with.
type givenUp struct{ cause error }

// spend counts work.
func (b *Builder) spend(n int) {
	if b.work += n; b.ctx == nil || b.work < b.next {
		return
	}
	b.next = b.work + workBetween
	switch {
	case b.ctx.Err() != nil:
		panic(givenUp{context.Cause(b.ctx)})
	case b.work > mostWork:
		panic(givenUp{ErrLarge})
	}
}

// Recover, deferred, turns the panic of a Builder that gave up into an error.
func Recover(err *error) {
	switch x := recover().(type) {
	case nil:
	case givenUp:
		*err = x.cause
	default:
		panic(x)
	}
}

// add gives a new term its place.
func (b *Builder) add(t *Term) *Term {
	for _, a := range t.args {
		t.depth = max(t.depth, a.depth+1)
	}
	t.id = b.count
	b.count++
	return t
}

// node returns the term of an operator and operands, which it keeps. Of equal
// operators and operands the sort differs for arrays with one value alone.
func (b *Builder) node(op Op, sort Sort, args ...*Term) *Term {
	b.spend(1 + len(args))
	k := key{op: op, n: len(args)}
	for i, a := range args {
		switch i {
		case 0:
			k.a = a.id
		case 1:
			k.b = a.id
		case 2:
			k.c = a.id
		default:
			k.rest = (k.rest ^ uint64(a.id)) * 1099511628211 // as FNV does
		}
	}
	// The key may be shared: by long operand lists with one hash, and by constant arrays of different sorts.
	for _, had := range b.terms[k] {
		if had.sort == sort && slices.Equal(had.args, args) {
			return had
		}
	}
	t := b.add(&Term{op: op, sort: sort, args: args})
	b.terms[k] = append(b.terms[k], t)
	return t
}

func want(t *Term, sorts ...Sort) {
	if !slices.Contains(sorts, t.sort) {
		panic(fmt.Sprintf("smt: expected a term of sort %[2]v, found %[1]s", t.sort, sorts))
	}
}

// Var returns the free constant of the given name, the same one each time. It
// panics if the name has another sort already.
func (b *Builder) Var(name string, sort Sort) *Term {
	if had := b.vars[name]; had != nil {
		if had.sort != sort {
			panic(fmt.Sprintf("smt: %s is a %s and a %s", name, had.sort, sort))
		}
		return had
	}
	t := b.add(&Term{op: Var, sort: sort, name: name})
	b.vars[name] = t
	return t
}

// Bool returns true or false.
func (b *Builder) Bool(v bool) *Term {
	if v {
		return b.yes
	}
	return b.no
}

// Int returns the numeral n.
func (b *Builder) Int(n int64) *Term {
	t := b.ints[n]
	if t == nil {
		t = b.Number(new(big.Rat).SetInt64(n), Int)
		b.ints[n] = t
	}
	return t
}

// Number returns a numeral of sort Int or Real; r is not changed after. An
// Int must have no fraction.
func (b *Builder) Number(r *big.Rat, sort Sort) *Term {
	if sort == Int && !r.IsInt() {
		panic("smt: " + r.String() + " is no Int")
	}
	// RatString is in lowest terms, so that equal numbers have one key.
	k := numberKey{sort, r.RatString()}
	if had := b.numbers[k]; had != nil {
		return had
	}
	t := b.add(&Term{op: Number, sort: sort, num: r})
	b.numbers[k] = t
	return t
}

// Not negates.
func (b *Builder) Not(t *Term) *Term {
	want(t, Bool)
	switch {
	case t.op == Truth:
		return b.Bool(!t.truth)
	case t.op == Not:
		return t.args[0]
	}
	return b.node(Not, Bool, t)
}

// And is true of no operands.
func (b *Builder) And(ts ...*Term) *Term { return b.junction(And, b.yes, b.no, ts) }

// Or is false of no operands.
func (b *Builder) Or(ts ...*Term) *Term { return b.junction(Or, b.no, b.yes, ts) }

// junction is And or Or, with its neutral and its absorbing element.
func (b *Builder) junction(op Op, neutral, absorbing *Term, ts []*Term) *Term {
	// Two operands of which neither is a negation cannot contradict each other, so no maps are needed.
	if len(ts) == 2 && ts[0].op != op && ts[1].op != op && ts[0].op != Not && ts[1].op != Not {
		return b.pair(op, neutral, absorbing, ts[0], ts[1])
	}
	b.spend(len(ts))
	var flat []*Term
	seen, negated := make(map[*Term]bool, len(ts)), make(map[*Term]bool)
	for _, t := range ts {
		want(t, Bool)
		parts := []*Term{t}
		// The operands of a junction are flat already, so one level is enough.
		if t.op == op {
			parts = t.args
		}
		for _, p := range parts {
			if p == absorbing || negated[p] || p.op == Not && seen[p.args[0]] {
				return absorbing
			}
			if p == neutral || seen[p] {
				continue
			}
			seen[p] = true
			if p.op == Not {
				negated[p.args[0]] = true
			}
			flat = append(flat, p)
		}
	}
	switch len(flat) {
	case 0:
		return neutral
	case 1:
		return flat[0]
	}
	return b.node(op, Bool, flat...)
}

// pair is junction for two operands that are neither of op nor negations.
func (b *Builder) pair(op Op, neutral, absorbing, x, y *Term) *Term {
	want(x, Bool)
	want(y, Bool)
	switch {
	case x == absorbing || y == absorbing:
		return absorbing
	case x == neutral || x == y:
		return y
	case y == neutral:
		return x
	}
	return b.node(op, Bool, x, y)
}

// Implies is false only where p is true and q is false.
func (b *Builder) Implies(p, q *Term) *Term {
	want(p, Bool)
	want(q, Bool)
	switch {
	case p.IsTrue():
		return q
	case p.IsFalse(), q.IsTrue(), p == q:
		return b.yes
	case q.IsFalse():
		return b.Not(p)
	}
	return b.node(Implies, Bool, p, q)
}

// Eq compares two terms of one sort.
func (b *Builder) Eq(x, y *Term) *Term {
	want(y, x.sort)
	// The order of IDs makes (= x y) and (= y x) one term.
	if x.id > y.id {
		x, y = y, x
	}
	switch {
	case x == y:
		return b.yes
	case x.op == Number && y.op == Number:
		return b.no // equal numerals of one sort are one term
	case x.op == Truth:
		// The truth values have the lowest IDs, so such an operand is always x.
		if x.truth {
			return y
		}
		return b.Not(y)
	}
	return b.node(Eq, Bool, x, y)
}

// Ite is x where c holds, else y.
func (b *Builder) Ite(c, x, y *Term) *Term {
	want(c, Bool)
	want(y, x.sort)
	switch {
	case c.IsTrue() || x == y:
		return x
	case c.IsFalse():
		return y
	case x.IsTrue() && y.IsFalse():
		return c
	}
	return b.node(Ite, x.sort, c, x, y)
}

// Add sums numbers of one sort; there is at least one.
func (b *Builder) Add(ts ...*Term) *Term { return b.sum(Add, ts) }

// Mul multiplies numbers of one sort; there is at least one.
func (b *Builder) Mul(ts ...*Term) *Term { return b.sum(Mul, ts) }

func (b *Builder) sum(op Op, ts []*Term) *Term {
	sort := ts[0].sort
	total, constant := new(big.Rat), true
	if op == Mul {
		total.SetInt64(1)
	}
	for _, t := range ts {
		want(t, Int, Real)
		want(t, sort)
		switch {
		case t.op != Number:
			constant = false
		case op == Add:
			total.Add(total, t.num)
		default:
			total.Mul(total, t.num)
		}
	}
	switch {
	case constant:
		return b.Number(total, sort)
	case len(ts) == 1:
		return ts[0]
	}
	return b.node(op, sort, ts...)
}

// Neg negates a number.
func (b *Builder) Neg(t *Term) *Term { return b.Mul(b.Number(big.NewRat(-1, 1), t.sort), t) }

// Div divides Reals. What it gives for the divisor zero is up to the solver;
// the caller sees to it that nothing rests on it.
func (b *Builder) Div(x, y *Term) *Term {
	want(x, Real)
	want(y, Real)
	return b.node(Div, Real, x, y)
}

// IntDiv divides Ints so that the remainder is not negative, with the same
// reservation for zero.
func (b *Builder) IntDiv(x, y *Term) *Term {
	want(x, Int)
	want(y, Int)
	return b.node(IntDiv, Int, x, y)
}

// Le is x ≤ y on numbers of one sort.
func (b *Builder) Le(x, y *Term) *Term { return b.order(Le, x, y) }

// Lt is x < y on numbers of one sort.
func (b *Builder) Lt(x, y *Term) *Term { return b.order(Lt, x, y) }

func (b *Builder) order(op Op, x, y *Term) *Term {
	want(x, Int, Real)
	want(y, x.sort)
	if x.op == Number && y.op == Number {
		c := x.num.Cmp(y.num)
		return b.Bool(c < 0 || op == Le && c == 0)
	}
	return b.node(op, Bool, x, y)
}

// ToReal makes a Real of an Int; a Real is returned as it is.
func (b *Builder) ToReal(t *Term) *Term {
	want(t, Int, Real)
	switch {
	case t.sort == Real:
		return t
	case t.op == Number:
		return b.Number(t.num, Real)
	}
	return b.node(ToReal, Real, t)
}

// Rebuild makes a term like t of other operands, as many and of the same sorts.
func (b *Builder) Rebuild(t *Term, args []*Term) *Term {
	switch t.op {
	case Not:
		return b.Not(args[0])
	case And:
		return b.And(args...)
	case Or:
		return b.Or(args...)
	case Implies:
		return b.Implies(args[0], args[1])
	case Eq:
		return b.Eq(args[0], args[1])
	case Ite:
		return b.Ite(args[0], args[1], args[2])
	case Add:
		return b.Add(args...)
	case Mul:
		return b.Mul(args...)
	case Div:
		return b.Div(args[0], args[1])
	case IntDiv:
		return b.IntDiv(args[0], args[1])
	case Le:
		return b.Le(args[0], args[1])
	case Lt:
		return b.Lt(args[0], args[1])
	case ToReal:
		return b.ToReal(args[0])
	case Select:
		return b.Select(args[0], args[1])
	case Store:
		return b.Store(args[0], args[1], args[2])
	case Filled:
		return b.Filled(t.sort.(Array).Index, args[0])
	}
	// What is left has no operands.
	return t
}

// ToSort makes a number one of a sort that it fits in.
func (b *Builder) ToSort(t *Term, sort Sort) *Term {
	if sort == Real {
		return b.ToReal(t)
	}
	want(t, Int)
	return t
}

// Select reads an array.
func (b *Builder) Select(a, i *Term) *Term {
	sort := a.sort.(Array)
	want(i, sort.Index)
	if a.op == Filled {
		return a.args[0]
	}
	return b.node(Select, sort.Elem, a, i)
}

// Store is the array a with another value at one index.
func (b *Builder) Store(a, i, v *Term) *Term {
	sort := a.sort.(Array)
	want(i, sort.Index)
	want(v, sort.Elem)
	return b.node(Store, sort, a, i, v)
}

// Filled is the array with the same value at every index.
func (b *Builder) Filled(index Sort, v *Term) *Term {
	return b.node(Filled, Array{index, v.sort}, v)
}

// Size returns how many terms were made.
func (b *Builder) Size() int { return b.count }
