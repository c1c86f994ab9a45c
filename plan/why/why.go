package why

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/plan"
	"github.com/mantrac/mantrac/validate"
)

// An Explainer explains refused calls in one model. It may be used by several
// goroutines at a time.
type Explainer struct {
	model   *checker.Model
	machine *interp.Machine
	session *validate.Session
	bound   int
	base    *system.Scenario // a case that says nothing
}

// New returns an explainer of a model without errors. The options say how calls that
// lead to a refused one are looked for: how many at most, and by which engine.
func New(m *checker.Model, o validate.Options) *Explainer {
	o.Plain = true
	o.Bound = cmp.Or(o.Bound, validate.DefaultBound)
	e := &Explainer{model: m, machine: interp.New(m), session: validate.NewSession(o), bound: o.Bound}
	s := e.suite("(case why (goal true))")
	e.base = system.NewScenario(s, &checker.Case{Decl: s.Cases[0].Decl})
	return e
}

// suite returns the suite of a text.
func (e *Explainer) suite(text string) *checker.Suite {
	f := ast.Parse(source.NewFile("", text), ast.ChecksFile, nil)
	return checker.CheckSuite(f, e.model, e.model.Tools, e.model.Options)
}

// An Explanation says why a call is refused.
type Explanation struct {
	Call  tool.Call // normalised
	Bound int       // the length of the ways that were looked for

	// Schema says why the tool's schema does not accept the arguments, so that no calls
	// make it allowed; "" where it does.
	Schema string

	// Reasons are the preconditions that the call breaks, in the order of the model;
	// none if it is allowed in all of the states.
	Reasons []Reason
	// Ways lead to the call. Each is for some of the states in which it is refused,
	// and each of these has one, in the order of the states; none if the schema does not
	// accept the call.
	Ways []Way
}

// A Reason is a precondition that a call breaks.
type Reason struct {
	interp.Broken
	States []int // in which it does, from 0 on
}

// A Way is the fewest calls after which a call is allowed, or the answer that there
// are none.
type Way struct {
	States []int // from 0 on; it is the fewest calls from the first of them
	plan.Claim

	// Of Found: from the first of the states. The last call is the one in question.
	Witness *validate.Witness
	// Sure says that the calls can be made from each of the states whatever they lead
	// to. Else they can be if what they leave open comes out as in the witness.
	Sure bool
}

// Explain explains a call in the states that are possible, of which there is one at
// least. The error is a mistake in mantrac.
func (e *Explainer) Explain(ctx context.Context, states []interp.State, call tool.Call) (*Explanation, error) {
	x := &Explanation{Call: e.model.Tools.Normalise(call), Bound: e.bound, Schema: e.Unacceptable(call)}
	var refused []int
	for i, s := range states {
		broken := e.machine.Pre(s, x.Call)
		if len(broken) > 0 {
			refused = append(refused, i)
		}
		for _, b := range broken {
			x.add(b, i)
		}
	}
	// Each round takes at least the first refused state off the list, so the loop ends.
	for len(refused) > 0 && x.Schema == "" {
		w, err := e.way(ctx, states[refused[0]], x.Call)
		if err != nil {
			return nil, err
		}
		w.Sure = e.leads(states[refused[0]], w)
		for n, i := range refused {
			// A way that depends on luck is only for the state that it was asked for.
			if n == 0 || w.Sure && e.leads(states[i], w) {
				w.States = append(w.States, i)
			}
		}
		refused = slices.DeleteFunc(refused, func(i int) bool { return slices.Contains(w.States, i) })
		x.Ways = append(x.Ways, w)
	}
	return x, nil
}

