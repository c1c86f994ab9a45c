package compiler

import (
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// place says where an expression of a file stands, for comments.
func place(f *ast.File, u *ast.Unit, x ast.Node) string {
	return f.Tree.Resolve(u.Span(x)).String() + " " + u.Compact(x)
}

// checkPlace returns the place of a check of the case, for comments; its name, if it is in
// no file.
func checkPlace(sc *system.Scenario, c *ast.Check) string {
	if sc.Suite.File == nil || sc.Case.Decl == nil || sc.Suite.UnitOf(sc.Case, c) == nil {
		return c.Name.Name
	}
	return place(sc.Suite.File, sc.Suite.UnitOf(sc.Case, c), c)
}

// goalPlace says where clause i of the goal is.
func goalPlace(sc *system.Scenario, i int) string {
	return place(sc.Suite.File, sc.Case.Decl.Goal, sc.Case.Goals[i])
}

// initially says that a leaf has a value in the beginning, and where that
// stands.
func initially(sc *system.Scenario, l system.Leaf, v types.Value) string {
	says := "initially " + l.Name() + " is " + v.String()
	if sc.Suite.File == nil || sc.Case.Decl == nil || sc.Case.Decl.Init == nil {
		return says
	}
	u := sc.Case.Decl.Init
	init, ok := u.Node.(*ast.Init)
	if !ok {
		return says
	}
	for _, p := range init.Entries {
		if p.Name != nil && p.Name.Name == l.Var.Name() {
			return says + ": " + place(sc.Suite.File, u, p)
		}
	}
	return says
}
