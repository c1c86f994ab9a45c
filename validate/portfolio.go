package validate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
)

// A portfolio is the engine Auto. On each question the engines work by turns, within
// budgets that are counted and not timed, and four times as large in each round. The
// engine that is best for a question answers before the others have cost
// much more than it. The same question has the same answer, the same witness and the
// same engine on every machine, which a race by the clock does not give.
//
// The search of states pauses and goes on, and the solver goes on with what it has learnt;
// the fixed point begins anew, which costs a third more in all. The search comes first: most
// questions are small when seen from the calls that matter, and where the states run out
// the answer holds for every length. Within a case, the engine that answered the last
// question that took more than one engine leads: it comes first, and, unless it is Spacer,
// with a larger budget, since what makes a question hard is mostly in the model. So
// the others cost about a quarter of what the leading engine does, and Spacer, which is dear to set
// up, has a turn only after the others have done some times as much.
//
// What the solver refutes up to the bound, the others may still prove for every length
// (proofs.go).
type portfolio struct {
	v      *validator
	search *searcher
	solver *bounded
	proofs bool                    // a fixed point can be asked for a proof of every length
	left   func(system.Query) bool // the search is known to give up; may be nil

	lead    Engine // "" before a question took several engines
	unfit   bool   // the last question could not be put to a fixed point
	givenUp int    // proofs for every length that were
	vain    int    // questions that another engine answered although Spacer had turns
	glanced bool   // it was asked for a proof in vain

	answering, proving uint // the effort for answers and for proofs so far

	searched *ast.Check // the search was asked for a proof about a commission of it, and had none
	unproved *ast.Check // a commission of it was refuted up to the bound, and no proof was found
	ahead    *ahead     // the answer to the next question, where it is known
}

// The budgets of the first round: steps that take each engine 10 to 20 ms.
const (
	searchSteps = 400_000
	solverSteps = 10_000
	proofSteps  = 10_000
)

// How much larger the budget of the engine that leads is: of the search after two rounds, and of
// the solver. A solver that is stopped often takes longer in all.
const (
	searchLead = 8
	solverLead = 32
)

// headStart is how many steps the search takes before a solver is set up for the case, which
// costs about as much for a model of 148 tools; vagueStart is how many while values are vague,
// since then the search answers fewer questions.
const (
	headStart  = 4_000_000
	vagueStart = 1_600_000
)

// How much more than an engine that has to wait the others do.
const (
	searchWaits = 6
	spacerWaits = 4
)

// explaining is how many rounds a question gets that only explains the answer to another one.
const explaining = 3

// glance is how many steps the search takes before any other engine is asked: most
// questions need no more.
const glance = 100_000

func (p *portfolio) close() {
	p.search.close()
	p.solver.close()
}

// A contender is an engine at work on one question.
type contender struct {
	engine Engine
	steps  uint // its budget in the first round
	// try works within so many steps, any number if that is zero, and reports whether
	// more steps may help.
	try func(steps uint) (d decision, more bool, err error)

	turns  int // that it had
	asked  bool
	over   bool // no more is to be had of it
	last   decision
	took   time.Duration
	effort uint
}

func (p *portfolio) decide(ctx context.Context, q system.Query, bound int) (decision, error) {
	if known := p.ahead; known != nil && known.query == q {
		return known.decision, nil
	}
	c := p.contest(ctx, q, bound)
	defer c.end()
	if p.left != nil && p.left(q) {
		c.list[0].over = true
	} else if done, err := c.turn(c.list[0], glance); done || err != nil {
		return c.summary(), err
	}
	p.join(c)
	c.order(p.lead)
	if q.Kind == system.Omission && c.boundEnough { // the solver has refuted most of it
		c.order(SMT)
	}
	if p.unfit { // this is found out at once, and the solver may be left to itself
		c.order(Spacer)
	}
	done, err := p.rounds(c)
	if err == nil && !done && c.refuted() {
		done, err = p.everyLength(c)
	}
	if err != nil {
		return decision{}, err
	}
	d := c.summary()
	if d.answer == Unknown && ctx.Err() != nil {
		d.reason = context.Cause(ctx)
	}
	if !done && d.answer == None && q.Kind == system.Commission {
		p.unproved = q.Check
	}
	return d, nil
}

