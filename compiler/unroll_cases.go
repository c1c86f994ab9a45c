package compiler

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/types"
)

// A number that can have few values only, as the names of an enum, a counter
// that begins at a known value, or which of the pinned values an argument has,
// is known by a truth value for each. Comparisons of such numbers are then
// connectives, and what is left to the solver's arithmetic is what needs it.
// The number itself is a constant that no assertion speaks of: a lifter takes
// it out of every term.

// maxCases is how many values a number may have so that it is known by them.
const maxCases = 40

// cased is a value of a number, with the condition under which it has it.
type cased struct{ when, value *smt.Term }

// A lifter takes numbers of few values out of terms.
type lifter struct {
	b     *smt.Builder
	known map[*smt.Term][]cased // nil for a number of many values
	terms map[*smt.Term]*smt.Term
}

func newLifter(b *smt.Builder) *lifter {
	return &lifter{b: b, known: make(map[*smt.Term][]cased), terms: make(map[*smt.Term]*smt.Term)}
}

// cases returns the values that a number may have, each once, under conditions
// of which exactly one holds, or nil if they are many.
func (l *lifter) cases(t *smt.Term) []cased {
	if had, ok := l.known[t]; ok {
		return had
	}
	list := l.compute(t)
	if len(list) > maxCases {
		list = nil
	}
	l.known[t] = list
	return list
}

func (l *lifter) compute(t *smt.Term) []cased {
	args := t.Args()
	switch t.Op() {
	case smt.Number:
		return []cased{{l.b.Bool(true), t}}
	case smt.Ite:
		x, y := l.cases(args[1]), l.cases(args[2])
		if x == nil || y == nil {
			return nil
		}
		c := l.lift(args[0])
		return l.grouped(append(l.under(c, x), l.under(l.b.Not(c), y)...))
	case smt.ToReal:
		return l.folded(args, func(list []*smt.Term) *smt.Term { return l.b.Number(new(big.Rat).Set(list[0].Rat()), smt.Real) })
	case smt.Add:
		return l.folded(args, func(list []*smt.Term) *smt.Term { return l.b.Add(list...) })
	case smt.Mul:
		return l.folded(args, func(list []*smt.Term) *smt.Term { return l.b.Mul(list...) })
	}
	return nil
}

func (l *lifter) under(c *smt.Term, list []cased) []cased {
	return lists.Map(list, func(x cased) cased { return cased{l.b.And(c, x.when), x.value} })
}

// grouped puts together the conditions of each value, and leaves out those that
// cannot hold.
func (l *lifter) grouped(list []cased) []cased {
	var values []*smt.Term
	when := make(map[*smt.Term][]*smt.Term)
	for _, c := range list {
		if c.when.IsFalse() {
			continue
		}
		// The map has no order, so that values keeps the order of the list.
		if when[c.value] == nil {
			values = append(values, c.value)
		}
		when[c.value] = append(when[c.value], c.when)
	}
	return lists.Map(values, func(v *smt.Term) cased { return cased{l.b.Or(when[v]...), v} })
}

// folded returns the cases of an operation that makes a numeral of numerals.
func (l *lifter) folded(args []*smt.Term, op func([]*smt.Term) *smt.Term) []cased {
	type row struct {
		when   *smt.Term
		values []*smt.Term
	}
	rows := []row{{l.b.Bool(true), nil}}
	for _, a := range args {
		list := l.cases(a)
		// Rows with equal results are put together at the end, so that more of them are allowed here.
		if list == nil || len(list)*len(rows) > 4*maxCases {
			return nil
		}
		var next []row
		for _, r := range rows {
			for _, c := range list {
				// Clip makes append copy: the next rows share these values.
				next = append(next, row{l.b.And(r.when, c.when), append(slices.Clip(r.values), c.value)})
			}
		}
		rows = next
	}
	out := lists.Map(rows, func(r row) cased { return cased{r.when, op(r.values)} })
	return l.grouped(out)
}

// lift returns a term that says the same without constants that stand for
// numbers of few values.
func (l *lifter) lift(t *smt.Term) *smt.Term {
	if had := l.terms[t]; had != nil {
		return had
	}
	out := l.lifted(t)
	l.terms[t] = out
	return out
}

func (l *lifter) lifted(t *smt.Term) *smt.Term {
	args := t.Args()
	switch t.Op() {
	case smt.Truth, smt.Number:
		return t
	case smt.Var:
		// Outside of comparisons, a number is written out as an if-then-else.
		return l.chain(t)
	case smt.Eq:
		if sort := args[0].Sort(); sort == smt.Int || sort == smt.Real {
			return l.compared(t, l.b.Eq)
		}
	case smt.Le:
		return l.compared(t, l.b.Le)
	case smt.Lt:
		return l.compared(t, l.b.Lt)
	}
	list, same := make([]*smt.Term, len(args)), true
	for i, a := range args {
		list[i] = l.lift(a)
		same = same && list[i] == a
	}
	if same {
		return t
	}
	return l.b.Rebuild(t, list)
}

