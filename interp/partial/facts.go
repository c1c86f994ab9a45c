package partial

import (
	"maps"
	"math/big"
	"slices"

	"github.com/mantrac/mantrac/lang/types"
)

// Facts are what is known of symbols. The zero value is that nothing is.
type Facts struct {
	space *Space
	is    map[*Symbol]*Term // what a symbol is, in terms of others
	of    map[*Symbol]*span
	truth map[*Term]bool // of conditions of which nothing else follows
	moved bool           // more is known than when this was last false
}

// A span is what is known of a symbol that has no value yet. It is not changed
// once made.
type span struct {
	among       []types.Value // nil if it may have any value of its type
	not         []types.Value // values that it does not have
	least, most *big.Rat      // nil where there is no bound
	above       bool          // it is greater than least
	under       bool          // it is less than most
	alike       []likeness    // of a string; empty where among is not nil
}

func newFacts(s *Space) *Facts { return &Facts{space: s} }

// clone returns a copy without the conditions of which the facts do not say all.
func (f *Facts) clone() *Facts {
	return &Facts{space: f.space, is: maps.Clone(f.is), of: maps.Clone(f.of)}
}

// span returns what is known of a symbol.
func (f *Facts) span(x *Symbol) span {
	if p := f.of[x]; p != nil {
		return *p
	}
	return x.first
}

// reduce returns a term with what is known of its symbols.
func (f *Facts) reduce(t *Term) *Term { return f.reduced(t, make(map[*Term]*Term)) }

func (f *Facts) reduced(t *Term, done map[*Term]*Term) *Term {
	if t.kind == constant {
		return t
	}
	if r := done[t]; r != nil {
		return r
	}
	r := t
	if t.kind == unknown {
		if is := f.is[t.symbol]; is != nil {
			r = f.reduced(is, done)
		} else if of := t.symbol.stands; of != nil {
			r = f.standing(t, of, done)
		}
	} else {
		if args, changed := f.reducedAll(t.args, done); changed {
			r = f.space.rebuilt(t, args)
		}
		if r.typ == types.Bool {
			r = f.decided(r)
		}
	}
	done[t] = r
	return r
}

func (f *Facts) reducedAll(list []*Term, done map[*Term]*Term) (args []*Term, changed bool) {
	args = make([]*Term, len(list))
	for i, a := range list {
		args[i] = f.reduced(a, done)
		changed = changed || args[i] != a
	}
	return args, changed
}

// standing returns the symbol that represents a term, or what the term is by now.
func (f *Facts) standing(x, of *Term, done map[*Term]*Term) *Term {
	done[x] = x // it may equal what it depends on
	args, changed := f.reducedAll(of.args, done)
	if !changed {
		return x
	}
	r := f.space.rebuilt(of, args)
	if r.kind == unknown && f.of[x.symbol] != nil {
		return x // of which more is known
	}
	return f.reduced(r, done)
}

// rebuilt returns a term with other operands.
func (s *Space) rebuilt(t *Term, args []*Term) *Term {
	switch t.kind {
	case negation:
		return s.Not(args[0])
	case all, some:
		return s.join(t.kind, args)
	case choice:
		return s.Choose(args[0], args[1], args[2])
	case same:
		return s.Equal(args[0], args[1])
	case zero, below, atMost:
		return s.compare(t.kind, args[0])
	case sum:
		l := linear{offset: t.offset}
		for i, a := range args {
			l = l.plus(linearOf(a), t.coefs[i])
		}
		return s.number(l, t.typ)
	case product:
		return s.Times(args[0], args[1])
	case quotient, division:
		return s.Divide(args[0], args[1], t.kind == division)
	case member:
		return s.In(args[0], args[1])
	case matches:
		return s.Like(args[0], patternOf(t))
	case insert, remove:
		return s.changed(t.kind, args[0], args[1])
	case written:
		return s.rewritten(t.typ.(*types.Map), args)
	case bits:
		return s.setOf(t.typ, t.domain, args)
	case every:
		return s.foldOf(args[1], args[2]).every(args[0])
	case total:
		return s.foldOf(args[1], args[2]).total(args[0])
	case column:
		return s.lookup(args[0], args[1])[rat(args[2].value).Num().Int64()]
	}
	return t
}

