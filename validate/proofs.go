package validate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
)

// What the solver has refuted up to the bound is answered. That it holds for every length is
// worth less than answers are. So proofs are looked for once all questions of the case are answered,
// within what is left of the part of the effort that may be unsuccessful (see room), unless the caller
// wants proofs ([Options.Prove]). Effort is counted in steps of the solver and not timed, so that
// the same answers are proved on every machine.

// So many of these steps take about as long as one step of the solver, half a microsecond, and so many
// steps of it as long as it takes to set up one term of clauses, or a solver.
const (
	exploreSteps = 14 // of the search, where it lists few strings
	roomSteps    = 8  // of it, mostly
	spacerSteps  = 2
	clauseEffort = 48
	usualClauses = 14 * clauseEffort // for each tool
	solverEffort = 60_000
)

const (
	// leadShare is how many times as much the engine that leads does as all unsuccessful work, and
	// trialShare that of an engine on trial. allowance, 5 ms, may always be unsuccessful.
	leadShare  = 10
	trialShare = 1
	allowance  = 10_000

	// nowShare is how many times as much the engine that leads does for a question as others do.
	nowShare = 16

	// leastTurn is the least effort that is worth while.
	leastTurn = 10_000

	// longProof is how many steps Spacer has at least for each step that it takes to set it up, since
	// few proofs are shorter, unless there is smallProof times the effort of setting it up.
	longProof  = 11
	smallProof = 4

	// firstProof is how many steps the search takes first for a question that is known to have no answer
	// up to the bound, and searchProof how many it takes in all. With four times as many it proves no
	// more of the examples.
	firstProof  = 250_000
	searchProof = 1_600_000

	// firstTurn is how many steps the search takes before it is seen what they took.
	firstTurn = 50_000

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
		return usualClauses * uint(len(p.v.scenario.Tools))
	}
	return p.v.clauses
}

// room returns how much effort may be spent beside the engine that leads: that all unsuccessful work
// in the case, and all that went into proofs, is a part of what the engine did for answers. What
// another engine answered was successful.
func (c *contest) room() uint { return c.beside(c.leader(), c.share(leadShare)) }

// share returns how many times as much as the others the engine that leads does; usual, if it is known
// to be best and goes on where it was stopped.
func (c *contest) share(usual uint) uint {
	switch {
	case c.trial:
		return trialShare
	case c.leader() == Spacer:
		return 1
	}
	return usual
}

// beside is room beside an engine that does some times as much.
func (c *contest) beside(lead Engine, share uint) uint {
	did, others := c.did(lead)
	// room is the limit for the case; past is what proofs and vain work of others used of it.
	room, past := (c.efforts[place(lead)].all+did)/share+allowance, c.proving
	for i, did := range c.efforts {
		if i != place(lead) {
			past += did.vain
		}
	}
	// The limit for this question alone applies too: an expensive past does not block it.
	least := did / nowShare
	// The subtractions saturate at 0, since the numbers are unsigned.
	return max(room-min(room, past+others), least-min(least, others))
}

// now returns how much of it may be spent on the question.
func (c *contest) now() uint {
	did, others := c.did(c.leader())
	part := did / c.share(nowShare)
	return part - min(part, others)
}

// did returns what an engine did for the question, and what the others did.
func (c *contest) did(e Engine) (its, others uint) {
	for _, x := range c.list {
		if x.engine == e {
			its = x.effort
		} else {
			others += x.effort
		}
	}
	return its, others
}

// glance returns how many steps the search takes before others are asked.
func (c *contest) glance() uint {
	if (c.lead == SMT || c.lead == Spacer) && !c.v.explains {
		return shortGlance
	}
	return glance
}

// settle adds the efforts for the question to those of the case.
func (c *contest) settle() {
	// The embedded portfolio keeps near for the later questions of the case.
	if _, others := c.did(Explicit); c.query.Kind == system.Compliant {
		c.near = c.answerer == Explicit && others == 0
	}
	for _, x := range c.list {
		did := &c.efforts[place(x.engine)]
		// The search was not in vain either where it found the calls of a joint answer.
		if did.all += x.effort; x.engine != c.answerer && !(c.joint && x.engine == Explicit) {
			did.vain += x.effort
		}
	}
}

