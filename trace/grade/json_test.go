package grade_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/jsontext/schematest"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// TestJSON: what is written follows the published schema, and has all that was
// found; its classes are those of the table.
func TestJSON(t *testing.T) {
	o := grade.Options{Findings: grade.AllFindings(), Replay: true, Edges: []grade.Edge{{From: "look", To: "buy"}}, Parallel: grade.Forbid}
	const parts = `(init (stock 0)) (goal seen (= stock 1))
		(checks (a (call look (item "A"))) (b (no_call buy)) (c (after (call buy) (call find))) (d (or (call find) (no_call look)))
			(e (follows (call look) (call buy))))`
	var want []grade.Result
	var b bytes.Buffer
	w := grade.NewJSON(&b, o, nil)
	for _, lines := range []string{"", "buy", "look ?;buy {\"n\":0}", "look;+ buy {\"m\":<&>}", "> hello;look {\"item\":\"a\"};= A;look {\"item\":\"a\"};refund {\"user_id\":\"u\"}", "look {\"item\":\"A\"};find;nothing"} {
		var list []string
		if lines != "" {
			list = strings.Split(lines, ";")
		}
		r := gradeShop(t, parts, o, list...)
		want = append(want, *r)
		if err := w.Result(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Problem(trace.Problem{File: "f", At: trace.Pointer{Line: 2}, Message: "no JSON", Fatal: true}); err != nil {
		t.Fatal(err)
	}
	if err := w.Problem(trace.Problem{File: "f", Trace: "t", Message: "no case", NoCase: true}); err != nil {
		t.Fatal(err)
	}
	if err := w.Assumed(grade.Assumption{File: "f", Code: "no-mark", Message: "results lack the mark", Count: 2, First: trace.Pointer{Line: 3}}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := schematest.Check("grade.schema.json", b.String()); err != nil {
		t.Error(err)
	}
	var got struct {
		Traces   []grade.Result
		Problems []trace.Problem
		Assumed  []grade.Assumption
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got.Traces); d != "" {
		t.Error(d)
	}
	if len(got.Problems) != 2 || got.Problems[1].Trace != "t" || !got.Problems[0].Fatal || len(got.Assumed) != 1 || got.Assumed[0].Count != 2 || got.Assumed[0].First.Line != 3 {
		t.Errorf("problems %v, assumed %v", got.Problems, got.Assumed)
	}
}

// TestSchemaHasAllClasses: the schema lists the classes of the table.
func TestSchemaHasAllClasses(t *testing.T) {
	for _, c := range grade.Classes {
		if c.Class != grade.Precondition && !strings.Contains(grade.Schema(), `"`+string(c.Class)+`"`) {
			t.Errorf("the schema lacks %s", c.Class)
		}
	}
}

// TestMappingRows: rows that do nothing are told, and one with the case - leaves traces out.
func TestMappingRows(t *testing.T) {
	m, err := grade.ReadMapping(strings.NewReader("id,case\na,c\na,d\nb*,c\nz,e\nx,-\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := m.Doubled(), []string{"line 3: has the task, id and file of line 2, which is used"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if names, _ := m.Cases(); !slices.Equal(names, []string{"c", "d", "e"}) {
		t.Errorf("the cases are %q", names)
	}
	for id, want := range map[string]string{"a": "c", "b1": "c", "x": grade.LeftOut, "y": ""} {
		if got := m.Case(&trace.Header{ID: id}); got != want {
			t.Errorf("%s has %q, want %q", id, got, want)
		}
	}
	if got := m.Unused(); !slices.Equal(got, []int{5}) {
		t.Errorf("the lines %v are not used", got)
	}
}

// TestRulesInSchema: the schema has the check of each rule that fails.
func TestRulesInSchema(t *testing.T) {
	for _, name := range checker.RuleNames() {
		var b bytes.Buffer
		w := grade.NewJSON(&b, grade.Options{}, nil)
		rule := grade.Check{Check: name, Verdict: grade.Fail, Class: grade.Class(checker.RuleOf(name)), Root: true, Evidence: []grade.Evidence{}}
		if err := errors.Join(w.Result(&grade.Result{Verdict: grade.Fail, Checks: []grade.Check{rule}, Findings: []grade.Finding{}}), w.Close()); err != nil {
			t.Fatal(err)
		}
		if err := schematest.Check("grade.schema.json", b.String()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestMapping: the first row that fits counts, and what is wrong with a table
// is said with its line.
func TestMapping(t *testing.T) {
	m, err := grade.ReadMapping(strings.NewReader("\ufeffTask, file, case\n3,,a\nair*,,b\n,runs/*.json,c\n,,d\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ task, file, want string }{
		{"3", "x", "a"}, {"31", "x", "d"}, {"air/7", "x", "b"}, {"", "old/runs/1.json", "c"}, {"", "runs/sub/1.json", "d"},
	} {
		if got := m.Case(&trace.Header{Task: row.task, File: row.file}); got != row.want {
			t.Errorf("%v: %q", row, got)
		}
	}
	for text, want := range map[string]string{
		"": "the file is empty", "task\n": "expected the names of the columns", "case\na\n": "expected the names of the columns", "task,cas\n": `unknown column "cas"`,
		"task,case\na\n": "wrong number of fields", "task,case\n[,a\n": `line 2: "[" is not a pattern`, "task,case\na,b\na,\n": "line 3: the case is missing",
	} {
		if _, err := grade.ReadMapping(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
