package validate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
)

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
	effort uint // for an answer
}

// headStart lets the search work for as long as it would take to set up a solver, if there is none yet.
func (c *contest) headStart(search *contender) (done bool, err error) {
	// The condition also stores c.trial, which leader, share and budget read later.
	if c.trial = !c.solver.ready() && c.lead != SMT && c.lead != Spacer; !c.trial || search.over || c.refuted() {
		return false, nil
	}
	done, err = c.turn(search, headStart)
	// Each further turn has a budget of total steps, so the steps done so far are added.
	for err == nil && !done && c.near && !search.over && c.run.nearing() {
		done, err = c.turn(search, c.run.steps()+nearSteps)
	}
	if done {
		c.answered(search)
	}
	return done, err
}

// answered notes which engine answered a question that took more than a glance.
func (c *contest) answered(x *contender) {
	if !x.last.settled { // of a search that could do no more, only values were left to find
		c.lead = x.engine
	}
}

// leader returns the engine that leads on the question. Where it is not known which is best, and where the
// search leads that was not compared with the solver yet, the solver does.
func (c *contest) leader() Engine {
	goesOn := func(e Engine) bool {
		return slices.ContainsFunc(c.list, func(x *contender) bool { return x.engine == e && !x.over })
	}
	switch {
	case c.query.Kind == system.Omission && c.boundEnough && goesOn(SMT): // it has refuted most of it
		return SMT
	case !c.trial && c.lead != "" && goesOn(c.lead):
		// Not on trial: there the remembered leader has not been compared with the solver yet.
		return c.lead
	case goesOn(SMT):
		return SMT
	case goesOn(Explicit):
		return Explicit
	}
	return Spacer
}

