package validate

import (
	"context"
	"errors"
	"fmt"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
)

// An Inquiry puts many questions of reach to a solver, each about runs from any
// of several initial states. They share one unrolling and one solver, so that
// another question costs a small part of what the first one does. It is for one
// goroutine. Its witnesses answer the question and are the smallest in nothing,
// and what there is none of is known up to the bound.
type Inquiry struct {
	session *Session
	list    []*system.Scenario
	open    *unrolling
}

var errNoUnrolling = errors.New("the engine answers each question by itself")

// Inquire returns an inquiry about scenarios of one model, of which there is one
// at least, and which have no checks and ignore nothing. It is to be closed. It
// returns nil where the session has no solver, or asks one in another way.
func (s *Session) Inquire(list []*system.Scenario) *Inquiry {
	if s.options.NewSolver == nil || s.options.Engine != Auto && s.options.Engine != SMT {
		return nil
	}
	return &Inquiry{session: s, list: list}
}

// Ask asks a question of reach. Some conditions of the tool that it names are
// ignored, as [system.Scenario] has it. A witness starts at the scenario of
// the place that is returned with it.
func (i *Inquiry) Ask(ctx context.Context, q system.Query, ignored map[ast.Expr]bool) (f Finding, from int, err error) {
	defer recovered(i.list[0].Case, queryName(q), &err)
	if ctx.Err() != nil {
		return Finding{Reason: context.Cause(ctx)}, 0, nil
	}
	whole := ctx
	ctx, end := i.session.within(ctx)
	defer end()
	// The copy carries the ignored conditions; the scenarios themselves are shared.
	one := *i.list[0]
	one.Ignored = ignored
	if err := one.Fits(q); err != nil {
		return Finding{}, 0, err
	}
	d, from, err := i.decide(ctx, q, ignored)
	// Only the context of this work ended, as its resources ran out: they are given back.
	if ctx.Err() != nil && whole.Err() == nil { // what it took is given back
		i.Close()
	}
	if err != nil {
		return Finding{}, 0, err
	}
	f = Finding{Answer: d.answer, Reason: d.reason}
	f.Decision = Decision{Query: queryName(q), Answer: d.answer, Engine: d.engine, Why: d.why}
	if d.answer == Found {
		v := i.replayer(ctx, from, ignored)
		if f.Witness, err = v.witnessOf(q, d.trace); err != nil {
			return Finding{}, 0, &InternalError{Case: v.scenario.Case.Decl.Name().Name, Query: queryName(q), Err: err}
		}
		f.Witness.Rough = true
	}
	return f, from, nil
}

func (i *Inquiry) decide(ctx context.Context, q system.Query, ignored map[ast.Expr]bool) (d decision, from int, err error) {
	d.engine = SMT
	if q.Kind != system.Reach {
		return d.unknown(errNoUnrolling), 0, nil
	}
	if err := compiler.Supports(i.session.System(i.list[0].Model), i.list[0], q); err != nil {
		return d.unknown(err), 0, nil
	}
	u, err := i.unrolling(ctx)
	if err != nil {
		return d.unknown(err), 0, nil // there may be one again when there is more memory
	}
	u.Ignore(ignored)
	// smallest is not called: any answer will do.
	sh := &shaper{unrolling: u, q: q, fewer: -1}
	found := sh.find(i.session.options.Bound)
	// The start must be read before the next Check replaces the model.
	if found {
		from, sh.err = u.Start(u.s)
	}
	// A solver that lacks an assertion would find too many runs, so it is not used again.
	if u.lacking {
		u.s.Close()
		i.open = nil
	}
	switch {
	case sh.err != nil:
		return d.unknown(sh.err), 0, nil
	case found:
		// The values are sought for the one scenario that the run starts from.
		b := &bounded{validator: i.replayer(ctx, from, ignored), open: []*unrolling{u}}
		defer b.dropValues() // and not close: u goes on
		d, err = b.witness(d, sh)
		return d, from, err
	}
	d.answer = None
	d.why = fmt.Sprintf("the solver refutes it up to %d calls", i.session.options.Bound)
	return d, 0, nil
}

// unrolling returns the unrolling of all scenarios.
func (i *Inquiry) unrolling(ctx context.Context) (*unrolling, error) {
	if i.open == nil {
		v := i.replayer(ctx, 0, nil)
		s, err := v.NewSolver(v.Timeout)
		if err != nil {
			return nil, err
		}
		i.open = &unrolling{Unrolling: compiler.UnrollReach(v.system, i.list), asker: asker{v, s, new(uint32)}}
	}
	// The solver outlives the question; each question has a context of its own.
	i.open.v.ctx = ctx
	return i.open, nil
}

// replayer returns a validator of runs from one of the scenarios, which takes
// any answer, and has no engine.
func (i *Inquiry) replayer(ctx context.Context, from int, ignored map[ast.Expr]bool) *validator {
	sc := *i.list[from]
	sc.Ignored = ignored
	s := i.session
	p := s.prepare(sc.Model)
	return &validator{Options: s.options, ctx: ctx, scenario: &sc, system: p.system, machine: p.machine, anyAnswer: true}
}

// Close releases the solvers.
func (i *Inquiry) Close() {
	if i != nil && i.open != nil {
		i.open.s.Close()
		i.open = nil
	}
}
