package modeltest

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
)

// A Project is a model with its tools and a suite, as texts and as read.
type Project struct {
	ToolsText, ModelText, SuiteText string

	Tools *tool.Set
	Model *checker.Model
	Suite *checker.Suite
}

// String returns all three texts, from which [Load] makes the project again.
func (p *Project) String() string {
	return fmt.Sprintf("--- tools.json\n%s--- model.wm\n%s--- suite.checks\n%s", p.ToolsText, p.ModelText, p.SuiteText)
}

// GoString is String; rapid shows what it draws by it.
func (p *Project) GoString() string { return "\n" + p.String() }

// Load reads and checks the three files of a project. It fails if any finding
// in them is an error.
func Load(tools, model, suite string) (*Project, error) {
	p := &Project{ToolsText: tools, ModelText: model, SuiteText: suite}
	var found []diag.Diagnostic
	p.Tools, found = tool.Read(source.NewFile("tools.json", tools), tool.Auto)
	file := ast.Parse(source.NewFile("model.wm", model), ast.ModelFile, nil)
	p.Model = checker.CheckModel(file, p.Tools, checker.Options{}, nil)
	file = ast.Parse(source.NewFile("suite.checks", suite), ast.ChecksFile, nil)
	p.Suite = checker.CheckSuite(file, p.Model, p.Tools, checker.Options{})
	if p.Suite.Model != nil {
		p.Model = p.Suite.Model // which has what goals ask to be seen
	}
	found = append(found, p.Model.Diagnostics...)
	found = append(found, p.Suite.Diagnostics...)
	if errs := errorsIn(found); errs != "" {
		return nil, fmt.Errorf("the project has errors:\n%s%s", errs, p)
	}
	return p, nil
}

func errorsIn(list []diag.Diagnostic) string {
	var b strings.Builder
	for _, d := range list {
		if d.Severity == diag.Error {
			fmt.Fprintf(&b, "%s: %s: %s: %q\n", d.Primary, d.Code, d.Message, d.Primary.Text())
		}
	}
	return b.String()
}
