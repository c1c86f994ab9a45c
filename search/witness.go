package search

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A settler gives an answer of a known call sequence its values, one after the other:
// each the first, in the order of preference, with which the rest is possible.
type settler struct {
	*search
	sequence
	state   []cell // at the call at work
	trace   []settled
	brokeAt []bool // by call

	memo map[string]bool // what possible found out and does not have in tried; nil where there is nothing
	key  []byte          // room for one of memo

	outlook    outlook
	collecting func() // collect, made once
	desk
}

// A desk is the memory of a settler, which serves the next one.
type desk struct {
	tried     []trial     // what possible found out first
	discarded [][]outcome // the memory of outcomes that are done with
	slab      []cell      // where there is room for cells
	different []cell      // room for valuesOf
}

// A trial is that calls from one on, after a state and so many calls that broke preconditions,
// lead to an answer, or do not.
type trial struct {
	call, broken int
	state        []cell
	leads        bool
	ways         []outcome // of the call; nil where they are not kept
}

// settled is a call with its arguments and the state after it.
type settled struct {
	args  []cell
	state []cell
}

var (
	errLost    = errors.New("the values of the answer were not found again")
	errAssumed = errors.New("what was found rests on a guess, and no values were found for it")
	errLists   = errors.New("of several lists that would do, it takes the solver to tell which comes first")
)

// witness returns the smallest answer, which is of a sequence.
func (s *search) witness(of sequence) (*system.Trace, error) {
	w := s.question.search.settler
	if s.question.search.settler = nil; w == nil {
		w = new(settler)
		w.collecting = w.collect
	}
	*w = settler{search: s, sequence: of, trace: w.trace[:0], brokeAt: w.brokeAt[:0], collecting: w.collecting, desk: w.desk}
	defer w.leave()
	s.question.settling, s.question.calls = true, len(of.actions)
	// start reuses its memory, and the settler changes its state.
	w.state = w.copied(s.start())
	first, ok := w.initial()
	for i := 0; ok && i < len(w.sequence.actions); i++ {
		ok = w.call(i)
	}
	if s.err != nil {
		return nil, s.err
	}
	switch {
	case !ok && s.assumes():
		return nil, errAssumed
	case !ok:
		return nil, errLost
	}
	return w.fill(first), s.err
}

// leave leaves the memory of a settler that is done to the next one.
func (w *settler) leave() {
	for i := range w.tried {
		w.discard(w.tried[i].ways)
	}
	w.desk = desk{w.tried[:0], w.discarded, w.slab[:0], w.different}
	w.question.search.settler = w
}

// possible reports whether calls from i on lead to an answer of the sequence.
// Before them, so many have broken preconditions.
func (w *settler) possible(i, broken int, state []cell) bool {
	if w.stopped || broken > w.broken {
		return false
	}
	if i == len(w.sequence.actions) {
		return broken == w.broken && w.accepts(state)
	}
	for k := range w.tried {
		if t := &w.tried[k]; t.call == i && t.broken == broken && slices.Equal(t.state, state) {
			return t.leads
		}
	}
	// The first few trials are compared one by one. Later ones are found by key.
	if len(w.tried) == few {
		w.key = memoKey(w.key[:0], i, broken, state)
		if p, ok := w.memo[string(w.key)]; ok {
			return p
		}
	}
	t := trial{call: i, broken: broken, state: w.copied(state)}
	ways := w.outcomes(i, state, nil, nil)
	t.leads = w.someGoesOn(i, broken, state, ways)
	if len(w.tried) < few {
		if !w.wide { // what is counted there is what it is given up by
			t.ways = ways
		}
		w.tried = append(w.tried, t)
		return t.leads
	}
	w.discard(ways)
	if w.memo == nil {
		w.memo = make(map[string]bool)
	}
	w.memo[string(memoKey(w.key[:0], i, broken, t.state))] = t.leads
	return t.leads
}

// leads reports whether call i, with some arguments given, and those after it lead
// to an answer.
func (w *settler) leads(i, broken int, state, args []cell) bool {
	ways := w.outcomes(i, state, args, nil)
	defer w.discard(ways)
	return w.someGoesOn(i, broken, state, ways)
}

