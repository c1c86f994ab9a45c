package lint_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/diag/report"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lint"
	"github.com/mantrac/mantrac/validate"
)

var update = flag.Bool("update", false, "write what is found into testdata")

// solver makes solvers of libz3.
func solver(t testing.TB) func(time.Duration) (smt.Solver, error) {
	t.Helper()
	lib, err := z3.Load()
	if err != nil {
		t.Skip("this asks the solver: ", err)
	}
	return func(limit time.Duration) (smt.Solver, error) { return lib.NewSolver(z3.Options{Timeout: limit}) }
}

// A project is a model with its suites.
type project struct {
	model  *checker.Model
	suites []*checker.Suite
}

// load reads a project, in which there are no errors.
func load(t testing.TB, files map[string]string) project {
	t.Helper()
	var tools *tool.Set
	var found []diag.Diagnostic
	if text, ok := files["tools.json"]; ok {
		tools, found = tool.Read(source.NewFile("tools.json", text), tool.Auto)
	}
	var p project
	p.model = checker.CheckModel(ast.Parse(source.NewFile("model.wm", files["model.wm"]), ast.ModelFile, nil), tools, checker.Options{}, nil)
	found = append(found, p.model.Diagnostics...)
	for _, name := range []string{"suite.checks", "more.checks"} {
		if text, ok := files[name]; ok {
			s := checker.CheckSuite(ast.Parse(source.NewFile(name, text), ast.ChecksFile, nil), p.model, tools, checker.Options{})
			p.suites = append(p.suites, s)
			found = append(found, s.Diagnostics...)
		}
	}
	for _, d := range found {
		if d.Severity == diag.Error {
			t.Fatalf("%s: %s", d.Primary, d.Message)
		}
	}
	return p
}

func (p project) lint(t testing.TB, o lint.Options) *lint.Result {
	t.Helper()
	r := lint.Run(context.Background(), []*checker.Model{p.model}, p.suites, o)
	for _, err := range r.Errors {
		t.Error(err)
	}
	return r
}

// Each file in testdata is a project with what is found in it, as text.
func TestFindings(t *testing.T) {
	newSolver := solver(t)
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal(err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files := make(map[string]string)
			for _, f := range archive.Files {
				files[f.Name] = string(f.Data)
			}
			o := lint.Options{Options: validate.Options{Bound: 6, Engine: validate.Reference, NewSolver: newSolver}}
			if b := strings.TrimSpace(string(archive.Comment)); strings.HasPrefix(b, "bound ") {
				fmt.Sscanf(b, "bound %d", &o.Bound)
			}
			r := load(t, files).lint(t, o)
			got := text(t, r)
			if *update {
				archive.Files[len(archive.Files)-1].Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != files["want"] {
				t.Errorf("got\n%s\nwant\n%s", got, files["want"])
			}
		})
	}
}

// text returns a result as people read it.
func text(t testing.TB, r *lint.Result) string {
	t.Helper()
	var b bytes.Buffer
	if err := report.Plain(&b, r.Diagnostics()); err != nil {
		t.Fatal(err)
	}
	for _, q := range r.Open {
		fmt.Fprintf(&b, "open: %s: %v\n", q.Question, q.Reason)
	}
	return b.String()
}
