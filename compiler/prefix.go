package compiler

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
)

// A prefix is what has to be known of the calls so far to say whether a check
// holds: a few truth values, each false before the first call. It is the
// check's automaton (package monitor) written as terms, so that a check costs
// a constant number of terms a step where pairs of steps would cost their
// square, and so that an unbounded engine can carry it beside the state. Forms
// whose steps have to agree have none.
//
//	call        met: it was matched; answered likewise
//	no_call     broken: it was matched; every_call likewise
//	after       seen: the anchor was matched; bad: the target was, at a wrong time
//	each_after  fresh: the anchor was matched and the target not since; bad
//	before      call: owed, an anchor has still to come; no_call: seen the target, bad
//	follows     seen the anchor; met: then the target
//	precedes    seen the target; met: then the anchor
//	at_most n   1 to n+1: so many calls at least; at_least n likewise up to n
type prefix struct {
	property *property.Property
	basics   []*property.Basic
}

// newPrefix returns the prefix of a check of a case.
func newPrefix(sc *system.Scenario, c *ast.Check) *prefix {
	p := sc.Property(c)
	return &prefix{p, p.Basics()}
}

// names returns what the truth values are called.
func (p *prefix) names() []string {
	return lists.FlatMap(p.basics, bitsOf)
}

func bitsOf(b *property.Basic) []string {
	switch {
	case b.Joins():
		return nil
	case b.Form == forms.Call || b.Form == forms.Answered:
		return []string{"met"}
	case b.Form == forms.NoCall || b.Form == forms.EveryCall:
		return []string{"broken"}
	case b.Form == forms.EachAfter:
		return []string{"fresh", "bad"}
	case b.Form == forms.Before && !b.Forbid:
		return []string{"owed"}
	case b.Form.Conditional():
		return []string{"seen", "bad"}
	case b.Form.Positive():
		return []string{"seen", "met"}
	}
	// What is left counts calls.
	var list []string
	for i := range counted(b) {
		list = append(list, fmt.Sprint(i+1))
	}
	return list
}

// counted is up to how many calls a form counts.
func counted(b *property.Basic) int {
	if b.Form == forms.AtMost {
		return b.Limit + 1
	}
	return b.Limit
}

// A sight is a call as automata see it.
type sight struct {
	builder *smt.Builder
	called  func(tool string) *smt.Term
	where   func(*property.Pattern) *smt.Term
}

// any holds where the call matches one of some patterns.
func (s sight) any(list []*property.Pattern) *smt.Term {
	any := lists.Map(list, s.where)
	return s.builder.Or(any...)
}

// watched holds where the call is one that a form speaks of.
func (s sight) watched(b *property.Basic) *smt.Term {
	if b.Form == forms.EveryCall && b.Target[0].Foreign() {
		return s.builder.Bool(false)
	}
	if b.Form == forms.EveryCall {
		return s.builder.And(s.called(b.Target[0].Tool), s.builder.Not(s.where(b.Target[0])))
	}
	return s.any(b.Target)
}

// step returns the truth values after one more call.
func (p *prefix) step(s sight, had []*smt.Term) (now []*smt.Term) {
	for _, b := range p.basics {
		n := len(bitsOf(b))
		// Forms with variables have no truth values here.
		if n > 0 {
			now = append(now, s.step(b, had[:n])...)
		}
		had = had[n:]
	}
	return now
}

func (s sight) step(b *property.Basic, had []*smt.Term) []*smt.Term {
	e, target := s.builder, s.watched(b)
	if b.Form.Shape() == forms.Counting {
		now := []*smt.Term{e.Or(had[0], target)}
		for i := range had[1:] {
			now = append(now, e.Or(had[i+1], e.And(had[i], target)))
		}
		return now
	}
	if len(b.Anchor) == 0 {
		return []*smt.Term{e.Or(had[0], target)}
	}
	anchor := s.any(b.Anchor)
	// had is what was so before this call, so that a call is never its own anchor.
	switch b.Form {
	case forms.After:
		wrong := e.Not(had[0])
		if b.Forbid {
			wrong = had[0]
		}
		return []*smt.Term{e.Or(had[0], anchor), e.Or(had[1], e.And(target, wrong))}
	case forms.EachAfter:
		return []*smt.Term{e.Or(anchor, e.And(had[0], e.Not(target))), e.Or(had[1], e.And(target, e.Not(had[0])))}
	case forms.Before:
		if !b.Forbid {
			return []*smt.Term{e.Or(target, e.And(had[0], e.Not(anchor)))}
		}
	case forms.Follows:
		return []*smt.Term{e.Or(had[0], anchor), e.Or(had[1], e.And(target, had[0]))}
	}
	return []*smt.Term{e.Or(had[0], target), e.Or(had[1], e.And(anchor, had[0]))} // before a no_call, and precedes
}

// holds returns whether the check holds if basic forms do.
func (p *prefix) holds(b *smt.Builder, basic func(*property.Basic) *smt.Term) *smt.Term {
	return combined(b, p.property, basic)
}

func combined(b *smt.Builder, p *property.Property, basic func(*property.Basic) *smt.Term) *smt.Term {
	if p.Basic != nil {
		return basic(p.Basic)
	}
	parts := lists.Map(p.Parts, func(part *property.Property) *smt.Term { return combined(b, part, basic) })
	if p.Op == forms.And {
		return b.And(parts...)
	}
	return b.Or(parts...)
}

// basic returns whether a basic form without variables holds on a trace that
// leads to the truth values.
func (p *prefix) basic(e *smt.Builder, b *property.Basic, now []*smt.Term) *smt.Term {
	for _, other := range p.basics {
		n := len(bitsOf(other))
		if other == b {
			now = now[:n]
			break
		}
		now = now[n:]
	}
	if len(now) == 0 {
		return e.Bool(true) // at least no calls
	}
	// The last truth value of each form decides whether it holds.
	last := now[len(now)-1]
	if b.Form.Asks() {
		return last
	}
	return e.Not(last)
}

// spoken is what a question of commission asks of a check, or of one of its
// basic forms: that it fails, and that some call is one of these forms.
type spoken struct {
	fails *property.Basic   // nil where all of them fail if the check does
	forms []*property.Basic // of their targets, the patterns that the question is about
}

// spokenIn returns of what a call has to be spoken where a check fails.
func spokenIn(p *property.Property, q system.Query) []spoken {
	basics := slices.DeleteFunc(p.Basics(), func(b *property.Basic) bool { return !speaks(b) })
	about := func(b *property.Basic) *property.Basic {
		some := *b
		// A clone, since the form belongs to the check.
		some.Target = slices.DeleteFunc(slices.Clone(b.Target), func(p *property.Pattern) bool { return !q.Counts(p) })
		return &some
	}
	// Without a conjunction, a check fails only if all of its forms do.
	if !conjunctive(p) {
		return []spoken{{forms: lists.Map(basics, about)}}
	}
	return lists.Map(basics, func(b *property.Basic) spoken { return spoken{b, []*property.Basic{about(b)}} })
}

func conjunctive(p *property.Property) bool {
	return p.Op == forms.And || slices.ContainsFunc(p.Parts, conjunctive)
}

// of holds where a call is one of those spoken of.
func (x spoken) of(s sight) *smt.Term {
	var any []*smt.Term
	for _, b := range x.forms {
		if len(b.Target) > 0 {
			any = append(any, s.watched(b))
		}
	}
	return s.builder.Or(any...)
}
