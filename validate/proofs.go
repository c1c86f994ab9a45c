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
// steps of it as long as it takes to set up one term of clauses, or a solver.
const (
	exploreSteps = 10 // of the search
	spacerSteps  = 2
	clauseEffort = 48
	usualClauses = 600 * clauseEffort
	solverEffort = 60_000
)

const (
	// leadShare is how many times as much the engine that leads does as all that is in vain, and
	// trialShare that of an engine on trial. allowance, 5 ms, is in vain in any case.
	leadShare  = 4
	trialShare = 2
	allowance  = 10_000

	// pastShare is how many times as much the engine that leads does for a question, where too much
	// was in vain before.
	pastShare = 8

	// leastTurn is the least effort that is worth while.
	leastTurn = 10_000

	// longProof is how many steps Spacer has at least for each step that it takes to set it up, since
	// few proofs are shorter, unless there is smallProof times the effort of setting it up. Once in a
	// case it has some steps less than that: there are proofs that it finds at once.
	longProof  = 11
	smallProof = 6

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
func (c *contest) spent() uint { return c.v.effort + c.run.effort()/exploreSteps }

// setUp returns about what it takes to set up Spacer for a question.
func (p *portfolio) setUp() uint {
	if p.v.clauses == 0 {
		return usualClauses
	}
	return p.v.clauses
}

// room returns how much effort may be spent beside the engine that leads: that all that was in vain
// in the case, and all that went into proofs, is a part of what the engine did for answers. What
// another engine answered was not in vain.
func (c *contest) room() uint {
	lead := c.leader()
	switch {
	case c.trial:
		return c.beside(lead, trialShare)
	case lead == Spacer:
		return c.beside(lead, 1)
	}
	return c.beside(lead, leadShare)
}

// beside is room beside an engine that does some times as much.
func (c *contest) beside(lead Engine, share uint) uint {
	now, beside := uint(0), c.proved
	for _, x := range c.list {
		if x.engine == lead {
			now = x.effort
		} else {
			beside += x.effort
		}
	}
	room, past := (c.efforts[lead].all+now)/share+allowance, c.proving
	for e, did := range c.efforts {
		if e != lead {
			past += did.vain
		}
	}
	least := now / pastShare
	return max(room-min(room, past+beside), least-min(least, beside))
}

// glance returns how many steps the search takes before others are asked.
func (c *contest) glance() uint {
	if c.lead != SMT || c.v.explains {
		return glance
	}
	return min(glance, max(leastGlance, c.beside(SMT, leadShare)/4*exploreSteps))
}

// settle adds the efforts for the question to those of the case.
func (c *contest) settle() {
	if c.efforts == nil {
		c.efforts = make(map[Engine]effort)
	}
	for _, x := range c.list {
		did := c.efforts[x.engine]
		if did.all += x.effort; x.engine != c.answerer {
			did.vain += x.effort
		}
		c.efforts[x.engine] = did
	}
	if c.v.sparing {
		c.proving += c.proved
	}
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
		if x.engine != Spacer || x.over || c.proofSteps() == 0 {
			continue
		}
		if proved, err = p.byOmission(c); proved || err != nil {
			return proved, err
		}
		if steps := c.proofSteps(); steps > 0 {
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
		room := c.room() / 2
		if room < leastTurn || c.query.Kind == system.Forward && !c.query.Undisturbed {
			return false, nil
		}
		steps = min(steps, c.run.steps()+room*exploreSteps)
	}
	if steps <= c.run.steps() {
		return false, nil
	}
	if proved, err = c.turn(x, steps); !proved && c.query.Kind == system.Commission {
		p.searched = c.query.Check
	}
	return proved, err
}

// proofSteps returns how many steps Spacer has for a proof of what is refuted up to the bound.
func (c *contest) proofSteps() uint {
	if !c.v.sparing {
		return c.mostSteps()
	}
	return c.spacerSteps()
}

// mostSteps returns how many steps Spacer has at most. They are halved with the first two proofs
// that are given up in a case: a proof that is found at all is mostly found within few steps.
func (p *portfolio) mostSteps() uint { return p.v.ProofSteps >> min(p.givenUp, 2) }

// spacerSteps returns how many steps Spacer has beside the engine that leads; 0 if that is not worth while.
func (c *contest) spacerSteps() uint {
	steps, room, setUp := c.mostSteps(), c.room()/2, c.setUp()
	switch left := (room - min(room, setUp)) * spacerSteps; {
	case left >= min(steps, longProof*setUp), room >= smallProof*setUp:
		return min(steps, left)
	case room >= setUp && !c.glanced:
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
	most := p.mostSteps()
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
