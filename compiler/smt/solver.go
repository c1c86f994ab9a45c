package smt

import (
	"context"
	"errors"
	"math/big"
)

// A Result is what a solver found out. Its zero value is Unknown, so that a
// result that nobody set claims nothing.
type Result int

// The results.
const (
	Unknown Result = iota
	Sat
	Unsat
)

func (r Result) String() string { return [...]string{"unknown", "sat", "unsat"}[r] }

// ErrTimeout is the reason of an unknown result after the time of a query ran
// out.
var ErrTimeout = errors.New("the time for the query ran out")

// ErrSteps is the reason of an unknown result after the steps of a query ran out that Limit allows.
// An error of a solver that says so is it, by errors.Is. One that ran out of the steps that it was made
// with is not: no Limit lets it go on.
var ErrSteps = errors.New("the steps for the query ran out")

// A Solver decides whether terms can hold together. It is for one goroutine
// at a time. All terms given to one Solver are of one Builder, up to a Reset.
type Solver interface {
	// Assert adds a term that must hold in every later Check.
	Assert(t *Term) error

	// Reset takes back all that is asserted and forgets what was learnt from it.
	// The terms that follow may be of another Builder. It takes far less time than
	// a new Solver: no context has to be made.
	Reset() error

	// Another returns another solver, which the caller closes, too. It has the same bounds as this
	// one was made with, nothing is asserted in it, and its terms may be of another Builder. Both use
	// the same memory, which takes far less of it, and of time, than a new Solver does. They are for
	// one goroutine together.
	Another() (Solver, error)

	// Limit bounds each later Check by so many steps, if the solver was not made
	// with a smaller bound; 0 is no bound but that.
	Limit(steps uint)

	// Steps returns how many steps were taken so far, as Limit counts them, by all solvers that use
	// the same memory.
	Steps() uint

	// Check decides whether all assertions and the assumptions can hold
	// together. Unknown comes with an error that says why: ErrTimeout, ErrSteps,
	// the cause of ctx's end, or the solver's own words. Sat and Unsat come
	// without. Check returns soon after ctx is done, and the Solver can be
	// used again.
	Check(ctx context.Context, assumptions ...*Term) (Result, error)

	// Core returns assumptions that cannot hold together, after Unsat: some
	// of those given, in their order.
	Core() ([]*Term, error)

	// Values are those of the model found, after Sat and before the next Assert
	// or Check. Terms that the model leaves open have some value, always the
	// same.
	Values

	// Close frees what the solver holds. It may be called twice; everything
	// else after it is an error.
	Close()
}

// Values gives terms their values.
type Values interface {
	// Truth and Number return the value of a term: of a Bool, and of an Int or
	// a Real.
	Truth(t *Term) (bool, error)
	Number(t *Term) (*big.Rat, error)
}
