package report

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/jsontext/schematest"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/validate"
)

var update = flag.Bool("update", false, "write the golden files")

// TestGolden compares each result that is made by hand with what a person
// has read and accepted.
func TestGolden(t *testing.T) {
	for name := range results {
		t.Run(name, func(t *testing.T) {
			r := resultOf(newStage(t), name)
			var got bytes.Buffer
			write := func(title string, o Options) {
				got.WriteString("-- " + title + " --\n")
				if err := Text(&got, r, o); err != nil {
					t.Fatal(err)
				}
			}
			write("text", Options{})
			write("verbose", Options{Verbose: true})
			if name == "forward" || name == "implicit" || name == "irrelevant" {
				write("color", Options{Color: true})
			}
			if name == "engines" {
				write("engines", Options{Decisions: true, Proved: true})
				write("engines, verbose", Options{Decisions: true, Verbose: true})
				write("engines, profile", Options{Profile: true})
				write("engines, color", Options{Decisions: true, Color: true})
			}
			got.WriteString("-- summary --\n" + Summary(r) + "\n-- json --\n")
			if err := JSON(&got, r); err != nil {
				t.Fatal(err)
			}
			got.WriteString("-- github --\n")
			if err := GitHub(&got, r); err != nil {
				t.Fatal(err)
			}
			got.WriteString("-- markdown --\n")
			if err := Markdown(&got, r, Options{}); err != nil {
				t.Fatal(err)
			}
			compareGolden(t, name, got.Bytes())
		})
	}
}

// TestRoughWitness: a trace that may not be the smallest is not passed off as
// such.
func TestRoughWitness(t *testing.T) {
	r := resultOf(newStage(t), "forward")
	for _, rough := range []bool{false, true} {
		r.Cases[0].Forward.Witness.Rough = rough
		var text, list bytes.Buffer
		if err := errors.Join(Text(&text, r, Options{}), JSON(&list, r)); err != nil {
			t.Fatal(err)
		}
		if err := schematest.Check("validate.schema.json", list.String()); err != nil {
			t.Error(err)
		}
		if said, listed := strings.Contains(text.String(), "there may be a smaller trace"), strings.Contains(list.String(), `"rough": true`); said != rough || listed != rough {
			t.Errorf("rough is %v, the text says so: %v, and JSON: %v\n%s\n%s", rough, said, listed, &text, &list)
		}
	}
}

// TestLongFreeValue: a value is cut, and not the marks around it.
func TestLongFreeValue(t *testing.T) {
	s := newStage(t)
	r := resultOf(s, "irrelevant")
	w := s.witness(r.Cases[0], strings.Replace(first, `"note": ""`, `"note": "`+strings.Repeat("long ", 20)+`"`, 1), `[{"tool": "write_note", "args": {"text": "x", "at": 1}}, {"tool": "count_up"}, {"tool": "assign_picker", "args": {"item": "U2"}}]`)
	w.Irrelevant = []string{"note"}
	r.Cases[0].Forward.Witness = w
	var text bytes.Buffer
	if err := Text(&text, r, Options{}); err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`(?m)^ +note +~"long long.*… \(free\)`).MatchString(text.String()) {
		t.Errorf("the note is not shown as free:\n%s", &text)
	}
}

// TestRoughChecksAlone: nor is a number of calls that may be less.
func TestRoughChecksAlone(t *testing.T) {
	r := resultOf(newStage(t), "none")
	c := r.Cases[0]
	c.ChecksAlone = validate.ChecksAlone{Answer: validate.Found, Steps: c.Bound + 2}
	for _, rough := range []bool{false, true} {
		c.ChecksAlone.Rough = rough
		var text, list bytes.Buffer
		if err := errors.Join(Text(&text, r, Options{}), JSON(&list, r)); err != nil {
			t.Fatal(err)
		}
		if err := schematest.Check("validate.schema.json", list.String()); err != nil {
			t.Error(err)
		}
		if said, listed := strings.Contains(text.String(), "or fewer"), strings.Contains(list.String(), `"rough": true`); said != rough || listed != rough {
			t.Errorf("rough is %v, the text says so: %v, and JSON: %v\n%s\n%s", rough, said, listed, &text, &list)
		}
	}
}

const trace = `{"init": {"in_stock": true, "n": 0, "price": 1, "note": "", "order": {"items": [], "unused": 0}, "elsewhere": 0}, "steps": [
  {"tool": "check_inventory", "args": {"item": "U2"}},
  {"tool": "assign_picker"},
  {"tool": "add_item", "args": {"item": null}},
  {"tool": "divide", "args": {"by": 3}},
  {"tool": "call_nobody", "args": {"at": "\u001b[2J"}},
  {"tool": "count_up", "state": {"in_stock": false, "inventory_checked": true, "picker_assigned": true, "n": 2, "price": "1/3", "note": "", "order": {"state": "open", "items": [], "unused": 0}, "elsewhere": 0}},
  {"tool": "write_note", "args": {"text": "x"}}]}`

