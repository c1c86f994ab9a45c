package compiler

import (
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
)

// A view is the calls of a trace as checks see them.
type view struct {
	*encoder
	scenario *system.Scenario
	calls    func(i, tool int) *smt.Term // whether call i, counted from 0, is of a tool
	args     func(i, tool int) []*argument
	where    func(i int, p *property.Pattern) *smt.Term
}

// quantified says whether a basic form holds of n calls, as the definition of the
// form has it: with quantifiers over steps and pairs of steps.
func (v *view) quantified(b *property.Basic, n int) *smt.Term {
	var each []*smt.Term
	for i := range n {
		each = append(each, v.at(b, i, n)...)
	}
	switch b.Form {
	case forms.Call, forms.Answered, forms.Follows, forms.Precedes:
		return v.Or(each...)
	case forms.AtMost:
		return v.And(each...)
	case forms.AtLeast:
		return v.Le(v.Int(int64(b.Limit)), v.count(each))
	}
	return v.Not(v.Or(each...))
}

// at returns what a form asks of call i: that some call is so, that none is, or,
// of at_most, that each is.
func (v *view) at(b *property.Basic, i, n int) (list []*smt.Term) {
	switch b.Form {
	case forms.EveryCall:
		return []*smt.Term{v.watched(b, b.Target[0], i)}
	case forms.AtLeast:
		return []*smt.Term{v.any(b.Target, i)}
	}
	for _, p := range b.Target {
		target := v.where(i, p)
		switch b.Form {
		case forms.Call, forms.NoCall, forms.Answered:
			list = append(list, target)
		case forms.Follows, forms.Precedes:
			list = append(list, v.And(target, v.anchored(b, p, i, n)))
		case forms.After, forms.Before, forms.EachAfter:
			wrong := v.anchored(b, p, i, n)
			if !b.Forbid {
				wrong = v.Not(wrong)
			}
			list = append(list, v.And(target, wrong))
		case forms.AtMost:
			// The limit is for each value of the variables, so calls that agree with call i are counted.
			var same []*smt.Term
			for j := range n {
				same = append(same, v.agreeing(b.Target, j, p, i))
			}
			list = append(list, v.Implies(target, v.Le(v.count(same), v.Int(int64(b.Limit)))))
		}
	}
	return list
}

// anchored holds where an anchor lies on the right side of call i, which matches
// a pattern, and agrees with it.
func (v *view) anchored(b *property.Basic, p *property.Pattern, i, n int) *smt.Term {
	from, to := 0, i
	if !b.Form.AnchorFirst() {
		from, to = i+1, n
	}
	var any []*smt.Term
	for j := from; j < to; j++ {
		anchor := v.agreeing(b.Anchor, j, p, i)
		if b.Form == forms.EachAfter {
			// An anchor serves only the first target after it.
			for k := j + 1; k < i; k++ {
				anchor = v.And(anchor, v.Not(v.agreeing(b.Target, k, p, i)))
			}
		}
		any = append(any, anchor)
	}
	return v.Or(any...)
}

// agreeing holds where call j matches one of some patterns and agrees with call
// i, which matches p.
func (v *view) agreeing(list []*property.Pattern, j int, p *property.Pattern, i int) *smt.Term {
	var any []*smt.Term
	for _, q := range list {
		a, b := v.args(j, v.scenario.Place(q.Tool)), v.args(i, v.scenario.Place(p.Tool))
		// Without variables there is nothing to agree on.
		if len(variablesOf(p)) == 0 || len(variablesOf(q)) == 0 {
			any = append(any, v.where(j, q))
		} else if where := v.where(j, q); !where.IsFalse() && !v.where(i, p).IsFalse() {
			// The arguments of a call that is left out may not be there.
			any = append(any, v.And(where, v.agree(a, q, b, p)))
		}
	}
	return v.Or(any...)
}

func (v *view) any(list []*property.Pattern, i int) *smt.Term {
	any := lists.Map(list, func(p *property.Pattern) *smt.Term { return v.where(i, p) })
	return v.Or(any...)
}

// watched holds where call i is one that a form speaks of by a pattern: it
// matches it, or, of every_call, is of the tool and does not.
func (v *view) watched(b *property.Basic, p *property.Pattern, i int) *smt.Term {
	if p.Foreign() {
		return v.Bool(false)
	}
	if b.Form == forms.EveryCall {
		return v.And(v.calls(i, v.scenario.Place(p.Tool)), v.Not(v.where(i, p)))
	}
	return v.where(i, p)
}

func (v *view) count(list []*smt.Term) *smt.Term {
	terms := []*smt.Term{v.Int(0)}
	for _, t := range list {
		terms = append(terms, v.Ite(t, v.Int(1), v.Int(0)))
	}
	return v.Add(terms...)
}

// speaks reports whether a call that matches a pattern of the target of a form
// can be what breaks it.
func speaks(b *property.Basic) bool { return b.Form != forms.AtLeast }
