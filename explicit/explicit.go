package explicit

import (
	"context"
	"errors"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler"
)

// A Model is a world model prepared for search. It is made once and serves
// all cases, by any number of goroutines at a time.
type Model struct{ model *checker.Model }

// New prepares a model without errors, in time linear in it.
func New(m *checker.Model) *Model { return &Model{model: m} }

// A Search answers questions about one case.
type Search struct {
	model    *Model
	scenario *compiler.Scenario
}

// Search prepares a case of a suite about the model.
func (m *Model) Search(sc *compiler.Scenario) *Search { return &Search{model: m, scenario: sc} }

// Limits bound a search.
type Limits struct {
	// States is how many states are visited before the search gives up. It
	// bounds time and memory alike, and depends on nothing but the question.
	States int
}

// A Result is what a search came to. Its zero value claims nothing.
type Result struct {
	Found  bool            // Trace answers the question
	None   bool            // no trace of at most the bound's length does
	Proved bool            // None, and no longer trace does either
	Trace  *compiler.Trace // of Found: the smallest, as package validate orders witnesses
	States int             // visited
	Why    error           // why neither is claimed
}

// Decide answers a question about traces of at most bound calls.
func (s *Search) Decide(ctx context.Context, q compiler.Query, bound int, l Limits) Result {
	return Result{Why: errors.New("the search is not for this question")}
}
