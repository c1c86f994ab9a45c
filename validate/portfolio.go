package validate

import (
	"context"
	"fmt"

	"github.com/mantrac/mantrac/compiler/system"
)

// A portfolio is the engine Auto. It asks one engine after the other, each
// within bounds that are counted and not timed, so that the same question has
// the same answer and the same witness on every machine: a race would be won by
// whoever the clock favours, and two engines that both find a smallest witness
// still differ in how long none is known.
//
// The search of states comes first: most questions are small when seen from
// the calls that matter, and where the states run out the answer holds for
// every length. What it gives up on, the solver decides up to the bound; what
// is not there up to the bound, a fixed point may prove not to be there at all.
type portfolio struct {
	search decider
	solver decider
	// proof looks for one that a question has no answer of any length; nil where
	// nobody can.
	proof func(context.Context, system.Query) (decision, error)
	left  func(system.Query) bool // the search is known to give up; may be nil
}

func (p *portfolio) close() {
	p.search.close()
	p.solver.close()
}

func (p *portfolio) decide(ctx context.Context, q system.Query, bound int) (decision, error) {
	d, err := p.bounded(ctx, q, bound)
	if err != nil || d.answer != None || d.proved || d.longer || p.proof == nil || q.Kind == system.ChecksAlone || ctx.Err() != nil {
		return d, err
	}
	proof, err := p.proof(ctx, q)
	if err != nil || !proof.proved {
		return d.unproved(proof), err
	}
	proof.took, proof.cost = append(d.took, proof.took...), d.cost
	proof.why = fmt.Sprintf("%s; %s: %s", proof.why, d.engine, d.why)
	return proof, nil
}

// bounded decides a question up to the bound, or better.
func (p *portfolio) bounded(ctx context.Context, q system.Query, bound int) (decision, error) {
	if p.left != nil && p.left(q) {
		return p.solver.decide(ctx, q, bound)
	}
	first, err := p.search.decide(ctx, q, bound)
	if err != nil || first.answer != Unknown || ctx.Err() != nil {
		return first, err
	}
	d, err := p.solver.decide(ctx, q, bound)
	d.took, d.cost = append(first.took, d.took...), first.cost
	d.why = fmt.Sprintf("%s; explicit search: %s", d.why, first.why)
	return d, err
}
