package validate

import (
	"context"
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/monitor"
)

// A validator is one run of [Validate].
type validator struct {
	Options
	ctx      context.Context
	scenario *system.Scenario
	system   *system.System
	machine  *interp.Machine
	checks   []*monitor.Check                // of the case, in source order
	parts    map[*ast.Check][]*monitor.Check // as far as they were asked for: see partsOf
	decider  decider

	opening *interp.Opening // of the case; nil before it was asked for
	free    []string        // the names of the leaves that it leaves free

	anyAnswer bool // an answer need not be the smallest, nor exact
	explains  bool // it only explains the answer to another question
	wholeCase bool // all questions about the case are asked, in the order of run
	sparing   bool // proofs may take a part of the effort of answers

	effort    uint // of solvers and fixed points so far; see proofs.go
	clauses   uint // the part of it that went into setting up the last fixed point
	stats     Stats
	decisions []Decision
	asked     []system.Query // that they are about
}

// run asks one question after the other.
func (v *validator) run() (*Case, error) {
	k := v.scenario.Case
	name := k.Decl.Name()
	file := v.scenario.Suite.File
	most := 3 + 2*len(v.checks)
	v.decisions, v.asked = make([]Decision, 0, most), make([]system.Query, 0, most)
	c := &Case{Name: name.Name, File: file.Tree.File.Name(), Span: file.Tree.Resolve(k.Decl.Header.Span(name)),
		Bound: v.Bound, Lists: v.scenario.LongestLists(), Suite: v.scenario.Suite, Decl: k}
	// The order is that of the questions in a recording: it is not to change.
	for _, part := range []func(*Case) error{v.checksAlone, v.compliant, v.forward, v.backward, v.conflicts} {
		if err := part(c); err != nil {
			return nil, err
		}
		// Without a compliant trace the case is decided, and Brief asks no more.
		if v.Brief && (c.ChecksAlone.Answer == None || c.Compliant.Answer == None) {
			break
		}
	}
	// Proofs come last: an answer is worth more than a proof of it.
	if err := v.laterProofs(c); err != nil {
		return nil, err
	}
	c.Verdict = verdict(c)
	return c, nil
}

// verdict returns the first verdict that applies.
func verdict(c *Case) Verdict {
	unknown := c.ChecksAlone.Answer == Unknown || c.Compliant.Answer == Unknown || c.Forward.Answer == Unknown
	restrictive := false
	for _, b := range c.Backward {
		// Omissions do not make a case over-restrictive, and unknown ones do not hide a conflict.
		restrictive = restrictive || b.Answer == Found && b.Class == Commission
		unknown = unknown || b.Answer == Unknown && b.Class == Commission
	}
	switch {
	case c.ChecksAlone.Answer == None:
		return UnsatisfiableChecks
	case c.Compliant.Answer == None:
		return NoCompliantTrace
	case c.Forward.Answer == Found:
		return ForwardConflict
	case restrictive:
		return OverRestrictive
	case unknown:
		return UnknownVerdict
	}
	return Consistent
}

func (v *validator) checksAlone(c *Case) error {
	a, err := v.ask(system.Query{Kind: system.ChecksAlone})
	// The bound Alone suffices for the checks, so None up to it holds for every length.
	c.ChecksAlone = ChecksAlone{Answer: a.answer, Proved: a.answer == None && (a.proved || v.scenario.Alone >= 0), Reason: a.reason}
	if a.witness != nil {
		c.ChecksAlone.Steps, c.ChecksAlone.Rough = len(a.witness.Steps), a.witness.Rough
	}
	return err
}

func (v *validator) compliant(c *Case) error {
	a, err := v.ask(system.Query{Kind: system.Compliant})
	c.Compliant = Compliant{Answer: a.answer, Proved: a.proved, Witness: a.witness, Reason: a.reason}
	return err
}

func (v *validator) forward(c *Case) error {
	f, err := v.forwardOf(system.Query{Kind: system.Forward})
	c.Forward = f
	return err
}

