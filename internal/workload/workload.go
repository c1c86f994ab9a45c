package workload

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/project"
)

// A Workload is a suite with its model and its tools.
type Workload struct {
	Name  string
	Suite *checker.Suite

	// Of a generated workload: its texts, and what is known of it.
	Tools, Model, Checks string
	Known                []Known
}

// A Known is the known answer to a question about a case.
type Known struct {
	Case     string
	Question string // compliant, forward, or a check's name: a commission of it
	Calls    int    // of the smallest answer; Never where there is none
}

// Never is the number of calls of an answer that does not exist.
const Never = -1

// Case returns a case by its name, or nil.
func (w *Workload) Case(name string) *checker.Case {
	return w.Suite.CaseNamed(name)
}

// Example reads suites of the examples: those that a pattern such as
// procurement/*.checks matches in a folder. There is a workload for each file,
// named as its folder and itself are.
func Example(folder, pattern string) ([]*Workload, error) {
	files, errs := project.Find([]string{filepath.Join(folder, filepath.FromSlash(pattern))}, project.FindOptions{})
	if len(errs) > 0 {
		return nil, errs[0]
	}
	var list []*Workload
	for _, s := range project.Check(files, project.Options{}).Suites {
		if s.Model == nil {
			return nil, fmt.Errorf("workload: %s has no model", s.File.Tree.File.Name())
		}
		name := filepath.Base(s.File.Tree.File.Name())
		list = append(list, &Workload{Name: filepath.Base(filepath.Dir(s.File.Tree.File.Name())) + "/" + name, Suite: s})
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("workload: no suite of %s is called %s", folder, pattern)
	}
	return list, nil
}

// load reads and checks the texts of a generated workload. That they have
// errors is a mistake in this package.
func load(name, tools, model, checks string, known ...Known) *Workload {
	w := &Workload{Name: name, Tools: tools, Model: model, Checks: checks, Known: known}
	set, found := tool.Read(source.NewFile("tools.json", tools), tool.Auto)
	m := readModel(model, set)
	file := ast.Parse(source.NewFile("suite.checks", checks), ast.ChecksFile, nil)
	w.Suite = checker.CheckSuite(file, m, set, checker.Options{})
	// Warnings are fine: only errors would make the workload unusable.
	found = append(append(found, m.Diagnostics...), w.Suite.Diagnostics...)
	for _, d := range found {
		if d.Severity == diag.Error {
			panic(fmt.Sprintf("workload: %s: %s: %s", name, d.Code, d.Message))
		}
	}
	return w
}

func readModel(text string, set *tool.Set) *checker.Model {
	file := ast.Parse(source.NewFile("model.wm", text), ast.ModelFile, nil)
	return checker.CheckModel(file, set, checker.Options{}, nil)
}

// toolsText writes schemas of tools. A tool is its name and, after it, its
// parameters as members of a JSON object.
func toolsText(tools ...[2]string) string {
	var b strings.Builder
	b.WriteString("{\"tools\": [\n")
	for i, t := range tools {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, "  {\"name\": %q, \"inputSchema\": {\"type\": \"object\", \"properties\": {%s}}}", t[0], t[1])
	}
	return b.String() + "\n]}\n"
}
