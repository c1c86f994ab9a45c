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