// Unacceptable says why the tool's schema does not accept the arguments of a call; "" if
// it does, or the tool has none. Arguments that the model does not read may be missing, as
// they are in the traces that mantrac finds.
func (e *Explainer) Unacceptable(call tool.Call) string {
	schema, t := e.model.Tools.Lookup(call.Tool), e.model.Transition(call.Tool)
	if schema == nil {
		return ""
	}
	var read []string
	if t != nil {
		for _, p := range t.Params {
			read = append(read, p.Bind.Param.Name)
		}
	}
	_, why := schema.Input.AcceptsMembers(e.model.Tools.Normalise(call).Args, read)
	return why
}

// add notes that a call breaks a precondition in a state.
func (x *Explanation) add(b interp.Broken, state int) {
	i := slices.IndexFunc(x.Reasons, func(r Reason) bool { return r.Expr == b.Expr })
	if i < 0 {
		i = len(x.Reasons)
		x.Reasons = append(x.Reasons, Reason{Broken: b})
	}
	x.Reasons[i].States = append(x.Reasons[i].States, state)
}

// way looks for the fewest calls from a state after which a call is allowed.
func (e *Explainer) way(ctx context.Context, from interp.State, call tool.Call) (Way, error) {
	sc, err := e.scenario(from, call)
	if err != nil {
		return Way{Claim: plan.Claim{Reason: err}}, nil
	}
	f, err := e.session.Ask(ctx, sc, system.Query{Kind: system.Compliant})
	return Way{Claim: plan.Claim{Answer: f.Answer, Proved: f.Proved, Reason: f.Reason}, Witness: endingWith(f.Witness, call)}, err
}

// endingWith returns a way with its last call as it was made: with the arguments, too, that
// the model does not read.
func endingWith(w *validate.Witness, call tool.Call) *validate.Witness {
	if w == nil {
		return nil
	}
	out := *w
	out.Steps = slices.Clone(w.Steps)
	out.Steps[len(out.Steps)-1].Call = call
	return &out
}

// scenario returns a case that begins in a state and whose check asks for a call. The
// error is that no check can.
func (e *Explainer) scenario(from interp.State, call tool.Call) (*system.Scenario, error) {
	form := e.form(call)
	s := e.suite("(case why (checks (allowed " + form + ")))")
	if d := diag.FirstError(s.Diagnostics); d != nil {
		return nil, fmt.Errorf("no check can ask for this call: %s", d.Message)
	}
	// A copy: the initial values are added to it alone.
	k := *s.Cases[0]
	// Hidden variables, of what has been seen, start as in the given state, too.
	k.Midway = true
	for _, v := range e.model.State() {
		k.Init = append(k.Init, checker.Initial{Var: v, Value: from[v.Name()]})
	}
	return e.base.Another(s, &k), nil
}

// form returns the form of a check that asks for a call with the arguments that the
// model looks at.
func (e *Explainer) form(call tool.Call) string {
	p := plan.Pattern{Tool: call.Tool}
	absent := ""
	if t := e.model.Transition(call.Tool); t != nil {
		for _, param := range t.Params {
			name := param.Bind.Param.Name
			v, given := call.Args.Get(name)
			if !given {
				// What the call leaves out must be absent from the way's call, too.
				absent += " (" + name + " absent)"
			} else {
				p.Args = append(p.Args, types.Member{Name: name, Value: v})
			}
		}
	}
	return "(call " + p.String() + absent + ")"
}

// leads reports whether the calls of a way can be made one after the other from a
// state, whatever each of them leads to.
func (e *Explainer) leads(from interp.State, w Way) bool {
	if w.Answer != validate.Found {
		return false
	}
	// All states that are possible so far. Each call has to be allowed in each of them.
	states := []interp.State{from}
	for _, step := range w.Witness.Steps {
		var next []interp.State
		for _, s := range states {
			after, complete := e.machine.Next(s, step.Call)
			// An incomplete list of next states could hide one in which a later call is refused.
			if !complete || len(after) == 0 || len(e.machine.Pre(s, step.Call)) > 0 {
				return false
			}
			next = append(next, after...)
		}
		states = next
	}
	return true
}
