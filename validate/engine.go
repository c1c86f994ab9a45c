package validate

import (
	"context"
	"slices"
	"time"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/search"
)

// An Engine is a way to find answers.
type Engine string

// The engines.
const (
	Auto      Engine = "auto"      // explicit search, a solver, and proofs for every length, by turns
	Explicit  Engine = "explicit"  // search of the states, without a solver
	SMT       Engine = "smt"       // bounded search by a solver, one unrolling for all questions about a case
	Spacer    Engine = "spacer"    // proof for every length by Z3's Spacer, bounded search for witnesses
	Reference Engine = "reference" // the paper's encoding, a formula for each question
)

// Engines are all engines, as a user names them.
var Engines = []Engine{Auto, Explicit, SMT, Spacer, Reference}

// A decision is what an engine says of a question. Its zero value claims
// nothing.
type decision struct {
	answer  Answer
	proved  bool          // None holds for traces of every length
	longer  bool          // None does not: there is a longer answer
	trace   *system.Trace // of Found
	exact   bool          // the trace is the smallest
	reason  error         // why the answer is Unknown
	timed   bool          // the clock had a part in it: another time more may be known
	settled bool          // the search had found the calls, and could do no more

	engine Engine // that decided, or was the last to give up
	why    string // in what way, as --explain-engine says it
	took   []Took // by the engines that were asked, in their order
	cost   *search.Cost
}

// Took is how long an engine worked on a question.
type Took struct {
	Engine Engine        `json:"e"` // not Auto
	Time   time.Duration `json:"t"`
}

// valid reports whether an engine can have taken so long.
func (t Took) valid() bool {
	return t.Engine != Auto && slices.Contains(Engines, t.Engine) && t.Time >= 0
}

// A decider is an engine at work on one case, for one goroutine. An error means a
// mistake in mantrac: what an engine does not know is no error but Unknown.
type decider interface {
	decide(ctx context.Context, q system.Query, bound int) (decision, error)
	close() // may be called again
}

// A clocked is an engine that says how long it took.
type clocked struct {
	decider
	engine Engine
}

func (c *clocked) decide(ctx context.Context, q system.Query, bound int) (decision, error) {
	start := time.Now()
	d, err := c.decider.decide(ctx, q, bound)
	d.took = []Took{{c.engine, time.Since(start)}}
	return d, err
}

// A Decision says which engine answered a question about a case, and how.
type Decision struct {
	Query  string // as "forward" or "commission of look_first"
	Answer Answer
	Proved bool // None holds for traces of every length
	Engine Engine
	Why    string
	Took   []Took // by the engines that were asked, in their order; it differs from run to run

	Cost *search.Cost // of the search of states, with [Options.Costs]
}
