package project_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/project"
)

const idiomTools = `{"tools": [
  {"name": "look", "inputSchema": {"type": "object", "properties": {"item": {"type": "string", "enum": ["a", "b", "c"]}}, "required": ["item"]}},
  {"name": "store", "inputSchema": {"type": "object", "properties": {"item": {"type": "string", "enum": ["a", "b", "c"]}, "shelf": {"type": "integer"}}, "required": ["item"]}},
  {"name": "ship", "inputSchema": {"type": "object", "properties": {"item": {"type": "string", "enum": ["a", "b", "c"]}, "shelf": {"type": "integer"}}, "required": ["item"]}}
]}
`

// A shorter form that check --fix=suggestions offers means what the old idiom
// means: a set of records that is used as a map, a condition that is written out
// several times, a call that may happen once, and checks that all cases have.
func TestShorterFormsKeepTheMeaning(t *testing.T) {
	folder := t.TempDir()
	taken := make(map[diag.Code]int)
	modeltest.Law(t, 60, func(t *rapid.T) {
		old, err := modeltest.Load(idiomTools, idiomModel(t), idiomSuite(t))
		if err != nil {
			t.Fatal(err)
		}
		now := suggested(t, folder, old, taken)
		for i, k := range old.Suite.Cases {
			l := now.Suite.Cases[i]
			start, _ := interp.New(old.Model).Initial(k)
			mapped, _ := interp.New(now.Model).Initial(l)
			for range 5 {
				trace := modeltest.Calls(old).Draw(t, "trace")
				if d := sameRun(old, now, start, mapped, trace); d != "" {
					t.Fatalf("%s on %v\n%s\n%s", d, trace, old, now)
				}
				if passes(old, i, trace) != passes(now, i, trace) {
					t.Fatalf("the verdict differs on %v\n%s\n%s", trace, old, now)
				}
			}
		}
	})
	for _, code := range []diag.Code{"MC0830", "MC0831", "MC0902", "MC0908"} {
		if taken[code] == 0 {
			t.Errorf("%s was never offered", code)
		}
	}
}

// idiomModel draws a model with a table, and with a condition that all its
// transitions have.
func idiomModel(t *rapid.T) string {
	shelf := rapid.SampledFrom([]string{"(= (param item) %q)", "(and open (= mode %q))", "(contains table (record (shelf 2) (item (param item))))"}).Draw(t, "part")
	condition := "(" + rapid.SampledFrom([]string{"and", "or", "=>"}).Draw(t, "operator") + " (not open) " +
		strings.ReplaceAll(shelf, "%q", `"b"`) + ")"
	asked := rapid.SampledFrom([]string{"%s", "(not %s)", "(or open %s)"}).Draw(t, "asked")
	asked = fmt.Sprintf(asked, "(contains table (record (item (param item)) (shelf (param shelf))))")
	place := rapid.SampledFrom([]string{"%s", "(not %s)", "(or (= count 1) %s)"})
	pre := func() string { return fmt.Sprintf(place.Draw(t, "place"), condition) }
	return `(model
  (var open Bool) ; now
  (var mode (Enum "a" "b"))
  (var count Int)
  (var table (Array (Record (item (Enum "a" "b" "c")) (shelf Int))))

  ; Looks an item up.
  (transition look
    (params (item item))
    (pre ` + pre() + `)
    (post (= (next open) (not open))))

  (transition store
    (params (item item) (shelf shelf))
    (pre ` + pre() + ` ` + asked + `)
    (post (= (next count) (+ count 1))))

  (transition ship
    (params (item item))
    (pre)
    (post (= (next mode) (if ` + pre() + ` "a" mode)))))
`
}

// idiomSuite draws a suite of three cases.
func idiomSuite(t *rapid.T) string {
	var b strings.Builder
	b.WriteString("(use \"model.wm\")\n")
	tools := rapid.SampledFrom([]string{"look", "store", "ship (item \"a\")"})
	first, once := tools.Draw(t, "tool"), tools.Draw(t, "tool")
	form := rapid.SampledFrom([]string{"after", "before"}).Draw(t, "form")
	for i := range 3 {
		fmt.Fprintf(&b, "\n(case c%d\n  (init (open %t) (mode \"a\") (count 0)\n        (table (array", i, rapid.Bool().Draw(t, "open"))
		for _, item := range []string{"a", "b", "c"} {
			if shelf := rapid.IntRange(0, 2).Draw(t, "shelf"); shelf > 0 {
				fmt.Fprintf(&b, " (record (item %q) (shelf %d))", item, shelf)
			}
		}
		fmt.Fprintf(&b, ")))\n  (checks\n    (first (call %s))\n", first)
		fmt.Fprintf(&b, "    (once_%d (%s (no_call %s) (call %s)))))\n", i, form, once, once)
	}
	return b.String()
}

// suggested returns what check --fix=suggestions makes of a project.
func suggested(t *rapid.T, folder string, p *modeltest.Project, taken map[diag.Code]int) *modeltest.Project {
	texts := map[string]string{"mantra.yaml": "tools: tools.json\nmodel: model.wm\n", "tools.json": p.ToolsText, "model.wm": p.ModelText, "suite.checks": p.SuiteText}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files, errs := project.Find([]string{folder}, project.FindOptions{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	fixed := project.Fix(files, project.Options{}, diag.Suggestion)
	for _, f := range fixed.Taken {
		taken[f.Code]++
	}
	for _, f := range fixed.Files {
		texts[filepath.Base(f.Name)] = f.New
	}
	now, err := modeltest.Load(texts["tools.json"], texts["model.wm"], texts["suite.checks"])
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, texts["model.wm"], texts["suite.checks"])
	}
	return now
}

// sameRun says where two models differ on a trace, leaving the table aside.
func sameRun(old, now *modeltest.Project, s, u interp.State, trace []tool.Call) string {
	before, after := interp.New(old.Model), interp.New(now.Model)
	for i, c := range trace {
		if a, b := len(before.Pre(s, c)), len(after.Pre(u, c)); (a == 0) != (b == 0) {
			return fmt.Sprintf("call %d breaks %d and %d preconditions", i+1, a, b)
		}
		next, _ := before.Next(s, c)
		other, _ := after.Next(u, c)
		if len(next) != len(other) {
			return fmt.Sprintf("call %d has %d and %d next states", i+1, len(next), len(other))
		}
		if len(next) == 0 {
			return ""
		}
		s, u = next[0], other[0]
		if d := cmp.Diff(s["open"], u["open"]) + cmp.Diff(s["mode"], u["mode"]); d != "" {
			return d
		}
	}
	return ""
}

// passes reports whether a trace passes all checks of a case.
func passes(p *modeltest.Project, i int, trace []tool.Call) bool {
	for _, check := range p.Suite.Cases[i].Checks {
		if !monitor.In(p.Suite, check).Holds(trace) {
			return false
		}
	}
	return true
}