// someGoesOn reports whether one of some outcomes of call i in a state leads to an answer.
func (w *settler) someGoesOn(i, broken int, state []cell, ways []outcome) bool {
	return slices.ContainsFunc(ways, func(o outcome) bool { return w.goesOn(i, broken, state, o) })
}

// waysOf returns the outcomes of call i in the state at work, with no arguments given. They may
// be changed.
func (w *settler) waysOf(i, broken int) []outcome {
	for k := range w.tried {
		if t := &w.tried[k]; t.call == i && t.broken == broken && t.ways != nil && slices.Equal(t.state, w.state) {
			// The caller may change the ways, so the trial gives them up.
			ways := t.ways
			t.ways = nil
			return ways
		}
	}
	return w.outcomes(i, w.state, nil, nil)
}

func memoKey(key []byte, i, broken int, state []cell) []byte {
	return appendCells(binary.AppendUvarint(binary.AppendUvarint(key, uint64(i)), uint64(broken)), state)
}

func appendCells(key []byte, list []cell) []byte {
	for _, c := range list {
		key = binary.LittleEndian.AppendUint64(key, uint64(c))
	}
	return key
}

// goesOn reports whether an outcome of call i in a state leads to an answer.
func (w *settler) goesOn(i, broken int, state []cell, o outcome) bool {
	if o.pending >= 0 {
		return w.pendingGoesOn(i, broken, state, o)
	}
	if o.broke {
		broken++
	}
	// The sequence says which call is the first to break a precondition.
	if i < w.first && o.broke || i == w.first && !o.broke || w.astray(i+1, o.state) {
		return false
	}
	return w.possible(i+1, broken, o.state)
}

// initial settles the initial state.
func (w *settler) initial() ([]cell, bool) {
	for k, l := range w.leaves {
		if w.state[k] != unset && !w.entries[l] {
			continue
		}
		w.load(w.state)
		// Members of sets and entries of maps are left to the solver.
		if w.late(l) || w.entries[l] && w.entered {
			w.fail(errAssumed)
			return nil, false
		}
		if !slices.ContainsFunc(w.preferred(l, nil, true), func(c cell) bool {
			w.state[k] = c
			return w.possible(0, 0, w.state)
		}) {
			return nil, false
		}
	}
	return w.copied(w.state), len(w.leaves) > 0 || w.possible(0, 0, w.state)
}

// late reports whether a leaf is a set or a map that starts anywhere, whose members a
// witness settles after all else.
func (w *settler) late(l int) bool {
	_, err := w.dom.of(l)
	return w.approximate && hasMembers(w.question.search.model.leaves[l].Type) && err != nil
}

// load puts a state into its slots. Of the state after it nothing is known.
func (w *settler) load(state []cell) {
	w.params, w.before = nil, state
	n := len(w.question.search.model.leaves)
	for k, l := range w.leaves {
		w.expand.cells[l], w.expand.cells[l+n] = state[k], unset
	}
}

// toldBy returns the first of the values to try for the k-th argument with which some of the
// ways that a call may go remain, and these ways, where the ways themselves tell. Nothing has
// asked for the argument in ways in which it is unset, so that they are the same with any value. Where
// something has in all of them, those with a value are as they would be if it had been given; values
// that were not tried are among the values to try only of what has strings in it.
func (w *settler) toldBy(ways []outcome, k int, seen, list []cell, a *param) (cell, []outcome, bool) {
	switch {
	case w.wide || w.approximate || len(list) == 0:
	case len(seen) == 1 && seen[0] == unset:
		return list[0], ways, true
	case !slices.Contains(seen, unset) && !hasText(a.typ):
		if at := slices.IndexFunc(list, func(c cell) bool { return slices.Contains(seen, c) }); at >= 0 {
			return list[at], slices.DeleteFunc(ways, func(o outcome) bool { return o.args[k] != list[at] }), true
		}
	}
	return 0, nil, false
}

// certain leaves out of the values to try what is no better than a guess: where
// values are vague, that a slot need not be set says only that some value may do,
// so that the first is tried, and no other.
func (w *settler) certain(slot int, seen, list []cell) []cell {
	if !w.approximate || !slices.Contains(seen, unset) || len(list) == 0 {
		return list
	}
	if _, err := w.dom.of(slot); err != nil {
		return list[:1]
	}
	return list
}

