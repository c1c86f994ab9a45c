package ast_test

import (
	"testing"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

// A section without parentheses keeps its word, also where `post` has that word in
// other languages.
func TestBareSectionKeepsItsWord(t *testing.T) {
	f := ast.Parse(source.NewFile("m.wm", "(model (var s String) (transition t (params) results (status s) (pre) (post)))"), ast.ModelFile, nil)
	if len(f.Faults) != 1 || len(f.Faults[0].Fixes) != 1 || f.Faults[0].Fixes[0].Edits[0].New != "(results" {
		t.Errorf("found %+v", f.Faults)
	}
}

// What is in a file of the wrong kind is told where it belongs, and the fix for a file of the right kind is not offered.
func TestOrphanInTheWrongFile(t *testing.T) {
	for _, test := range []struct {
		name, text string
		kind       ast.Kind
		help       string
	}{
		{"c.checks", "(define large ((n Int)) (> n 10))", ast.ChecksFile, "put it into a model, in a `.wm` file"},
		{"c.checks", "(var paid Bool)", ast.ChecksFile, "put it into a model, in a `.wm` file"},
		{"m.wm", "(goal paid)", ast.ModelFile, "put it into a case, in a `.checks` file"},
		{"c.checks", "(goal paid)", ast.ChecksFile, "put it into a case"},
	} {
		f := ast.Parse(source.NewFile(test.name, test.text), test.kind, nil)
		if d := f.Faults[0]; d.Code != "MC0104" || len(d.Fixes) != 0 || len(d.Help) != 1 || d.Help[0] != test.help {
			t.Errorf("%s in %s: found %+v", test.text, test.name, d)
		}
	}
}
