package compiler

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/types"
)

// A Choice is something that a trace leaves open, with what a witness should
// rather have.
type Choice struct {
	// Prefer lists conditions, the first possible of which should hold.
	Prefer []*smt.Term
	// Nearest is a number that should be whole, or else of as few parts as
	// possible, and then as near to zero as possible, rather positive than
	// negative; nil if Prefer says all.
	Nearest *smt.Term
	// If is a condition, known from what is settled before, without which
	// there is no preference; nil if there always is one.
	If *smt.Term
	// Key is the number of the key that the choice is about the value of; nil for other choices. Values of maps are settled
	// after all else, the one of the smallest key first.
	Key *smt.Term
}

// Builder returns the builder of the formula's terms.
func (f *Formula) Builder() *smt.Builder { return f.enc.Builder }

// AtMost holds where the trace has at most n calls.
func (f *Formula) AtMost(n int) *smt.Term {
	if n >= f.Bound {
		return f.enc.Bool(true)
	}
	// No call follows one that is left out.
	return f.enc.Eq(f.steps[n].tool, f.enc.Int(0))
}

// Called is the place of the tool of call i, counted from 0, among the tools
// of the scenario, plus one; or 0.
func (f *Formula) Called(i int) *smt.Term { return f.steps[i].tool }

// Broke holds where call i, counted from 0, breaks a precondition in a
// forward query.
func (f *Formula) Broke(i int) *smt.Term { return f.steps[i].broke }

// Choices returns what is open in a trace of known tools, in the order in
// which it is to be settled: the initial state, then call by call the
// arguments and what the call leaves open. calls holds for each call the
// place of its tool, plus one.
func (f *Formula) Choices(m *system.System, calls []int) []Choice {
	c := &chooser{e: f.enc}
	if len(f.states) > 0 {
		given, opened := f.scenario.Initial(), f.scenario.Opened()
		for i, v := range given {
			if v == nil {
				c.least(f.states[0][i], opened[i])
			}
		}
		for i, v := range given {
			if v == nil {
				c.initial(f.states[0][i])
			}
		}
	}
	for i, j := range calls {
		for _, a := range f.steps[i].args[j-1] {
			c.argument(a)
		}
		if t := m.Transition(f.scenario.Tools[j-1].Name); t != nil && len(f.states) > 0 {
			for _, l := range t.Open {
				c.symbol(f.states[i+1][l])
			}
		}
	}
	slices.Reverse(c.late)
	// shown asks for the sets that the choices before it have come by.
	return slices.Concat(c.list, c.late, c.shown(), c.values)
}

type chooser struct {
	e    *encoder
	list []Choice
	late []Choice // settled after list, the last first
	sets []*symbol
	maps []*symbol // of many keys

	values []Choice // of keys, settled after all else
}

// shown returns the choices of the elements that show a difference of sets and
// that a set of the trace has, or a set that is in one: nothing else says what
// they are.
func (c *chooser) shown() []Choice {
	var list []Choice
	// A round may find further sets, with elements of their own.
	done := make(map[*symbol]bool)
	for again := true; again; {
		again = false
		for _, p := range c.e.probes {
			in := c.in(p)
			if !p.shows || done[p.at] || in.IsFalse() {
				continue
			}
			done[p.at], again = true, true
			list = append(list, c.apart(p.at, in)...)
		}
	}
	return list
}

// in holds where a probe is in a set, or a key of a map, that the chooser has
// come by.
func (c *chooser) in(p probe) *smt.Term {
	var any []*smt.Term
	for _, s := range c.sets {
		if types.Identical(s.typ.(*types.Array).Elem, p.elem) {
			any = append(any, c.e.member(s, p.at))
		}
	}
	for _, s := range c.maps {
		if t := s.typ.(*types.Map); types.Identical(t.Key, p.elem) {
			in, _ := c.e.at(s, t, p.row[0])
			any = append(any, in)
		}
	}
	return c.e.Or(any...)
}

// set wants an empty set, or one with few members, of the elements that the formula mentions.
// They are counted, and not wished away one by one: which of them comes first is
// an accident of the formula, and so is whether it mentions an element that
// nothing puts into the set, which is not to keep an argument from being the
// same. Of sets with as many members, the one is preferred whose members come to
// less, column by column. Elements that show a difference come last: where one
// set lacks such an element the other one has it, and what happens before is
// better lacked.
func (c *chooser) set(s *symbol, elem types.Type) {
	if s.array == nil {
		return
	}
	c.sets = append(c.sets, s)
	c.empty(s, elem)
	before, showing := c.probes(elem)
	each := c.counted(s, before, nil)
	c.list = append(c.list, Choice{Nearest: c.adding(each)})
	c.sums(each, before, elem)
	if len(showing) > 0 {
		c.late = append(c.late, Choice{Nearest: c.adding(c.counted(s, showing, before))})
	}
}

// probes returns the elements of a type that the formula mentions, and apart from them
// those that are only shown.
func (c *chooser) probes(elem types.Type) (before, showing []probe) {
	for _, p := range c.e.probes {
		switch {
		case !types.Identical(p.elem, elem):
		case p.shows:
			showing = append(showing, p)
		default:
			before = append(before, p)
		}
	}
	return before, showing
}

// apart returns the choices of a symbol that are made only if a condition holds.
func (c *chooser) apart(s *symbol, condition *smt.Term) []Choice {
	inner := &chooser{e: c.e}
	inner.symbol(s)
	slices.Reverse(inner.late)
	list := append(inner.list, inner.late...)
	for i := range list {
		list[i].If = condition
	}
	c.sets = append(c.sets, inner.sets...)
	return list
}

