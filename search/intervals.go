package search

import (
	"math"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// This is the interval domain of abstract interpretation (P. Cousot, R. Cousot, "Abstract
// Interpretation", POPL 1977), for integers in an over-approximating search. Of what a
// schema bounds, or what is computed from that, more is known than that it is vague:
// a sum of numbers that are not negative is not negative. An integer leaf to which a
// call assigns such a value gets a range, which is a vague value with bounds. A condition
// that reads vague values holds, or fails, if it does so for all integers between the
// bounds. So every run that is lost is one that there is not.
//
// There may be ever more ranges. Those in states have bounds next to the constants
// that the leaf meets, or none (round), so that they are few.

// A span is the integers from low to high. It is sure if what it says the value of has one.
type span struct {
	low, high cell
	sure      bool
}

// The bounds of a span that has none.
const (
	lowest  cell = math.MinInt64
	highest cell = math.MaxInt64
)

// mostBound is the greatest bound that spans have. Those of counters that are far have none.
const mostBound = far / 8

func everything(sure bool) span { return span{lowest, highest, sure} }

// point returns the span of one integer.
func point(c cell) span {
	if size(c) > mostBound {
		return everything(true)
	}
	return span{c, c, true}
}

// bounded returns a span without the bounds that are too large.
func (s span) bounded() span {
	if s.low < -mostBound {
		s.low = lowest
	}
	if s.high > mostBound {
		s.high = highest
	}
	return s
}

func (s span) plus(o span) span {
	out := everything(s.sure && o.sure)
	if s.low != lowest && o.low != lowest {
		out.low = s.low + o.low
	}
	if s.high != highest && o.high != highest {
		out.high = s.high + o.high
	}
	return out.bounded()
}

func (s span) negative() span {
	out := everything(s.sure)
	if s.high != highest {
		out.low = -s.high
	}
	if s.low != lowest {
		out.high = -s.low
	}
	return out
}

// A measure computes a span.
type measure func(*env) span

// A spanner makes measures of integer terms.
type spanner struct {
	*builder
	members map[*checker.Bound]*tool.Schema // what is known of bound names
}

// span returns the measure of an integer term; nil of what nothing is known of.
func (s *spanner) span(t *system.Term) measure {
	switch {
	case t.Type != types.Int:
		return nil
	case t.Kind == system.Constant:
		n, ok := t.Value.(types.Number)
		if !ok {
			return nil
		}
		p := numberSpan(n, n)
		return func(*env) span { return p }
	case t.Kind == system.Member && len(t.Path) == 0:
		return s.fixed(s.members[t.Bound])
	case t.Kind == system.Before && t.Single():
		return leafSpan(t.Leaves[0])
	case t.Kind == system.Argument && len(t.Path) == 0:
		return s.argumentSpan(t)
	case t.Is(ops.Add), t.Is(ops.Sub):
		return s.sums(t)
	case t.Is(ops.Sum) && !aboutMember(t):
		return s.total(t)
	}
	return nil
}

func numberSpan(low, high types.Number) span {
	a, b := floor(low.Rat()), floor(high.Rat())
	if !a.IsInt64() || !b.IsInt64() {
		return everything(true)
	}
	return span{point(a.Int64()).low, point(b.Int64()).high, true}
}

// schemaSpan returns the span of the integers that a schema accepts.
func schemaSpan(of *tool.Schema) span {
	out := everything(true)
	if of.Minimum != nil {
		out.low = numberSpan(of.Minimum.Value, of.Minimum.Value).low
	}
	if of.Maximum != nil {
		out.high = numberSpan(of.Maximum.Value, of.Maximum.Value).high
	}
	return out
}

// fixed returns the measure of a member that a schema tells the bounds of.
func (s *spanner) fixed(of *tool.Schema) measure {
	if of == nil || of.Nullable || of.Minimum == nil && of.Maximum == nil {
		return nil
	}
	all := schemaSpan(of)
	return func(*env) span { return all }
}

func leafSpan(leaf int) measure {
	return func(e *env) span { return e.tab.spanOf(e.cells[leaf]) }
}

func (s *spanner) argumentSpan(t *system.Term) measure {
	slot, all := s.slot(t.Index), everything(true)
	if p := t.Param.Schema; p != nil && p.Schema != nil {
		all = schemaSpan(p.Schema)
	}
	return func(e *env) span {
		switch c := e.cells[slot]; c {
		case unset, absent, null:
			return span{all.low, all.high, false}
		case vague:
			return all
		default:
			return point(c)
		}
	}
}

func (s *spanner) sums(t *system.Term) measure {
	list := make([]measure, len(t.Args))
	for i, x := range t.Args {
		if list[i] = s.span(x); list[i] == nil {
			return nil
		}
	}
	subtract := t.Is(ops.Sub)
	return func(e *env) span {
		sum := list[0](e)
		if subtract && len(list) == 1 {
			return sum.negative()
		}
		for _, f := range list[1:] {
			x := f(e)
			if subtract {
				x = x.negative()
			}
			sum = sum.plus(x)
		}
		return sum
	}
}

// total returns the measure of a sum over lists in arguments: what it comes to where
// these are known, and the bounds that the schemas of their items give it otherwise.
func (s *spanner) total(t *system.Term) measure {
	inner := &spanner{builder: s.builder, members: make(map[*checker.Bound]*tool.Schema)}
	slots := make([]int, len(t.Binds))
	for i, bound := range t.Binds {
		list := t.Args[i]
		if list.Kind != system.Argument || len(list.Path) > 0 || list.Param.Schema == nil || list.Param.Schema.Schema == nil {
			return nil
		}
		slots[i] = s.slot(list.Index)
		inner.members[bound] = list.Param.Schema.Schema.Items
	}
	each := inner.span(t.Args[len(t.Binds)])
	if each == nil {
		return nil
	}
	known := s.foreignTerm(t, types.Int)
	return func(e *env) span {
		if c, ok := e.aside(known); ok {
			return point(c)
		}
		one := each(e)
		out := everything(one.sure)
		if one.low >= 0 {
			out.low = 0
		}
		if one.high <= 0 {
			out.high = 0
		}
		out.sure = out.sure && len(slots) == 1 && e.cells[slots[0]] == vague
		return out
	}
}

// aside computes a term without noting what it needs. It is not ok where something is.
func (e *env) aside(f calc) (c cell, ok bool) {
	had := e.need
	e.need = -1
	c, ok = f(e)
	e.need = had
	return c, ok
}

// A verdict says whether a condition holds, as far as that is known.
type verdict func(*env) (holds, known bool)

// verdict returns what tells whether conditions that read vague integers all hold; nil
// where nothing could.
func (b *builder) verdict(list ...*system.Term) verdict {
	return (&spanner{builder: b}).joined(list, true)
}

func (s *spanner) verdict(t *system.Term) verdict {
	switch {
	case t.Is(ops.Not):
		v := s.verdict(t.Args[0])
		if v == nil {
			return nil
		}
		return func(e *env) (holds, known bool) {
			holds, known = v(e)
			return !holds, known
		}
	case t.Is(ops.And), t.Is(ops.Or):
		return s.joined(t.Args, t.Is(ops.And))
	case t.Kind == system.Applied && t.Op.Compares() && len(t.Args) == 2:
		return s.compared(t)
	}
	return nil
}

// joined returns the verdict of a conjunction, or of a disjunction. What no operand has a
// verdict on is not known.
func (s *spanner) joined(list []*system.Term, and bool) verdict {
	var some []verdict
	for _, t := range list {
		if v := s.verdict(t); v != nil {
			some = append(some, v)
		}
	}
	if some == nil {
		return nil
	}
	all := len(some) == len(list)
	return func(e *env) (holds, known bool) {
		every := all
		for _, v := range some {
			holds, known := v(e)
			if known && holds != and {
				return !and, true
			}
			every = every && known
		}
		return and, every
	}
}

func (s *spanner) compared(t *system.Term) verdict {
	x, y := s.span(t.Args[0]), s.span(t.Args[1])
	if x == nil || y == nil {
		return nil
	}
	op := t.Op
	return func(e *env) (holds, known bool) {
		a, b := x(e), y(e)
		switch op {
		case ops.Greater:
			a, b = b, a
			fallthrough
		case ops.Less:
			return ordered(a, b, true)
		case ops.GreaterEqual:
			a, b = b, a
			fallthrough
		case ops.LessEqual:
			return ordered(a, b, false)
		}
		return false, op == ops.Equal && (a.high < b.low || b.high < a.low)
	}
}

// ordered tells whether all of a span is below another one, or nothing is.
func ordered(a, b span, strictly bool) (holds, known bool) {
	if strictly {
		below, above := a.high < b.low, a.low >= b.high && a.low != lowest && b.high != highest
		return below, below && a.sure && b.sure || above
	}
	below, above := a.high <= b.low && a.high != highest && b.low != lowest, a.low > b.high
	return below, below && a.sure && b.sure || above
}

// spanOf returns the span of an integer leaf.
func (t *table) spanOf(c cell) span {
	switch {
	case c == unset, c == vague:
		return everything(true)
	case loose(c):
		return t.spans[c-firstRange]
	}
	return point(c)
}

// Cells from firstRange on are ranges, as many as there may be.
const (
	firstRange = kept + 1
	mostRanges = 1 << 20
)

// loose reports whether a cell is a vague value, or a range.
func loose(c cell) bool { return vague <= c && c < firstRange+mostRanges && c != kept }

// ranged returns the cell of a span.
func (t *table) ranged(s span) cell {
	s.sure = true
	switch {
	case s.low == s.high:
		return s.low
	case s.low == lowest && s.high == highest || len(t.spans) == mostRanges:
		return vague
	}
	i := slices.Index(t.spans, s)
	if i < 0 {
		i = len(t.spans)
		t.spans = append(t.spans, s)
	}
	return firstRange + cell(i)
}

// round returns a span with bounds that are constants which a leaf meets, or next to
// one, so that there are few of them.
func (d *domains) round(s span, leaf int) span {
	out := everything(s.sure)
	for _, n := range d.groupOf(numbersAt(leaf)).numbers {
		p := numberSpan(n, n)
		if p.low == lowest || p.high == highest {
			continue
		}
		for c := p.low - 1; c <= p.low+1; c++ {
			if c <= s.low {
				out.low = max(out.low, c)
			}
			if c >= s.high {
				out.high = min(out.high, c)
			}
		}
	}
	return out
}

// rangeOf returns what an assignment of which a vague value is made gives an integer
// leaf.
func (x *expander) rangeOf(a *assignment, leaf int, certain bool) cell {
	if a.span == nil {
		return vague
	}
	s := a.span(x.env)
	if !s.sure || !certain { // the leaf may keep what it has
		had := x.tab.spanOf(x.cells[leaf])
		s.low, s.high = min(s.low, had.low), max(s.high, had.high)
	}
	return x.tab.ranged(x.dom.round(s, leaf))
}

// measured returns the measure of what an assignment gives an integer leaf, if a schema
// bounds it.
func (b *builder) measured(a *system.Assignment) measure {
	if len(a.Leaves) != 1 || b.m.leaves[a.Leaves[0]].Type != types.Int {
		return nil
	}
	return (&spanner{builder: b}).span(a.Value)
}

// decides reports whether a condition that reads vague values holds, as far as that is
// known.
func (p *action) decides(e *env, cond int) (holds, known bool) {
	if v := p.verdicts[cond]; v != nil {
		return v(e)
	}
	return false, false
}

// breaks reports whether some precondition that may be broken is, as far as that is known.
func (p *action) breaks(e *env) (broke, known bool) {
	every := true
	for i, c := range p.rest {
		e.need = -1
		holds, known := c(e), true
		if e.need >= 0 {
			holds, known = p.decides(e, len(p.enforced)+i)
		}
		if known && !holds {
			return true, true
		}
		every = every && known
	}
	return false, every
}