// chain writes a number out where it stands for itself.
func (l *lifter) chain(t *smt.Term) *smt.Term {
	list := l.known[t]
	if len(list) == 0 {
		return t
	}
	// One of the conditions holds, so that the last value needs none.
	out := list[len(list)-1].value
	for _, c := range slices.Backward(list[:len(list)-1]) {
		out = l.b.Ite(c.when, c.value, out)
	}
	return out
}

// compared compares by cases: where both numbers have few values, or where one
// has and the other one is a constant.
func (l *lifter) compared(t *smt.Term, op func(x, y *smt.Term) *smt.Term) *smt.Term {
	x, y := t.Args()[0], t.Args()[1]
	a, b := l.cases(x), l.cases(y)
	if a == nil && b == nil {
		return op(l.lift(x), l.lift(y))
	}
	if a == nil {
		// A number of many values is one case by itself.
		a = []cased{{l.b.Bool(true), l.lift(x)}}
	}
	if b == nil {
		b = []cased{{l.b.Bool(true), l.lift(y)}}
	}
	var any []*smt.Term
	for _, p := range a {
		for _, q := range b {
			any = append(any, l.b.And(p.when, q.when, op(p.value, q.value)))
		}
	}
	return l.b.Or(any...)
}

// few makes a constant one of few values, each with a truth value of its own, of
// which exactly one holds.
func (u *Unrolling) few(t *smt.Term, what string, list []*smt.Term) {
	if len(list) == 0 || len(list) > maxCases || t.Op() != smt.Var {
		return
	}
	var cases []cased
	var bits []*smt.Term
	for k, v := range list {
		bit := u.enc.Var(fmt.Sprintf("(case) %d %s", k, what), smt.Bool)
		cases = append(cases, cased{bit, v})
		bits = append(bits, bit)
	}
	u.lifter.known[t] = cases
	u.exactlyOne(bits, what)
}

func (u *Unrolling) exactlyOne(bits []*smt.Term, what string) {
	e := u.enc
	u.assert(e.Or(bits...), what+" has one of its values")
	for k, x := range bits {
		for _, y := range bits[:k] {
			u.assert(e.Or(e.Not(x), e.Not(y)), what+" has one value")
		}
	}
}

// enumerate makes the names of enums in a symbol numbers of few values, and of
// an argument which list it is.
func (u *Unrolling) enumerate(s *symbol, what string) {
	if t, ok := s.typ.(*types.Enum); ok && s.scalar != nil {
		list := lists.Map(t.Names, func(n string) *smt.Term { return u.enc.Int(u.enc.names.text(n)) })
		u.few(s.scalar, what, list)
	}
	if s.which != nil {
		u.few(s.which, what+" (list)", u.upTo(len(s.lists)))
	}
	if t, ok := s.typ.(*types.Map); ok {
		u.enumerateMap(s, t, what)
	}
	for i, f := range s.fields {
		u.enumerate(f, fmt.Sprintf("%s %d", what, i))
	}
	for i, x := range s.items {
		u.enumerate(x, fmt.Sprintf("%s [%d]", what, i))
	}
}

// upTo returns the numerals from zero on.
func (u *Unrolling) upTo(n int) []*smt.Term {
	var list []*smt.Term
	for i := range n + 1 {
		list = append(list, u.enc.Int(int64(i)))
	}
	return list
}

// argument makes an argument, with its few values known by truth values.
func (u *Unrolling) argument(p *system.Parameter, name string) *argument {
	a := u.enc.argument(p, name)
	if a.choice != nil {
		u.few(a.choice, name, u.upTo(len(p.Pins)+2))
	} else {
		u.enumerate(a.symbol, name)
	}
	return a
}

// counted returns a symbol for a leaf whose value, a term, is one of a few, or
// nil if it is not.
func (u *Unrolling) counted(name string, s *symbol) *symbol {
	if s.scalar == nil || s.scalar.Sort() == smt.Bool {
		return nil
	}
	list := u.lifter.cases(s.scalar)
	if list == nil {
		return nil
	}
	out := *s
	// A leaf with one value needs no constant.
	if len(list) == 1 {
		out.scalar = list[0].value
		return &out
	}
	out.scalar = u.enc.Var(name, s.scalar.Sort())
	var cases []cased
	var bits []*smt.Term
	for _, c := range list {
		bit := u.define(c.when, name+" is "+c.value.Rat().RatString())
		cases = append(cases, cased{bit, c.value})
		bits = append(bits, bit)
	}
	u.lifter.known[out.scalar] = cases
	// This follows from the definitions of the bits, and spares the solver from finding it out.
	if len(bits) <= few {
		u.exactlyOne(bits, name)
	}
	return &out
}
