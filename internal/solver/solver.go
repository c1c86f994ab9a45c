package solver

import (
	"errors"
	"fmt"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/validate"
)

// Limits are what the solver may use.
type Limits struct {
	Jobs   int    // how many pieces of work are done at a time; 0 is one
	Memory uint64 // megabytes for each of them; 0 is DefaultMemory
	Steps  uint   // for each question; 0 is no limit

	// Optional leaves the questions of every engine open where there is no libz3,
	// and not just those of auto.
	Optional bool
}

// DefaultMemory is how many megabytes libz3 may have for each job, unless another
// number is asked for.
const DefaultMemory = 1024

// DefaultSteps is how many steps a question has where many are asked, and the result is
// to be the same on every machine.
const DefaultSteps = 5_000_000

// Attach loads libz3, if the engine of the options can use it, and enters its
// solvers and the limits in the options. If it cannot be loaded, the engine auto
// does without ([Missing] is the reason of its open answers), and the other
// engines return an error, unless it is optional. The library is nil where none is used.
func Attach(o *validate.Options, l Limits) (*z3.Library, error) {
	if o.Engine == validate.Explicit {
		return nil, nil
	}
	library, err := z3.Load()
	switch {
	case err == nil:
	case o.Engine == validate.Auto || o.Engine == "" || l.Optional:
		// These engines answer what they can without the solver.
		o.NoSolver = &Missing{err}
		return nil, nil
	default:
		return nil, fmt.Errorf("%w; without it there are --engine=auto and explicit", err)
	}
	o.NewSolver = func(timeout time.Duration) (smt.Solver, error) {
		return library.NewSolver(z3.Options{Timeout: timeout, Rlimit: l.Steps})
	}
	o.NewFixedpoint = func(timeout time.Duration, steps uint) (smt.Fixedpoint, error) {
		// The smaller of both limits holds.
		if l.Steps > 0 {
			steps = min(steps, l.Steps)
		}
		return library.NewFixedpoint(z3.Options{Timeout: timeout, Rlimit: steps})
	}
	// The soft limit ends single questions. The hard limit makes libz3 refuse memory.
	b := newBudget(l, library.Allocated)
	library.LimitMemory(b.hard())
	o.Within = b.begin
	return library, nil
}

// A Missing is the reason of an open answer where there is no libz3.
type Missing struct{ Err error }

func (e *Missing) Error() string {
	var missing *z3.Missing
	if errors.As(e.Err, &missing) {
		return "libz3, which is asked what the search of states leaves open, cannot be loaded; " + missing.Advice() + "; see mantrac doctor"
	}
	return "libz3, which is asked what the search of states leaves open, cannot be used: " + e.Err.Error()
}

// Unwrap returns what keeps the library from being loaded.
func (e *Missing) Unwrap() error { return e.Err }
