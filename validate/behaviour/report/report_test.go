package report_test

import (
	"bytes"
	"context"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/jsontext/schematest"
	"github.com/mantrac/mantrac/internal/sarif/sariftest"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate/behaviour"
	"github.com/mantrac/mantrac/validate/behaviour/report"
	"github.com/mantrac/mantrac/validate/gate"
)

var update = flag.Bool("update", false, "write the golden files")

// set reads the project in a folder.
func set(t *testing.T, folder string) *edit.Set {
	t.Helper()
	files, errs := project.Find([]string{folder}, project.FindOptions{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	r := project.Check(files, project.Options{})
	for _, d := range r.Diagnostics {
		t.Errorf("%s: %s: %s", d.Primary, d.Code, d.Message)
	}
	return &edit.Set{Models: r.Models, Suites: r.Suites}
}

// review is what the change in the example means.
func review(t *testing.T, o behaviour.Options) (*behaviour.Report, *gate.Report) {
	t.Helper()
	old, new := set(t, "../../../examples/review/old"), set(t, "../../../examples/review/new")
	d := edit.DiffOptions{Old: "../../../examples/review/old/", New: "../../../examples/review/new/"}
	edits, err := edit.Diff(old, new, d)
	if err != nil {
		t.Fatal(err)
	}
	o.Timeout = time.Minute
	if lib, err := z3.Load(); err == nil {
		o.NewSolver = func(limit time.Duration) (smt.Solver, error) { return lib.NewSolver(z3.Options{Timeout: limit}) }
	}
	r, err := behaviour.Run(context.Background(), old, new, edits, d, o)
	if err != nil {
		t.Fatal(err)
	}
	places, err := edit.Places(old, new, edits, d)
	if err != nil {
		t.Fatal(err)
	}
	in := gate.Input{Old: gate.Version{Set: old, Prefix: d.Old}, New: gate.Version{Set: new, Prefix: d.New}, Edits: edits, Places: places, Behaviour: r}
	return r, gate.Judge(in)
}

func golden(t *testing.T, name string, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	got := strings.ReplaceAll(b.String(), `..\`, "../")
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is\n%s", name, got)
	}
	return got
}

func TestGolden(t *testing.T) {
	for name, o := range map[string]behaviour.Options{"cases": {Workers: 2}, "any": {Any: true}, "all": {Beyond: true}} {
		t.Run(name, func(t *testing.T) {
			r, g := review(t, o)
			golden(t, name+".txt", func(w io.Writer) error { return report.Text(w, r, g, report.Options{}) })
			golden(t, name+".md", func(w io.Writer) error { return report.Markdown(w, r, g) })
			golden(t, name+".json", func(w io.Writer) error { return report.JSON(w, r, g) })
		})
	}
}

func TestJSONFollowsItsSchema(t *testing.T) {
	for _, name := range []string{"cases", "any", "all"} {
		text, err := os.ReadFile(filepath.Join("testdata", name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		if err := schematest.Check("behaviour.schema.json", string(text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSchemaRejects makes sure that the schema says something.
func TestSchemaRejects(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{
		{`"version": 2`, `"version": 1`},
		{`"class": "both"`, `"class": "other"`},
		{`"result": "trace"`, `"result": "none"`},
		{`"result": "none"`, `"result": "trace"`},
		{`"shortest": true`, `"smallest": true`},
		{`"kind": "pre"`, `"kind": "post"`},
		{`"from": "cases"`, `"from": "suites"`},
		{`"with": []`, `"with": [-1]`},
		{`"op": "replace"`, `"op": "patch"`},
		{`"words": "`, `"word": "`},
		{`"new_verdict": "`, `"new_verdict": "very `},
	} {
		bad := strings.Replace(string(text), c[0], c[1], 1)
		if bad == string(text) {
			t.Errorf("%s does not occur", c[0])
		} else if schematest.Check("behaviour.schema.json", bad) == nil {
			t.Errorf("the schema accepts %s for %s", c[1], c[0])
		}
	}
}

// TestSARIF holds the log against the standard, and the levels against what is
// forbidden.
func TestSARIF(t *testing.T) {
	r, g := review(t, behaviour.Options{Beyond: true})
	for forbid, want := range map[behaviour.Class][2]int{behaviour.Looser: {4, 0}, behaviour.Stricter: {3, 0}, "": {0, 0}} {
		var classes []behaviour.Class
		if forbid != "" {
			classes = append(classes, forbid)
		}
		var b strings.Builder
		if err := report.SARIF(&b, r, g, classes, "1.0"); err != nil {
			t.Fatal(err)
		}
		sariftest.Validate(t, b.String())
		if got := [2]int{strings.Count(b.String(), `"level": "error"`), strings.Count(b.String(), `"level": "warning"`)}; got != want {
			t.Errorf("forbidding %q: %v errors and warnings, not %v", forbid, got, want)
		}
	}
}
