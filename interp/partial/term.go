package partial

import (
	"math/big"
	"slices"
	"strconv"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
)

// A kind says what a term is made of.
type kind uint8

const (
	constant kind = iota // Value
	unknown              // a symbol
	negation             // not Args[0]
	all                  // every one of Args
	some                 // one of Args
	choice               // Args[1] if Args[0], else Args[2]
	same                 // Args[0] = Args[1]
	zero                 // the number Args[0] is 0
	below                // the number Args[0] is less than 0
	atMost               // the number Args[0] is at most 0
	sum                  // Offset and Coefs times Args
	product              // Args[0] times Args[1]
	quotient             // Args[0] by Args[1]
	division             // the same of Ints, rounded
	member               // Args[0] is in the set Args[1]
	matches              // the string Args[0] matches the pattern Args[1]
	insert               // the set Args[0] and the member Args[1]
	remove               // the set Args[0] without the member Args[1]
	written              // a map with writes on it; see map.go
	bits                 // the set of the members of Domain for which the one of Args holds
	every                // Args[2] holds for each member Args[1] of the set Args[0]; see fold.go
	total                // the sum of Args[2] over these
	column               // of what the map Args[0] has at the key Args[1], which is some member
)

// A Term is a value or a condition that may depend on symbols. Terms that are
// built alike are the same pointer. They are not changed once made.
type Term struct {
	kind   kind
	typ    types.Type // of its value; Bool for a condition
	args   []*Term
	value  types.Value // of a constant, in canonical form
	symbol *Symbol
	coefs  []*big.Rat // of a sum, by operand
	offset *big.Rat
	domain []types.Value // of bits; see domainOf
	id     int
	size   int // of its tree
}

// A Symbol is something that is not known.
type Symbol struct {
	id   int
	typ  types.Type
	term *Term

	about string      // in words; empty for one that stands for an expression
	name  string      // of a leaf
	key   types.Value // of it, where it is a map, or nil
	when  string      // it had the value: "at the start"
	from  []*Symbol   // of such a one: the symbols in it
	first span        // what is known of it without any facts

	member bool  // it is some member of a set, for all of them
	stands *Term // what it stands for as long as nothing more is known of that; nil of most
}

// A Space makes terms, each once. It is of one replay.
type Space struct {
	terms   map[string]*Term
	symbols int
	ids     int
	yes, no *Term
	key     []byte
	slots   map[slot]entry

	bindings map[binding]*Term
	folds    map[*Term]*Term // the symbols that stand for folds
	sizes    map[*Term]*Term // by set: those that stand for its size
}

// maxTerms bounds the terms that are recognised when they are made again. Beyond
// it equal terms may be two, so that less is decided. So no conclusion may rest on
// two terms being different pointers; true and false are the exception.
const maxTerms = 1 << 16

// newSpace returns a space without terms.
func newSpace() *Space {
	s := &Space{terms: make(map[string]*Term), slots: make(map[slot]entry)}
	s.bindings, s.folds, s.sizes = make(map[binding]*Term), make(map[*Term]*Term), make(map[*Term]*Term)
	s.yes = s.intern(Term{kind: constant, typ: types.Bool, value: types.Boolean(true)})
	s.no = s.intern(Term{kind: constant, typ: types.Bool, value: types.Boolean(false)})
	return s
}

// Truth returns the constant condition.
func (s *Space) Truth(b bool) *Term {
	if b {
		return s.yes
	}
	return s.no
}

// IsTrue and IsFalse report whether a condition holds, or fails, whatever the
// symbols are.
func (t *Term) IsTrue() bool  { return t.kind == constant && t.value == types.Boolean(true) }
func (t *Term) IsFalse() bool { return t.kind == constant && t.value == types.Boolean(false) }

// Known returns the value of a constant term; nil of any other.
func (t *Term) Known() types.Value {
	if t.kind == constant {
		return t.value
	}
	return nil
}

// Unknown returns a new symbol of a type. The text says what is not known, as in
// "the value of `x` at the start".
func (s *Space) Unknown(t types.Type, about string) *Term { return s.amid(t, about, nil) }

// amid returns a new symbol that has one of some values; nil is any of its type.
func (s *Space) amid(t types.Type, about string, among []types.Value) *Term {
	if among == nil {
		if e, ok := t.(*types.Enum); ok {
			among = types.Texts(e.Names)
		}
	}
	s.symbols++
	s.ids++
	x := &Symbol{id: s.symbols, typ: t, about: about, first: span{among: among}}
	x.term = &Term{kind: unknown, typ: t, symbol: x, id: s.ids, size: 1}
	return x.term
}

// derived returns a new symbol for an expression of which nothing is known but
// what it rests on.
func (s *Space) derived(t types.Type, from ...*Term) *Term {
	if a, ok := t.(*types.Array); ok {
		x := s.unknownSet(a, "")
		for _, y := range symbolsOf(x) {
			y.from = symbolsOf(from...)
		}
		return x
	}
	x := s.amid(t, "", nil)
	x.symbol.from = symbolsOf(from...)
	return x
}

