package search

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

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
			// The argument may have no value, so the span is not sure.
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
		// One operand without bounds leaves the sum without any.
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
		// The number of items is unknown, so only the sign of an item bounds the sum.
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

// measured returns the measure of what an assignment gives an integer leaf, if a schema
// bounds it.
func (b *builder) measured(a *system.Assignment) measure {
	if len(a.Leaves) != 1 || b.m.leaves[a.Leaves[0]].Type != types.Int {
		return nil
	}
	return (&spanner{builder: b}).span(a.Value)
}
