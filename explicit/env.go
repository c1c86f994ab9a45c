package explicit

import (
	"errors"
	"math/bits"

	"github.com/mantrac/mantrac/lang/types"
)

// An env is what code is computed in: the slots of a state, of the next state
// and of the arguments of a call, one after the other.
//
// A slot may be unset. Code that comes to such a slot, and cannot do without,
// notes it in need and returns nothing of meaning; whoever asked gives the
// slot a value and asks again. So the search tells only those values apart
// that something looks at.
type env struct {
	cells   []cell
	need    int // the slot that is needed, or -1
	failed  error
	tab     *table
	memo    []map[string]cell // what the interpreter said, by the number of the code that asked
	key     []byte
	scratch []cell // room for the value of an assignment
	work    int
}

// A cond is the code of an expression where a truth value is wanted, a term
// that of one where a value is; ok is false where it has none.
type (
	cond func(*env) bool
	calc func(*env) (c cell, ok bool)
)

var (
	errLarge = errors.New("a number is larger than the search reckons with")
	errHuge  = errors.New("a value grows larger than the search reckons with")
)

// read returns what a slot has.
func (e *env) read(slot int) cell {
	c := e.cells[slot]
	if (c == unset || c == vague) && e.need < 0 {
		e.need = slot
	}
	return c
}

func (e *env) large() (cell, bool) {
	if e.failed == nil {
		e.failed = errLarge
	}
	return 0, false
}

// huge reports whether a value that was computed is too large to go on with,
// and gives up if so.
func (e *env) huge(v types.Value) bool {
	if slight(v) {
		return false
	}
	if e.failed == nil {
		e.failed = errHuge
	}
	return true
}

// all is a conjunction, or with want false a disjunction that is negated: it
// reports whether every operand is want. An operand that decides counts even
// if others need a slot.
func (e *env) all(list []cond, want bool) bool {
	had := e.need
	need := had
	for _, c := range list {
		e.need = -1
		v := c(e)
		if e.need >= 0 {
			if need < 0 {
				need = e.need
			}
			continue
		}
		if v != want {
			e.need = had
			return false
		}
	}
	e.need = need
	return true
}

func add(a, b cell) (cell, bool) {
	c := a + b
	return c, (c > a) == (b > 0) && c >= lowest
}

func sub(a, b cell) (cell, bool) {
	c := a - b
	return c, (c < a) == (b > 0) && c >= lowest
}

func mul(a, b cell) (cell, bool) {
	negative := (a < 0) != (b < 0)
	high, low := bits.Mul64(size(a), size(b))
	if high != 0 || low >= 1<<62 {
		return 0, false
	}
	if negative {
		return -cell(low), true
	}
	return cell(low), true
}

func size(a cell) uint64 {
	if a < 0 {
		return uint64(-a)
	}
	return uint64(a)
}

// quotient is Euclidean: the remainder is never negative.
func quotient(a, b cell) cell {
	q := a / b
	if a%b < 0 {
		if b > 0 {
			return q - 1
		}
		return q + 1
	}
	return q
}
