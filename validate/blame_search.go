package validate

import (
	"context"
	"errors"
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
)

// ErrAnswered is the error of [Session.Blame] where the question has an answer.
var ErrAnswered = errors.New("the question has an answer, so there is nothing to blame")

// maxRounds is how many sets are tried in the search for the smallest.
const maxRounds = 64

// maxOpen is how many questions may stay open in the search for what is to blame:
// each can take as long as the question to the solver may, and a question that is
// like one that stayed open rarely gets an answer.
const maxOpen = 3

// An itemSet is a set of items, by their numbers.
type itemSet []bool

func (s itemSet) within(t itemSet) bool {
	for i, in := range s {
		if in && !t[i] {
			return false
		}
	}
	return true
}

// A blamer looks for a smallest set of items without whose complement a
// question still has no answer.
//
// Each trace that answers the question with some of the items left out meets a
// set of items, and all sets within that set have an answer. So what is to blame
// has an item in common with each of the complements: it hits them. The smallest
// set that hits all that are known is tried next. If there is no answer, nothing
// smaller is to blame; if there is one, it shows a new complement. (Ignatiev and
// others, Smallest MUS extraction with minimal hitting set dualization, CP 2015.)
// The set that comes out is the first, in the order of the items, of all
// smallest ones, whichever traces the engine came up with on the way.
//
// Where that takes too long, or a question stays open, a minimal set is found
// by QuickXplain (Junker, AAAI 2004): about twice as many questions as there
// are items in it, times the logarithm of how many there are. When several
// questions have stayed open no more are asked: what is not known to be
// irrelevant stays, and the set is not called minimal.
type blamer struct {
	ctx      context.Context
	session  *Session
	scenario *system.Scenario
	query    system.Query
	items    []item

	met     []itemSet // each has an answer, and so has each set within
	stats   Stats
	unknown bool // a question stayed open
	open    int  // how many did
	err     error
}

func newBlamer(ctx context.Context, s *Session, sc *system.Scenario, q system.Query) *blamer {
	return &blamer{ctx: ctx, session: s, scenario: sc, query: q, items: itemsOf(sc, q)}
}

func (x *blamer) all() itemSet {
	s := make(itemSet, len(x.items))
	for i := range s {
		s[i] = true
	}
	return s
}

// find returns what is to blame, and whether that is known to be minimal. With
// all items there is no answer.
func (x *blamer) find() (s itemSet, minimal bool) {
	// The hitting-set search may give up; QuickXplain then still finds a minimal set.
	s, ok := x.smallest()
	if !ok {
		s = x.minimal()
	}
	return s, ok || !x.unknown
}

// smallest returns the smallest set of items without an answer, if it is found
// in good time.
func (x *blamer) smallest() (itemSet, bool) {
	h := &hitter{size: 0, n: len(x.items)}
	for range maxRounds {
		s, ok := h.smallest()
		if !ok {
			return nil, false
		}
		switch x.ask(s) {
		case None:
			return s, true
		case Unknown:
			return nil, false
		}
		// ask leaves the set that refuted s at the end of met.
		h.add(x.met[len(x.met)-1])
	}
	return nil, false
}

// minimal returns a set of items without an answer, which is minimal unless a
// question stays open.
func (x *blamer) minimal() itemSet {
	// An Unknown of the search before does not make this result less minimal.
	x.unknown = false
	var list []int
	for i := range x.items {
		list = append(list, i)
	}
	s := make(itemSet, len(x.items))
	for _, i := range x.needed(nil, false, list) {
		s[i] = true
	}
	return s
}

// needed returns those of the rest that are to blame beside the base. There is
// no answer with both.
func (x *blamer) needed(base []int, grown bool, rest []int) []int {
	// Only a base that has grown since the last question can have become enough.
	if grown && x.ask(x.setOf(base)) == None {
		return nil
	}
	if len(rest) == 0 || x.err != nil {
		return nil
	}
	if len(rest) == 1 {
		// An ungrown base may never have been asked, as that of the outermost call.
		if !grown && x.ask(x.setOf(base)) == None {
			return nil
		}
		return rest
	}
	// QuickXplain: what two needs given all of one, then what one needs given only that.
	one, two := rest[:len(rest)/2], rest[len(rest)/2:]
	late := x.needed(slices.Concat(base, one), true, two)
	early := x.needed(slices.Concat(base, late), len(late) > 0, one)
	return slices.Concat(early, late)
}

