package system

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
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

	// Texts says which strings there are beside those that occur, where checks ask
	// what a string is like; else it is nil.
	Texts *Texts

	// Vague says what could not be found out of the case; empty if all could.
	Vague string

	// Ignored are conditions of calls that are taken to hold, whatever they
	// say: whether an answer stays without them tells if it rests on them.
	Ignored map[ast.Expr]bool

	properties map[*ast.Check]*property.Property
	*surveyed  // of the model and the goal
}

// A Tool that a trace may call.
type Tool struct {
	Name       string
	Transition *checker.Transition // nil for a tool that is not modelled
	Named      bool                // by a check of the case: it is one of F
	Owner      tool.Owner

	// Params are the arguments that matter: those that the transition binds, in
	// their order, and the parts of the answer that it reads and does not tie; then
	// those that only checks test.
	Params []*Parameter

	// Answered says whether a check asks for its answer, which comes at once and
	// may be any, and Answers which parts of it checks test, by JSON Pointer.
	Answered bool
	Answers  []*Parameter
}

// Inputs returns what a call of the tool leaves open: its arguments, and then
// the parts of its answer.
func (t *Tool) Inputs() []*Parameter {
	return append(t.Params[:len(t.Params):len(t.Params)], t.Answers...)
}

// Tied returns the ties of the tool's transition, of which it is the lowered form,
// to parts of the answer that checks ask for.
func (t *Tool) Tied(lowered *Transition) (list []*Tie) {
	for _, tie := range lowered.Ties {
		if slices.ContainsFunc(t.Answers, func(p *Parameter) bool { return p.Bound == tie.Source.Result }) {
			list = append(list, tie)
		}
	}
	return list
}

// callsAlone returns how many calls are enough to satisfy checks, -1 if no number
// is: the first and the last match of each pattern do the same as all matches,
// but where as many have to be counted, or are told apart by a variable.
func callsAlone(checks []*property.Property) (sum int) {
	for _, c := range checks {
		for _, b := range c.Basics() {
			calls := b.Form.Info().Calls
			if calls == 0 || slices.ContainsFunc(b.Patterns(), func(p *property.Pattern) bool { return p.Answer != nil || len(p.Vars) > 0 }) {
				return -1
			}
			sum += calls * len(b.Patterns())
			if b.Form == forms.AtLeast {
				sum += b.Limit
			}
		}
	}
	return sum
}

// NewScenario prepares a case of a suite without errors, which has a model.
func NewScenario(s *checker.Suite, k *checker.Case) *Scenario {
	return newScenario(s, k, survey(s.Model), nil)
}

// Scenario is NewScenario for a suite about the system's model, which is not looked
// through again for each case.
func (x *System) Scenario(s *checker.Suite, k *checker.Case) *Scenario {
	return newScenario(s, k, x.survey, nil)
}

// Another prepares a case without goal of another suite about the same model, as
// [NewScenario] does. Neither has the case at hand a goal, nor checks: all that it
// knows of the model is taken over, so that this takes time linear in the checks.
func (sc *Scenario) Another(s *checker.Suite, k *checker.Case) *Scenario {
	return newScenario(s, k, sc.surveyed, sc)
}

func newScenario(s *checker.Suite, k *checker.Case, model *surveyed, had *Scenario) *Scenario {
	sc := &Scenario{Suite: s, Model: s.Model, Case: k, properties: make(map[*ast.Check]*property.Property, len(k.Checks))}
	for _, c := range k.Checks {
		sc.properties[c] = s.Property(c)
	}
	sc.surveyed = model.with(k.Goals)
	sc.Alone = callsAlone(sc.Properties())
	seen := lookAt(sc.Properties())
	seen.join(sc)
	add := func(name string, t *checker.Transition) {
		sc.Tools = append(sc.Tools, seen.tool(sc, name, t))
	}
	for i, t := range s.Model.Transitions {
		// A tool that no check names is the same in both cases.
		if had != nil && !slices.Contains(seen.tools, t.Name()) {
			sc.Tools = append(sc.Tools, had.Tools[i])
		} else {
			add(t.Name(), t)
		}
	}
	for _, name := range seen.tools {
		if s.Model.Transition(name) == nil {
			add(name, nil)
		}
	}
	var ok bool
	// Which strings there are depends on the tools, so this comes last.
	if sc.Texts, ok = textsOf(sc, seen); !ok {
		sc.Vague = "which patterns of `like` a string can match"
	}
	return sc
}

