package plan

import (
	"fmt"
	"maps"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
)

// A counter is a copy of a problem whose model adds up the costs of calls.
type counter struct {
	*problem
	variable string
}

// newCounter makes a copy of a problem with a counter. Each tool that has a cost
// and no transition gets one without conditions.
func newCounter(p *problem, costs *Costs) (*counter, error) {
	m, suite := p.suite().Model, p.suite()
	c := &counter{variable: "plan_cost"}
	// The name of the counter must be free in the model.
	for m.Var(c.variable) != nil || m.Const(c.variable) != nil {
		c.variable += "_"
	}
	list := []edit.Edit{
		{Op: edit.Add, At: edit.At("var", c.variable), Text: "(var " + c.variable + " " + costs.typeName() + ")"},
		{Op: edit.Add, At: edit.At("case", p.name, "init", c.variable), Text: "(" + c.variable + " 0)"},
	}
	for _, t := range p.scenario().Tools {
		cost := costs.Of(t.Name)
		// A free call leaves the counter as it is.
		if cost.Sign() == 0 {
			continue
		}
		adds := fmt.Sprintf("(= (next %s) (+ %s %s))", c.variable, c.variable, cost)
		if t.Transition != nil {
			list = append(list, edit.Edit{Op: edit.Add, At: edit.At("transition", t.Name, "post"), Text: adds})
			continue
		}
		// A tool without a transition gets one that only counts.
		list = append(list, edit.Edit{Op: edit.Add, At: edit.At("transition", t.Name), Text: "(transition " + t.Name + ownedBy(suite, t.Name) + " (params) (pre) (post " + adds + "))"})
	}
	var err error
	c.problem, err = p.edited(list...)
	return c, err
}

func ownedBy(s *checker.Suite, name string) string {
	if s.Owner(name) == tool.User {
		return " (by user)"
	}
	return ""
}

// below returns the copy in which a trace has to cost less.
func (c *counter) below(limit types.Number) (*problem, error) {
	return c.edited(edit.Edit{Op: edit.Add, At: edit.At("case", c.name, "goal"), Text: fmt.Sprintf("(< %s %s)", c.variable, limit)})
}

// takeOff removes the counter from a witness, and returns what the trace costs.
func (c *counter) takeOff(w *validate.Witness) types.Number {
	last := w.Init
	if len(w.Steps) > 0 {
		last = w.Steps[len(w.Steps)-1].State
	}
	// The goal is judged in the final state, so the final sum is the cost.
	cost := last[c.variable].(types.Number)
	w.Init = without(w.Init, c.variable)
	for i := range w.Steps {
		w.Steps[i].State = without(w.Steps[i].State, c.variable)
	}
	return cost
}

// without returns a state without a variable. States are not changed: other witnesses may have them, too.
func without(s interp.State, variable string) interp.State {
	s = maps.Clone(s)
	delete(s, variable)
	return s
}

// cheapest returns the cheapest plan beside those that are blocked, of those that
// cost the same the shortest; nil if none is known.
func (f *finder) cheapest() (best *Plan, further Claim, err error) {
	base, err := f.costs.with(f.blocked...)
	if err != nil {
		return nil, Claim{}, err
	}
	priced := &counter{base, f.costs.variable}
	// Branch and bound: each plan found makes the next question ask for a cheaper one.
	for at := base; ; {
		found, err := f.answer(at)
		if err != nil {
			return nil, Claim{}, err
		}
		// The first question, without a bound on the cost, says whether there is a further plan.
		if best == nil {
			further = claimOf(found)
		}
		if found.Answer != validate.Found {
			if best != nil {
				// None means that no plan is cheaper than best; Unknown that it may not be the cheapest.
				best.Cheapest = claimOf(found)
			}
			return best, further, nil
		}
		best = &Plan{Witness: found.Witness, Cost: priced.takeOff(found.Witness)}
		if at, err = priced.below(best.Cost); err != nil {
			return nil, Claim{}, err
		}
	}
}