// An unproved is a question that is refuted up to the bound.
type unproved struct {
	query  system.Query
	bound  int
	effort uint     // of the solver, to refute it
	tried  uint     // steps that the search had for a proof
	over   bool     // it can do no more
	timed  bool     // the clock ended the look for a proof
	proof  decision // proved, or of no engine
}

// A laterProver is an engine that looks for proofs once all questions of a case are answered.
type laterProver interface {
	later(context.Context) ([]unproved, error)
}

// provedBy returns a decision that there is no answer up to the bound, with a proof that there is none.
func (d decision) provedBy(proof decision) decision {
	// The times of an engine that worked on both are added up.
	for _, t := range d.took {
		if i := slices.IndexFunc(proof.took, func(p Took) bool { return p.Engine == t.Engine }); i >= 0 {
			t.Time += proof.took[i].Time
			// The clone keeps the proof intact: it may be entered for several questions.
			proof.took = slices.Delete(slices.Clone(proof.took), i, i+1)
		}
		proof.took = append(slices.Clip(proof.took), t)
	}
	d.took, d.why = proof.took, fmt.Sprintf("%s; %s: %s", proof.why, d.engine, d.why)
	d.proved, d.engine, d.timed = true, proof.engine, d.timed || proof.timed
	return d
}

// later looks for proofs of what is refuted up to the bound, and returns all of it with those that it finds:
// by the search with ever more steps, of what took the solver the least first, and once by Spacer, in the order of the case.
func (p *portfolio) later(ctx context.Context) ([]unproved, error) {
	list := p.open
	// Both orders point into list, so a proof that one pass finds is seen by the other.
	least := make([]*unproved, len(list))
	for i := range list {
		least[i] = &list[i]
	}
	inOrder := slices.Clone(least)
	slices.SortStableFunc(least, func(a, b *unproved) int { return cmp.Compare(a.effort, b.effort) })
	// Each pass allows four times as many steps as the one before.
	for steps := uint(firstProof); steps <= searchProof; steps *= 4 {
		for _, u := range least {
			// A proof that no run fails a check would be one that none does by a call that the check speaks of.
			if openOf(list, u.query, system.Omission, system.Commission) {
				continue
			}
			if err := p.explore(ctx, u, steps); err != nil {
				return nil, err
			}
			for _, o := range least { // mostly it was found out with the commission
				if u.proof.proved && u.query.Kind == system.Commission && o.query.Kind == system.Omission && o.query.Check == u.query.Check {
					if err := p.explore(ctx, o, steps); err != nil {
						return nil, err
					}
				}
			}
		}
		// Spacer begins anew each time, so it gets one attempt, after the first pass.
		if steps > firstProof || !p.proofs {
			continue
		}
		for _, u := range inOrder {
			// The condition that Spacer has to find for an omission is mostly simpler.
			if openOf(list, u.query, system.Commission, system.Omission) {
				continue
			}
			if err := p.proveLater(ctx, u, list); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// openOf reports whether a question of one kind about a check is as open as that of another kind.
func openOf(list []unproved, q system.Query, kind, other system.Kind) bool {
	return q.Kind == kind && q.Check != nil && slices.ContainsFunc(list, func(u unproved) bool {
		return u.query.Kind == other && u.query.Check == q.Check && !u.proof.proved
	})
}

// explore has the search look for a proof.
func (p *portfolio) explore(ctx context.Context, u *unproved, steps uint) error {
	// The search begins anew: the run of the original question has ended.
	c := p.contest(ctx, u.query, u.bound)
	defer c.end()
	room := c.beside(SMT, leadShare)
	steps = min(steps, room*roomSteps)
	// A repetition pays only with at least twice the steps, since it repeats all earlier ones.
	if u.proof.proved || u.over || steps < max(firstProof/2, 2*u.tried) || ctx.Err() != nil {
		return nil
	}
	u.tried = steps
	start := time.Now()
	d, more, err := c.look(firstTurn)
	// Short turns, as the effort per step is known only afterwards and must stay within room.
	for more && err == nil && c.run.steps() < steps && c.run.effort()/exploreSteps < room {
		d, more, err = c.look(min(steps, c.run.steps()+firstTurn))
	}
	took := time.Since(start)
	p.v.stats.Search += took
	d.took = []Took{{Explicit, took}}
	u.over = !more
	// Less v.effort, spent is the effort of this search alone.
	p.proving += c.spent() - p.v.effort
	if d.proved {
		u.proof = d
	}
	return err
}

// proveLater has Spacer look for a proof. One that no run fails a check is one that none does by a call
// that the check speaks of.
func (p *portfolio) proveLater(ctx context.Context, u *unproved, list []unproved) error {
	// The contest only computes budgets here; its search never begins.
	c := p.contest(ctx, u.query, u.bound)
	steps := min(c.spacerSteps(c.beside(SMT, leadShare)), longProof*p.setUp())
	if u.proof.proved || steps == 0 || ctx.Err() != nil {
		return nil
	}
	before := p.v.effort
	d, _, err := p.prove(ctx, u.query, steps)
	p.proving += p.v.effort - before
	if u.timed = d.timed; !d.proved {
		return err
	}
	u.proof = d
	// The commission of the same check is proved with it. The shadowed c is its entry.
	for i := range list {
		if c := &list[i]; u.query.Kind == system.Omission && c.query.Check == u.query.Check && p.v.omissionNext(c.query) {
			c.proof = d
			c.proof.why = "no run fails the check: " + d.why
		}
	}
	return err
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
		if x.engine != Spacer || x.over {
			continue
		}
		// The omission comes first; see above.
		if proved, err = p.byOmission(c); proved || err != nil {
			return proved, err
		}
		return c.turn(x, p.mostSteps())
	}
	return false, nil
}

// bySearch has the search go on for a proof. What it did not find about a commission, it does not
// find about the omission either.
func (p *portfolio) bySearch(c *contest) (proved bool, err error) {
	x := c.list[slices.IndexFunc(c.list, func(x *contender) bool { return x.engine == Explicit })]
	// A search that is over can do no more; one that failed for the commission is not repeated.
	if x.over || c.query.Kind == system.Omission && c.query.Check != nil && c.query.Check == p.searched {
		return false, nil
	}
	steps := uint(searchProof)
	if p.v.Prove {
		steps = wantedProof
	}
	// The steps of the rounds count: the search may have had its share already.
	if steps <= c.run.steps() {
		return false, nil
	}
	if proved, err = c.turn(x, steps); !proved && c.query.Kind == system.Commission {
		p.searched = c.query.Check
	}
	return proved, err
}

// mostSteps returns how many steps Spacer has at most. They are halved with the first two proofs
// that are given up in a case: a proof that is found at all is mostly found within few steps.
func (p *portfolio) mostSteps() uint { return p.v.ProofSteps >> min(p.givenUp, 2) }

// spacerSteps returns how many steps Spacer has within some effort; 0 if that is not worth while.
func (c *contest) spacerSteps(room uint) uint {
	steps, setUp := c.mostSteps(), c.setUp()
	// Spacer sets up its clauses anew each time, so that effort comes out of room first.
	left := (room - min(room, setUp)) * spacerSteps
	if left >= min(steps, longProof*setUp) || room >= smallProof*setUp {
		return min(steps, left)
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
	// The search is released first: it answers one question at a time.
	c.run.leave()
	q.Kind = system.Omission
	had := p.givenUp
	d, err := p.decide(c.ctx, q, p.v.scenario.Bound(q, p.v.Bound))
	if err != nil {
		return false, err
	}
	p.givenUp = had // with the commission it is one proof
	// decide takes the answer from here when the omission is due.
	p.ahead = &ahead{q, d}
	if d.answer != None || !d.proved {
		return false, nil
	}
	// The engine that proved the omission is credited with the proof of the commission.
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
	before := p.v.effort
	d, err = p.v.prove(ctx, q, steps)
	if d.proved {
		p.took = (p.v.effort - before - p.v.clauses) * spacerSteps
	}
	// More steps are possible only below the limit for proofs.
	more = steps < most && errors.Is(d.reason, smt.ErrSteps)
	if !more && (errors.Is(d.reason, smt.ErrSteps) || errors.Is(d.reason, smt.ErrTimeout)) {
		p.givenUp++
	}
	return d, more, err
}
