package slice

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/types"
)

// The reachable values of a slice are what each leaf may be in any state that
// its tools lead to: a few values, or anything. They begin with what the case
// says, and grow by what tools write that can be called, until nothing is new.
// Each leaf is taken by itself, so that more states seem possible than are, and
// never fewer. Planners call this the delete relaxation.
//
// Two things follow for the slice. A tool that can be called in none of these
// states is called in no trace, and the slice can do without it, and without
// what only it needs. And a subgoal that holds in all of these states needs no help:
// leave out of an answer the calls whose other writes are irrelevant; up to any call
// that is left, the rest is a run of the tools of the slice, so that the subgoal holds
// there.
//
// A call that a check forbids which has to hold is in no answer, nor in what is
// left of one, and counts as impossible.
type reachable struct {
	*Slice
	of     []possible // by leaf
	tries  int        // left for what is at work
	live   []int      // places of the tools that may be called
	always []sureness // by subgoal: whether it is true in all states; see [Subgoal.place]
	few    map[*system.Parameter][]argument

	left []int      // room for the places of the others
	list []demand   // room for those of a call
	args []argument // room for those of a call
}

// A sureness says whether something is always so.
type sureness int8

const (
	untold sureness = iota
	surely
	unsure
)

// A possible lists what a leaf may be, or says that it may be anything.
type possible struct {
	list []types.Value
	any  bool
}

// A demand is that a literal has a truth value, or, where there is none, that a
// call does not match a pattern with some pins.
type demand struct {
	*literal
	truth bool
	pins  []pin
}

// A pin is a test of an argument.
type pin struct {
	index int
	*property.Test
}

const (
	mostPossible = 6   // values of a leaf; more are anything
	mostTries    = 100 // for one tool; it is held to be possible then
)

// ahead returns the reachable values of the tools kept, or nil if they cannot remove
// a tool: one that a check names stays anyway.
func (s *Slice) ahead() *reachable {
	if s.Kind == system.ChecksAlone || !slices.ContainsFunc(s.order, func(place int) bool { return !s.scenario.Tools[place].Named }) {
		return nil
	}
	p := s.eyes
	if p == nil {
		p = new(reachable)
		s.eyes = p
	}
	*p = reachable{Slice: s, of: lists.Cleared(p.of, len(s.Leaves)), always: lists.Cleared(p.always, 2*s.literals), live: p.live[:0], left: p.left[:0], few: p.few, list: p.list, args: p.args}
	for l, v := range s.initial {
		p.of[l].any = v == nil
		if s.room.leaves[l] = v; v != nil {
			// The capacity is limited, so that grow does not write into s.initial.
			p.of[l].list = s.initial[l : l+1 : l+1]
		}
	}
	// A copy, as tools are deleted from it.
	left := append(p.left, s.order...)
	p.left = left
	for again := true; again; {
		again = false
		left = slices.DeleteFunc(left, func(place int) bool {
			if !p.may(place, nil) {
				return false
			}
			p.live = append(p.live, place)
			again = true
			return true
		})
		// New values may make further tools possible, and further guards hold.
		for _, place := range p.live {
			again = p.grow(place) || again
		}
	}
	for _, list := range [][]Subgoal{s.Subgoals, s.Whole} {
		for _, x := range list {
			p.settle(x)
		}
	}
	return p
}

// settle finds out whether a subgoal is true in all states.
func (p *reachable) settle(x Subgoal) {
	at := &p.always[x.place()]
	if *at != untold {
		return
	}
	p.tries = mostTries
	p.list = append(p.list[:0], demand{literal: x.literal, truth: !x.truth})
	// It is sure if its opposite is possible in no state.
	if *at = surely; p.together(nil, p.list) {
		*at = unsure
	}
}

// strict reports whether a call of a tool has to keep preconditions in every
// answer.
func (s *Slice) strict(t *system.Tool) bool {
	switch {
	case s.all, s.Kind == system.Forward:
		return !t.MayBreak()
	}
	return s.Kind != system.Reach || s.Broken == nil || s.Tool != t.Name
}

// may reports whether a call of a tool may be possible with some guards.
func (p *reachable) may(place int, guards []*literal) bool {
	t, r := &p.scenario.Tools[place], p.Rule(place)
	p.tries = mostTries
	list := p.allowed(t, p.list[:0])
	for _, g := range guards {
		list = append(list, demand{literal: g, truth: true})
	}
	if r != nil && p.strict(t) {
		for _, c := range p.breakable(place) {
			list = append(list, demand{literal: c.literal, truth: true})
		}
	}
	p.list = list
	// At first nothing is known of the arguments.
	p.args = append(p.args[:0], make([]argument, len(t.Params))...)
	p.room.args = p.args
	may := p.together(t, list)
	p.room.args = nil
	return may
}

