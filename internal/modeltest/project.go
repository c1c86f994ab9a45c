package modeltest

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/project"
)

// A Project is a model with its tools and a suite, as texts and as read.
type Project struct {
	ToolsText, ModelText, SuiteText string
	ConfigText                      string // a mantra.yaml that declares events, or ""

	Tools *tool.Set
	Model *checker.Model
	Suite *checker.Suite
}

// String returns all texts, from which [Load] or loadEvents makes the project
// again.
func (p *Project) String() string {
	text := fmt.Sprintf("--- tools.json\n%s--- model.wm\n%s--- suite.checks\n%s", p.ToolsText, p.ModelText, p.SuiteText)
	if p.ConfigText != "" {
		text = "--- mantra.yaml\n" + p.ConfigText + text
	}
	return text
}

// GoString is String; rapid shows what it draws by it.
func (p *Project) GoString() string { return "\n" + p.String() }

// Load reads and checks the three files of a project. It fails if any finding
// in them is an error.
func Load(tools, model, suite string) (*Project, error) {
	return loadEvents("", tools, model, suite)
}

// loadEvents is Load for a project whose mantra.yaml declares events.
func loadEvents(config, tools, model, suite string) (*Project, error) {
	p := &Project{ConfigText: config, ToolsText: tools, ModelText: model, SuiteText: suite}
	var found []diag.Diagnostic
	p.Tools, found = tool.Read(source.NewFile("tools.json", tools), tool.Auto)
	events, more := project.Events(source.NewFile("mantra.yaml", config))
	for _, e := range events {
		p.Tools.Join(e)
	}
	found = append(found, more...)
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

// With loads a project that has another model and another suite.
func (p *Project) With(model, suite string) (*Project, error) {
	return loadEvents(p.ConfigText, p.ToolsText, model, suite)
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
