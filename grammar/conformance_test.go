package grammar

import (
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/checker"
	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
)

// fewest is how many cases the corpus has at the least.
const fewest = 250

// TestConformance runs the corpus: what is found must be what a case lists,
// one to one.
func TestConformance(t *testing.T) {
	all := corpus(t)
	if len(all) < fewest {
		t.Errorf("the corpus has %d cases, and should have %d or more", len(all), fewest)
	}
	seen := make(map[string]bool)
	for _, c := range all {
		if seen[c.name] {
			t.Errorf("%s: another case is called %s", c.place, c.name)
		}
		seen[c.name] = true
		t.Run(c.name, func(t *testing.T) {
			if c.reason == "" || strings.Contains(c.reason, "\n") {
				t.Errorf("%s: a case begins with one line that says why it is here", c.place)
			}
			var got []string
			for _, d := range c.check(c.files) {
				if c.minds(d.Severity) {
					got = append(got, line(d))
				}
			}
			slices.Sort(got)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s: want -, got +\n%s", c.place, diff)
			}
		})
	}
}

// TestConformanceFormatted holds the formatter against the corpus: what it
// makes of an accepted case is accepted, with the same findings.
func TestConformanceFormatted(t *testing.T) {
	for _, c := range corpus(t) {
		if !c.accept {
			continue
		}
		files := slices.Clone(c.files)
		for i, f := range files {
			kind, ok := kindOf(f.name)
			if !ok {
				continue
			}
			out, err := format.Source(source.NewFile(f.name, f.text), kind)
			if err != nil {
				t.Errorf("%s: %s: %v", c.place, c.name, err)
				continue
			}
			files[i].text = string(out)
		}
		if diff := cmp.Diff(codes(c.check(c.files)), codes(c.check(files))); diff != "" {
			t.Errorf("%s: %s is no longer the same when formatted: as written -, formatted +\n%s", c.place, c.name, diff)
		}
	}
}

// codes returns the severities and codes of findings, sorted.
func codes(list []diag.Diagnostic) []string {
	var all []string
	for _, d := range list {
		all = append(all, d.Severity.String()+" "+string(d.Code))
	}
	slices.Sort(all)
	return all
}

// kindOf returns the language of a file by its name.
func kindOf(name string) (ast.Kind, bool) {
	switch path.Ext(name) {
	case ".wm":
		return ast.ModelFile, true
	case ".checks":
		return ast.ChecksFile, true
	}
	return 0, false
}

// check returns all findings in the files of a case, which are its project.
func (c *testCase) check(files []section) []diag.Diagnostic {
	var found []diag.Diagnostic
	var tools *tool.Set
	opts := checker.Options{Strict: c.strict}
	models := make(map[string]*checker.Model)
	suites := make(map[*checker.Model][]*checker.Suite)
	for _, f := range files {
		if f.name == "tools.json" {
			set, problems := tool.Read(source.NewFile(f.name, f.text), tool.Auto)
			tools, found = set, append(found, problems...)
		}
	}
	for _, f := range files {
		if kind, ok := kindOf(f.name); ok && kind == ast.ModelFile {
			m := checker.CheckModel(ast.Parse(source.NewFile(f.name, f.text), kind, nil), tools, opts, nil)
			models[f.name], found = m, append(found, m.Diagnostics...)
		}
	}
	for _, f := range files {
		if kind, ok := kindOf(f.name); ok && kind == ast.ChecksFile {
			file := ast.Parse(source.NewFile(f.name, f.text), kind, nil)
			m := models[modelOf(file, f.name)]
			s := checker.CheckSuite(file, m, tools, opts)
			suites[m], found = append(suites[m], s), append(found, s.Diagnostics...)
		}
	}
	for _, m := range models {
		found = append(found, checker.CheckProject(m, suites[m])...)
	}
	return found
}

// modelOf returns the name of the model of a suite.
func modelOf(f *ast.File, name string) string {
	for _, u := range f.Uses {
		if p := u.Node.(*ast.Use).Path; p != nil {
			return path.Join(path.Dir(name), strings.Trim(u.Text(p), `"`))
		}
	}
	return "model.wm"
}
