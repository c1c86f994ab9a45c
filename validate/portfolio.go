package validate

import (
	"context"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
)

// A portfolio is the engine Auto. On each question the engines work by turns, within
// budgets that are counted and not timed. The same question has the same answer, the
// same witness and the same engine on every machine, which a race by the clock does not give.
//
// The search comes first: most questions are small when seen from the calls that matter, and
// where the states run out the answer holds for every length. Within a case, the engine that
// answered the last question that took more than one engine leads, since what makes a question
// hard is mostly in the model. It has the longest turns, and the others have theirs as long as
// the unsuccessful work in a case is at most a part of what the leader did; see room. So the case takes
// little longer than by the engine that is best for it. Before a question took
// several engines, the search has a head start and the solver leads on trial.
//
// The search of states pauses and goes on, and the solver goes on with what it has learnt;
// the fixed point begins anew.
//
// What the solver refutes up to the bound, the others may still prove for every length
// (proofs.go).
type portfolio struct {
	v      *validator
	search *searcher
	solver *bounded
	proofs bool                    // a fixed point can be asked for a proof of every length
	beyond func(system.Query) bool // the search is known to give up; may be nil

	lead    Engine // "" before a question took several engines
	near    bool   // the search has found the run that complies by itself
	givenUp int    // proofs for every length that were
	took    uint   // steps that Spacer took for its last proof

	efforts [3]effort // by place of the engine, for the questions of the case before this one
	proving uint      // the effort for proofs so far
	open    []unproved

	searched *ast.Check // the search was asked for a proof about a commission of it, and had none
	unproved *ast.Check // a commission of it was refuted up to the bound, and no proof was found
	ahead    *ahead     // the answer to the next question, where it is known

	spare *contest // one that has ended; nil if there is none
}

// An effort is what an engine did for answers, and which part of it was for questions that another one
// answered.
type effort struct{ all, vain uint }

// place returns the place of an engine of a portfolio.
func place(e Engine) int {
	switch e {
	case Explicit:
		return 0
	case SMT:
		return 1
	}
	return 2
}

// The budgets of the first round: steps that take each engine 10 to 20 ms.
const (
	searchSteps = 400_000
	solverSteps = 10_000
	proofSteps  = 10_000
)

// solverLead is how much larger the budget of the solver is where it leads, and provenLead where it has
// answered the last question that took several engines. A solver that is stopped often takes longer in all.
const (
	solverLead = 32
	provenLead = 128
)

// headStart is how many steps the search takes before a solver is set up for the case, which
// costs about as much for a model of 148 tools; vagueStart is how many while values are vague,
// since then the search answers fewer questions. Where it has found the run that complies, it goes
// on while it is nearing its end, in turns of nearSteps, until it took nearMost.
const (
	headStart  = 4_000_000
	vagueStart = 450_000
	nearSteps  = 200_000
	nearMost   = 1_600_000
)

// explaining is how many rounds a question gets that only explains the answer to another one.
const explaining = 3

// glance is how many steps the search takes before any other engine is asked: most
// questions need no more. Where the solver leads it is shorter.
const (
	glance      = 100_000
	shortGlance = 50_000
)

func (p *portfolio) close() {
	p.search.close()
	p.solver.close()
}

func (p *portfolio) decide(ctx context.Context, q system.Query, bound int) (decision, error) {
	// byOmission has already asked this question in advance.
	if known := p.ahead; known != nil && known.query == q {
		return known.decision, nil
	}
	c := p.contest(ctx, q, bound)
	defer c.end()
	defer c.settle()
	// Phase 1: the search alone, for a short turn. Most questions end here.
	search := c.list[0]
	if p.beyond != nil && p.beyond(q) {
		search.over = true
	} else if done, err := c.turn(search, c.glance()); done || err != nil {
		return c.summary(), err
	}
	// Phase 2: the other engines join; the search first gets its head start.
	p.join(c)
	done, err := c.headStart(search)
	if err == nil && !done {
		c.excuse()
		done, err = p.rounds(c)
	}
	// Phase 3: a proof for every length. A sparing validator leaves it to later.
	if err == nil && !done && c.refuted() && !p.v.sparing {
		done, err = p.everyLength(c)
	}
	if err != nil {
		return decision{}, err
	}
	d := c.summary()
	// The end of ctx is the true reason, whatever the engine that counts reports.
	if d.answer == Unknown && ctx.Err() != nil {
		d.reason = context.Cause(ctx)
	}
	if p.v.sparing && d.answer == None && !d.proved && !d.longer {
		refuting, _ := c.did(SMT)
		p.open = append(p.open, unproved{query: q, bound: bound, effort: refuting, over: c.search.over})
	}
	// boundEnough reads this for the omission of the same check.
	if !done && d.answer == None && q.Kind == system.Commission {
		p.unproved = q.Check
	}
	return d, nil
}

// rounds has the engines work by turns until the question is answered, for every length or up
// to the bound, or all have given up. It reports whether no more is to be found out.
func (p *portfolio) rounds(c *contest) (done bool, err error) {
	for round := 0; c.left() > 0 && !c.refuted() && c.ctx.Err() == nil && !(p.v.explains && round == explaining); round++ {
		// The leader can change from round to round, since an engine may have given up.
		c.order()
		for _, x := range c.list {
			if x.over {
				continue
			}
			steps := c.budget(x, round)
			// Nothing is left to alternate with, so a last engine is not interrupted.
			if c.left() == 1 && !p.v.explains {
				steps = unlimited
			}
			// budget returns 0 for an engine that has to wait for the leader.
			if steps == 0 {
				continue
			}
			done, err := c.turn(x, steps)
			if err != nil {
				return false, err
			}
			if done || c.refuted() {
				c.answered(x)
				return done, nil
			}
		}
	}
	return false, nil
}

// unlimited is a budget of any number of steps.
const unlimited = ^uint(0)
