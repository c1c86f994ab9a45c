package smt

import (
	"iter"
	"math/big"
	"slices"
)

// An Op is what a term is made with.
type Op int

// The operators. Their arity and sorts are those of the Builder's method of
// the same name.
const (
	Var    Op = iota // a free constant, with a name
	Truth            // true or false
	Number           // a numeral, Int or Real
	Not
	And
	Or
	Implies
	Eq
	Ite
	Add
	Mul
	Div    // of Reals
	IntDiv // of Ints, Euclidean
	Le
	Lt
	ToReal
	Select
	Store
	Filled // the array that maps every index to the same value
)

// A Term is a node of a shared, immutable graph. Two terms of one [Builder]
// are equal if and only if they are the same pointer.
type Term struct {
	op    Op
	sort  Sort
	args  []*Term
	name  string
	num   *big.Rat
	truth bool
	id    int
	depth int
}

// Op returns what the term is made with.
func (t *Term) Op() Op { return t.op }

// Sort returns the sort of the term.
func (t *Term) Sort() Sort { return t.sort }

// Args returns the operands, which the caller must not change.
func (t *Term) Args() []*Term { return t.args }

// Name returns the name of a [Var].
func (t *Term) Name() string { return t.name }

// Rat returns the value of a [Number], which the caller must not change.
func (t *Term) Rat() *big.Rat { return t.num }

// IsTrue reports whether the term is the literal true.
func (t *Term) IsTrue() bool { return t.op == Truth && t.truth }

// IsFalse reports whether the term is the literal false.
func (t *Term) IsFalse() bool { return t.op == Truth && !t.truth }

// ID is the position of the term in the order in which its Builder made
// terms; operands come before what is made of them.
func (t *Term) ID() int { return t.id }

// Depth is the length of the longest path down to a leaf.
func (t *Term) Depth() int { return t.depth }

// Subterms are terms and all that they are made of, each once, in no particular order.
func Subterms(terms ...*Term) iter.Seq[*Term] {
	return func(yield func(*Term) bool) {
		seen := make(map[*Term]bool)
		stack := slices.Clone(terms)
		for len(stack) > 0 {
			t := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if seen[t] {
				continue
			}
			seen[t] = true
			if !yield(t) {
				return
			}
			stack = append(stack, t.args...)
		}
	}
}
