package compiler

import (
	"fmt"
	"maps"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/types"
)

// The relation of a query knows nothing of other steps, so that checks are relaxed to
// ones whose steps need not agree. What is fixed of these is an argument of the
// relation, which no step changes: some value.

// A fixed variable, with its value.
type fixed struct {
	name  string
	value *symbol
}

// relaxed returns the prefix of a check as the clauses have it.
func (p *product) relaxed(c *ast.Check) *prefix {
	r := p.sc.Relax(c, c != p.q.Check, true)
	if !r.Exact {
		p.approximates("the variables of checks")
	}
	maps.Copy(p.parts, r.Of)
	x := &prefix{r.Property, r.Property.Basics()}
	for i, b := range x.basics {
		for _, name := range b.Fixed {
			p.fix(b, name, fmt.Sprintf("%s %d ?%s", c.Name.Name, i+1, name))
		}
	}
	return x
}

// fix makes the value of a variable that a basic form fixes.
func (p *product) fix(b *property.Basic, name, what string) {
	var value *symbol
	for _, q := range b.Patterns() {
		for _, v := range variablesOf(q) {
			if v.name != name {
				continue
			}
			if value == nil {
				value = p.e.part(p.e.name(what), p.anyOf(q, v), nil, false, true, nil)
				p.values = append(p.values, value)
			}
			p.agreed[q] = append(p.agreed[q], fixed{name, value})
			// matches says that the other places of this variable are equal.
			break
		}
	}
}

// anyOf returns a type that has all values of the kind that a variable is bound to.
func (p *product) anyOf(q *property.Pattern, v variable) types.Type {
	t := p.sc.Tools[p.sc.Place(q.Tool)]
	for _, x := range t.Inputs() {
		if x.Name != v.of || x.Answer != v.answer {
			continue
		}
		// Other patterns may bind the variable to any string, or to a number with a fraction.
		if _, ok := x.Type.(*types.Enum); ok {
			return types.String
		}
		if x.Type != types.Int {
			return x.Type
		}
	}
	return types.Real
}

// agrees holds where what a call binds by a pattern is as it is fixed.
func (p *product) agrees(args []*argument, q *property.Pattern) *smt.Term {
	all := []*smt.Term{p.e.Bool(true)}
	for _, f := range p.agreed[q] {
		for _, v := range variablesOf(q) {
			if v.name == f.name {
				all = append(all, p.e.sameValue(argumentOf(args, v.answer, v.of), &argument{symbol: f.value}))
			}
		}
	}
	return p.e.And(all...)
}

// countable returns an error where a check counts too far.
func (p *product) countable() error {
	for i, c := range p.checks {
		for _, b := range c.basics {
			if b.Form.Shape() == forms.Counting && b.Limit > mostCounted {
				return fmt.Errorf("the check %s counts up to %d", p.sc.Case.Checks[i].Name.Name, b.Limit)
			}
		}
	}
	return nil
}

// mostCounted bounds the calls that the unbounded engine counts.
const mostCounted = 32
