package search

import (
	"math"
	"slices"

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

// numberSpan returns a span that has two numbers and what is between them.
func numberSpan(low, high types.Number) span {
	// Both bounds are rounded down: a span may be too wide, but never too narrow.
	a, b := floor(low.Rat()), floor(high.Rat())
	if !a.IsInt64() || !b.IsInt64() {
		return everything(true)
	}
	return span{point(a.Int64()).low, point(b.Int64()).high, true}
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

// spanOf returns the span of an integer leaf.
func (t *table) spanOf(c cell) span {
	switch {
	case c == unset, c == vague:
		return everything(true)
	case abstract(c):
		return t.spans[c-firstRange]
	}
	return point(c)
}

// Cells from firstRange on are ranges, as many as there may be.
const (
	firstRange = kept + 1
	mostRanges = 1 << 20
)

// abstract reports whether a cell stands for several values: it is vague, or a range.
func abstract(c cell) bool { return vague <= c && c < firstRange+mostRanges && c != kept }

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
// leaf, or the value that other assignments may give it; unset is none.
func (x *expander) rangeOf(a *assignment, leaf int, other cell) cell {
	if a.span == nil {
		return vague
	}
	s := a.span(x.env)
	join := func(c cell) {
		o := x.tab.spanOf(c)
		s.low, s.high = min(s.low, o.low), max(s.high, o.high)
	}
	if !s.sure { // the leaf may keep what it has
		join(x.cells[leaf])
	}
	if other != unset {
		join(other)
	}
	return x.tab.ranged(x.dom.round(s, leaf))
}