// Property returns what a check of the case demands.
func (sc *Scenario) Property(c *ast.Check) *property.Property { return sc.properties[c] }

// Properties returns what the checks of the case demand, check by check.
func (sc *Scenario) Properties() []*property.Property {
	return lists.Map(sc.Case.Checks, sc.Property)
}

// Patterns returns the patterns of all checks, those of a group once for each
// check that names it.
func (sc *Scenario) Patterns() (list []*property.Pattern) {
	for _, p := range sc.Properties() {
		for _, b := range p.Basics() {
			list = append(list, b.Patterns()...)
		}
	}
	return list
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
// for one to which the case gives none, and for a map of which it says something
// ([Scenario.Opened]) but not all.
func (sc *Scenario) Initial() []types.Value {
	given := make(map[*checker.Var]types.Value)
	for _, i := range sc.Case.Init {
		if _, open := i.Value.(types.OpenDict); !open {
			given[i.Var] = i.Value
		}
	}
	var list []types.Value
	for _, v := range sc.Model.State() {
		// Nothing was seen before the first call.
		if v.Hidden() && !sc.Case.Midway {
			given[v] = v.First()
		}
	}
	for _, l := range Leaves(sc.Model) {
		list = append(list, types.ValueAt(given[l.Var], l.Path))
	}
	return list
}

// Opened returns what the case says of the maps that may have other keys, too: by
// leaf, in order of declaration; nil for all other leaves.
func (sc *Scenario) Opened() []types.OpenDict {
	given := make(map[*checker.Var]types.OpenDict)
	for _, i := range sc.Case.Init {
		if d, open := i.Value.(types.OpenDict); open {
			given[i.Var] = d
		}
	}
	leaves := Leaves(sc.Model)
	return lists.Map(leaves, func(l Leaf) types.OpenDict { return given[l.Var] })
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
	list := lists.Map(exprs(t.Decl.Pre), func(x ast.Expr) Condition { return Condition{Transition: t, Clause: x} })
	for _, a := range m.Assignments(t) {
		if !a.Effect {
			list = append(list, Condition{Transition: t, Clause: a.Clause, Assignment: &a})
		}
	}
	return list
}

func exprs(b *ast.Block) []ast.Expr {
	if b == nil {
		return nil
	}
	return b.Exprs
}

// Quantifies reports whether there is a quantifier, a length or a size in the model
// or the goal of a case.
func (sc *Scenario) Quantifies() bool { return sc.quantifies }

// Others reports whether somebody else than the agent calls the tool.
func (t *Tool) Others() bool { return t.Owner != tool.Agent }

// MayBreak reports whether a trace that answers a forward question may have a call
// of the tool that breaks a precondition: checks name the tool, and the agent calls
// it. What others do is only what they can.
func (t *Tool) MayBreak() bool { return t.Named && !t.Others() }

// Disturbs reports whether calls of the tool are of others, and no check names it:
// the agent cannot be held to what follows from them.
func (t *Tool) Disturbs() bool { return t.Others() && !t.Named && t.Transition != nil }

// Disturbed reports whether there are tools that disturb.
func (sc *Scenario) Disturbed() bool {
	return slices.ContainsFunc(sc.Tools, func(t Tool) bool { return t.Disturbs() })
}

// Others returns the places of the tools that others than the agent call.
func (sc *Scenario) Others() (list []int) {
	for i := range sc.Tools {
		if sc.Tools[i].Others() {
			list = append(list, i)
		}
	}
	return list
}

// Counts reports whether a question of commission is about calls that match a
// pattern: the agent's calls, or those of others.
func (q Query) Counts(p *property.Pattern) bool { return (p.Owner != tool.Agent) == q.Others }
