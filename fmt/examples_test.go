package format_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/lang/ast"
)

type example struct {
	name, text string
	kind       ast.Kind
}

// examples returns the models and suites of the examples of this repository.
func examples(tb testing.TB) []example {
	var list []example
	for kind, pattern := range map[ast.Kind]string{ast.ModelFile: "*.wm", ast.ChecksFile: "*.checks"} {
		names, err := filepath.Glob(filepath.Join("..", "examples", "*", pattern))
		if err != nil {
			tb.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				tb.Fatal(err)
			}
			list = append(list, example{name, string(text), kind})
		}
	}
	return list
}

// Every example has a layout, but for those with mistakes.
func TestExamples(t *testing.T) {
	for _, e := range examples(t) {
		out, err := formatText(e.kind, e.text)
		var invalid *format.Invalid
		if errors.As(err, &invalid) && filepath.Base(filepath.Dir(e.name)) == "mistakes" {
			continue
		}
		if err != nil {
			t.Error(err)
			continue
		}
		checkLayout(t, e.kind, e.text, out)
	}
}
