package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/validate"
)

// useLibrary loads libz3, if the engine of some options can make use of it, and
// lets them have its solvers, with at most so many steps for each question, 0
// being no limit. Where it cannot be loaded, the engine auto does without, and
// the others are in error. The library is nil where none is used.
func useLibrary(o *validate.Options, rlimit uint) (*z3.Library, error) {
	if o.Engine == validate.Explicit {
		return nil, nil
	}
	library, err := z3.Load()
	switch {
	case err == nil:
	case o.Engine == validate.Auto:
		o.NoSolver = &noSolver{err}
		return nil, nil
	default:
		return nil, fmt.Errorf("%w; without it there are --engine=auto and explicit", err)
	}
	o.NewSolver = func(timeout time.Duration) (smt.Solver, error) {
		return library.NewSolver(z3.Options{Timeout: timeout, Rlimit: rlimit})
	}
	o.NewFixedpoint = func(timeout time.Duration, steps uint) (smt.Fixedpoint, error) {
		if rlimit > 0 {
			steps = min(steps, rlimit)
		}
		return library.NewFixedpoint(z3.Options{Timeout: timeout, Rlimit: steps})
	}
	return library, nil
}

// A noSolver is why an answer is missing where there is no libz3.
type noSolver struct{ error }

func (e *noSolver) Error() string {
	var missing *z3.Missing
	if errors.As(e.error, &missing) {
		return "libz3, which is asked what the search of states leaves open, cannot be loaded; " + missing.Advice() + "; see mantrac doctor"
	}
	return "libz3, which is asked what the search of states leaves open, cannot be used: " + e.error.Error()
}

// Unwrap returns what keeps the library from being loaded.
func (e *noSolver) Unwrap() error { return e.error }
