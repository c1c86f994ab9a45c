package search

import (
	"errors"

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
	errHuge     = errors.New("a value grows larger than the search reckons with")
	errFraction = errors.New("a fraction where the search expects an integer")
)

// read returns what a slot has.
func (e *env) read(slot int) cell {
	c := e.cells[slot]
	if (c == unset || c == vague) && e.need < 0 {
		e.need = slot
	}
	return c
}

// giveUp ends what is computed; the first reason stays.
func (e *env) giveUp(err error) {
	if e.failed == nil {
		e.failed = err
	}
}

// huge reports whether a value that was computed is too large to go on with,
// and gives up if so.
func (e *env) huge(v types.Value) bool {
	if slight(v) {
		return false
	}
	e.giveUp(errHuge)
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
