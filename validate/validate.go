package validate

import (
	"context"
	"fmt"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/interp"
)

// DefaultBound is the length of traces that are looked at unless another one
// is asked for (seed 000, App. 0.B.3).
const DefaultBound = 16

// Options are the choices that a caller has.
type Options struct {
	Bound   int           // the length of traces; 0 is DefaultBound
	Timeout time.Duration // for each question to the solver; 0 is none

	// NewSolver makes a solver for one question.
	NewSolver func(timeout time.Duration) (smt.Solver, error)
}

// An InternalError is a disagreement between the encoder and the interpreter
// or the automata: a mistake in mantrac, of which no result is made.
type InternalError struct {
	Case, Query string
	Err         error
}

func (e *InternalError) Error() string {
	return fmt.Sprintf("internal error in case %s, question %s: %v; please report this with the model and the suite", e.Case, e.Query, e.Err)
}

func (e *InternalError) Unwrap() error { return e.Err }

// Validate asks all questions about a case. The suite is free of errors and
// has a model, which is too. Where ctx ends, what is not answered yet is
// Unknown, and the case is returned all the same. An error means that there is
// no solver, or an [InternalError].
//
// A C library may give each thread memory of its own, which stays with the
// thread when it is freed. A goroutine that validates many cases is therefore
// best locked to its thread, so that all solvers use the same memory.
func Validate(ctx context.Context, s *checker.Suite, k *checker.Case, o Options) (c *Case, err error) {
	// What the encoder holds to be impossible is a mistake in it, and shall not
	// take the other cases down with it.
	defer func() {
		if r := recover(); r != nil {
			c, err = nil, &InternalError{Case: k.Decl.Name().Name, Query: "any", Err: fmt.Errorf("%v", r)}
		}
	}()
	if o.Bound == 0 {
		o.Bound = DefaultBound
	}
	v := &validator{ctx: ctx, Options: o, scenario: compiler.NewScenario(s, k), machine: interp.New(s.Model)}
	v.monitors()
	if c, err = v.run(); err != nil {
		return nil, err
	}
	c.Stats = v.stats
	return c, nil
}