// order puts the engine that leads first. The others keep the order in which they joined.
func (c *contest) order() {
	lead := c.leader()
	rank := func(x *contender) int {
		if x.engine == lead {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(c.list, func(a, b *contender) int { return rank(a) - rank(b) })
}

// budget returns how many steps an engine has in a round; none if it waits until the engine that
// leads has done more.
func (c *contest) budget(x *contender, round int) uint {
	lead := c.leader()
	// Budgets grow fourfold a round. The cap keeps the shift from overflowing.
	steps := x.steps << (2 * min(round, 20))
	again := x.steps << (2 * min(x.turns, 20)) // of Spacer, which begins anew
	switch {
	case x.engine == Spacer && x.engine == lead:
		// Proofs in one case are mostly of a length.
		return max(again, 2*c.portfolio.took)
	case x.engine == lead && lead == SMT && !c.v.explains && c.lead == SMT:
		return steps * provenLead
	case x.engine == lead && lead == SMT && !c.v.explains:
		return steps * solverLead
	case x.engine == lead:
		return steps
	}
	// From here on x is not the leader. It may spend only a share of the leader's effort.
	room := c.now()
	if !c.trial {
		room = min(room, c.room()/2)
	}
	switch {
	case x.engine == Spacer:
		if steps = c.spacerSteps(room); steps < again {
			return 0
		}
		return steps
	case x.engine == SMT && !c.solver.ready():
		// Setting up the solver costs effort as well, which comes out of its room.
		room -= min(room, solverEffort)
	}
	if room < leastTurn {
		return 0
	}
	// The budget of the search is a total of steps; room is converted at its rate so far.
	if x.engine == Explicit {
		did := c.run.steps() // those of a search whose states spread take less
		return did + room*exploreSteps*did/max(c.run.effort(), 1)
	}
	return room
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

	search contender                          // the first of the list
	memory [3]*contender                      // of the list
	looks  func(uint) (decision, bool, error) // look, made once
	own    searching                          // what run points to

	trial bool // no solver was set up for the case before

	answerer Engine // "" if there is none
	joint    bool   // the search has found the calls of the answer

	boundEnough bool // that there is no answer up to the bound says that there is none
}

// left returns how many contenders may go on.
func (c *contest) left() (n int) {
	for _, x := range c.list {
		if !x.over {
			n++
		}
	}
	return n
}

// refuted reports whether it is known that there is no answer up to the bound.
func (c *contest) refuted() bool { return c.by.last.answer == None }

// turn lets a contender work, and reports whether no more is to be found out.
func (c *contest) turn(x *contender, steps uint) (done bool, err error) {
	if steps == unlimited {
		steps = 0
	}
	// proves: the answer up to the bound is known, so this turn only looks for a proof.
	start, before, proves := time.Now(), c.spent(), c.refuted()
	d, more, err := x.try(steps)
	took := time.Since(start)
	if x.took += took; x.engine == Explicit {
		c.v.stats.Search += took
	}
	// Effort for a proof is accounted for separately and does not move the lead.
	if !proves {
		x.effort += c.spent() - before
	}
	x.turns++
	// The calls of a joint answer come from the search and its values from the solver.
	if !proves && (d.answer == Found || d.answer == None) {
		c.answerer, c.joint = x.engine, c.joint && d.answer == Found
	}
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
	c := p.spare
	if p.spare = nil; c == nil {
		c = new(contest)
		c.looks = c.look
	}
	*c = contest{portfolio: p, ctx: ctx, query: q, bound: bound, boundEnough: p.boundEnough(q), looks: c.looks}
	// The contender and the array of the list are part of the contest: no allocation.
	c.search = contender{engine: Explicit, steps: searchSteps, try: c.looks}
	c.list, c.by = append(c.memory[:0], &c.search), &c.search
	return c
}

// boundEnough reports whether an answer is not looked for beyond the bound. The checks alone
// have none there. A proof that no run fails a check would be one that none does by a call that the
// check speaks of, and the search for such a proof has just failed.
func (p *portfolio) boundEnough(q system.Query) bool {
	switch q.Kind {
	case system.ChecksAlone:
		return p.v.scenario.Alone >= 0
	case system.Omission:
		return q.Check != nil && q.Check == p.unproved
	}
	return false
}

// end leaves the memory of the contest to the next one.
func (c *contest) end() {
	c.run.leave()
	c.spare = c
}

// look lets the search work until so many steps are done in all.
func (c *contest) look(steps uint) (decision, bool, error) {
	if c.run == nil {
		c.own = c.portfolio.search.begin(c.ctx, c.query, c.bound)
		c.run = &c.own
	}
	done := false
	// A search with vague values stops at vagueStart. Only Continue shows whether it is one.
	if steps == headStart {
		if done = c.run.goOn(vagueStart); !done && c.run.run.Vague() {
			steps = vagueStart
		}
	}
	if done || c.run.goOn(steps) {
		return c.run.end(), false, nil
	}
	// The search is paused, not ended: the next turn resumes it.
	return decision{engine: Explicit}.unknown(fmt.Errorf("left after %d steps", steps)), true, nil
}

// join adds the other contenders.
func (p *portfolio) join(c *contest) {
	// These two survive from turn to turn: no answer has at most fewer calls; settled means
	// that the path of the search has no values.
	fewer, settled := -1, false
	solver := &contender{engine: SMT, steps: solverSteps, try: func(steps uint) (d decision, more bool, err error) {
		// First the cheap question: are there values for the calls that the search found?
		if path := c.run.path(); path != nil && !settled {
			d, err = p.solver.settle(c.query, path, steps)
			if c.joint = d.answer == Found; c.joint {
				d.settled = c.search.over
				return d, false, nil
			}
			settled = errors.Is(err, errNoAnswer)
			// Even without values, no answer has fewer calls than the path.
			fewer = max(fewer, len(path.Tools)-1)
		}
		d, fewer, err = p.solver.within(c.query, c.bound, fewer, steps)
		// More steps help only where they were what ran out.
		return d, steps > 0 && errors.Is(d.reason, smt.ErrSteps), err
	}}
	c.list = append(c.list, solver)
	// If the search has refuted it up to the bound, the solver has nothing to add.
	if solver.over = c.refuted(); !solver.over {
		c.by = solver
	}
	if p.proofs && c.query.Kind != system.ChecksAlone && !p.v.anyAnswer {
		c.list = append(c.list, &contender{engine: Spacer, steps: proofSteps, try: func(steps uint) (decision, bool, error) { return p.prove(c.ctx, c.query, steps) }})
	}
}

// excuse leaves the turns of Spacer to the others where the question cannot be put to a fixed point.
func (c *contest) excuse() {
	i := slices.IndexFunc(c.list, func(x *contender) bool { return x.engine == Spacer })
	if i < 0 || c.left() == 0 || c.refuted() {
		return
	}
	start := time.Now()
	if err := compiler.Unfit(c.v.system, c.v.scenario, c.query); err != nil {
		x := c.list[i]
		x.asked, x.over, x.last, x.took = true, true, decision{engine: Spacer}.unknown(err), time.Since(start)
	}
}

// summary returns the decision that counts, with what the others say. It is unknown
// where the time was over before any engine was asked.
func (c *contest) summary() decision {
	// c.by may be the solver although it never had a turn.
	if !c.by.asked {
		first := slices.IndexFunc(c.list, func(x *contender) bool { return x.asked })
		if first < 0 {
			return decision{answer: Unknown}
		}
		c.by = c.list[first]
	}
	d := c.by.last
	// Most questions are answered by the first engine that is asked.
	if len(c.list) == 1 {
		d.took = []Took{{c.by.engine, c.by.took}}
		return d
	}
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
