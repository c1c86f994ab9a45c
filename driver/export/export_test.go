package export_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac"
	"github.com/mantrac/mantrac/driver/export"
	"github.com/mantrac/mantrac/internal/jsontext/schematest"
	"github.com/mantrac/mantrac/internal/runner"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/validate"
)

// exported writes the cases that arguments name as a benchmark, and returns its files.
func exported(t *testing.T, args ...string) (*export.Benchmark, string, map[string]string) {
	t.Helper()
	files, errs := project.Find(args, project.FindOptions{Kinds: selection.Kinds})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	found, err := selection.Cases(selection.Check(selection.Options{Args: args, Files: files}), nil)
	if err != nil || found.Bad {
		t.Fatal(err, found.Blocked, found.Left)
	}
	r, err := runner.Validate(t.Context(), found.Cases, runner.Options{Options: validate.Options{Engine: validate.Auto}, Limits: solver.Limits{Jobs: 1, Steps: 500_000}, NoCache: true})
	if err != nil {
		t.Fatal(err)
	}
	b, err := export.New(r.Cases, export.Options{Name: "it's a test", MadeBy: "a test"})
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "bench")
	if err := b.Write(dir); err != nil {
		t.Fatal(err)
	}
	texts := make(map[string]string)
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		texts[filepath.ToSlash(name)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b, dir, texts
}

// What is written is sound by itself: the files have no errors, exactly the exported cases
// are in them, checks and model agree on each, and each reference trace passes.
func TestBenchmarkIsSound(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		args  []string
		cases int
	}{
		{[]string{"../../examples/procurement"}, 4},
		{[]string{"../../examples/procurement/after.checks"}, 2},
	} {
		b, dir, files := exported(t, test.args...)
		if len(b.Cases) != test.cases {
			t.Errorf("%v: %d cases, without %v", test.args, len(b.Cases), b.Left)
		}
		p, err := mantrac.Load(context.Background(), mantrac.Options{}, dir)
		if err != nil {
			t.Fatal(err)
		}
		cases, err := mantrac.Validate(context.Background(), p, mantrac.ValidateOptions{})
		if err != nil || len(cases) != len(b.Cases) {
			t.Errorf("%v: %d cases are in the files, and %d in the list; %v", test.args, len(cases), len(b.Cases), err)
		}
		for _, k := range cases {
			if k.Verdict != mantrac.Consistent {
				t.Errorf("%v: case %s is %s", test.args, k.Name, k.Verdict)
			}
		}
		for _, c := range b.Cases {
			if _, ok := files[c.Suite]; !ok || files[c.Manual] == "" && c.Manual != "" {
				t.Errorf("%s: %s or %s is not there", c.ID, c.Suite, c.Manual)
			}
			passes(t, dir, p, c)
		}
		if n := strings.Count(files["cases.jsonl"], "\n"); n != len(b.Cases) {
			t.Errorf("%v: cases.jsonl has %d lines", test.args, n)
		}
		if _, _, again := exported(t, test.args...); !cmp.Equal(files, again) {
			t.Errorf("%v: another export has other bytes", test.args)
		}
	}
}

// passes grades the reference trace of a case.
func passes(t *testing.T, dir string, p *mantrac.Project, c export.Case) {
	t.Helper()
	var lines bytes.Buffer
	fmt.Fprintf(&lines, `{"trace":{"version":1,"id":"x","task":%q}}`+"\n", c.Case)
	for _, call := range c.Reference {
		fmt.Fprintf(&lines, `{"kind":"call","tool":%q,"args":%s}`+"\n", call.Tool, call.Args)
	}
	file := filepath.Join(t.TempDir(), "trace.jsonl")
	if err := os.WriteFile(file, lines.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, s := range p.Suites {
		path, _ := filepath.Abs(s.File.Tree.File.Name())
		if path != filepath.Join(dir, filepath.FromSlash(c.Suite)) {
			continue
		}
		graded := 0
		err := mantrac.Grade(t.Context(), s, mantrac.GradeOptions{Case: c.Case}, file, func(r *grade.Result) error {
			if graded++; r.Verdict != grade.Pass || len(r.Findings) > 0 {
				t.Errorf("%s: the reference trace is graded %s, with %v\n%s", c.ID, r.Verdict, r.Findings, lines.String())
			}
			return nil
		})
		if err != nil || graded != 1 {
			t.Errorf("%s: %d traces are graded; %v", c.ID, graded, err)
		}
	}
}

// The tasks follow the format of tau2-bench, which the published tasks follow too.
func TestTau2(t *testing.T) {
	t.Parallel()
	const schema = "testdata/tau2.schema.json"
	_, _, files := exported(t, "../../examples/procurement/after.checks")
	tasks := files["tau2/procurement/tasks.json"]
	if err := schematest.Check(schema, tasks); err != nil {
		t.Error(err)
	}
	if !strings.Contains(tasks, `"compare_args": [`) || files["tau2/procurement/policy.md"] == "" {
		t.Errorf("the tasks are incomplete:\n%s", tasks)
	}
	published, err := filepath.Glob(filepath.Join(data(), "tau2-*", "tasks*.json"))
	if err != nil || len(published) == 0 {
		t.Skipf("the published tasks are not in %s", data())
	}
	for _, path := range published {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := schematest.Check(schema, string(text)); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// data is where reference data are.
func data() string {
	if dir := os.Getenv("MANTRAC_DATA"); dir != "" {
		return dir
	}
	return "../../../shared/data"
}

// The dataset has the fields of Inspect's samples and no others, the card has the header
// that Hugging Face reads, and what is left out is said.
func TestFormats(t *testing.T) {
	t.Parallel()
	b, _, files := exported(t, "../../examples/procurement/after.checks", "../../examples/procurement/before.checks")
	if len(b.Left) == 0 {
		t.Error("the conflicts of before.checks are exported")
	}
	for line := range strings.Lines(files["inspect/dataset.jsonl"]) {
		var sample map[string]any
		if err := json.Unmarshal([]byte(line), &sample); err != nil {
			t.Fatal(err)
		}
		known := []string{"input", "choices", "target", "id", "metadata", "sandbox", "files", "setup"}
		for name := range sample {
			if !slices.Contains(known, name) {
				t.Errorf("samples have no field %s", name)
			}
		}
		if sample["input"] == "" || sample["target"] == "" {
			t.Errorf("the sample is empty: %s", line)
		}
	}
	if !strings.HasPrefix(files["README.md"], "---\npretty_name: 'it''s a test'\nlicense: unknown\n") {
		t.Errorf("the card begins otherwise:\n%s", files["README.md"])
	}
	var p struct {
		Left  []export.Left `json:"left_out"`
		Files []struct{ Name, SHA256 string }
	}
	if err := json.Unmarshal([]byte(files["provenance.json"]), &p); err != nil || len(p.Left) != len(b.Left) || len(p.Files) < 5 {
		t.Errorf("%+v, %v", p, err)
	}
}

// A folder with files is not written to, and no case gives no benchmark.
func TestRefusals(t *testing.T) {
	t.Parallel()
	b, dir, _ := exported(t, "../../examples/procurement/after.checks")
	if err := b.Write(dir); err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Errorf("it is written again: %v", err)
	}
	none, err := export.New(nil, export.Options{})
	if err != nil || len(none.Cases) != 0 {
		t.Errorf("%v, %v", none, err)
	}
}
