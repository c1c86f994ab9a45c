package system

import (
	"fmt"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
)

// Unquantified returns an error that names a quantifier, a length or a size in the
// model or the goal of a case. It is nil if there is none.
func (sc *Scenario) Unquantified() error {
	for _, t := range sc.Model.Transitions {
		if op := quantifier(t.Decl); op != ops.None {
			return fmt.Errorf("`%s` in the transition of %s is not supported", op, t.Name())
		}
	}
	for _, g := range sc.Case.Goals {
		if op := quantifier(g); op != ops.None {
			return fmt.Errorf("`%s` in the goal is not supported", op)
		}
	}
	return nil
}

// quantifier returns the first quantifier, length or size in a node.
func quantifier(n ast.Node) ops.Op {
	for q := range ast.Each[*ast.Quantified](n) {
		return q.Op
	}
	for op := range ast.Each[*ast.Op](n) {
		if op.Op.Family() == ops.Measure {
			return op.Op
		}
	}
	return ops.None
}
