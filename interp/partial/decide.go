package partial

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/types"
)

// maxCases bounds the cases into which a question is split.
const maxCases = 256

// A question is whether symbols can have values for which conditions hold.
type question struct {
	cases int // that may still be looked at
}

// possible reports whether conditions may hold together with the facts. If it is
// false, they do not, whatever the symbols are.
func (q *question) possible(f *Facts, list []*Term) bool {
	f = f.clone()
	open, held, ok := f.settle(list)
	if !ok {
		return false
	}
	if len(open) == 0 {
		return q.compatible(f, held)
	}
	if q.cases--; q.cases <= 0 {
		return true
	}
	smallest := open[0]
	for _, t := range open {
		if t.size < smallest.size {
			smallest = t
		}
	}
	c := decisive(smallest)
	both := slices.Concat(open, held)
	return q.possible(f, append(slices.Clip(both), c)) || q.possible(f, append(slices.Clip(both), f.space.Not(c)))
}

// compatible reports whether conditions may hold of which nothing follows one by
// one: it tries the values of symbols that have few. Sums of several others are
// taken to be possible.
func (q *question) compatible(f *Facts, held []*Term) bool {
	if len(held) == 0 {
		return true
	}
	var fewest []types.Value
	var of *Symbol
	for _, x := range symbolsOf(held...) {
		// One unknown member is used in place of all, so there is no single value to try.
		if p := f.span(x); !x.member && p.among != nil && len(p.among) <= maxCases && (of == nil || len(p.among) < len(fewest)) {
			of, fewest = x, p.among
		}
	}
	if of == nil {
		return true
	}
	for _, v := range fewest {
		if q.cases--; q.cases <= 0 {
			return true
		}
		if q.possible(f, append(slices.Clip(held), f.space.Equal(of.term, f.space.constant(v, of.typ)))) {
			return true
		}
	}
	return false
}

// literal returns a condition without its negation.
func literal(t *Term) *Term {
	if t.kind == negation {
		return t.args[0]
	}
	return t
}

// decisive returns a condition in t that has no other conditions in it, and on
// which t depends: t itself, without its negation, if it has none.
func decisive(t *Term) *Term {
	switch t.kind {
	case negation, all, some, choice:
		return decisive(t.args[0])
	}
	if c := choiceIn(t); c != nil {
		return decisive(c.args[0])
	}
	return t
}

// choiceIn returns an alternative in the operands of a term; nil if there is none.
func choiceIn(t *Term) *Term {
	for _, a := range t.args {
		if a.kind == choice {
			return a
		}
		if c := choiceIn(a); c != nil {
			return c
		}
	}
	return nil
}

// settle learns conditions until nothing follows from them. It returns those that
// are still open, and those that were learnt and of which the facts do not say all.
// It is not ok if they contradict each other.
func (f *Facts) settle(list []*Term) (open, held []*Term, ok bool) {
	for {
		f.moved = false
		work := slices.Concat(list, open)
		was := held
		open, held = nil, nil
		// What was learnt before may be decided by what was learnt since.
		for _, t := range was {
			switch r := f.again(t); {
			case r.IsFalse():
				return nil, nil, false
			case r == t:
				held = append(held, t)
			default:
				work = append(work, r)
			}
		}
		list = nil
		for i := 0; i < len(work); i++ {
			t := f.reduce(work[i])
			switch t.kind {
			case constant:
				if t.IsFalse() {
					return nil, nil, false
				}
				continue
			case all:
				work = append(work, t.args...)
				continue
			case some, choice:
				open = append(open, t)
				continue
			}
			// A condition with another one in it is split before anything is learnt from it.
			if decisive(t) != literal(t) {
				open = append(open, t)
				continue
			}
			possible, whole, more := f.learn(t)
			if !possible {
				return nil, nil, false
			}
			if !whole {
				held = append(held, t)
			}
			work = append(work, more...)
		}
		if !f.moved {
			return open, held, true
		}
	}
}

// again returns a condition that was learnt with what is known now, itself aside.
func (f *Facts) again(t *Term) *Term {
	if t.kind == negation {
		return f.space.Not(f.again(t.args[0]))
	}
	args := lists.Map(t.args, f.reduce)
	r := f.space.rebuilt(t, args)
	if r == t {
		// Its own truth must not decide it.
		had, was := f.truth[t]
		delete(f.truth, t)
		r = f.decided(t)
		if was {
			f.truth[t] = had
		}
	}
	return r
}
