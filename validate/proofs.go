package validate

import (
	"context"
	"errors"
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
)

// What the solver has refuted up to the bound is answered. That it holds for every length is
// worth less than answers are, so that a proof is looked for within a part of the effort that
// the answers of the case took, unless the caller wants proofs ([Options.Prove]). Effort is
// counted in steps of the solver and not timed, so that the same answers are proved on every
// machine.

// So many of these steps take about as long as one step of the solver, half a microsecond, and so many
// steps of it as long as it takes to set up one term of clauses.
const (
	exploreSteps = 16 // of the search
	spacerSteps  = 2
	clauseEffort = 32
	usualClauses = 600 * clauseEffort
)

const (
	// proofShare is the part of the effort for answers that proofs may take, and
	// proofAllowance what they may take in any case.
	proofShare     = 4
	proofAllowance = 40_000

	// longProof is how many steps Spacer has at least for each step that it takes to set it up, since
	// few proofs are shorter, unless there is smallProof times the effort of setting it up. Once in a
	// case it has some steps less than that: there are proofs that it finds at once.
	longProof  = 11
	smallProof = 6

	// leastSearch is the least effort that is worth while for the search.
	leastSearch = 15_000

	// searchProof is how many steps the search takes in all for a question that is known to
	// have no answer up to the bound. With four times as many it proves no more of the examples.
	searchProof = 1_600_000

	// wantedProof is searchProof where the caller wants proofs.
	wantedProof = 16_000_000
)

// An ahead is the answer to a question that is asked next.
type ahead struct {
	query    system.Query
	decision decision
}

// spent returns the effort so far.
func (c *contest) spent() uint { return c.v.effort + c.run.steps()/exploreSteps }

// effort returns the effort for the question so far.
func (c *contest) effort() (sum uint) {
	for _, x := range c.list {
		sum += x.effort
	}
	return sum
}

// setUp returns about what it takes to set up Spacer for a question.
func (p *portfolio) setUp() uint {
	if p.v.clauses == 0 {
		return usualClauses
	}
	return p.v.clauses
}

// room returns how much effort may be spent on proofs now.
func (p *portfolio) room() uint {
	room := p.answering/proofShare + proofAllowance
	return room - min(room, p.proving)
}

// searchRoom returns how much of it the search may spend: half, as long as that is worth while.
func (p *portfolio) searchRoom() uint {
	room := p.room()
	if room < leastSearch {
		return 0
	}
	return max(room/2, leastSearch)
}

// everyLength looks for a proof that what is refuted up to the bound has no answer of any
// length: by the search, then by Spacer. It reports whether there is one.
//
// Of a check it is proved at once that no run fails it at all, if that is so: the condition that
// Spacer has to find for it is mostly simpler than that for a commission, which follows from it.
func (p *portfolio) everyLength(c *contest) (proved bool, err error) {
	if proved, err = p.bySearch(c); proved || err != nil {
		return proved, err
	}
	for _, x := range c.list {
		if x.engine != Spacer || x.over || p.spacerSteps() == 0 {
			continue
		}
		if proved, err = p.byOmission(c); proved || err != nil {
			return proved, err
		}
		if steps := p.spacerSteps(); steps > 0 {
			proved, err = c.turn(x, steps)
			p.glanced = p.glanced || !proved
			return proved, err
		}
	}
	return false, nil
}

// bySearch has the search go on for a proof. What it did not find about a commission, it does not
// find about the omission either.
func (p *portfolio) bySearch(c *contest) (proved bool, err error) {
	x := c.list[slices.IndexFunc(c.list, func(x *contender) bool { return x.engine == Explicit })]
	if x.over || c.query.Kind == system.Omission && c.query.Check != nil && c.query.Check == p.searched {
		return false, nil
	}
	steps := uint(searchProof)
	switch {
	case p.v.Prove:
		steps = wantedProof
	case p.v.sparing:
		steps = min(steps, c.run.steps()+p.searchRoom()*exploreSteps)
	}
	if steps <= c.run.steps() {
		return false, nil
	}
	if proved, err = c.turn(x, steps); !proved && c.query.Kind == system.Commission {
		p.searched = c.query.Check
	}
	return proved, err
}

// spacerSteps returns how many steps Spacer has for a proof; 0 if that is not worth while. The
// most that are spent are halved with the first two proofs that are given up in a case: a proof
// that is found at all is mostly found within few steps.
func (p *portfolio) spacerSteps() uint {
	steps := p.v.ProofSteps >> min(p.givenUp, 2)
	if !p.v.sparing {
		return steps
	}
	room, setUp := p.room()/2, p.setUp()
	switch left := (room - min(room, setUp)) * spacerSteps; {
	case left >= min(steps, longProof*setUp), room >= smallProof*setUp:
		return min(steps, left)
	case room >= setUp && !p.glanced:
		return min(steps, setUp/2)
	}
	return 0
}

// byOmission asks whether there is an omission of the check of a commission, which is asked next
// in any case, and reports whether it is proved that there is none: then there is no commission.
func (p *portfolio) byOmission(c *contest) (proved bool, err error) {
	q := c.query
	if !p.v.omissionNext(q) {
		return false, nil
	}
	c.end()
	q.Kind = system.Omission
	had := p.givenUp
	d, err := p.decide(c.ctx, q, p.v.scenario.Bound(q, p.v.Bound))
	if err != nil {
		return false, err
	}
	p.givenUp = had // with the commission it is one proof
	p.ahead = &ahead{q, d}
	if d.answer != None || !d.proved {
		return false, nil
	}
	c.by = c.list[slices.IndexFunc(c.list, func(x *contender) bool { return x.engine == d.engine })]
	c.by.asked, c.by.last = true, d
	c.by.last.why = "no run fails the check: " + d.why
	return true, nil
}

// prove has Spacer look for a proof within so many steps.
func (p *portfolio) prove(ctx context.Context, q system.Query, steps uint) (d decision, more bool, err error) {
	most := p.v.ProofSteps >> min(p.givenUp, 2)
	if steps == 0 || steps > most {
		steps = most
	}
	d, err = p.v.prove(ctx, q, steps)
	p.unfit = errors.As(d.reason, new(unfit))
	more = steps < most && errors.Is(d.reason, smt.ErrSteps)
	if !more && (errors.Is(d.reason, smt.ErrSteps) || errors.Is(d.reason, smt.ErrTimeout)) {
		p.givenUp++
	}
	return d, more, err
}
