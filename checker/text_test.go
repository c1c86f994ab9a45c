package checker_test

import (
	"fmt"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

func TestTypesOfTexts(t *testing.T) {
	text := `(model (var n Int) (var r (Record (size Real))) (const all (Array String) (array "a")))`
	m := checker.CheckModel(ast.Parse(source.NewFile("m.wm", text), ast.ModelFile, nil), nil, checker.Options{}, nil)
	names := checker.Names{Params: map[string]types.Type{"x": types.Real}, Results: map[string]types.Type{"x": types.String},
		Bare: map[string]types.Type{"each": types.Int}}
	for text, want := range map[string]string{
		"n": "Int", "(+ n 1)": "Int", "(+ n (param x))": "Real", "(field r size)": "Real", "(result x)": "String", "(+ each 1)": "Int", "(next n)": "Int", "all": "(Array String)",
		"(= n 1) ; a comment": "Bool", "(param y)": fmt.Sprint(types.Invalid), "(+": fmt.Sprint(types.Invalid), "n n": fmt.Sprint(types.Invalid), "": fmt.Sprint(types.Invalid),
	} {
		if got := m.TypeOfText(text, names).String(); got != want {
			t.Errorf("%q is of type %s, expected %s", text, got, want)
		}
	}
	var none *checker.Model
	if got := none.TypeOfText("(+ 1 2)", checker.Names{}); got != types.Int {
		t.Errorf("without a model: %s", got)
	}
	for text, want := range map[string]string{"Int": "Int", `(Enum "a")`: `(Enum "a")`, "(Array": fmt.Sprint(types.Invalid), "Ints": fmt.Sprint(types.Invalid), "": fmt.Sprint(types.Invalid)} {
		if got := checker.TypeWritten(text).String(); got != want {
			t.Errorf("the type %q is %s, expected %s", text, got, want)
		}
	}
}