// decided returns a condition as true or false, where it is known which.
func (f *Facts) decided(t *Term) *Term {
	if b, ok := f.truth[t]; ok {
		return f.space.Truth(b)
	}
	if t.kind == below || t.kind == atMost {
		if b, ok := f.truth[f.space.Not(t)]; ok {
			return f.space.Truth(!b)
		}
	}
	switch t.kind {
	case same:
		if x := t.args[0]; x.kind == unknown && t.args[1].kind == constant && !f.span(x.symbol).admits(t.args[1].value) {
			return f.space.no
		}
	case zero, below, atMost:
		if v, ok := f.compared(t.kind, linearOf(t.args[0])); ok {
			return f.space.Truth(v)
		}
	case member:
		if p, set := f.spanOf(t.args[0]), t.args[1]; p.among != nil && set.kind == constant {
			in, out := 0, 0
			for _, v := range p.among {
				if !p.admits(v) {
					continue
				}
				if f.space.In(f.space.constant(v, t.args[0].typ), set).IsTrue() {
					in++
				} else {
					out++
				}
			}
			if in == 0 || out == 0 {
				return f.space.Truth(out == 0)
			}
		}
	case matches:
		if is, ok := f.spanOf(t.args[0]).likely(patternOf(t)); ok {
			return f.space.Truth(is)
		}
	}
	return t
}

func (f *Facts) spanOf(t *Term) span {
	if t.kind != unknown {
		return span{}
	}
	return f.span(t.symbol)
}

// compared compares a sum with 0 by the bounds of its terms.
func (f *Facts) compared(k kind, l linear) (truth, ok bool) {
	if len(l.terms) == 1 && k == zero && l.terms[0].kind == unknown {
		v := new(big.Rat).Quo(l.offset, l.coefs[0])
		if !f.span(l.terms[0].symbol).admits(types.NewNumber(v.Neg(v))) || l.terms[0].typ == types.Int && !v.IsInt() {
			return false, true
		}
	}
	low, lowOpen := f.bound(l, false)
	high, highOpen := f.bound(l, true)
	switch {
	case k == zero:
		if low != nil && (low.Sign() > 0 || low.Sign() == 0 && lowOpen) || high != nil && (high.Sign() < 0 || high.Sign() == 0 && highOpen) {
			return false, true
		}
	case high != nil && (high.Sign() < 0 || high.Sign() == 0 && (highOpen || k == atMost)):
		return true, true
	case low != nil && (low.Sign() > 0 || low.Sign() == 0 && (lowOpen || k == below)):
		return false, true
	}
	return false, false
}

// bound returns the greatest value that a sum may have, or the least; nil where
// there is none. An open one is not reached.
func (f *Facts) bound(l linear, upper bool) (value *big.Rat, open bool) {
	total := new(big.Rat).Set(l.offset)
	for i, t := range l.terms {
		p := f.spanOf(t)
		b, o := p.least, p.above
		// A negative coefficient turns the bounds around.
		if (l.coefs[i].Sign() > 0) == upper {
			b, o = p.most, p.under
		}
		if b == nil {
			return nil, false
		}
		total.Add(total, new(big.Rat).Mul(l.coefs[i], b))
		open = open || o
	}
	return total, open
}

// admits reports whether a symbol may have a value.
func (p span) admits(v types.Value) bool {
	if p.among != nil && !has(p.among, v) || has(p.not, v) {
		return false
	}
	if text, ok := v.(types.Text); ok {
		return p.resembles(string(text))
	}
	n, ok := v.(types.Number)
	if !ok {
		return true
	}
	r := n.Rat()
	if p.least != nil && (r.Cmp(p.least) < 0 || p.above && r.Cmp(p.least) == 0) {
		return false
	}
	return p.most == nil || r.Cmp(p.most) < 0 || r.Cmp(p.most) == 0 && !p.under
}