// TestRunGolden does the same for replays.
func TestRunGolden(t *testing.T) {
	s := newStage(t)
	given, err := interp.ReadTrace(source.NewFile("t.json", trace), s.suite.Model)
	if err != nil {
		t.Fatal(err)
	}
	for name, k := range map[string]string{"run": "", "run-stock": "stock", "run-everything": "everything"} {
		var suite *checker.Suite
		var decl *checker.Case
		given := given
		if k != "" {
			suite, decl = s.suite, s.find(k).Decl
		}
		if k == "stock" {
			given.Init = nil
		}
		r, err := NewRun(s.suite.Model, given, suite, decl)
		if err != nil {
			t.Fatal(err)
		}
		r.Trace = "t.json"
		var got, doc bytes.Buffer
		for _, o := range []Options{{}, {Verbose: true, Color: true}} {
			if err := RunText(&got, r, o); err != nil {
				t.Fatal(err)
			}
			got.WriteString("--\n")
		}
		if err := RunJSON(&doc, r); err != nil {
			t.Fatal(err)
		}
		if err := schematest.Check("run.schema.json", doc.String()); err != nil {
			t.Error(err)
		}
		compareGolden(t, name, append(got.Bytes(), doc.Bytes()...))
	}
}

func compareGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// No text is wider than it may be, but for excerpts of files, and none has
// characters that a terminal acts upon.
func TestTextIsSafeAndFits(t *testing.T) {
	for name := range results {
		for _, wide := range []int{0, 70, 200} {
			var b bytes.Buffer
			if err := Text(&b, resultOf(newStage(t), name), Options{Width: wide, Verbose: true, Decisions: true, Proved: true}); err != nil {
				t.Fatal(err)
			}
			limit := wide
			if wide == 0 {
				limit = 100
			}
			for line := range strings.Lines(b.String()) {
				line = strings.TrimSuffix(line, "\n")
				if report.Visible(line) != line {
					t.Errorf("%s: %q", name, line)
				}
				if strings.HasPrefix(line, "    ") && width(line) > limit && !strings.Contains(line, "|") {
					t.Errorf("%s: wider than %d: %s", name, limit, line)
				}
			}
		}
	}
}

func asJSON(t *testing.T, r *validate.Result) string {
	t.Helper()
	var b bytes.Buffer
	if err := JSON(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestJSONFollowsItsSchema(t *testing.T) {
	for name := range results {
		if err := schematest.Check("validate.schema.json", asJSON(t, resultOf(newStage(t), name))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSchemaRejects makes sure that the schema says something.
func TestSchemaRejects(t *testing.T) {
	for _, c := range []struct{ name, old, new string }{
		{"forward", `"version": 1`, `"version": 2`},
		{"forward", `"result": "conflict"`, `"result": "none"`},
		{"forward", `"class": "asked"`, `"class": "omission"`},
		{"forward", `"step": 1,`, ``},
		{"forward", `"kind": "pre"`, `"kind": "post"`},
		{"forward", `"line": 19`, `"line": 0`},
		{"forward", `"free": []`, `"free": null`},
		{"forward", `"args"`, `"arguments"`},
		{"forward", `"steps": 2`, `"step": 2`},
		{"unknown", `"result": "unknown",`, `"result": "none",`},
		{"unknown", `"reason": "interrupted"`, `"reason": ""`},
		{"conflicts", `"conflicts": [`, `"conflicts": [{}, `},
		{"conflicts", `"omissions": [`, `"omissions": [1, `},
		{"irrelevant", `"irrelevant": [`, `"irrelevant": true, "free": [`},
		{"irrelevant", `"irrelevant"`, `"relevant"`},
		{"blame", `"kind": "check"`, `"kind": "cheque"`},
		{"blame", `"blame_minimal": true`, `"blame_minimal": 1`},
		{"blame", `"blame_minimal"`, `"blamed"`},
		{"blame", `"verdict": "no-compliant-trace"`, `"verdict": "consistent"`},
		{"engines", `"result": "found"`, `"result": "conflict"`},
		{"engines", `"engine": "spacer"`, `"engine": "auto"`},
		{"engines", `"reason": "interrupted"`, `"reason": ""`},
		{"engines", `"unfinished"`, `"left"`},
		{"engines", `"states"`, `"state"`},
		{"none", `"result": "unsatisfiable"`, `"result": "satisfiable"`},
	} {
		good := asJSON(t, resultOf(newStage(t), c.name))
		bad := strings.Replace(good, c.old, c.new, 1)
		if bad == good {
			t.Fatalf("%s does not occur", c.old)
		}
		if schematest.Check("validate.schema.json", bad) == nil {
			t.Errorf("the schema accepts %s for %s", c.new, c.old)
		}
	}
}

// Each witness in JSON is a trace that the interpreter reads, to the same
// states.
func TestWitnessesAreTraces(t *testing.T) {
	for name := range results {
		st := newStage(t)
		for _, c := range resultOf(st, name).Cases {
			list := []*validate.Witness{c.Compliant.Witness, c.Forward.Witness}
			for _, b := range c.Backward {
				list = append(list, b.Witness)
			}
			for _, w := range list {
				if w != nil {
					readBack(t, st, w)
				}
			}
		}
	}
}

func readBack(t *testing.T, st *stage, w *validate.Witness) {
	t.Helper()
	var b bytes.Buffer
	if err := jsontext.Write(&b, toJSONWitness(w)); err != nil {
		t.Fatal(err)
	}
	trace, err := interp.ReadTrace(source.NewFile("w.json", b.String()), st.suite.Model)
	if err != nil {
		t.Fatal(err)
	}
	if len(trace.Steps) != len(w.Steps) || !trace.Init.Equal(w.Init) {
		t.Fatalf("another trace: %s", b.String())
	}
	for i, s := range trace.Steps {
		if !s.State.Equal(w.Steps[i].State) {
			t.Errorf("another state after %d", i+1)
		}
	}
}