// asForward makes a forward answer of an answer: what its first violating call
// breaks, and the class of that.
func (v *validator) asForward(a answer) Forward {
	f := Forward{Answer: a.answer, Proved: a.proved, Witness: a.witness, Reason: a.reason, query: system.Query{Kind: system.Forward}}
	if a.witness == nil {
		return f
	}
	for i, s := range a.witness.Steps {
		// The first violation of the trace decides its class.
		if len(s.Broken) > 0 {
			f.Step, f.Broken, f.Class = i+1, s.Broken, v.class(a.witness, i)
			break
		}
	}
	return f
}

func (v *validator) backward(c *Case) error {
	if n := len(v.checks); n > 0 {
		c.Backward = make([]Backward, 0, n+1)
	}
	// v.checks has the monitors in the same order.
	for i, check := range v.scenario.Case.Checks {
		b, err := v.backwardOf(check, v.checks[i])
		if err != nil {
			return err
		}
		c.Backward = append(c.Backward, b)
	}
	if len(v.scenario.Case.Goals) == 0 || v.Brief {
		return nil
	}
	// The goal counts as a check that can only be omitted.
	a, err := v.ask(system.Query{Kind: system.Omission})
	c.Backward = append(c.Backward, backwardAnswer("goal", nil, Omission, a))
	return err
}

// backwardOf asks for a commission, and for an omission only where there is
// none.
func (v *validator) backwardOf(check *ast.Check, m *monitor.Check) (Backward, error) {
	q, a, never, err := v.commission(check, m)
	class := Commission
	if q.Others {
		class = ByOthers
	}
	b := backwardAnswer(check.Name.Name, check, class, a)
	if err == nil && a.answer == None && !v.Brief {
		a, err = v.ask(system.Query{Kind: system.Omission, Check: check})
		b = backwardAnswer(check.Name.Name, check, Omission, a)
	}
	// Set after b may have been replaced by the answer about the omission.
	b.Never = never
	if b.Witness != nil {
		_, b.Step = b.Witness.Judge(m)
	}
	return b, err
}

// backwardAnswer keeps the class of an unknown answer, since one of a
// commission weighs more than one of an omission.
func backwardAnswer(name string, check *ast.Check, class Class, a answer) Backward {
	b := Backward{Check: name, Decl: check, Answer: a.answer, Proved: a.proved, Class: class, Witness: a.witness, Reason: a.reason}
	if a.answer == None {
		b.Class = ""
	}
	return b
}

// An answer to a question.
type answer struct {
	answer  Answer
	proved  bool
	witness *Witness
	reason  error // of an Unknown
}

// ask asks a question, and replays the answer.
func (v *validator) ask(q system.Query) (answer, error) {
	// The question is entered all the same, so that the report lists it.
	if v.ctx.Err() != nil {
		v.note(q, decision{why: "not asked"})
		return answer{reason: context.Cause(v.ctx)}, nil
	}
	d, err := v.decider.decide(v.ctx, q, v.scenario.Bound(q, v.Bound))
	if err != nil {
		return answer{}, err
	}
	v.note(q, d)
	a := answer{answer: d.answer, proved: d.proved, reason: d.reason}
	if d.answer != Found {
		return a, nil
	}
	// No trace is shown that the interpreter and the monitors do not confirm.
	if a.witness, err = v.witnessOf(q, d.trace); err != nil {
		return answer{}, &InternalError{Case: v.scenario.Case.Decl.Name().Name, Query: queryName(q), Err: fmt.Errorf("engine %s: %w", d.engine, err)}
	}
	a.witness.Rough = !d.exact
	return a, nil
}