// counted says of each of some probes whether it is a member of a set that is
// neither before it in the list nor among those before.
func (c *chooser) counted(s *symbol, list, before []probe) []*smt.Term {
	before = slices.Clone(before)
	var each []*smt.Term
	for _, p := range list {
		each = append(each, c.e.Not(c.addsNone(s, p, before)))
		before = append(before, p)
	}
	return each
}

// adding is how many of some conditions hold.
func (c *chooser) adding(each []*smt.Term) *smt.Term {
	list := []*smt.Term{c.e.Int(0)}
	for _, t := range each {
		list = append(list, c.e.Ite(t, c.e.Int(1), c.e.Int(0)))
	}
	return c.e.Add(list...)
}

// sums wants the members of a set that is not empty to come to little: the sum
// of each of their columns in turn. The code of a set in an element is an
// accident of the formula, and is left alone.
func (c *chooser) sums(each []*smt.Term, list []probe, elem types.Type) {
	any := c.e.Or(each...)
	if any.IsFalse() {
		return
	}
	accidental := codes(elem)
	for i, sort := range columns(elem) {
		if accidental[i] {
			continue
		}
		// Of a column of truth values, those that hold are counted.
		zero := c.e.ToSort(c.e.Int(0), sort)
		terms := []*smt.Term{zero}
		for k, p := range list {
			t := p.row[i]
			if sort == smt.Bool {
				t = c.e.Ite(t, c.e.Int(1), zero)
			}
			terms = append(terms, c.e.Ite(each[k], t, zero))
		}
		c.list = append(c.list, Choice{Nearest: c.e.Add(terms...), If: any})
	}
}

// addsNone holds where a probe is no member of a set beside those before it.
func (c *chooser) addsNone(s *symbol, p probe, before []probe) *smt.Term {
	any := []*smt.Term{c.e.Not(c.e.member(s, p.at))}
	for _, q := range before {
		same := []*smt.Term{c.e.member(s, q.at)}
		for i, t := range p.row {
			same = append(same, c.e.Eq(t, q.row[i]))
		}
		any = append(any, c.e.And(same...))
	}
	return c.e.Or(any...)
}

// rather wants a condition.
func (c *chooser) rather(t *smt.Term) {
	if t.Op() != smt.Truth {
		c.list = append(c.list, Choice{Prefer: []*smt.Term{t, c.e.Not(t)}})
	}
}

func (c *chooser) argument(a *argument) {
	if a.symbol != nil {
		c.part(a.symbol)
		return
	}
	c.list = append(c.list, Choice{Nearest: a.choice})
}

func (c *chooser) part(s *symbol) {
	// Left out is better than given, and given is better than null.
	c.rather(s.absent)
	c.rather(c.e.Not(s.null))
	if s.which != nil {
		c.list = append(c.list, Choice{Nearest: s.which})
	}
	if s.odd != nil {
		c.rather(c.e.Not(s.odd))
	}
	if s.there != nil {
		c.positioned(s)
		return
	}
	if _, ok := s.typ.(*types.Record); ok {
		for _, f := range s.fields {
			c.part(f)
		}
		return
	}
	c.symbol(s)
}

// least wants a set or map of many elements to start with nothing but what the case says it has. That comes before all
// else, since the search assumes it (docs/decisions/0081-witnesses-that-come-to-as-much.md).
func (c *chooser) least(s *symbol, open types.OpenDict) {
	switch t := s.typ.(type) {
	case *types.Array:
		c.empty(s, t.Elem)
	case *types.Map:
		if isFew(t) {
			return
		}
		keys := c.e.filled(columns(t.Key))
		for _, x := range open {
			keys = c.e.Store(keys, c.e.constant(x.Key, t.Key).scalar, c.e.Bool(true))
		}
		c.rather(c.e.Eq(s.bits[0], keys))
	}
}

// empty wants a set of many elements to be empty. Z3 does not tell in its models whether arrays over truth
// values are equal (z3.ErrDoubtful), so that a set with such columns is to have none of the elements that
// the formula mentions: a witness shows no others.
func (c *chooser) empty(s *symbol, elem types.Type) {
	switch list := columns(elem); {
	case s.array == nil:
	case !slices.Contains(list, smt.Sort(smt.Bool)):
		c.rather(c.e.Eq(s.array, c.e.filled(list)))
	default:
		var in []*smt.Term
		for _, p := range c.e.probes {
			if types.Identical(p.elem, elem) {
				in = append(in, c.e.member(s, p.at))
			}
		}
		if len(in) > 0 {
			c.rather(c.e.Not(c.e.Or(in...)))
		}
	}
}

// initial wants a free string to be one that occurs nowhere, since nothing
// says which it is.
func (c *chooser) initial(s *symbol) {
	if spare := c.e.names.spare[0]; s.typ == types.String {
		c.list = append(c.list, Choice{Prefer: []*smt.Term{c.e.Eq(s.scalar, c.e.Int(spare))}})
	}
	c.symbol(s)
}

// symbol wants a leaf to be small in its type: false, the first name, the
// number nearest to zero, the empty set.
func (c *chooser) symbol(s *symbol) {
	switch t := s.typ.(type) {
	case *types.Enum:
		names := lists.Map(t.Names, func(n string) *smt.Term { return c.e.Eq(s.scalar, c.e.Int(c.e.names.text(n))) })
		c.list = append(c.list, Choice{Prefer: names})
	case *types.Array:
		for _, bit := range s.bits {
			c.rather(c.e.Not(bit))
		}
		c.set(s, t.Elem)
	case *types.Map:
		c.mapping(s, t)
	case *types.Record:
		for _, f := range s.fields {
			c.symbol(f)
		}
	default:
		if t == types.Bool {
			c.rather(c.e.Not(s.scalar))
		} else {
			c.list = append(c.list, Choice{Nearest: s.scalar})
		}
	}
}