func (x *blamer) setOf(list []int) itemSet {
	s := make(itemSet, len(x.items))
	for _, i := range list {
		s[i] = true
	}
	return s
}

// ask asks the question with nothing but some of the items. If there is an
// answer, the set that it meets is the last of met.
func (x *blamer) ask(s itemSet) Answer {
	if x.err != nil {
		return Unknown
	}
	// A subset of a set with an answer has one, too: no engine is asked.
	for i, m := range x.met {
		if s.within(m) {
			last := len(x.met) - 1
			// The caller reads the set that answers at the end of met.
			x.met[i], x.met[last] = x.met[last], x.met[i]
			return Found
		}
	}
	if x.open == maxOpen {
		x.unknown = true
		return Unknown
	}
	// A fresh engine for each question, as each one is about another scenario.
	v := x.session.validator(x.ctx, x.without(s))
	v.anyAnswer, v.explains = true, true
	defer v.decider.close()
	a, err := v.ask(x.query)
	x.stats.add(v.stats)
	if err != nil {
		x.err = err
		return Unknown
	}
	switch a.answer {
	case Found:
		// A larger set of met items excludes more subsets, so the witness is improved first.
		m := x.meets(v, x.towards(v, a.witness, s))
		x.met = append(x.met, m)
		// The trace meets every item, so it answers the original question.
		if x.all().within(m) {
			x.err = ErrAnswered
		}
	case Unknown:
		x.unknown = true
		x.open++
	}
	return a.answer
}

// proves reports whether an engine proves for every length that there is no
// answer with nothing but some of the items.
func (x *blamer) proves(s itemSet) bool {
	if x.err != nil {
		return false
	}
	v := x.session.validator(x.ctx, x.without(s))
	defer v.decider.close()
	a, err := v.ask(x.query)
	x.stats.add(v.stats)
	x.err = err
	return a.answer == None && a.proved
}

// A hitter finds smallest sets that have an item in common with each of some
// sets.
type hitter struct {
	n    int
	sets [][]int
	size int // none smaller hits them all
	work int // steps that are left for a set
}

// maxWork bounds the search for one set.
const maxWork = 200000

// add adds the complement of a set.
func (h *hitter) add(met itemSet) {
	var list []int
	for i, in := range met {
		if !in {
			list = append(list, i)
		}
	}
	h.sets = append(h.sets, list)
	// Short sets first: they branch least in possible.
	slices.SortStableFunc(h.sets, func(a, b []int) int { return len(a) - len(b) })
}

// smallest returns the first of all smallest sets. It gives up on long
// searches, and where nothing hits.
func (h *hitter) smallest() (itemSet, bool) {
	h.work = maxWork
	s := make(itemSet, h.n)
	// size never shrinks: sets are only added, so smaller hitting sets stay impossible.
	for !h.possible(s, h.size) {
		if h.work < 0 {
			return nil, false
		}
		h.size++
	}
	// Greedy in the order of the items: the first of all smallest sets in that order.
	left := h.size
	for i := 0; i < h.n && left > 0; i++ {
		s[i] = true
		if h.possible(s, left-1) {
			left--
			continue
		}
		s[i] = false
	}
	return s, h.work >= 0
}

// possible reports whether a set hits all with at most so many items more.
func (h *hitter) possible(s itemSet, more int) bool {
	if h.work--; h.work < 0 {
		return false
	}
	// Branch on the first set that is not hit yet: one of its items must be taken.
	i := slices.IndexFunc(h.sets, func(set []int) bool { return !slices.ContainsFunc(set, func(i int) bool { return s[i] }) })
	if i < 0 {
		return true
	}
	if more == 0 {
		return false
	}
	for _, item := range h.sets[i] {
		s[item] = true
		ok := h.possible(s, more-1)
		s[item] = false
		if ok {
			return true
		}
	}
	return false
}