// rounds has the engines work by turns until the question is answered, for every length or up
// to the bound, or all have given up. It reports whether no more is to be found out.
func (p *portfolio) rounds(c *contest) (done bool, err error) {
	for round := 0; c.open() > 0 && !c.refuted() && c.ctx.Err() == nil && !(p.v.explains && round == explaining); round++ {
		for _, x := range c.list {
			if x.over || p.waits(c, x, round) {
				continue
			}
			steps := p.budget(c, x, round)
			if c.open() == 1 && !p.v.explains {
				steps = 0
			}
			done, err := c.turn(x, steps)
			if err != nil {
				return false, err
			}
			if done || c.refuted() {
				if c.inVain(x) {
					p.vain++
				}
				if !x.last.settled { // of a search that could do no more, only values were left to find
					p.lead = x.engine
				}
				return done, nil
			}
		}
		switch p.lead { // from now on those of the engine that leads are the longest, by far
		case SMT:
			c.order(Explicit)
		case Explicit, "":
			c.order(SMT)
		}
	}
	return false, nil
}

// budget returns how many steps an engine has in a round.
func (p *portfolio) budget(c *contest, x *contender, round int) uint {
	steps := x.steps << (2 * min(round, 20))
	if x.engine == Spacer {
		steps = x.steps << (2 * min(x.turns, 20))
	}
	switch {
	case x.engine == Explicit && p.lead != SMT && p.lead != Spacer:
		switch {
		case round > 1:
			return steps * searchLead
		case round == 0 && !p.solver.ready():
			return headStart
		}
	case x.engine == p.lead && x.engine == SMT:
		return steps * solverLead
	}
	return steps
}

// waits reports whether an engine has no turn in a round, until the others have done some times
// as much for the question as it will have by then. Spacer does so, since what it does not find soon
// it mostly does not find, and to set it up costs as much as a turn; and the search, after two
// rounds, where the solver leads.
func (p *portfolio) waits(c *contest, x *contender, round int) bool {
	if x.engine == p.lead || c.open() == 1 {
		return false
	}
	steps, others := p.budget(c, x, round), c.effort()-x.effort
	switch {
	case x.engine == Spacer && !p.unfit:
		return others < (spacerWaits<<min(p.vain, 3))*(x.effort+p.setUp()+steps/spacerSteps)
	case x.engine == Explicit && p.lead == SMT && round > 1:
		return others < searchWaits*steps/exploreSteps
	}
	return false
}

// inVain reports whether Spacer had turns and another engine answered.
func (c *contest) inVain(by *contender) bool {
	return slices.ContainsFunc(c.list, func(x *contender) bool { return x.engine == Spacer && x.effort > 0 && x != by })
}

// A contest is the work on one question.
type contest struct {
	*portfolio
	ctx   context.Context
	query system.Query
	bound int
	list  []*contender
	by    *contender // whose decision counts
	run   *searching // nil before the search has begun

	search contender     // the first of the list
	room   [3]*contender // the memory of the list

	boundEnough bool // that there is no answer up to the bound says that there is none
}

// open returns how many contenders may go on.
func (c *contest) open() (n int) {
	for _, x := range c.list {
		if !x.over {
			n++
		}
	}
	return n
}

// refuted reports whether it is known that there is no answer up to the bound.
func (c *contest) refuted() bool { return c.by.last.answer == None }

// order puts an engine first.
func (c *contest) order(first Engine) {
	slices.SortStableFunc(c.list, func(a, b *contender) int {
		switch {
		case a.engine == first && b.engine != first:
			return -1
		case b.engine == first && a.engine != first:
			return 1
		}
		return 0
	})
}