// symbolsOf returns the symbols in some terms, each once, in the order in which
// they were made.
func symbolsOf(list ...*Term) []*Symbol {
	var found []*Symbol
	seen := make(map[*Term]bool)
	var visit func(*Term)
	visit = func(t *Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		if t.symbol != nil {
			found = append(found, t.symbol)
			if of := t.symbol.stands; of != nil {
				visit(of)
			}
		}
		for _, a := range t.args {
			visit(a)
		}
	}
	for _, t := range list {
		visit(t)
	}
	slices.SortFunc(found, func(a, b *Symbol) int { return a.id - b.id })
	return found
}

// intern returns the term that is built like t.
func (s *Space) intern(t Term) *Term {
	b := append(s.key[:0], byte(t.kind))
	switch t.kind {
	case constant:
		b = appendValue(append(b, t.typ.String()...), t.value)
	case bits:
		b = append(b, t.typ.String()...)
	default:
		if t.typ == types.Real { // the same sum of Ints is an Int, or a Real
			b = append(b, 'r')
		}
	}
	for i, a := range t.args {
		b = strconv.AppendInt(append(b, ' '), int64(a.id), 10)
		if t.coefs != nil {
			b = append(append(b, '*'), t.coefs[i].RatString()...)
		}
	}
	if t.offset != nil {
		b = append(append(b, '+'), t.offset.RatString()...)
	}
	s.key = b
	if had := s.terms[string(b)]; had != nil {
		return had
	}
	if len(s.terms) >= maxTerms {
		clear(s.terms)
	}
	s.ids++
	t.id, t.size = s.ids, 1
	for _, a := range t.args {
		t.size += a.size
	}
	s.terms[string(b)] = &t
	return &t
}

// appendValue writes a value so that no two values of a type are written alike.
func appendValue(b []byte, v types.Value) []byte {
	switch v := v.(type) {
	case types.Text:
		return append(append(strconv.AppendInt(b, int64(len(v)), 10), ':'), v...)
	case types.Number:
		return append(append(b, v.Rat().RatString()...), ';')
	case types.List:
		b = append(b, '[')
		for _, m := range v {
			b = appendValue(b, m)
		}
		return append(b, ']')
	case types.Object:
		b = append(b, '{')
		for _, m := range v {
			b = appendValue(appendValue(b, types.Text(m.Name)), m.Value)
		}
		return append(b, '}')
	case nil:
		return append(b, '?')
	}
	return append(append(b, v.String()...), ';')
}

// constant returns the term of a value. True and false are one term each, also
// after intern has forgotten what it made.
func (s *Space) constant(v types.Value, t types.Type) *Term {
	if b, ok := v.(types.Boolean); ok {
		return s.Truth(bool(b))
	}
	return s.intern(Term{kind: constant, typ: t, value: v})
}

// Not returns the negation of a condition.
func (s *Space) Not(t *Term) *Term {
	switch t.kind {
	case constant:
		return s.Truth(!t.IsTrue())
	case negation:
		return t.args[0]
	case below: // t < 0 is not so where -t <= 0 is
		return s.compare(atMost, s.scale(t.args[0], minusOne))
	case atMost:
		return s.compare(below, s.scale(t.args[0], minusOne))
	case choice:
		return s.Choose(t.args[0], s.Not(t.args[1]), s.Not(t.args[2]))
	case all, some:
		list := lists.Map(t.args, s.Not)
		return s.join(all+some-t.kind, list)
	}
	return s.intern(Term{kind: negation, typ: types.Bool, args: []*Term{t}})
}

// And returns the condition that all of some hold, and Or that one does.
func (s *Space) And(list ...*Term) *Term { return s.join(all, list) }
func (s *Space) Or(list ...*Term) *Term  { return s.join(some, list) }

// Implies returns the condition that b holds if a does.
func (s *Space) Implies(a, b *Term) *Term { return s.Or(s.Not(a), b) }

// join makes an `and` or an `or`: without operands that do not matter, and each
// once.
func (s *Space) join(k kind, list []*Term) *Term {
	neutral := s.Truth(k == all)
	var flat []*Term
	for _, t := range list {
		if t.kind == k {
			flat = append(flat, t.args...)
		} else {
			flat = append(flat, t)
		}
	}
	slices.SortFunc(flat, func(a, b *Term) int { return a.id - b.id })
	flat = slices.Compact(flat)
	// flat is still searched below, so kept has memory of its own.
	kept := flat[:0:0]
	for _, t := range flat {
		switch {
		case t == neutral:
			continue
		case t.kind == constant:
			return t
		case t.kind == negation && contains(flat, t.args[0]) || s.opposed(t, flat):
			return s.Truth(k != all)
		}
		kept = append(kept, t)
	}
	if len(kept) <= maxPruned {
		kept = s.prune(k, kept)
	}
	switch len(kept) {
	case 0:
		return neutral
	case 1:
		return kept[0]
	}
	return s.intern(Term{kind: k, typ: types.Bool, args: kept})
}

