package system

import (
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
)

// Quantifies reports whether there is a quantifier, a length or a size in the model
// or the goal of a case.
func (sc *Scenario) Quantifies() bool { return sc.quantifies }

func (sc *Scenario) findQuantifiers() (any, counts bool) {
	look := func(n ast.Node) {
		for op := range ast.Each[*ast.Op](n) {
			any = any || op.Op.Family() == ops.Measure
			counts = counts || op.Op == ops.Size
		}
		for q := range ast.Each[*ast.Quantified](n) {
			any = true
			counts = counts || q.Op == ops.Count || q.Op == ops.Sum
		}
	}
	for _, t := range sc.Model.Transitions {
		look(t.Decl)
	}
	for _, g := range sc.Case.Goals {
		look(g)
	}
	return any, counts
}
