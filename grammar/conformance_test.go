package grammar

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

// fewest is how many cases the corpus has at the least; how many of
// them are of each kind, expectation_test.go knows.
const fewest = 700

// TestConformance runs the corpus: what is found must be what a case lists,
// one to one, and so must what is said of its traces and its verdicts.
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
			result := c.check(t, c.files)
			for _, d := range result.Diagnostics {
				if c.minds(d.Severity) {
					got = append(got, line(d))
				}
			}
			slices.Sort(got)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s: want -, got +\n%s", c.place, diff)
			} else {
				c.evaluate(t, result)
				c.validate(t, result)
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
		if diff := cmp.Diff(codes(c.check(t, c.files).Diagnostics), codes(c.check(t, files).Diagnostics)); diff != "" {
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

// check checks the files of a case, which are its project.
func (c *testCase) check(t *testing.T, files []section) *project.Result {
	t.Helper()
	dir := t.TempDir()
	for _, f := range c.project(files) {
		name := filepath.Join(dir, filepath.FromSlash(f.name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(f.text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	found, errs := project.Find([]string{"."}, project.FindOptions{})
	result := project.Check(found, project.Options{Strict: c.strict})
	for _, err := range append(errs, result.Errors...) {
		t.Errorf("%s: %v", c.place, err)
	}
	return result
}

// project returns the files of a case with the mantra.yaml that stands for
// what the case leaves out.
func (c *testCase) project(files []section) []section {
	has := func(name string) bool {
		return slices.ContainsFunc(files, func(f section) bool { return f.name == name })
	}
	var config string
	if has("model.wm") {
		config += "model: model.wm\n"
	}
	if has("tools.json") {
		config += "tools: tools.json\n"
	}
	if config == "" || has(project.ConfigName) {
		return files
	}
	return append(slices.Clone(files), section{name: project.ConfigName, text: config})
}
