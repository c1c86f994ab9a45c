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
// with eight times the budget, since what makes a question hard is mostly in the model. So
// the others cost about a quarter of what the leading engine does.
//
// What the solver refutes up to the bound, the others may still prove for every length.
type portfolio struct {
	v      *validator
	search *searcher
	solver *bounded
	proofs bool                    // a fixed point can be asked for a proof of every length
	left   func(system.Query) bool // the search is known to give up; may be nil

	lead    Engine // "" before a question took several engines
	unfit   bool   // the last question could not be put to a fixed point
	givenUp int    // proofs for every length that were

	unproved *ast.Check // a commission of it was refuted up to the bound, and no proof was found
}

// The budgets of the first round: steps that take each engine 10 to 20 ms.
const (
	searchSteps = 400_000
	solverSteps = 10_000
	proofSteps  = 10_000
)

// leadFactor is how much larger the budget of the engine that leads is. For the search that
// is about as long as the solver takes to take up a model of 148 tools.
const leadFactor = 8

// searchProof is how many steps the search takes in all for a question that is known to
// have no answer up to the bound. With four times as many it proves no more of the examples.
const searchProof = 1_600_000

// explaining is how many rounds a question gets that only explains the answer to another one.
const explaining = 3

// glance is how many steps the search takes before any other engine is asked: most
// questions need no more.
const glance = 10_000

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

	asked bool
	over  bool // no more is to be had of it
	last  decision
	took  time.Duration
}

func (p *portfolio) decide(ctx context.Context, q system.Query, bound int) (decision, error) {
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
	for round := 0; c.open() > 0 && ctx.Err() == nil && !(p.v.explains && round == explaining); round++ {
		for _, x := range c.list {
			steps := x.steps << (2 * min(round, 20))
			switch {
			case x.over:
				continue
			case c.open() == 1 && !p.v.explains:
				steps = 0
			case p.leads(x.engine, round):
				steps *= leadFactor
			}
			if done, err := c.turn(x, steps); err != nil {
				return decision{}, err
			} else if done {
				if !x.last.settled { // of a search that could do no more, only values were left to find
					p.lead = x.engine
				}
				return c.summary(), nil
			}
		}
	}
	d := c.summary()
	if d.answer == Unknown && ctx.Err() != nil {
		d.reason = context.Cause(ctx)
	}
	if d.answer == None && q.Kind == system.Commission {
		p.unproved = q.Check
	}
	return d, nil
}

// leads reports whether an engine has a larger budget in a round. As long as nothing is
// known of the case, the search has one in the first round. Spacer has none: what it does
// not find soon it mostly does not find.
func (p *portfolio) leads(e Engine, round int) bool {
	if p.lead == "" {
		return e == Explicit && round == 0
	}
	return e == p.lead && e != Spacer
}

// A contest is the work on one question.
type contest struct {
	ctx   context.Context
	query system.Query
	bound int
	list  []*contender
	by    *contender // whose decision counts
	run   *searching // nil before the search has begun

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
	start := time.Now()
	d, more, err := x.try(steps)
	x.took += time.Since(start)
	x.last, x.asked, x.over = d, true, !more
	switch {
	case d.answer == Found, d.proved, d.longer, d.answer == None && c.boundEnough:
		c.by = x
		return true, err
	case d.answer == None: // up to the bound: the others may prove it for every length
		c.by = x
		for _, other := range c.list {
			other.over = other.over || other.engine == SMT
		}
	}
	return false, err
}

// contest begins the work on a question, for which the search is the only contender yet:
// most are answered at a glance.
func (p *portfolio) contest(ctx context.Context, q system.Query, bound int) *contest {
	c := &contest{ctx: ctx, query: q, bound: bound, boundEnough: p.boundEnough(q)}
	search := &contender{engine: Explicit, steps: searchSteps, try: func(steps uint) (decision, bool, error) { return p.look(c, steps) }}
	c.list, c.by = []*contender{search}, search
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
func (p *portfolio) look(c *contest, steps uint) (decision, bool, error) {
	if c.run == nil {
		c.run = p.search.begin(c.ctx, c.query, c.bound)
	}
	last := c.refuted() && (steps == 0 || steps >= searchProof)
	if last {
		steps = searchProof
	}
	if c.run.goOn(steps) {
		return c.run.end(), false, nil
	}
	return decision{engine: Explicit}.unknown(fmt.Errorf("left after %d steps", steps)), !last, nil
}

// join adds the other contenders.
func (p *portfolio) join(c *contest) {
	search := c.list[0]
	fewer, settled := -1, false
	solver := &contender{engine: SMT, steps: solverSteps, try: func(steps uint) (d decision, more bool, err error) {
		if path := c.run.path(); path != nil && !settled {
			d, err = p.solver.settle(c.query, path, steps)
			if d.answer == Found {
				d.settled = search.over
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

// prove looks for a proof within so many steps. The most that are spent are halved with
// the first two proofs that are given up in a case: a proof that is found at all is mostly
// found within few steps.
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
