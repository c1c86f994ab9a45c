package validate

import (
	"context"
	"fmt"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
)

// DefaultBound is the length of traces that are looked at unless another one
// is asked for (seed 000, App. 0.B.3).
const DefaultBound = 16

// DefaultStates is how many states the search of states visits for a question
// before the portfolio leaves it to a solver.
const DefaultStates = 25000

// A proof for every length is given up after so many steps of the solver, which
// are the same on every machine, and after this time, whichever comes first.
const (
	defaultProofSteps = 2_000_000
	defaultProofTime  = 5 * time.Second
)

// Options are the choices that a caller has.
type Options struct {
	Bound   int           // the length of traces; 0 is DefaultBound
	Engine  Engine        // "" is Auto
	Timeout time.Duration // for each question to the solver; 0 is none
	States  int           // for each search of states by Auto; Explicit visits fifty times as many; 0 is DefaultStates

	// AllConflicts is up to how many forward conflicts of a case are looked for,
	// beside which omissions of every check are; 0 is one, and no more of them.
	AllConflicts int

	// Plain leaves out what only explains answers: [Case.Blame], what is irrelevant
	// in witnesses, and what a compliant one rests on.
	Plain bool

	// Brief looks for conflicts alone: it asks for no omissions, and nothing more
	// where the checks contradict each other or no run of the model passes them. A
	// check that no commission is against has the answer None.
	Brief bool

	// AnyWitness takes the first witness that comes up, which need not be the
	// smallest, and saves the questions that tell.
	AnyWitness bool

	// Costs says in each [Decision] on what the search of states was spent.
	Costs bool

	// NewSolver makes a solver for one question. It is nil where there is no
	// library; then only the search of states gives answers.
	NewSolver func(timeout time.Duration) (smt.Solver, error)
	// NoSolver says why NewSolver is nil.
	NoSolver error

	// NewFixedpoint makes what proves, within a time and a number of steps, that
	// a question has no answer of any length. Where it is nil only the search of
	// states proves any.
	NewFixedpoint func(timeout time.Duration, steps uint) (smt.Fixedpoint, error)
	ProofSteps    uint          // most for a proof; 0 is defaultProofSteps
	ProofTime     time.Duration // 0 is defaultProofTime; no more than Timeout in any case

	// Prove looks for proofs of every length with all effort. Otherwise those of a case, with all
	// other unsuccessful work, may take a sixth of the effort that its answers take, and a little more. A question by
	// itself is always proved with all effort. No answer depends on it but whether None
	// is proved.
	Prove bool

	// Within is called for each piece of work, a case or a question by itself. It
	// returns the context of the work, which it may end for the resources that the
	// work takes, and a function to call at the end. It may be nil.
	Within func(context.Context) (context.Context, func())
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

// Validate asks all questions about a case in a session of its own.
func Validate(ctx context.Context, s *checker.Suite, k *checker.Case, o Options) (*Case, error) {
	return NewSession(o).Validate(ctx, s, k)
}