// turn lets a contender work, and reports whether no more is to be found out.
func (c *contest) turn(x *contender, steps uint) (done bool, err error) {
	start, before, proves := time.Now(), c.spent(), c.refuted()
	d, more, err := x.try(steps)
	x.took += time.Since(start)
	effort := c.spent() - before
	if x.effort += effort; proves {
		c.proving += effort
	} else {
		c.answering += effort
	}
	x.turns++
	x.last, x.asked, x.over = d, true, !more
	switch {
	case d.answer == Found, d.proved, d.longer, d.answer == None && c.boundEnough:
		c.by = x
		return true, err
	case d.answer == None: // up to the bound: the others may prove it for every length
		c.by = x
	}
	return false, err
}

// contest begins the work on a question, for which the search is the only contender yet:
// most are answered at a glance.
func (p *portfolio) contest(ctx context.Context, q system.Query, bound int) *contest {
	c := &contest{portfolio: p, ctx: ctx, query: q, bound: bound, boundEnough: p.boundEnough(q)}
	c.search = contender{engine: Explicit, steps: searchSteps, try: c.look}
	c.list, c.by = append(c.room[:0], &c.search), &c.search
	return c
}

// boundEnough reports whether an answer is not looked for beyond the bound. The checks alone
// have none there. A proof that no run fails a check would be one that none does by a call that the
// check speaks of, and such a proof was just looked for in vain.
func (p *portfolio) boundEnough(q system.Query) bool {
	switch q.Kind {
	case system.ChecksAlone:
		return p.v.scenario.Alone >= 0
	case system.Omission:
		return q.Check != nil && q.Check == p.unproved
	}
	return false
}

func (c *contest) end() { c.run.leave() }

// look lets the search work until so many steps are done in all.
func (c *contest) look(steps uint) (decision, bool, error) {
	if c.run == nil {
		c.run = c.portfolio.search.begin(c.ctx, c.query, c.bound)
	}
	done := false
	if steps == headStart {
		if done = c.run.goOn(vagueStart); !done && c.run.run.Vague() {
			steps = vagueStart
		}
	}
	if done || c.run.goOn(steps) {
		return c.run.end(), false, nil
	}
	return decision{engine: Explicit}.unknown(fmt.Errorf("left after %d steps", steps)), true, nil
}

// join adds the other contenders.
func (p *portfolio) join(c *contest) {
	fewer, settled := -1, false
	solver := &contender{engine: SMT, steps: solverSteps, try: func(steps uint) (d decision, more bool, err error) {
		if path := c.run.path(); path != nil && !settled {
			d, err = p.solver.settle(c.query, path, steps)
			if d.answer == Found {
				d.settled = c.search.over
				return d, false, nil
			}
			settled = errors.Is(err, errNoAnswer)
			fewer = max(fewer, len(path.Tools)-1)
		}
		d, fewer, err = p.solver.within(c.query, c.bound, fewer, steps)
		return d, steps > 0 && errors.Is(d.reason, smt.ErrSteps), err
	}}
	c.list = append(c.list, solver)
	if solver.over = c.refuted(); !solver.over {
		c.by = solver
	}
	if p.proofs && c.query.Kind != system.ChecksAlone && !p.v.anyAnswer {
		c.list = append(c.list, &contender{engine: Spacer, steps: proofSteps, try: func(steps uint) (decision, bool, error) { return p.prove(c.ctx, c.query, steps) }})
	}
}

// summary returns the decision that counts, with what the others say.
func (c *contest) summary() decision {
	if !c.by.asked {
		c.by = c.list[slices.IndexFunc(c.list, func(x *contender) bool { return x.asked })]
	}
	d := c.by.last
	d.took = nil
	why := []string{d.why}
	for _, x := range c.list {
		if !x.asked {
			continue
		}
		d.took = append(d.took, Took{x.engine, x.took})
		d.timed = d.timed || x.last.timed
		if x.last.cost != nil {
			d.cost = x.last.cost
		}
		if x != c.by {
			why = append(why, fmt.Sprintf("%s: %s", x.engine, x.last.why))
		}
	}
	d.why = strings.Join(why, "; ")
	return d
}
