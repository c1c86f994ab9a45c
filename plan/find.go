package plan

import (
	"context"
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/validate"
)

var compliant = system.Query{Kind: system.Compliant}

// A finder finds the plans of one case.
type finder struct {
	ctx      context.Context
	session  *validate.Session
	options  Options
	found    *Case
	problem  *problem
	scenario *system.Scenario // of the case as it is
	costs    *counter         // nil without costs
	runs     [][]tool.Call    // compliant traces that are known
	blocked  []string         // checks that forbid the plans so far

	alternatives []Pattern // the calls of traces that lack a call of the first plan
}

func (f *finder) run() error {
	f.problem = newProblem(f.found.Case)
	// Marks are about the original case, without the checks and the counter of the copies.
	f.scenario = system.NewScenario(f.found.Suite, f.found.Decl)
	if f.options.Costs != nil {
		var err error
		if f.costs, err = newCounter(f.problem, f.options.Costs); err != nil {
			return err
		}
	}
	if err := f.plans(); err != nil {
		return err
	}
	if len(f.found.Plans) == 0 {
		return f.blame()
	}
	return f.common()
}

// plans looks for one plan after the other.
func (f *finder) plans() error {
	for range max(1, f.options.Plans) {
		p, further, err := f.next()
		if err != nil {
			return err
		}
		f.found.Further = further
		if p == nil {
			return nil
		}
		if err := f.explain(p); err != nil {
			return err
		}
		f.found.Plans = append(f.found.Plans, *p)
		// The empty plan is contained in every trace, so no other plan is of its own.
		if len(p.Calls) == 0 { // every trace contains it
			f.found.Further = Claim{Answer: validate.None, Proved: true}
			return nil
		}
		f.blocked = append(f.blocked, blockOf(p.Calls))
	}
	return nil
}

// next returns the best plan beside those that are blocked; nil if none is known.
func (f *finder) next() (*Plan, Claim, error) {
	if f.costs != nil {
		return f.cheapest()
	}
	found, err := f.ask(f.blocked...)
	if err != nil || found.Answer != validate.Found {
		return nil, claimOf(found), err
	}
	return &Plan{Witness: found.Witness, Cheapest: Claim{Answer: validate.None, Proved: true}}, claimOf(found), nil
}

// ask asks for a compliant trace that passes more checks.
func (f *finder) ask(forms ...string) (validate.Finding, error) {
	p, err := f.problem.with(forms...)
	if err != nil {
		return validate.Finding{}, err
	}
	return f.answer(p)
}

// answer asks for a compliant trace of a copy of the case.
func (f *finder) answer(p *problem) (validate.Finding, error) {
	found, err := f.session.Ask(f.ctx, p.scenario(), compliant)
	if err == nil && found.Witness != nil {
		// Each trace is kept: it may refute a later claim without a question.
		f.runs = append(f.runs, calls(found.Witness))
	}
	return found, err
}

// explain completes a plan: what of it does not matter, and what it rests on.
func (f *finder) explain(p *Plan) (err error) {
	if err = f.session.Mark(f.ctx, f.scenario, compliant, p.Witness); err != nil {
		return err
	}
	p.Calls = patternsOf(p.Witness)
	p.RestsOn, err = f.session.RestsOn(f.ctx, f.scenario, p.Witness)
	return err
}

// blame finds out why there is no plan.
func (f *finder) blame() (err error) {
	// Only a known None has something to blame; Unknown stays open.
	if f.found.Further.Answer == validate.None {
		f.found.Verdict, err = f.session.Validate(f.ctx, f.found.Suite, f.found.Decl)
	}
	return err
}

// blockOf returns a check that forbids the traces that contain a plan: all of its
// calls as often as it makes them, first made in the same order.
func blockOf(plan []Pattern) string {
	list, times := distinct(plan)
	var forms []string
	for i, p := range list {
		// Fewer of these calls than the plan makes, or none of a single one.
		if n := times[i]; n > 1 {
			forms = append(forms, fmt.Sprintf("(at_most %d %s)", n-1, p.call()))
		} else {
			forms = append(forms, p.noCall())
		}
		// Another order of the first calls is another plan, so it stays allowed.
		if i > 0 && ordered(plan, list[i-1], p) {
			forms = append(forms, reversed(list[i-1], p))
		}
	}
	return "(or " + strings.Join(forms, " ") + ")"
}

// ordered reports whether each trace with the calls of a plan, whatever the values
// that do not matter, first makes b no earlier than a, which comes first in the plan.
func ordered(plan []Pattern, a, b Pattern) bool {
	for _, p := range plan {
		if p.String() == a.String() {
			return true
		}
		// This call of the plan may be one of b, and comes before the first a.
		if !p.disjoint(b) {
			return false
		}
	}
	return true
}

// reversed returns a form that holds if each call of a comes after some call of b:
// if there is one, the first b comes before the first a.
func reversed(a, b Pattern) string { return "(after " + a.call() + " " + b.call() + ")" }
