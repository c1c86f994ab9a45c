package lang_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/ops"
)

// elsewhere are the files outside lang, in any folder, that compare such a word
// where it is the word of something else.
var elsewhere = map[string][]string{
	"address.go":       {"field", "param", "or"}, // segments of addresses
	"json.go":          {"before"},               // a member of an edit
	"sexpr.go":         {"before"},
	"complete_json.go": {"array"},  // a type of a JSON schema
	"openai.go":        {"length"}, // why an answer ended
	"yaml_tools.go":    {"-"},      // begins an entry of a list
	"schema.go":        {"<", "<="},
}

// Operators and forms are compared as values of the tables: nothing outside
// lang compares their words. `-` and `/` are left alone where they are standard
// input and the separator of paths.
func TestWordsAreComparedInLangAlone(t *testing.T) {
	words := make(map[string]bool)
	for _, o := range ops.All() {
		words[o.String()] = true
	}
	for _, f := range forms.All() {
		words[f.String()] = true
	}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel("..", path)
		name = filepath.ToSlash(name)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name == "lang" || d.Name() == "testdata" || d.Name() == "node_modules" || d.Name() != ".." && strings.HasPrefix(d.Name(), ".")):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, l := range compared(file) {
			word, _ := strconv.Unquote(l.Value)
			if words[word] && !slices.Contains(elsewhere[filepath.Base(name)], word) && !((word == "-" || word == "/") && !inEngine(name)) {
				t.Errorf("%s compares with the word %s; use lang/ops or lang/forms", files.Position(l.Pos()), l.Value)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// compared returns the literals that a file compares something with, in `==`,
// `!=` and the cases of switches.
func compared(file *ast.File) (list []*ast.BasicLit) {
	add := func(e ast.Expr) {
		if l, ok := e.(*ast.BasicLit); ok && l.Kind == token.STRING {
			list = append(list, l)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				add(n.X)
				add(n.Y)
			}
		case *ast.CaseClause:
			for _, e := range n.List {
				add(e)
			}
		}
		return true
	})
	return list
}

// inEngine reports whether a file belongs to the packages that read trees.
func inEngine(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return slices.Contains([]string{"checker", "fmt", "compiler", "interp", "monitor", "explicit", "search", "validate", "lint", "lsp"}, first)
}