// opposed reports whether a list, by id, has the opposite of a comparison of
// numbers.
func (s *Space) opposed(t *Term, list []*Term) bool {
	return (t.kind == below || t.kind == atMost) && contains(list, s.Not(t))
}

func contains(list []*Term, t *Term) bool {
	_, found := slices.BinarySearchFunc(list, t.id, func(x *Term, id int) int { return x.id - id })
	return found
}

// maxPruned bounds the operands that are compared with each other.
const maxPruned = 32

// prune drops operands of an `and` that are implied by another one, and what
// another one refutes in them: of a and (a or b) there is a left, of a and (not a
// or b) there are a and b. It does the same with `or` for `and`.
func (s *Space) prune(k kind, list []*Term) []*Term {
	other := all + some - k
	for i, t := range list {
		if t.kind != other {
			continue
		}
		// The operands of a term must not change.
		left := t.args[:0:0]
		implied := false
		for _, a := range t.args {
			if contains(list, a) {
				implied = true
			} else if !contains(list, s.Not(a)) {
				left = append(left, a)
			}
		}
		switch {
		case implied:
			return s.prune(k, slices.Delete(slices.Clone(list), i, i+1))
		case len(left) < len(t.args):
			rest := slices.Delete(slices.Clone(list), i, i+1)
			again := s.join(k, append(rest, s.join(other, left)))
			if again.kind == k {
				return again.args
			}
			return []*Term{again}
		}
	}
	return list
}

// Choose returns a if the condition holds, else b. Both are of one type.
func (s *Space) Choose(c, a, b *Term) *Term {
	for c.kind == negation {
		c, a, b = c.args[0], b, a
	}
	// Inside of a branch the condition is known.
	if a.kind == choice && a.args[0] == c {
		a = a.args[1]
	}
	if b.kind == choice && b.args[0] == c {
		b = b.args[2]
	}
	switch {
	case c.IsTrue() || a == b:
		return a
	case c.IsFalse():
		return b
	case a.typ != types.Bool:
		// Only conditions are made of `and` and `or` here.
	case a.IsTrue():
		return s.Or(c, b)
	case a.IsFalse():
		return s.And(s.Not(c), b)
	case b.IsTrue():
		return s.Or(s.Not(c), a)
	case b.IsFalse():
		return s.And(c, a)
	}
	if a.kind == bits || b.kind == bits {
		if x, y := s.spread(a, b), s.spread(b, a); x != nil && y != nil {
			members := make([]*Term, len(x.args))
			for i := range members {
				members[i] = s.Choose(c, x.args[i], y.args[i])
			}
			return s.setOf(x.typ, x.domain, members)
		}
	}
	return s.intern(Term{kind: choice, typ: a.typ, args: []*Term{c, a, b}})
}

// maxSpread bounds the size of terms that are made by taking a comparison into the
// alternatives of its operands.
const maxSpread = 256

// Equal returns the condition that two values are the same.
func (s *Space) Equal(a, b *Term) *Term {
	switch {
	case a == b:
		// An odd set does not even equal itself.
		return s.Truth(a.kind != constant || !interp.Odd(a.value))
	case a.kind == constant && b.kind == constant:
		return s.Truth(!interp.Odd(a.value) && !interp.Odd(b.value) && types.Equal(a.value, b.value))
	case a.typ == types.Bool:
		return s.Choose(a, b, s.Not(b))
	case isNumber(a.typ):
		return s.compare(zero, s.Minus(a, b))
	case a.kind == bits || b.kind == bits:
		if x, y := s.spread(a, b), s.spread(b, a); x != nil && y != nil {
			var list []*Term
			for i := range x.args {
				list = append(list, s.Equal(x.args[i], y.args[i]))
			}
			return s.And(list...)
		}
	case b.kind == choice && a.kind != choice:
		a, b = b, a
	}
	if a.kind == choice && a.size+b.size < maxSpread {
		return s.Choose(a.args[0], s.Equal(a.args[1], b), s.Equal(a.args[2], b))
	}
	if a.kind == constant {
		a, b = b, a
	}
	if a.kind == unknown && b.kind == constant && (interp.Odd(b.value) || !a.symbol.first.admits(b.value)) {
		return s.no
	}
	if b.kind != constant && a.id > b.id {
		a, b = b, a
	}
	return s.intern(Term{kind: same, typ: types.Bool, args: []*Term{a, b}})
}

func has(list []types.Value, v types.Value) bool {
	return types.Contains(list, v)
}
