package format_test

import (
	"os"
	"path/filepath"
	"testing"

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

// The examples are laid out as the formatter does.
func TestExamples(t *testing.T) {
	list := examples(t)
	if len(list) < 9 {
		t.Fatalf("only %d examples", len(list))
	}
	for _, e := range list {
		out, err := formatText(e.kind, e.text)
		if err != nil {
			t.Error(err)
			continue
		}
		checkLayout(t, e.kind, e.text, out)
		if string(out) != e.text {
			t.Errorf("%s is not formatted: run mantrac fmt -w examples", e.name)
		}
	}
}
