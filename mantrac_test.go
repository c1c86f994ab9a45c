package mantrac_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/mantrac/mantrac"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/validate"
)

// The verdicts are those of the engines.
func TestVerdicts(t *testing.T) {
	for ours, theirs := range map[mantrac.Verdict]validate.Verdict{
		mantrac.UnsatisfiableChecks: validate.UnsatisfiableChecks, mantrac.NoCompliantTrace: validate.NoCompliantTrace,
		mantrac.ForwardConflict: validate.ForwardConflict, mantrac.OverRestrictive: validate.OverRestrictive,
		mantrac.Unknown: validate.UnknownVerdict, mantrac.Consistent: validate.Consistent,
	} {
		if string(ours) != string(theirs) {
			t.Errorf("%s is %s", ours, theirs)
		}
	}
}

// What cannot be used is an error, and says which file it is in.
func TestErrors(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if _, err := mantrac.Load(ctx, mantrac.Options{}, filepath.Join(dir, "gone.wm")); err == nil || !strings.Contains(err.Error(), "gone.wm") {
		t.Errorf("a file that is gone: %v", err)
	}
	if _, err := mantrac.Format("a.txt", "(model)"); err == nil || !strings.Contains(err.Error(), "a.txt") {
		t.Errorf("a name that says nothing: %v", err)
	}
	p, err := mantrac.Load(ctx, mantrac.Options{}, write("lonely.checks", "(case a (checks (b (call c))))\n"))
	if err != nil || len(p.Diagnostics) == 0 {
		t.Fatalf("a suite without a model: %v", err)
	}
	if _, err := mantrac.Validate(ctx, p, mantrac.ValidateOptions{}); err == nil || !strings.Contains(err.Error(), "lonely.checks") {
		t.Errorf("a suite without a model: %v", err)
	}
	p, err = mantrac.Load(ctx, mantrac.Options{}, "examples/procurement/after.checks")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := mantrac.Validate(ctx, p, mantrac.ValidateOptions{Cases: []string{"nothing"}}); err == nil || !strings.Contains(err.Error(), "nothing") {
		t.Errorf("a case that is not there: %v", err)
	}
	none := func(*grade.Result) error { return nil }
	if err := mantrac.Grade(ctx, p.Suites[0], mantrac.GradeOptions{}, "examples/procurement/traces/runs.jsonl", none); err == nil {
		t.Error("a suite of two cases is graded by one of them")
	}
	if _, ok := mantrac.Explain("MC9999"); ok {
		t.Error("a code that is not there is explained")
	}
}

// A context that has ended ends everything, with its error.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	p, err := mantrac.Load(ctx, mantrac.Options{}, "examples/procurement/after.checks")
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := mantrac.Load(ctx, mantrac.Options{}, "examples/procurement"); !errors.Is(err, context.Canceled) {
		t.Errorf("Load: %v", err)
	}
	if _, err := mantrac.Validate(ctx, p, mantrac.ValidateOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Validate: %v", err)
	}
	if _, err := mantrac.Diff(ctx, p, p); !errors.Is(err, context.Canceled) {
		t.Errorf("Diff: %v", err)
	}
	none := func(*grade.Result) error { return nil }
	if err := mantrac.Grade(ctx, p.Suites[0], mantrac.GradeOptions{Case: "in_stock_monitor"}, "examples/procurement/traces/runs.jsonl", none); !errors.Is(err, context.Canceled) {
		t.Errorf("Grade: %v", err)
	}
}

// Every diagnostic of the conformance corpus carries its problem.
func TestProblems(t *testing.T) {
	archives, err := filepath.Glob("grammar/conformance/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		for _, f := range archive.Files {
			path := filepath.Join(dir, filepath.FromSlash(f.Name))
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, f.Data, 0o666)); err != nil {
				t.Fatal(err)
			}
		}
		for _, f := range archive.Files {
			list, _ := mantrac.Check(context.Background(), mantrac.Options{}, filepath.Join(dir, f.Name)) // some cannot be read
			for _, d := range list {
				if count++; d.Problem == nil {
					t.Errorf("%s: %s: %s has no problem", name, d.Primary, d.Code)
				}
			}
		}
	}
	if count < 100 {
		t.Errorf("there are only %d diagnostics", count)
	}
}