// learn takes over a condition that holds and is no `and`. It reports whether
// that is possible, and whether the facts say all that the condition does; more
// are conditions that it leads to.
func (f *Facts) learn(t *Term) (possible, whole bool, more []*Term) {
	is := true
	for t.kind == negation {
		t, is = t.args[0], !is
	}
	switch t.kind {
	case constant:
		return t.IsTrue() == is, true, nil
	case unknown:
		return true, true, f.fix(t.symbol, f.space.Truth(is))
	case same:
		return f.learnSame(t, is)
	case zero:
		return f.learnZero(t, is)
	case below, atMost:
		l := linearOf(t.args[0])
		if len(l.terms) == 1 && l.terms[0].kind == unknown {
			p, x := f.span(l.terms[0].symbol), l.terms[0].symbol
			b := new(big.Rat).Quo(l.offset, l.coefs[0])
			return f.narrow(x, p.bounded(b.Neg(b), l.coefs[0].Sign() > 0, t.kind == below)), true, nil
		}
	case member:
		if x := t.args[0]; x.kind == unknown && t.args[1].kind == constant {
			p := f.span(x.symbol)
			if members := t.args[1].value.(types.List); is {
				p = p.of(members)
			} else {
				p.not = slices.Concat(p.not, members)
			}
			return f.narrow(x.symbol, p), true, nil
		}
	case matches:
		if x := t.args[0]; x.kind == unknown {
			return f.narrow(x.symbol, f.span(x.symbol).resembling(likeness{patternOf(t), is})), true, nil
		}
	}
	return f.note(t, is)
}

// note takes over a condition from which nothing else follows.
func (f *Facts) note(t *Term, is bool) (possible, whole bool, more []*Term) {
	if had, ok := f.truth[t]; ok {
		return had == is, true, nil
	}
	if f.truth == nil {
		f.truth = make(map[*Term]bool)
	}
	f.truth[t], f.moved = is, true
	return true, false, nil
}

// of keeps only some values.
func (p span) of(list []types.Value) span {
	kept := []types.Value{}
	for _, v := range list {
		if v != nil && p.admits(v) {
			kept = append(kept, v)
		}
	}
	p.among = kept
	return p
}

func (p span) bounded(b *big.Rat, upper, open bool) span {
	switch {
	case upper && (p.most == nil || b.Cmp(p.most) < 0 || b.Cmp(p.most) == 0 && open):
		p.most, p.under = b, open
	case !upper && (p.least == nil || b.Cmp(p.least) > 0 || b.Cmp(p.least) == 0 && open):
		p.least, p.above = b, open
	}
	return p
}

func (f *Facts) learnSame(t *Term, is bool) (possible, whole bool, more []*Term) {
	a, b := t.args[0], t.args[1]
	switch {
	case a.kind == unknown && b.kind == constant && is:
		if !f.span(a.symbol).admits(b.value) {
			return false, true, nil
		}
		return true, true, f.fix(a.symbol, b)
	case a.kind == unknown && b.kind == constant:
		p := f.span(a.symbol)
		p.not = append(slices.Clip(p.not), b.value)
		return f.narrow(a.symbol, p), true, nil
	case is && a.kind == unknown && !occurs(a, b):
		return true, true, f.fix(a.symbol, b)
	case is && b.kind == unknown && !occurs(b, a):
		return true, true, f.fix(b.symbol, a)
	}
	return f.note(t, is)
}

// occurs reports whether a symbol is in a term.
func occurs(x, t *Term) bool {
	return x == t || slices.ContainsFunc(t.args, func(a *Term) bool { return occurs(x, a) }) ||
		t.symbol != nil && t.symbol.stands != nil && occurs(x, t.symbol.stands)
}

func (f *Facts) learnZero(t *Term, is bool) (possible, whole bool, more []*Term) {
	l := linearOf(t.args[0])
	if !is {
		if len(l.terms) == 1 && l.terms[0].kind == unknown {
			x := l.terms[0].symbol
			p, v := f.span(x), new(big.Rat).Quo(l.offset, l.coefs[0])
			p.not = append(slices.Clip(p.not), types.NewNumber(v.Neg(v)))
			return f.narrow(x, p), true, nil
		}
		return f.note(t, false)
	}
	for i, x := range l.terms {
		rest := linear{slices.Delete(slices.Clone(l.terms), i, i+1), slices.Delete(slices.Clone(l.coefs), i, i+1), l.offset}
		k := new(big.Rat).Inv(l.coefs[i])
		value := linear{offset: new(big.Rat)}.plus(rest, k.Neg(k))
		// The sum is solved for a symbol that is not in the rest, if the value is of its type.
		if x.kind != unknown || x.typ == types.Int && !value.whole() || slices.ContainsFunc(rest.terms, func(y *Term) bool { return occurs(x, y) }) {
			continue
		}
		v := f.space.number(value, x.typ)
		if v.kind == constant && !f.span(x.symbol).admits(v.value) {
			return false, true, nil
		}
		return true, true, f.fix(x.symbol, v)
	}
	if len(l.terms) == 1 && l.terms[0].kind == unknown {
		return false, true, nil // an Int that would be a fraction
	}
	return f.note(t, true)
}

