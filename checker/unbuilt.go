package checker

import (
	"os"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// unbuilt is a form that can be read and not yet be judged. With MANTRAC_FORMS
// set it is not reported.
type unbuilt struct {
	At   source.Span
	Name string
}

// Diagnose implements [diag.Problem].
func (p unbuilt) Diagnose() diag.Diagnostic {
	return diag.Errorf("MC0116", p.At, "`%s` is not supported yet", p.Name)
}

func built() bool { return os.Getenv("MANTRAC_FORMS") != "" }

// refuse reports the extensions in a unit; strict grammar reports them itself.
func (c *suiteChecker) refuse(u *ast.Unit, report func(diag.Problem)) {
	for _, x := range ast.Extensions(u.Node) {
		if !c.options.Strict && !built() {
			report(unbuilt{At: u.Span(x.At), Name: x.Name})
		}
	}
}
