package validate

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
)

// A prover is the engine Spacer. It looks for a proof that a question has no
// answer of any length: a condition that holds before the first call, that
// every call keeps, and that no answer meets ([compiler.Clauses]). Where there
// is none, or none is found, another engine looks for an answer up to the
// bound.
//
// A proof is looked for within a counted number of steps, so that the same
// question is proved on every machine or on none, and within a time, for steps
// that take long. Whether there is a proof changes nothing but whether None is
// known for every length: it is only looked at where the other engine finds no
// answer, or, by the engine Spacer, in its place.
type prover struct {
	*validator
	bounded decider
}

func (p *prover) close() { p.bounded.close() }

func (p *prover) decide(ctx context.Context, q system.Query, bound int) (decision, error) {
	proof, err := p.prove(ctx, q, p.ProofSteps)
	if err != nil || proof.proved {
		return proof, err
	}
	// No proof says nothing about an answer, so the bounded engine decides.
	d, err := p.bounded.decide(ctx, q, bound)
	return d.unproved(proof), err
}

// unproved returns a decision with what came out of looking for a proof.
func (d decision) unproved(proof decision) decision {
	d.why = fmt.Sprintf("%s; spacer: %s", d.why, proof.why)
	d.timed = d.timed || proof.timed
	d.took = append(d.took, proof.took...)
	return d
}

// prove looks for a proof that a question has no answer of any length, within so many
// steps. Its decision is None, proved, or Unknown. The checks alone need none: their
// bound is as good as one.
func (v *validator) prove(ctx context.Context, q system.Query, steps uint) (d decision, err error) {
	d.engine = Spacer
	began := time.Now()
	defer func() { d.took = []Took{{Spacer, time.Since(began)}} }()
	if q.Kind == system.ChecksAlone {
		return d.unknown(errors.New("not asked, as the bound is enough")), nil
	}
	if v.anyAnswer {
		return d.unknown(errors.New("not asked, as any answer will do")), nil
	}
	if v.NewFixedpoint == nil {
		return d.unknown(v.noSolver()), nil
	}
	start := time.Now()
	clauses, err := compiler.Horn(v.system, v.scenario, q)
	v.stats.Encode += time.Since(start)
	if err != nil {
		return d.unknown(err), nil
	}
	result, err := v.fixedpoint(ctx, clauses, steps)
	switch {
	case result == smt.Unsat:
		// The clauses over-approximate the runs, so an unreachable goal refutes the question.
		d.answer, d.proved = None, true
		d.why = fmt.Sprintf("a condition that every call keeps excludes it, over %s", clauses.Size())
		return d, nil
	case result == smt.Sat && len(clauses.Approximate) > 0:
		// Reachable in an over-approximation: this need not be a real run.
		err = fmt.Errorf("it may be possible: %s are over-approximated", clauses.Approximate[0])
	case result == smt.Sat:
		err = errors.New("it is possible after some number of calls")
	}
	d = d.unknown(because(err))
	// A result that the clock influenced is not recorded.
	d.timed = errors.Is(err, smt.ErrTimeout) || ctx.Err() != nil
	return d, nil
}

// fixedpoint asks whether an answer follows from clauses.
func (v *validator) fixedpoint(ctx context.Context, clauses *compiler.Clauses, steps uint) (smt.Result, error) {
	f, err := v.NewFixedpoint(v.proofTime(), steps)
	if err != nil {
		return smt.Unknown, err
	}
	defer f.Close()
	start := time.Now()
	defer func() { v.stats.Solve += time.Since(start) }()
	v.stats.Queries++
	for _, r := range clauses.Rules {
		if err := f.Rule(r); err != nil {
			return smt.Unknown, err
		}
	}
	result, err := f.Query(ctx, clauses.Goal)
	// The effort of setting up this fixed point is the estimate for the next one.
	v.clauses = clauseEffort * uint(clauses.Builder().Size())
	v.effort += v.clauses + f.Steps()/spacerSteps
	return result, err
}

// proofTime is how long a proof is looked for: as long as a question to a
// solver may take, and no longer than is usual for a proof.
func (v *validator) proofTime() time.Duration {
	if v.Timeout > 0 {
		return min(v.Timeout, v.ProofTime)
	}
	return v.ProofTime
}
