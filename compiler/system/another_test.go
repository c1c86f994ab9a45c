package system_test

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

// TestAnother: a scenario that takes over what is known of the model is the one that is
// made from scratch.
func TestAnother(t *testing.T) {
	t.Parallel()
	modeltest.Law(t, 200, func(t *rapid.T) {
		p := modeltest.Everything(modeltest.Small).Draw(t, "project")
		file := ast.Parse(source.NewFile("", "(case any (goal true))"), ast.ChecksFile, nil)
		nothing := checker.CheckSuite(file, p.Suite.Model, p.Suite.Tools, checker.Options{})
		base := system.NewScenario(nothing, &checker.Case{Decl: nothing.Cases[0].Decl})
		for _, k := range p.Suite.Cases {
			without := *k
			without.Goals = nil
			if a, b := system.NewScenario(p.Suite, &without), base.Another(p.Suite, &without); !reflect.DeepEqual(a, b) {
				t.Fatalf("%s: the scenarios differ:\n%+v\n%+v", k.Decl.Name().Name, a, b)
			}
		}
	})
}
