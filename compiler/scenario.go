package compiler

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A Scenario is a case as the queries see it: its model with the tools of
// its checks.
type Scenario struct {
	Suite *checker.Suite
	Model *checker.Model
	Case  *checker.Case

	// Tools are those that a trace may call: the transitions of the model in
	// their order, then the tools that checks name and that have none.
	Tools []Tool

	// Patterns is the number of patterns in the checks.
	Patterns int
}

// A Tool that a trace may call.
type Tool struct {
	Name       string
	Transition *checker.Transition // nil for a tool that is not modelled
	Named      bool                // by a check of the case: it is one of F
	params     []*parameter
}

// NewScenario prepares a case of a suite without errors, which has a model.
func NewScenario(s *checker.Suite, k *checker.Case) *Scenario {
	sc := &Scenario{Suite: s, Model: s.Model, Case: k}
	pins, order := make(map[string]map[string][]types.Value), make(map[string][]string)
	var named []string
	for _, c := range k.Checks {
		for _, a := range checker.Atoms(c.Form) {
			sc.Patterns++
			name := a.Tool.Name
			if pins[name] == nil {
				pins[name] = make(map[string][]types.Value)
				named = append(named, name)
			}
			for _, p := range a.Pins {
				if _, had := pins[name][p.Name.Name]; !had {
					order[name] = append(order[name], p.Name.Name)
				}
				pins[name][p.Name.Name] = append(pins[name][p.Name.Name], checker.ValueOf(p.Value))
			}
		}
	}
	add := func(name string, t *checker.Transition) {
		sc.Tools = append(sc.Tools, Tool{
			Name: name, Transition: t, Named: pins[name] != nil,
			params: parametersOf(s.Model, sc.schema(name), t, pins[name], order[name]),
		})
	}
	for _, t := range s.Model.Transitions {
		add(t.Name(), t)
	}
	for _, name := range named {
		if s.Model.Transition(name) == nil {
			add(name, nil)
		}
	}
	return sc
}

func (sc *Scenario) schema(name string) *tool.Tool {
	if sc.Model.Tools != nil {
		return sc.Model.Tools.Lookup(name)
	}
	return sc.Suite.Tools.Lookup(name)
}

// index returns the place of a tool among the tools, or -1.
func (sc *Scenario) index(name string) int {
	return slices.IndexFunc(sc.Tools, func(t Tool) bool { return t.Name == name })
}

// A Kind is one of the questions that are asked of a case.
type Kind int

// The questions (grammar/spec.md, 9.8).
const (
	ChecksAlone Kind = iota // is there a trace that the checks accept, model aside
	Compliant               // is there a run of the model that the checks and the goal accept
	Forward                 // do they accept a trace with a call that breaks its precondition
	Commission              // is there a run that all other checks accept and this one does not, with a call that it speaks of
	Omission                // the same, whatever it calls
)

func (k Kind) String() string {
	return [...]string{"checks-alone", "compliant", "forward", "commission", "omission"}[k]
}

// A Query is a question about a case.
type Query struct {
	Kind  Kind
	Check *ast.Check // of a backward question; nil there for the goal
}

// Name returns the name of the check that a backward question is about.
func (q Query) Name() string {
	if q.Check == nil {
		return "goal"
	}
	return q.Check.Name.Name
}

// Queries returns all questions about the case, in the order in which
// they are asked.
func (sc *Scenario) Queries() []Query {
	list := []Query{{Kind: ChecksAlone}, {Kind: Compliant}, {Kind: Forward}}
	for _, c := range sc.Case.Checks {
		list = append(list, Query{Commission, c}, Query{Omission, c})
	}
	if len(sc.Case.Goals) > 0 {
		list = append(list, Query{Kind: Omission})
	}
	return list
}

// Bound returns the length up to which a question is asked, where traces of
// at most k calls are. Checks by themselves never need more calls than twice
// their patterns.
func (sc *Scenario) Bound(q Query, k int) int {
	if q.Kind == ChecksAlone {
		return 2 * sc.Patterns
	}
	return k
}

// matches holds where a call matches an atom's pattern.
func (e *encoder) matches(args []*argument, a *ast.Atom) *smt.Term {
	var all []*smt.Term
	for _, p := range a.Pins {
		for _, arg := range args {
			if arg.name == p.Name.Name {
				all = append(all, e.pinned(arg, checker.ValueOf(p.Value)))
			}
		}
	}
	return e.And(all...)
}
