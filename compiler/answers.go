package compiler

import (
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
)

// answers says of the parts of an answer that checks ask for, and that the
// transition ties, that they are what their ties say. The states of the scope are
// those before and after the call, whose arguments and answer are args.
func (e *encoder) answers(s *scope, tool *system.Tool, t *system.Transition) []*smt.Term {
	var list []*smt.Term
	for _, tie := range tool.Tied(t) {
		for _, a := range s.args {
			if a.Answer && a.Bound == tie.Source.Result {
				list = append(list, e.gives(a.symbol, e.coerced(e.term(s, tie.Value), tie.Source.Result.Type)))
			}
		}
	}
	return list
}

// gives holds where a part of an answer is a value, and missing where that is
// undefined.
func (e *encoder) gives(part, value *symbol) *smt.Term {
	proper := e.proper(value)
	return e.And(e.Eq(part.defined, proper), e.Implies(proper, e.equal(part, value)))
}
