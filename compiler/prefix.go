package compiler

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
)

// A prefix is what has to be known of the calls so far to say whether a check
// holds: a few truth values, each false before the first call. It is the
// check's automaton (package monitor) written as terms, so that a check costs
// a constant number of terms a step where pairs of steps would cost their
// square, and so that an unbounded engine can carry it beside the state.
//
//	or         met: a call operand was matched; broken: one for each no_call
//	after      seen: the anchor was matched; bad: the target was, at a wrong time
//	before     call: owed, an anchor has still to come; no_call: seen the target, bad
//	follows    seen the anchor; met: then the target
//	precedes   seen the target; met: then the anchor
type prefix struct {
	form  ast.CheckForm
	atoms []*ast.Atom
}

func newPrefix(c *ast.Check) prefix {
	return prefix{form: c.Form, atoms: checker.Atoms(c.Form)}
}

// names returns what the truth values are called.
func (p prefix) names() []string {
	t, ok := p.form.(*ast.Temporal)
	switch {
	case !ok:
		list := []string{"met"}
		for _, a := range p.atoms {
			if a.No {
				list = append(list, "broken")
			}
		}
		return list
	case t.Form == forms.Before && !p.atoms[0].No:
		return []string{"owed"}
	case t.Form.Conditional():
		return []string{"seen", "bad"}
	}
	return []string{"seen", "met"}
}

// step returns the truth values after one more call, of which where says
// whether it matches an atom.
func (p prefix) step(b *smt.Builder, had []*smt.Term, where func(*ast.Atom) *smt.Term) []*smt.Term {
	t, ok := p.form.(*ast.Temporal)
	if !ok {
		return p.alternatives(b, had, where)
	}
	target, anchor := where(p.atoms[0]), where(p.atoms[1])
	switch t.Form {
	case forms.After:
		wrong := b.Not(had[0])
		if p.atoms[0].No {
			wrong = had[0]
		}
		return []*smt.Term{b.Or(had[0], anchor), b.Or(had[1], b.And(target, wrong))}
	case forms.Before:
		if p.atoms[0].No {
			return []*smt.Term{b.Or(had[0], target), b.Or(had[1], b.And(anchor, had[0]))}
		}
		return []*smt.Term{b.Or(target, b.And(had[0], b.Not(anchor)))}
	case forms.Follows:
		return []*smt.Term{b.Or(had[0], anchor), b.Or(had[1], b.And(target, had[0]))}
	}
	return []*smt.Term{b.Or(had[0], target), b.Or(had[1], b.And(anchor, had[0]))} // precedes
}

func (p prefix) alternatives(b *smt.Builder, had []*smt.Term, where func(*ast.Atom) *smt.Term) []*smt.Term {
	met := []*smt.Term{had[0]}
	var broken []*smt.Term
	for _, a := range p.atoms {
		if a.No {
			broken = append(broken, b.Or(had[1+len(broken)], where(a)))
		} else {
			met = append(met, where(a))
		}
	}
	return append([]*smt.Term{b.Or(met...)}, broken...)
}

// holds returns whether the check holds on a trace that leads to the truth
// values.
func (p prefix) holds(b *smt.Builder, now []*smt.Term) *smt.Term {
	t, ok := p.form.(*ast.Temporal)
	switch {
	case !ok:
		any := []*smt.Term{now[0]}
		for _, broken := range now[1:] {
			any = append(any, b.Not(broken))
		}
		return b.Or(any...)
	case len(now) == 1:
		return b.Not(now[0])
	case t.Form.Conditional():
		return b.Not(now[1])
	}
	return now[1]
}