// hasText reports whether there may be a string in a value: one that stands for
// all that behave like it, of which another is preferred.
func hasText(t types.Type) bool {
	switch t := t.(type) {
	case *types.Record:
		return slices.ContainsFunc(t.Fields, func(f types.Field) bool { return hasText(f.Type) })
	case *types.Array:
		return hasText(t.Elem)
	case *types.Map:
		return hasText(t.Key) || hasText(t.Value)
	}
	return t == types.String
}

// valuesOf returns different values of ways, until it is asked again.
func (w *settler) valuesOf(ways []outcome, of func(*outcome) cell) []cell {
	list := w.different[:0]
	for i := range ways {
		list = append(list, of(&ways[i]))
	}
	w.different = list
	slices.Sort(list)
	return slices.Compact(list)
}

// fill makes a trace of what is settled: the leaves of no matter have the first
// of their values, or what the calls make of it.
func (w *settler) fill(first []cell) *system.Trace {
	n := &namer{s: w.question.search}
	t := &system.Trace{Steps: make([]system.TraceStep, 0, len(w.trace))}
	full := w.whole(first)
	alone := w.Kind == system.ChecksAlone
	if !alone {
		t.Init = n.state(full)
	}
	last, late := t.Init, w.lateLeaves()
	for i, s := range w.trace {
		before := full
		p := w.sequence.actions[i]
		step := system.TraceStep{Call: tool.Call{Tool: p.tool.Name, Args: types.Object{}}}
		for k, c := range s.args {
			x := p.params[k]
			var v types.Value
			if c != absent {
				v = n.argument(w.given(x, c), x)
			}
			if x.Answer {
				step.Answer = property.With(step.Answer, x.Name, v)
			} else if v != nil {
				step.Call.Args = append(step.Call.Args, types.Member{Name: x.Name, Value: v})
			}
		}
		if !alone {
			late = w.lateAfter(late, p)
			full = w.after(full, p, s)
			// A call that changes nothing shares the state before it.
			if step.State = last; !slices.Equal(full, before) {
				step.State = n.state(full)
			}
			last = step.State
		}
		t.Steps = append(t.Steps, step)
	}
	return t
}

// given returns the JSON value of an argument.
func (w *settler) given(p *param, c cell) types.Value {
	if c == null {
		return types.Null{}
	}
	return w.question.search.tab.valueOf(c, p.typ)
}

// whole returns the values of all leaves in the first state.
func (w *settler) whole(first []cell) []cell {
	s := w.question.search
	full := w.cells(len(s.model.leaves))
	full = full[:cap(full)]
	for i := range full {
		switch {
		case s.init[i] != unset:
			full[i] = s.init[i]
		case w.at[i] >= 0:
			full[i] = first[w.at[i]]
		default:
			full[i] = w.smallestLeaf(i, true)
		}
	}
	return full
}

// after returns the values of all leaves after a call.
func (w *settler) after(full []cell, p *action, s settled) []cell {
	next := w.copied(full)
	if p.rule == nil {
		return next
	}
	e := w.expand.env
	copy(e.cells, full)
	w.params = p.params
	for k, a := range p.params {
		e.cells[a.slot] = s.args[k]
	}
	// What a call leaves open has its smallest value, unless the search has settled it below.
	for _, l := range p.rule.transition.Open {
		next[l] = w.smallestLeaf(l, false)
	}
	for i := range p.rule.assigns {
		if a := &p.rule.assigns[i]; !a.aside {
			w.assignAll(a, full, next)
		}
	}
	// Leaves of the state have what the search settled, whatever was computed above.
	for i, l := range w.leaves {
		next[l] = s.state[i]
	}
	for _, a := range p.params {
		e.cells[a.slot] = unset
	}
	return next
}

// assignAll gives the leaves of an assignment their next values.
func (w *settler) assignAll(a *assignment, full, next []cell) {
	e := w.expand.env
	e.need = -1
	if !e.all(a.guards, true) {
		return
	}
	out := e.scratch[:len(a.Leaves)]
	made := a.value(e, out)
	if e.need >= 0 {
		w.fail(errLost)
	}
	// An assignment that cannot be made leaves the old value.
	for i, l := range a.Leaves {
		if next[l] = full[l]; made {
			next[l] = out[i]
		}
	}
}
