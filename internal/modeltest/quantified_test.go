package modeltest

import (
	"testing"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
)

// Each quantifier is drawn, over sets, over lists and over pairs, and so are
// lengths and sizes.
func TestQuantifiedProjects(t *testing.T) {
	found := make(map[string]int)
	for seed := range 150 {
		p := Quantified(Small).Example(seed)
		for _, tr := range p.Model.Transitions {
			for q := range ast.Each[*ast.Quantified](tr.Decl) {
				found[q.Op.String()]++
				switch _, zip := q.Binder.Over.(*ast.Zip); {
				case zip:
					found["zip"]++
				case ast.Has[*ast.ParamRef](q.Binder.Over):
					found["list"]++
				default:
					found["set"]++
				}
				if ast.Has[*ast.Quantified](q.Body) {
					found["twice"]++
				}
			}
			for op := range ast.Each[*ast.Op](tr.Decl) {
				if op.Op.Family() == ops.Measure {
					found[op.Op.String()]++
				}
			}
		}
	}
	for _, what := range words("forall exists count sum length size zip list set twice") {
		if found[what] == 0 {
			t.Errorf("no %s was drawn: %v", what, found)
		}
	}
}
