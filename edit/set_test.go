package edit_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
)

// set reads and checks files, *.wm and *.checks. Suites are about the first
// model. The names of those that are taken begin with a prefix, which is cut
// off.
func set(files []txtar.File, prefix string) *edit.Set {
	s := &edit.Set{}
	var tools *tool.Set
	for _, f := range files {
		if f.Name == "tools.json" {
			tools, _ = tool.Read(source.NewFile(f.Name, string(f.Data)), tool.Auto)
		}
	}
	for _, f := range files {
		if name, ok := strings.CutPrefix(f.Name, prefix); ok && strings.HasSuffix(name, ".wm") && !strings.Contains(name, "/") {
			file := ast.Parse(source.NewFile(name, string(f.Data)), ast.ModelFile, nil)
			s.Models = append(s.Models, checker.CheckModel(file, tools, checker.Options{}, nil))
		}
	}
	for _, f := range files {
		if name, ok := strings.CutPrefix(f.Name, prefix); ok && strings.HasSuffix(name, ".checks") && !strings.Contains(name, "/") {
			var model *checker.Model
			if len(s.Models) > 0 {
				model = s.Models[0]
			}
			file := ast.Parse(source.NewFile(name, string(f.Data)), ast.ChecksFile, nil)
			s.Suites = append(s.Suites, checker.CheckSuite(file, model, tools, checker.Options{}))
		}
	}
	return s
}

// text returns the text of a file of a set.
func text(t *testing.T, s *edit.Set, name string) string {
	t.Helper()
	for _, f := range s.Files() {
		if f.Tree.File.Name() == name {
			return f.Tree.File.Text()
		}
	}
	t.Fatalf("there is no file %s", name)
	return ""
}
