package coverage

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
)

// exercises reports whether the witness of a case exercises an item.
func (c *coverer) exercises(k *Case, x *Item) bool {
	w := k.witness
	if x.Kind == Value {
		return c.hasValue(k, w, x)
	}
	now := w.Init
	for _, s := range w.Steps {
		if s.Call.Tool == x.tool() {
			// A tool has no expression, so its guard is nil.
			g := guard(x.expr)
			env := interp.Environment{Now: now, Next: s.State, Args: s.Call.Args, Answer: s.Answer}
			if g == nil || c.machine.Site(x.transition).Holds(g, env) {
				return true
			}
		}
		now = s.State
	}
	return false
}

// hasValue reports whether a variable has a value at the start, where the case
// says so, or after a call.
func (c *coverer) hasValue(k *Case, w *validate.Witness, x *Item) bool {
	value := x.expr.(*ast.Literal).Value
	name := x.variable.Name()
	for _, i := range k.decl.Init {
		if i.Var.Name() == name && types.Equal(i.Value, value) {
			return true
		}
	}
	now := w.Init
	for _, s := range w.Steps {
		// Only a call that gives the variable the value counts, not one that keeps it.
		if v := s.State[name]; v != nil && types.Equal(v, value) && !types.Equal(now[name], value) {
			return true
		}
		now = s.State
	}
	return false
}

// forbids enters what the checks of a case forbid. Only tools that they name
// matter.
func (c *coverer) forbids(k *Case, t touches) error {
	sc := system.NewScenario(k.suite, k.decl)
	named := make(map[string]bool)
	for _, tool := range sc.Tools {
		named[tool.Name] = tool.Named
	}
	for i, x := range c.model.Items {
		// A tool that the witness calls is not forbidden.
		if !named[x.tool()] || t.exercised[i] && x.Kind == Tool {
			continue
		}
		var answer validate.Answer
		var err error
		switch {
		case x.Kind == Tool:
			answer, err = c.forbidsTool(sc, k, x)
		case x.Kind == Clause && k.accepts == validate.Unknown:
			answer = validate.Unknown
		case x.Kind == Clause && k.accepts == validate.None:
			// The checks accept no violation, so a run that could break the clause is what they forbid.
			answer, err = c.reach(sc, system.Query{Kind: system.Reach, Tool: x.tool(), Broken: x.exprIn(k)})
		default:
			// Effects and values cannot be forbidden.
			continue
		}
		if err != nil {
			return err
		}
		t.forbidden[i], t.open[i] = answer == validate.Found, t.open[i] || answer == validate.Unknown
	}
	return nil
}

// exprIn returns the clause of the item in the model of a case, which may be
// another one for the same file.
func (x *Item) exprIn(k *Case) ast.Expr {
	t := k.suite.Model.Transition(x.tool())
	return t.Decl.Pre.Exprs[x.At.Index()]
}

func (c *coverer) reach(sc *system.Scenario, q system.Query) (validate.Answer, error) {
	f, err := c.probes.Ask(c.ctx, sc, q)
	return f.Answer, err
}

// forbidsTool answers whether runs of the model call a tool, and no compliant
// trace does.
func (c *coverer) forbidsTool(sc *system.Scenario, k *Case, x *Item) (validate.Answer, error) {
	answer, err := c.reach(sc, system.Query{Kind: system.Reach, Tool: x.tool()})
	// A tool that no run calls is not forbidden by the checks; `no_call` needs no second question.
	if err != nil || answer != validate.Found || k.rulesOut(x.tool()) {
		return answer, err
	}
	// Forbidden is the opposite of reachable, so None and Found are swapped.
	switch answer, err = c.probe(k, x); answer {
	case validate.None:
		return validate.Found, err
	case validate.Found:
		return validate.None, err
	}
	return answer, err
}

// rulesOut reports whether a check of the case forbids all calls of a tool.
func (k *Case) rulesOut(tool string) bool {
	return slices.ContainsFunc(k.decl.Checks, func(c *ast.Check) bool {
		a, ok := c.Form.(*ast.Atom)
		return ok && a.Form == forms.NoCall && a.Tool.Name == tool && len(a.Pins) == 0 && a.By == nil
	})
}

// A probeKey is a question of probe.
type probeKey struct {
	of *Case
	to *Item
}

// probe answers whether a compliant trace of a case calls the tool of an item, or
// ends with the value that the item is.
func (c *coverer) probe(k *Case, x *Item) (validate.Answer, error) {
	key := probeKey{k, x}
	// Two workers may ask the same question at a time. Both store the same answer.
	if known, ok := c.probed.Load(key); ok {
		return known.(validate.Answer), nil
	}
	answer, err := c.askWith(k, x)
	if err == nil {
		c.probed.Store(key, answer)
	}
	return answer, err
}

// askWith asks the case with one more check, or one more goal: that there is a call of the
// tool, or that the value is the last one.
func (c *coverer) askWith(k *Case, x *Item) (validate.Answer, error) {
	at := edit.At("case", k.Name).In(k.File)
	e := edit.Edit{Op: edit.Add, At: at.To("check", probeName(k)), Text: "(" + probeName(k) + " (call " + x.tool() + "))"}
	if x.Kind == Value {
		e = edit.Edit{Op: edit.Add, At: at.To("goal"), Text: "(= " + x.variable.Name() + " " + x.expr.(*ast.Literal).Value.String() + ")"}
	}
	set := &edit.Set{Models: []*checker.Model{k.suite.Model}, Suites: []*checker.Suite{k.suite}}
	applied, err := edit.Apply(set, []edit.Edit{e}, edit.ApplyOptions{Brief: true, ByHand: true})
	if err != nil {
		return validate.Unknown, nil // the schema may not know the tool
	}
	suite := applied.Set.Suites[0]
	// Apply keeps the order of the cases, so the index finds the edited one.
	for i, other := range k.suite.Cases {
		if other == k.decl {
			f, err := c.probes.Ask(c.ctx, system.NewScenario(suite, suite.Cases[i]), system.Query{Kind: system.Compliant})
			return f.Answer, err
		}
	}
	return validate.Unknown, nil
}

// probeName returns a name that no check of a case has.
func probeName(k *Case) string {
	name := "probe"
	for k.decl.CheckNamed(name) != nil {
		name += "_"
	}
	return name
}
