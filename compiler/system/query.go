package system

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A Kind is one of the questions that are asked of a case.
type Kind int

// The questions (grammar/spec.md, 9.8), and Reach, which is asked of a model.
const (
	ChecksAlone Kind = iota // is there a trace that the checks accept, model aside
	Compliant               // is there a run of the model that the checks and the goal accept
	Forward                 // do they accept a trace with a call that breaks its precondition
	Commission              // is there a run that all other checks accept and this one does not, with a call that it speaks of
	Omission                // the same, whatever it calls
	Reach                   // is there a run, checks and goal aside, that ends in a certain call
)

func (k Kind) String() string {
	return [...]string{"checks-alone", "compliant", "forward", "commission", "omission", "reach"}[k]
}

// A Query is a question about a case. Two are the same question if they are
// equal.
type Query struct {
	Kind  Kind
	Check *ast.Check // of a backward question; nil there for the goal

	// Of a Forward question: some call of this tool breaks this condition,
	// whatever else is broken; any of each where they are left out. Of a Reach
	// question: the last call is of this tool, and breaks this condition alone,
	// or none where there is no Broken. A condition is named as
	// [Condition.Expr] does.
	Tool   string
	Broken ast.Expr

	// First is of a Forward question with Broken: the first call that breaks
	// anything is of Tool, and Broken is the first that it breaks, in the order
	// of [Scenario.Conditions].
	First bool

	// Others is of a Commission question: the call that the check speaks of is of
	// others than the agent, and not of the agent.
	Others bool

	// Undisturbed is of a Forward question: no tool is called that disturbs, see
	// [Tool.Disturbs].
	Undisturbed bool

	// Changed is of a Reach question: the key of a leaf of the state that
	// has another value after the last call than before it; "" for any call.
	Changed string
}

// Fits returns an error where a question makes no sense about a scenario: it
// names a condition that its tool does not have, or that is ignored, or wants
// one to be the first to be broken and names none.
func (sc *Scenario) Fits(q Query) error {
	switch {
	case q.First && (q.Kind != Forward || q.Broken == nil):
		return errors.New("the question wants a condition to be the first that is broken, and names none")
	case q.Broken == nil:
		return nil
	case sc.Ignored[q.Broken]:
		return fmt.Errorf("the question names a condition of %s that is ignored", q.Tool)
	}
	j := sc.Place(q.Tool)
	if j < 0 || sc.Tools[j].Transition == nil || !slices.ContainsFunc(sc.Conditions(sc.Tools[j].Transition), func(c Condition) bool { return c.Expr() == q.Broken }) {
		return fmt.Errorf("the question names a condition that its tool %q does not have", q.Tool)
	}
	return nil
}

// Name returns the name of the check that a backward question is about.
func (q Query) Name() string {
	if q.Check == nil {
		return "goal"
	}
	return q.Check.Name.Name
}

// Modelled reports whether the question is about runs of the model, and not
// about traces with a call that the model forbids, or traces of any calls.
func (q Query) Modelled() bool { return q.Kind != ChecksAlone && q.Kind != Forward }

// Queries returns all questions about the case, in the order in which
// they are asked.
func (sc *Scenario) Queries() []Query {
	list := []Query{{Kind: ChecksAlone}, {Kind: Compliant}, {Kind: Forward}}
	for _, c := range sc.Case.Checks {
		list = append(list, Query{Kind: Commission, Check: c}, Query{Kind: Omission, Check: c})
	}
	if len(sc.Case.Goals) > 0 {
		list = append(list, Query{Kind: Omission})
	}
	return list
}

// Bound returns the length up to which a question is asked, where traces of
// at most k calls are. Checks by themselves need no more calls than Alone.
func (sc *Scenario) Bound(q Query, k int) int {
	if q.Kind == ChecksAlone && sc.Alone >= 0 {
		return sc.Alone
	}
	return k
}

// A Trace is an answer to a query: calls, with the states around them if the
// query is about the model. Sets are lists in no particular order.
type Trace struct {
	Init  map[string]types.Value // nil if the query is not about the model
	Steps []TraceStep
}

// A TraceStep is a call with the state after it.
type TraceStep struct {
	Call   tool.Call
	Answer types.Value // nil where no check asks for one
	State  map[string]types.Value
}
