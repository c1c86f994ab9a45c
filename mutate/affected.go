package mutate

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/system/slice"
	"github.com/mantrac/mantrac/edit"
)

// unaffected returns which questions about a consistent case have the answer that
// they have without the mutant, which has other clauses in transitions alone; nil
// where that is not so simple.
//
// A shortest answer calls no tool that the slice of the question leaves out. If
// both versions leave out all tools that the mutant changes, each shortest answer in
// one of them is an answer in the other.
//
// A model that lacks clauses of `pre` allows more. Where the tool may break its
// preconditions in a forward question, no trace breaks one with the mutant that does
// not break one without it.
func (t *trial) unaffected(j *judge, suite *checker.Suite, k *checker.Case) func(system.Query) bool {
	tools := changedTools(t.Edits)
	if tools == nil || len(t.model.State()) != len(t.mutated.Models[0].State()) {
		return nil
	}
	oldSuite, oldCase := j.of(t.suites)
	before, now := newSliced(oldSuite, oldCase), newSliced(suite, k)
	looser := t.Operator == ClauseDropped || t.Operator == OrderFreed
	return func(q system.Query) bool {
		if q.Kind == system.ChecksAlone {
			return true
		}
		if looser && q.Kind == system.Forward && now.mayBreak(tools) {
			return true
		}
		was := q
		if q.Check != nil {
			was.Check = oldCase.Checks[slices.Index(k.Checks, q.Check)]
		}
		return !before.calls(was, tools) && !now.calls(q, tools)
	}
}

// changedTools returns the tools whose transitions edits change; nil if they change
// anything else.
func changedTools(edits []edit.Edit) []string {
	var list []string
	for _, e := range edits {
		if k := e.At.Kind(); k != edit.Pre && k != edit.Post {
			return nil
		}
		list = append(list, e.At.Path[1])
	}
	return list
}

// A sliced case knows which tools matter to a question.
type sliced struct {
	scenario *system.Scenario
	slices   *slice.Case
}

func newSliced(suite *checker.Suite, k *checker.Case) *sliced {
	sc := system.NewScenario(suite, k)
	return &sliced{sc, slice.New(system.Lower(suite.Model)).Case(sc)}
}

// calls reports whether a shortest answer may call one of some tools.
func (s *sliced) calls(q system.Query, tools []string) bool {
	return slices.ContainsFunc(s.slices.Of(q, false).Tools, func(place int) bool { return slices.Contains(tools, s.scenario.Tools[place].Name) })
}

// mayBreak reports whether an answer to a forward question may break the
// preconditions of all of some tools.
func (s *sliced) mayBreak(tools []string) bool {
	return !slices.ContainsFunc(tools, func(name string) bool { return !s.scenario.Tools[s.scenario.Place(name)].MayBreak() })
}