// omissionNext reports whether a question is whether there is a commission, and, where there
// is none, the next one is whether there is an omission.
func (v *validator) omissionNext(q system.Query) bool {
	if !v.wholeCase || v.Brief || q.Kind != system.Commission || q.Others {
		return false
	}
	i := slices.Index(v.scenario.Case.Checks, q.Check)
	// A check that concerns others is asked for a commission by others first; see commission.
	return i >= 0 && !concerns(v.checks[i])
}

func (v *validator) note(q system.Query, d decision) {
	v.asked = append(v.asked, q)
	v.decisions = append(v.decisions, Decision{Query: v.questionName(q), Answer: d.answer, Proved: d.proved, Engine: d.engine, Why: d.why, Took: d.took, Cost: d.cost})
}

// laterProofs has the engine look for proofs of what is refuted up to the bound, now that all is answered.
func (v *validator) laterProofs(c *Case) error {
	p, ok := v.decider.(laterProver)
	if !ok || !v.sparing {
		return nil
	}
	list, err := p.later(v.ctx)
	for _, u := range list {
		if !u.proof.proved {
			continue
		}
		// v.asked and v.decisions have the same length and order.
		for i, q := range v.asked {
			if d := &v.decisions[i]; q == u.query {
				had := decision{engine: d.Engine, why: d.Why, took: d.Took}.provedBy(u.proof)
				d.Proved, d.Engine, d.Why, d.Took = true, had.engine, had.why, had.took
			}
		}
		c.prove(u.query, v.last(u.query))
	}
	return err
}

// last reports whether nothing else is asked of a check where a question about it has no answer.
func (v *validator) last(q system.Query) bool {
	if q.Kind == system.Omission {
		return true
	}
	// Brief asks for no omission, so the last question is the last one of commission.
	i := slices.Index(v.scenario.Case.Checks, q.Check)
	return v.Brief && i >= 0 && q.Others == concerns(v.checks[i])
}

// prove notes that a question has no answer of any length. Last says that nothing else is asked of
// the check that it is about.
func (c *Case) prove(q system.Query, last bool) {
	forward := func(f *Forward) {
		// Of a disturbed conflict, the answer None belongs to the undisturbed question.
		asked := f.query
		asked.Undisturbed = f.Disturbed
		f.Proved = f.Proved || f.Answer == None && asked == q
	}
	switch q.Kind {
	case system.ChecksAlone:
		c.ChecksAlone.Proved = true
	case system.Compliant:
		c.Compliant.Proved = true
	case system.Forward:
		forward(&c.Forward)
		for i := range c.Conflicts {
			forward(&c.Conflicts[i])
		}
	case system.Commission, system.Omission:
		for i := range c.Backward {
			if b := &c.Backward[i]; b.Decl == q.Check {
				// Never is about commissions of the agent, Proved about the answer that is kept.
				b.Never = b.Never || q.Kind == system.Commission && !q.Others
				b.Proved = b.Proved || b.Answer == None && last
			}
		}
	}
}

func queryName(q system.Query) string {
	switch {
	case q.Others:
		return q.Kind.String() + " by others of " + q.Name()
	case q.Undisturbed:
		return q.Kind.String() + " undisturbed"
	}
	if q.Kind == system.Commission || q.Kind == system.Omission {
		return q.Kind.String() + " of " + q.Name()
	}
	return q.Kind.String()
}

// class returns the class of the call that breaks its precondition: the first
// that fits.
func (v *validator) class(w *Witness, i int) Class {
	calls := w.Calls()
	// The order of the tests is the precedence: repeat, asked, anchor, other.
	for _, earlier := range calls[:i] {
		if sameCall(earlier, calls[i]) {
			return Repeat
		}
	}
	class := Other
	for _, c := range v.checks {
		for _, a := range c.Atoms {
			if !a.Matches(calls[i]) {
				continue
			}
			switch form := c.Basics[a.Basic].Form; {
			case form.Asks() && !a.Anchor:
				return Asked
			case a.Anchor, form.Conditional():
				// Keep looking: a later check may still ask for the call.
				class = Anchor
			}
		}
	}
	return class
}
