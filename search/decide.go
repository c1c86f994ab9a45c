package search

import (
	"context"
	"errors"
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/monitor"
)

// firstStates is how many states a question is given first. Most that can be
// decided need less; of one that does not come to an end within them it is found
// out by over-approximation whether it has an answer at all, before more are visited.
const firstStates = 1000

// Decide answers a question about traces of at most bound calls. Where ctx
// ends, it gives up soon.
//
// That there is no answer of any length is looked for first in ways that find
// nothing else: piece by piece (pieces.go), and with vague values (approximation.go).
// What is found out does not depend on that, but how soon.
func (s *Search) Decide(ctx context.Context, q system.Query, bound int, l Limits) Result {
	if s.broken != nil {
		return Result{Why: s.broken}
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
// any of its patterns is what it asks for, and makes it hold.
func (s *Search) mute(q system.Query) bool {
	i := slices.Index(s.scenario.Case.Checks, q.Check)
	if i < 0 {
		return false
	}
	c := s.monitors[i].check
	return c.Form == forms.Or && !slices.ContainsFunc(c.Atoms, func(a monitor.Atom) bool { return a.No })
}

// staged answers a question within few states, else by over-approximation, else within all.
func (s *Search) staged(ctx context.Context, q system.Query, l Limits, piece bool, answer func(*question) Result, bound int) Result {
	spent := 0
	for _, n := range []int{min(firstStates, l.States), l.States} {
		x := s.prepareQuestion(ctx, q, bound, Limits{States: n}, piece)
		r := Result{Why: x.err}
		if x.err == nil {
			r = answer(x)
		}
		r.States += spent
		if r.Found || r.None || ctx.Err() != nil {
			return r
		}
		spent = r.States
		if n <= firstStates {
			r := s.approximately(x, l, answer)
			spent += r.States
			if r.Found || r.None {
				r.States = spent
				return r
			}
		}
		if r.States = spent; n == l.States || !exhausted(r.Why) {
			return r
		}
	}
	return Result{States: spent, Why: errStates}
}

// exhausted reports whether more states may help.
func exhausted(why error) bool { return errors.Is(why, errStates) || errors.Is(why, errWork) }
