package interp

import (
	"maps"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// seen computes `(seen L)` from the hidden variable that remembers it.
func (s *scope) seen(e *ast.SeenExpr) bool {
	v, ok := s.objectOf(e).(*checker.Var)
	if !ok {
		return false
	}
	if !v.Seen.Map {
		return s.state[v.Name()] == types.Boolean(true)
	}
	keys, _ := s.state[v.Name()].(types.List)
	return has(keys, s.term(e.Of.(*ast.Op).Args[1]))
}

// remembered returns a state in which the hidden variables that it lacks begin.
func (x *Machine) remembered(s State) State {
	out := s
	for _, v := range x.model.State() {
		if !v.Hidden() || s[v.Name()] != nil {
			continue
		}
		// out is still s itself, and states are not changed once made.
		if len(out) == len(s) {
			out = make(State, len(s)+1)
			maps.Copy(out, s)
		}
		out[v.Name()] = v.First()
	}
	return out
}
