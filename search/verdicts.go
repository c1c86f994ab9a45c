package search

import (
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ops"
)

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
			// One operand decides, whatever the others are.
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
		// Spans that do not meet have no equal numbers. Of others nothing is known.
		return false, op == ops.Equal && (a.high < b.low || b.high < a.low)
	}
}

// ordered tells whether all of a span is below another one, or nothing is.
func ordered(a, b span, strictly bool) (holds, known bool) {
	// An undefined atom is false, so both spans have to be sure only for it to hold.
	if strictly {
		below, above := a.high < b.low, a.low >= b.high && a.low != lowest && b.high != highest
		return below, below && a.sure && b.sure || above
	}
	below, above := a.high <= b.low && a.high != highest && b.low != lowest, a.low > b.high
	return below, below && a.sure && b.sure || above
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
