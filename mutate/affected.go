package mutate

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/system/slice"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/validate"
)

// known returns what the ruling on a case without the mutant tells of one with it.
//
// A shortest answer calls no tool that the slice of its question leaves out. If both
// versions leave out all tools that the mutant changes, a shortest answer in one of
// them is an answer in the other.
//
// A model that lacks clauses of `pre` allows more. Where the tool may break its
// preconditions in an answer to the forward question, each trace in which a call
// breaks one with the mutant is such a trace without it, too.
func (t *trial) known(j *judge, suite *checker.Suite, k *checker.Case) validate.Known {
	oldSuite, oldCase := j.of(t.suites)
	old := func(q system.Query) system.Query {
		if q.Check != nil {
			q.Check = oldCase.CheckNamed(q.Check.Name.Name)
		}
		return q
	}
	known := validate.Known{Traces: []*validate.Witness{j.Witness}}
	known.Left = func(q system.Query) bool { return slices.Contains(j.Left, old(q)) }
	tools := changedTools(t.Edits)
	// With other hidden variables the two models have different states.
	if tools == nil || len(t.model.State()) != len(suite.Model.State()) {
		return known
	}
	before, now := newSliced(t.family.session.System(oldSuite.Model), oldSuite, oldCase), newSliced(t.session.System(suite.Model), suite, k)
	looser := t.Operator == ClauseDropped || t.Operator == OrderFreed
	known.Same = func(q system.Query) bool {
		return q.Kind == system.ChecksAlone || looser && q.Kind == system.Forward && now.mayBreak(tools) ||
			!before.calls(old(q), tools) && !now.calls(q, tools)
	}
	return known
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

func newSliced(m *system.System, suite *checker.Suite, k *checker.Case) *sliced {
	sc := m.Scenario(suite, k)
	return &sliced{sc, slice.New(m).Case(sc)}
}

// calls reports whether a shortest answer may call one of some tools.
func (s *sliced) calls(q system.Query, tools []string) bool {
	return slices.ContainsFunc(s.slices.Of(q, false).Tools, func(place int) bool { return slices.Contains(tools, s.scenario.Tools[place].Name) })
}

// mayBreak reports whether calls of all of some tools may break preconditions in an
// answer to a forward question.
func (s *sliced) mayBreak(tools []string) bool {
	return !slices.ContainsFunc(tools, func(name string) bool { return !s.scenario.Tools[s.scenario.Place(name)].MayBreak() })
}
