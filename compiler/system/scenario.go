package system

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
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

	// Alone is the number of calls that are enough to satisfy the checks by
	// themselves, if any trace does; -1 if no number is.
	Alone int

	// Ignored are conditions of calls that are taken to hold, whatever they
	// say: whether an answer stays without them tells if it rests on them.
	Ignored map[ast.Expr]bool
}

// A Tool that a trace may call.
type Tool struct {
	Name       string
	Transition *checker.Transition // nil for a tool that is not modelled
	Named      bool                // by a check of the case: it is one of F

	// Params are the arguments that matter: those that the transition binds, in
	// their order, then those that only checks pin.
	Params []*Parameter
}

// callsAlone returns how many calls are enough to satisfy checks, -1 if no number
// is: the first and the last match of each pattern do the same as all matches.
func callsAlone(checks []*ast.Check) (sum int) {
	for _, c := range checks {
		calls := ast.FormOf(c.Form).Info().Calls
		if calls == 0 {
			return -1
		}
		sum += calls * len(checker.Atoms(c.Form))
	}
	return sum
}

// NewScenario prepares a case of a suite without errors, which has a model.
func NewScenario(s *checker.Suite, k *checker.Case) *Scenario {
	sc := &Scenario{Suite: s, Model: s.Model, Case: k}
	pins, order := make(map[string]map[string][]types.Value), make(map[string][]string)
	var named []string
	sc.Alone = callsAlone(k.Checks)
	for _, c := range k.Checks {
		for _, a := range checker.Atoms(c.Form) {
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
			Params: parametersOf(s.Model, sc.schema(name), t, pins[name], order[name]),
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

// Conditions returns the preconditions of calls of a tool, but for those that
// are ignored.
func (sc *Scenario) Conditions(t *checker.Transition) []Condition {
	return slices.DeleteFunc(Conditions(sc.Model, t), func(c Condition) bool { return sc.Ignored[c.Expr()] })
}

func (sc *Scenario) schema(name string) *tool.Tool {
	if sc.Model.Tools != nil {
		return sc.Model.Tools.Lookup(name)
	}
	return sc.Suite.Tools.Lookup(name)
}

// Place returns the index of a tool among the tools, or -1.
func (sc *Scenario) Place(name string) int {
	return slices.IndexFunc(sc.Tools, func(t Tool) bool { return t.Name == name })
}

// Initial returns the initial values of the leaves, in order of declaration: nil
// for one to which the case gives none.
func (sc *Scenario) Initial() []types.Value {
	given := make(map[*checker.Var]types.Value)
	for _, i := range sc.Case.Init {
		given[i.Var] = i.Value
	}
	var list []types.Value
	for _, l := range Leaves(sc.Model) {
		list = append(list, types.ValueAt(given[l.Var], l.Path))
	}
	return list
}

// A Condition is a precondition of a call: a clause of `pre`, or the implicit
// one of an assignment.
type Condition struct {
	Transition *checker.Transition
	Clause     ast.Expr            // of `pre`; else the clause of `post`
	Assignment *checker.Assignment // nil for a clause of `pre`
}

// Expr returns the clause of `pre`, or the equality in `post` that is the
// assignment. It identifies the condition in its model.
func (c Condition) Expr() ast.Expr {
	if c.Assignment != nil {
		return c.Assignment.Expr
	}
	return c.Clause
}

// Conditions returns the preconditions of a transition: the clauses of `pre`
// in source order, then the implicit ones.
func Conditions(m *checker.Model, t *checker.Transition) []Condition {
	var list []Condition
	for _, x := range exprs(t.Decl.Pre) {
		list = append(list, Condition{Transition: t, Clause: x})
	}
	for _, a := range m.Assignments(t) {
		list = append(list, Condition{Transition: t, Clause: a.Clause, Assignment: &a})
	}
	return list
}

func exprs(b *ast.Block) []ast.Expr {
	if b == nil {
		return nil
	}
	return b.Exprs
}
