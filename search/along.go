package search

import (
	"slices"

	"github.com/mantrac/mantrac/lang/types"
)

// Where an over-approximating search has found the calls of the smallest answer, what is
// left are values. With the calls known, the integers between the bounds of a schema are
// tried even where they are many: an argument of many values is left open until its value
// is asked for, and then gets one after the other, in the order of witnesses, until the
// rest of the calls is possible (goesOn). An argument of which no list of values is complete
// has one that checks pin, if the checks come out otherwise with all others. Neither the calls nor the order depends on how
// many values there are, so what is found is the smallest answer: every answer has its
// image in the over-approximation, of which the calls are the smallest.
//
// It is a backtracking search, and takes long where no values will do. So it is given
// few steps, and the solver is asked where they are not enough.

// alongStates is how many states the steps are counted for that are taken to find values.
const alongStates = 50

// manyValues is from how many values on an argument is left open until it is asked for.
const manyValues = 16

// along looks for values for the calls of the smallest answer to a question, which was
// over-approximated with a result that claims nothing.
func (s *Search) along(x *question, r Result) Result {
	y := s.prepareQuestion(task{search: s, ctx: x.ctx, Query: x.Query, bound: x.bound, relaxed: x.relaxed, limit: alongStates, wide: true})
	w := &search{question: y}
	w.prepare()
	w.courses = s.path.courses
	of, ok := w.follow(s.path)
	if !ok || y.err != nil {
		return r
	}
	trace, err := w.witness(of)
	if err != nil || y.unfollowed != nil {
		// A failure here says nothing about the result that is returned.
		s.env.failed = nil
		return r
	}
	found := w.result(Result{Found: true, Trace: trace, States: r.States})
	if !found.Found {
		return r
	}
	return found
}

// follow returns the sequence of the actions that a path calls. It is not ok where one of
// them cannot be called.
func (s *search) follow(p *Path) (of sequence, ok bool) {
	of = sequence{broken: p.Broken, first: p.First}
	for _, place := range p.Tools {
		i := slices.IndexFunc(s.actions, func(a *action) bool { return a.place == place })
		if i < 0 {
			return of, false
		}
		of.actions = append(of.actions, s.actions[i])
	}
	return of, true
}

// postpones reports whether the value of an argument is left open for now.
func (x *expander) postpones(slot int, list []cell) bool {
	at := slot - 2*len(x.search.model.leaves)
	return x.wide && at >= 0 && slot < firstPair && (len(list) > manyValues && x.params[at].typ == types.Int || slices.Equal(list, endless))
}

// endless is what an argument is tried with of which no list of values is complete.
var endless = []cell{vague}

// pendingGoesOn reports whether an outcome of call i leads to an answer with some value of
// the argument that it leaves open.
func (w *settler) pendingGoesOn(i, broken int, state []cell, o outcome) bool {
	w.load(state)
	w.params = w.sequence.actions[i].params
	list, err := w.values(o.pending)
	if err != nil {
		list, err = w.pinnedOnly(i, state, o.args, o.pending, err)
	} else {
		list = w.onCourse(i, state, o.args, o.pending, list)
	}
	if err != nil {
		w.fail(err)
		return false
	}
	args, k := slices.Clone(o.args), o.pending-2*len(w.question.search.model.leaves)
	return slices.ContainsFunc(list, func(c cell) bool {
		args[k] = c
		return w.leads(i, broken, state, args)
	})
}

// pinnedOnly returns the values that checks pin of an argument of which no list is complete,
// as far as the monitors stay on their courses. It is an error where they do with others too.
func (w *settler) pinnedOnly(i int, state, args []cell, slot int, why error) ([]cell, error) {
	list := w.onCourse(i, state, args, slot, w.vaguely(slot))
	if slices.Contains(list, vague) {
		return nil, why
	}
	list, told := w.sorted(slot, list, w.typeAt(slot))
	if !told {
		return nil, errLists
	}
	return list, nil
}

// endlessly returns the values that call i, with some arguments given, may have of an argument
// of which no list is complete: those that are pinned, or the first one where nothing has asked
// for it so far.
func (w *settler) endlessly(i int, args []cell, slot int, asked bool, why error) ([]cell, error) {
	if asked {
		return w.pinnedOnly(i, w.state, args, slot, why)
	}
	if c, ok := w.smallest(slot); ok {
		return []cell{c}, nil
	}
	return nil, why
}

// A course is, for each monitor, the states that it may have at some place on the way to
// an answer, since the smallest answer of the over-approximation may have them there.
// Monitors are not approximated: values that a check tells apart are told apart there too.
type course []map[cell]bool

// coursesOf returns the course after each number of calls.
func (s *search) coursesOf() []course {
	least := s.leastCost()
	list := make([]course, s.depth()+1)
	for i := range list {
		list[i] = make(course, len(s.monitors))
		for m := range list[i] {
			list[i][m] = make(map[cell]bool)
		}
		// The last layer ends with the last state.
		to := s.count()
		if i < s.depth() {
			to = s.layers[i+1]
		}
		for n := s.layers[i]; n < to; n++ {
			// A state from which no answer is reached is on no course.
			if least[n] < 0 {
				continue
			}
			for m := range list[i] {
				list[i][m][s.state(int32(n))[len(s.leaves)+m]] = true
			}
		}
	}
	return list
}

// astray reports whether a state after i calls cannot be on the way to an answer.
func (w *settler) astray(i int, state []cell) bool {
	if w.courses == nil {
		return false
	}
	for m, cells := range w.courses[i] {
		if !cells[state[len(w.leaves)+m]] {
			return true
		}
	}
	return false
}

// onCourse returns the values of an argument of call i with which the monitors may stay
// on their courses.
func (w *settler) onCourse(i int, state, args []cell, slot int, list []cell) []cell {
	p, e := w.sequence.actions[i], w.expand.env
	for k, a := range p.params {
		e.cells[a.slot] = args[k]
	}
	var out []cell
	for _, c := range list {
		e.cells[slot] = c
		if !slices.ContainsFunc(p.monitors, func(m int) bool { return w.strays(i, state, p, m) }) {
			out = append(out, c)
		}
	}
	for _, a := range p.params {
		e.cells[a.slot] = unset
	}
	return out
}

// strays reports whether a call that is in the slots takes a monitor off its course.
func (w *settler) strays(i int, state []cell, p *action, m int) bool {
	table, e := w.question.monitors[m], w.expand.env
	e.need = -1
	next := table.advance(e, state[len(w.leaves)+m], p.atoms[slices.Index(p.monitors, m)])
	// A monitor that waits for an argument may still stay on its course.
	return e.need < 0 && w.courses != nil && !w.courses[i+1][m][next]
}
