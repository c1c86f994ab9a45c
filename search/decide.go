package search

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/property"
)

// firstStates is how many states a question is given first. Most that can be
// decided need less; of one that does not come to an end within them it is found
// out by over-approximation whether it has an answer at all, before more are visited.
const firstStates = 1000

// growingShare is the share of the states that is visited where checks remember what
// calls bind: mostly there are ever more of these, and each is more work.
const growingShare = 5

// Decide answers a question about traces of at most bound calls. Where ctx
// ends, it gives up soon.
//
// That there is no answer of any length is looked for first in ways that find
// nothing else: piece by piece (see pieces), and with vague values (approximation.go).
// What is found out does not depend on that, but how soon.
func (s *Search) Decide(ctx context.Context, q system.Query, bound int, l Limits) Result {
	s.until, s.pause, s.path = math.MaxInt, nil, nil
	return s.answer(ctx, q, bound, l)
}

// answer is Decide, with pauses.
func (s *Search) answer(ctx context.Context, q system.Query, bound int, l Limits) Result {
	s.env.work, s.env.dear, s.steps, s.effort, s.vague, s.nearing, s.cost = 0, 0, 0, 0, false, false, nil
	if l.Costs {
		s.cost = &costs{tools: make(map[string]int)}
	}
	l.States = min(l.States, math.MaxInt32) // states are numbered in 32 bits
	asked := s.env.asked
	r := s.decide(ctx, q, bound, l)
	r.Cost = s.cost.result(s.env.asked - asked)
	return r
}

func (s *Search) decide(ctx context.Context, q system.Query, bound int, l Limits) Result {
	if s.broken != nil {
		return Result{Why: s.broken}
	}
	if s.scenario.Vague != "" {
		return Result{Why: errors.New(s.scenario.Vague + " is too much to tell")}
	}
	if i := slices.Index(s.scenario.Case.Checks, q.Check); i >= 0 && s.unfollowed[i] != nil {
		return Result{Why: s.unfollowed[i]}
	}
	if r, known := s.unfailed[q.Check]; known && (q.Kind == system.Commission || q.Kind == system.Omission) {
		return r
	}
	if q.Kind == system.Commission && s.mute(q) {
		return Result{None: true, Proved: true}
	}
	spent := 0
	if q.Kind == system.Forward {
		states, none := s.pieces(ctx, q, bound, l)
		if none {
			return Result{None: true, Proved: true, States: states}
		}
		spent = states
	}
	r := s.staged(ctx, q, l, false, func(x *question) Result { return x.decide() }, bound)
	r.States += spent
	return r
}

// mute reports whether there can be no commission of a check: a call that matches
// any of its patterns is what it asks for, and makes a part of it hold.
func (s *Search) mute(q system.Query) bool {
	i := slices.Index(s.scenario.Case.Checks, q.Check)
	return i >= 0 && !slices.ContainsFunc(s.monitors[i].check.Basics, func(b *property.Basic) bool { return !demands(b) })
}

// staged answers a question within few states, else by over-approximation, else within all.
func (s *Search) staged(ctx context.Context, q system.Query, l Limits, piece bool, answer func(*question) Result, bound int) Result {
	spent, open := 0, len(s.joints) > 0 && q.Kind != system.Reach
	if open {
		l.States = max(l.States/growingShare, min(firstStates, l.States))
	}
	for _, n := range []int{min(firstStates, l.States), l.States} {
		x := task{search: s, ctx: ctx, Query: q, bound: bound, limit: max(n, 1), piece: piece}
		if open {
			r := s.withoutVariables(x, l)
			if spent += r.States; r.None {
				r.States = spent
				return r
			}
			// Without a reason the relaxed question has an answer, so more states do not help.
			if open = r.Why != nil; piece {
				return r
			}
		}
		r, again := s.once(x, l, answer)
		spent += r.States
		if r.States = spent; r.Found || r.None || ctx.Err() != nil || n == l.States || !again {
			return r
		}
	}
	return Result{States: spent, Why: errStates}
}

// once answers a question within so many states, or else by over-approximation, and
// says whether more states may help.
func (s *Search) once(x task, l Limits, answer func(*question) Result) (r Result, again bool) {
	q := s.prepareQuestion(x)
	defer s.release(q)
	r = Result{Why: q.err}
	if q.err == nil {
		r = q.answered(answer)
	}
	if r.Found || r.None || x.ctx.Err() != nil {
		return r, false
	}
	// Vague values are tried in the first stage alone.
	if x.limit <= firstStates {
		y := s.approximately(q, l, answer)
		y.States += r.States
		if y.Found || y.None {
			return y, false
		}
		r.States = y.States
	}
	return r, exhausted(r.Why)
}

// exhausted reports whether more states may help.
func exhausted(why error) bool { return errors.Is(why, errStates) || errors.Is(why, errWork) }

var (
	errStates = errors.New("the states run out of the limit")
	errWork   = errors.New("the values to be tried run out of the limit")
)

// An obstacle is a value of which no finite list is complete.
type obstacle struct {
	error
	instead string // what to write, as [Cost] has it
}

func cannot(format string, args ...any) obstacle { return obstacle{error: fmt.Errorf(format, args...)} }

// or says what to write instead.
func (o obstacle) or(instead string) error {
	o.instead = instead
	return o
}

// pieces asks a forward question one precondition at a time, and reports whether
// there is no answer of any length to any of the pieces.
//
// Nothing is lost: a trace answers a forward question exactly if some call in it
// of a tool that checks name breaks some precondition of the tool, so that the
// question is the disjunction of its pieces. Much is won: the tools that checks
// name need not keep their preconditions, so that a piece requires only
// that its own precondition is broken, and what the silent tools need that are
// relevant to that. The slices of most pieces are small, and many are empty,
// whereas the states of the whole question multiply what all preconditions of
// all tools read.
//
// Where a piece has an answer, or takes too many states, nothing is claimed. How
// many other preconditions a call breaks is then of interest for the smallest
// witness, and is told by a search of the whole.
func (s *Search) pieces(ctx context.Context, q system.Query, bound int, l Limits) (states int, none bool) {
	for i := range s.scenario.Tools {
		if !s.scenario.Tools[i].MayBreak() {
			continue
		}
		c := s.caller(i)
		if c.rule == nil || q.Tool != "" && q.Tool != c.tool.Name {
			continue
		}
		for n := range c.rule.conds {
			cond := &c.rule.conds[n]
			if !c.breakable(n) || q.Broken != nil && q.Broken != cond.expr {
				continue
			}
			piece := system.Query{Kind: system.Forward, Tool: c.tool.Name, Broken: cond.expr, Undisturbed: q.Undisturbed}
			// The pieces share the states that the whole question may visit.
			r := s.staged(ctx, piece, Limits{States: l.States - states}, true, (*question).exhaust, bound)
			if states += r.States; !r.Proved {
				return states, false
			}
		}
	}
	return states, true
}

// exhaust looks for an answer of any length, and for no smallest one.
func (x *question) exhaust() Result {
	s := x.begin()
	defer s.leave()
	s.prepare()
	if s.early = s.stubbornActions(); x.err == nil {
		s.run()
	}
	none := s.err == nil && len(s.ends) == 0
	return s.result(Result{None: none, Proved: none && !s.dom.cut, States: s.count(), Why: s.err})
}
