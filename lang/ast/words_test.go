package ast_test

import (
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

// faultsOf returns what is wrong with a file, one line for each fault.
func faultsOf(kind ast.Kind, text string) string {
	var list []string
	for _, d := range ast.Parse(source.NewFile("file", text), kind, nil).Faults {
		list = append(list, d.Message)
	}
	return strings.Join(list, "\n")
}

func TestNoCallInAGroup(t *testing.T) {
	if got := faultsOf(ast.ChecksFile, "(define g (no_call p))"); got != "expected a `call` in a group, found a `no_call`" {
		t.Error(got)
	}
}

// A type with parts is a type in each shape of a declaration.
func TestMapsInSlipsOfDeclarations(t *testing.T) {
	for text, want := range map[string]string{
		"(var (Map String Int) stock)": "a variable is declared as `(var stock (Map String Int))`",
		"(var (Array String) list)":    "a variable is declared as `(var list (Array String))`",
	} {
		if got := faultsOf(ast.ModelFile, "(model "+text+")"); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}