// allowed adds the demands that checks which have to hold make of calls of a tool
// that they forbid.
func (p *reachable) allowed(t *system.Tool, list []demand) []demand {
	for f := range p.forbidden {
		if f.Tool != t.Name {
			continue
		}
		var pins []pin
		for i := range f.Tests {
			x := &f.Tests[i]
			pins = append(pins, pin{slices.IndexFunc(t.Params, func(p *system.Parameter) bool { return p.Name == x.Of }), x})
		}
		list = append(list, demand{pins: pins})
	}
	return list
}

// met reports whether a demand is met, as far as that is known.
func (d demand) met(k *known) (value, decided bool) {
	if d.literal != nil {
		value, decided = d.holds(k)
		return value == d.truth, decided
	}
	decided = true
	for _, x := range d.pins {
		a := k.args[x.index]
		if a.given && !x.Accepts(a.value) {
			return true, true
		}
		decided = decided && a.given
	}
	return false, decided
}

// reads returns what a demand reads.
func (d demand) reads() []system.Read {
	switch {
	case d.literal == nil:
		return lists.Map(d.pins, func(x pin) system.Read { return system.Read{Kind: system.Argument, Index: x.index} })
	case d.made != nil:
		list := append(slices.Clip(d.made.Guards), d.made.Value)
		if d.made.Key != nil {
			list = append(list, d.made.Key)
		}
		return system.Reads(list...)
	}
	return d.term.Reads
}

// together reports whether demands may be met at once. Where one needs a leaf or an
// argument, its values are tried, as far as they are few; what cannot be told may
// be.
func (p *reachable) together(t *system.Tool, list []demand) bool {
	var open []demand
	var at system.Read
	var values []argument
	for _, d := range list {
		met, decided := d.met(&p.room)
		switch {
		case decided && !met:
			return false
		case decided:
			continue
		}
		open = append(open, d)
		for _, r := range d.reads() {
			// One open read is tried here, and the others are tried in the recursion.
			if len(values) == 0 && !p.room.has(r) {
				at, values = r, p.values(t, r)
			}
		}
	}
	if len(values) == 0 || p.tries < len(values) {
		return true
	}
	p.tries -= len(values)
	may := slices.ContainsFunc(values, func(v argument) bool {
		p.set(at, v)
		return p.together(t, open)
	})
	// The read is open again for the caller.
	p.set(at, argument{})
	return may
}

func (p *reachable) set(at system.Read, v argument) {
	if at.Kind == system.Before {
		p.room.leaves[at.Index] = v.value
	} else {
		p.room.args[at.Index] = v
	}
}

// values returns what a leaf or an argument may be, or nothing where that is not
// known or much.
func (p *reachable) values(t *system.Tool, at system.Read) []argument {
	switch {
	case at.Kind == system.Before:
		var list []argument
		for _, v := range p.of[at.Index].list {
			list = append(list, argument{true, v})
		}
		return list
	case at.Kind != system.Argument || t == nil || t.Params[at.Index].Bound == nil:
		return nil
	}
	x := t.Params[at.Index]
	list, had := p.few[x]
	if !had {
		list = fewOf(x)
		if p.few == nil {
			p.few = make(map[*system.Parameter][]argument)
		}
		p.few[x] = list
	}
	return list
}

// fewOf returns the values of an argument whose schema lists them, or whose type
// has few; none where there may be others.
func fewOf(p *system.Parameter) (list []argument) {
	given := system.Listed(p.Schema)
	switch p.Bound.Type.(type) {
	case *types.Record, *types.Array:
		return nil
	}
	switch {
	case p.Bound.Type == types.Invalid:
		return nil
	case given != nil:
		for _, v := range given {
			// null is added below, where it is accepted.
			if v != (types.Null{}) {
				list = append(list, argument{true, v})
			}
		}
	case p.Bound.Type == types.Bool:
		list = append(list, argument{true, types.Boolean(false)}, argument{true, types.Boolean(true)})
	default:
		return nil
	}
	if p.Optional {
		// A missing argument is known, too: it has no value.
		list = append(list, argument{given: true})
	}
	if p.Nullable {
		list = append(list, argument{true, types.Null{}})
	}
	return list
}

// grow adds what calls of a tool write, and reports whether any of it is new.
func (p *reachable) grow(place int) (grown bool) {
	r := p.Rule(place)
	if r == nil {
		return false
	}
	for i := range r.Writes {
		w := &r.Writes[i]
		o := &p.of[w.Leaf]
		if o.any || w.Kind == Sets && types.InSet(o.list, w.Value) || len(w.guards) > 0 && !p.may(place, w.guards) {
			continue
		}
		grown = true
		if w.Kind == Sets && len(o.list) < mostPossible {
			o.list = append(o.list, w.Value)
		} else {
			o.list, o.any = nil, true
		}
		// From now on the leaf may have several values.
		p.room.leaves[w.Leaf] = nil
	}
	return grown
}
