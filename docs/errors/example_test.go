package catalogue_test

import (
	"context"
	"maps"
	"path"
	"slices"
	"testing"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/edit/locks"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/lint"
	"github.com/mantrac/mantrac/project"
)

// An example is a set of files that are checked together.
type example struct {
	texts   map[string]string
	strict  bool
	deep    bool       // linted as well
	project *testing.T // whose folder the files are put into, if they are checked as a project
}

// check returns all findings in the files of an example. Tools come from
// tools.json or tools.yaml, if it is there, and events from mantra.yaml. A suite is checked against the
// model that it uses, and by itself if it uses none.
func (x example) check() []diag.Diagnostic {
	if x.project != nil {
		return x.checkProject()
	}
	var list []diag.Diagnostic
	tools := x.tools(&list)
	opts := checker.Options{Strict: x.strict}
	models := make(map[string]*checker.Model)
	suites := make(map[*checker.Model][]*checker.Suite)
	for _, name := range x.named(".wm") {
		models[name] = checker.CheckModel(x.parse(name, ast.ModelFile), tools, opts, nil)
		list = append(list, models[name].Diagnostics...)
	}
	for _, name := range x.named(".checks") {
		f := x.parse(name, ast.ChecksFile)
		m := models[used(f)]
		s := checker.CheckSuite(f, m, tools, opts)
		suites[m] = append(suites[m], s)
		list = append(list, s.Diagnostics...)
	}
	for _, m := range models {
		list = append(list, checker.CheckProject(m, suites[m])...)
	}
	if text, ok := x.texts["locks.json"]; ok {
		list = append(list, breaches(models, suites, text)...)
	}
	list = diag.Canonical(list)
	if x.deep {
		list = diag.Canonical(append(list, lintOf(models, suites, list)...))
	}
	return list
}

// breaches returns what is found in files about a file of locks.
func breaches(models map[string]*checker.Model, suites map[*checker.Model][]*checker.Suite, text string) []diag.Diagnostic {
	s := &edit.Set{Models: slices.Collect(maps.Values(models))}
	for _, list := range suites {
		s.Suites = append(s.Suites, list...)
	}
	f, err := locks.Parse("locks.json", text)
	if err != nil {
		panic(err)
	}
	found, err := f.Broken(s)
	if err != nil {
		panic(err)
	}
	return found
}

// lintOf returns what the semantic lint finds beside a list of findings.
func lintOf(models map[string]*checker.Model, suites map[*checker.Model][]*checker.Suite, said []diag.Diagnostic) []diag.Diagnostic {
	o := lint.Options{Workers: 2}
	if lib, err := z3.Load(); err == nil {
		o.NewSolver = func(limit time.Duration) (smt.Solver, error) { return lib.NewSolver(z3.Options{Timeout: limit}) }
	}
	var all []*checker.Suite
	for _, name := range slices.Sorted(maps.Keys(models)) {
		all = append(all, suites[models[name]]...)
	}
	r := lint.Run(context.Background(), slices.Collect(maps.Values(models)), all, o)
	r.Without(said)
	return r.Diagnostics()
}

// named returns the names of the files with an ending, in order.
func (x example) named(ending string) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(x.texts)), func(name string) bool { return path.Ext(name) != ending })
}

func (x example) parse(name string, kind ast.Kind) *ast.File {
	return ast.Parse(source.NewFile(name, x.texts[name]), kind, nil)
}

func (x example) tools(list *[]diag.Diagnostic) *tool.Set {
	if text, ok := x.texts["tool_types.json"]; ok {
		_, found := tool.ReadEffects(source.NewFile("tool_types.json", text))
		*list = append(*list, found...)
	}
	for _, name := range []string{"tools.json", "tools.yaml"} {
		if text, ok := x.texts[name]; ok {
			set, found := tool.Read(source.NewFile(name, text), tool.Auto)
			events, more := project.Events(source.NewFile(project.ConfigName, x.texts[project.ConfigName]))
			for _, e := range events {
				set.Join(e)
			}
			*list = append(append(*list, found...), more...)
			return set
		}
	}
	return nil
}

// used returns the path of the model that a suite uses, or "".
func used(f *ast.File) string {
	for _, u := range f.Uses {
		if use, ok := u.Node.(*ast.Use); ok && use.Path != nil {
			return string(use.Path.Value.(types.Text))
		}
	}
	return ""
}

// apply returns the example after edits.
func (x example) apply(edits []diag.Edit) (example, error) {
	texts := make(map[string]string)
	for name, text := range x.texts {
		after, err := diag.Apply(source.NewFile(name, text), edits)
		if err != nil {
			return x, err
		}
		texts[name] = after
	}
	return example{texts, x.strict, x.deep, x.project}, nil
}

// firstFixes returns the findings without the alternatives to their first fixes,
// which a page shows as the one to take.
func firstFixes(list []diag.Diagnostic) []diag.Diagnostic {
	list = slices.Clone(list)
	for i := range list {
		list[i].Fixes = list[i].Fixes[:min(1, len(list[i].Fixes))]
	}
	return list
}

// fixed applies the first fixes of the findings until there are none left,
// and returns the findings that then remain.
func (x example) fixed() (example, []diag.Diagnostic, error) {
	for range 10 {
		list := x.check()
		edits, fixed := diag.Compatible(firstFixes(list), diag.Suggestion)
		if len(fixed) == 0 {
			return x, list, nil
		}
		var err error
		if x, err = x.apply(edits); err != nil {
			return x, list, err
		}
	}
	return x, x.check(), nil
}