// fix makes a symbol another term, and returns the conditions that this must
// meet.
func (f *Facts) fix(x *Symbol, t *Term) (more []*Term) {
	if f.is == nil {
		f.is = make(map[*Symbol]*Term)
	}
	if t.kind != constant { // of a constant, the value has been looked at
		more = f.fixed(x, t)
	}
	f.is[x], f.moved = t, true
	return more
}

// fixed returns what is known of a symbol, as conditions of a term.
func (f *Facts) fixed(x *Symbol, t *Term) (more []*Term) {
	s, p := f.space, f.span(x)
	if to := f.spanOf(t); p.among != nil && to.among != nil {
		to.among = slices.DeleteFunc(slices.Clone(to.among), func(v types.Value) bool { return !p.admits(v) })
		if len(to.among) == 0 {
			return []*Term{s.no}
		}
		// The values that are left already meet all of these.
		p.among, p.not, p.alike = nil, nil, nil
		f.narrow(t.symbol, to)
	}
	if p.among != nil {
		var list []*Term
		for _, v := range p.among {
			if !has(p.not, v) {
				list = append(list, s.Equal(t, s.constant(v, x.typ)))
			}
		}
		more = append(more, s.Or(list...))
	}
	for _, v := range p.not {
		more = append(more, s.Not(s.Equal(t, s.constant(v, x.typ))))
	}
	for _, l := range p.alike {
		more = append(more, s.Equal(s.Like(t, l.pattern), s.Truth(l.is)))
	}
	if p.least != nil {
		more = append(more, s.beyond(s.constant(types.NewNumber(p.least), types.Real), t, p.above))
	}
	if p.most != nil {
		more = append(more, s.beyond(t, s.constant(types.NewNumber(p.most), types.Real), p.under))
	}
	return more
}

func (s *Space) beyond(a, b *Term, strict bool) *Term {
	if strict {
		return s.Less(a, b)
	}
	return s.AtMost(a, b)
}

// narrow notes what is known of a symbol, and reports whether a value is left.
func (f *Facts) narrow(x *Symbol, p span) bool {
	if x.typ == types.Int {
		p = p.rounded()
	}
	if p.among != nil {
		p.among = slices.DeleteFunc(slices.Clone(p.among), func(v types.Value) bool { return !p.admits(v) })
		// The values that are left already meet these.
		p.not, p.alike = nil, nil
	}
	if len(p.alike) > 0 {
		// One string that is left is a value, and none is a contradiction.
		if list, ok := p.strings(2); ok && len(list) < 2 {
			p = span{among: types.Texts(list)}
		}
	}
	switch {
	case p.among != nil && len(p.among) == 0:
		return false
	case len(p.among) == 1:
		f.fix(x, f.space.constant(p.among[0], x.typ))
		return true
	case p.least != nil && p.most != nil:
		switch c := p.least.Cmp(p.most); {
		case c > 0 || c == 0 && (p.above || p.under || has(p.not, types.NewNumber(p.least))):
			return false
		case c == 0:
			f.fix(x, f.space.constant(types.NewNumber(p.least), x.typ))
			return true
		}
	}
	if f.of == nil {
		f.of = make(map[*Symbol]*span)
	}
	f.of[x], f.moved = &p, true
	return true
}

// rounded returns what is known of an Int with bounds that it can reach.
func (p span) rounded() span {
	if p.least != nil {
		p.least, p.above = tightened(p.least, p.above, one, p.not), false
	}
	if p.most != nil {
		p.most, p.under = tightened(p.most, p.under, minusOne, p.not), false
	}
	return p
}

// tightened returns the first integer from a bound on, in steps of one, that is not
// excluded.
func tightened(b *big.Rat, open bool, step *big.Rat, not []types.Value) *big.Rat {
	n := new(big.Rat).SetInt(new(big.Int).Div(b.Num(), b.Denom())) // rounded down
	if step.Sign() > 0 && n.Cmp(b) < 0 {
		n.Add(n, one)
	}
	if open && n.Cmp(b) == 0 {
		n.Add(n, step)
	}
	for has(not, types.NewNumber(n)) {
		n.Add(n, step)
	}
	return n
}
