package checker_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"pgregory.net/rapid"
)

// show renders diagnostics with everything in them.
func show(list []diag.Diagnostic) string {
	var b strings.Builder
	for _, d := range list {
		fmt.Fprintf(&b, "%s-%d %s %s %q %v %v %v %v\n", d.Primary, d.Primary.End, d.Code, d.Severity, d.Message, d.Notes, d.Help, d.Fixes, d.Tags)
		for _, l := range d.Secondary {
			fmt.Fprintf(&b, "  %s-%d %s\n", l.Span, l.Span.End, l.Role)
		}
	}
	return b.String()
}

// inside reports whether every span of a diagnostic lies in one of the files
// by those names, so that nothing points into a fragment.
func inside(t interface{ Fatalf(string, ...any) }, list []diag.Diagnostic, files ...*source.File) {
	for _, d := range list {
		d.Map(func(s source.Span) source.Span {
			for _, f := range files {
				if s.File == f && s.Start <= s.End && s.End <= len(f.Text()) {
					return s
				}
			}
			t.Fatalf("%s: %q points outside of the files: %v", d.Code, d.Message, s)
			return s
		})
	}
}

// models are the models of the examples.
func models(t testing.TB) map[string]string {
	t.Helper()
	out := make(map[string]string)
	paths, err := filepath.Glob("../examples/*/*.wm")
	if err != nil || len(paths) < 4 {
		t.Fatalf("%d examples, %v", len(paths), err)
	}
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		out[p] = string(text)
	}
	return out
}

// edit makes a random small change of a text, of the kind that typing makes.
func edit(t *rapid.T, text string) string {
	at := rapid.IntRange(0, len(text)).Draw(t, "at")
	end := min(len(text), at+rapid.IntRange(0, 12).Draw(t, "length"))
	pieces := []string{"", "", "(", ")", "x", " ", "\n", "\"", ";", "true", "(var x Bool)", "\n(model", "\n  (transition t (params) (pre) (post))", "(next ", "\n(case"}
	return text[:at] + rapid.SampledFrom(pieces).Draw(t, "new") + text[end:]
}

// Checking after an edit finds what checking from scratch finds.
func TestReuse(t *testing.T) {
	texts := models(t)
	names := make([]string, 0, len(texts))
	for n := range texts {
		names = append(names, n)
	}
	modeltest.Law(t, 40, func(t *rapid.T) {
		text := texts[rapid.SampledFrom(names).Draw(t, "model")]
		m := checked(text, nil)
		for range rapid.IntRange(1, 6).Draw(t, "edits") {
			text = edit(t, text)
			m = checked(text, m)
			fresh := checked(text, nil)
			if got, want := show(m.Diagnostics), show(fresh.Diagnostics); got != want {
				t.Fatalf("after an edit:\n%s\nfrom scratch:\n%s", got, want)
			}
			if got, want := m.File.Tree.Print(), text; got != want {
				t.Fatalf("the tree lost text")
			}
			if len(m.Vars) != len(fresh.Vars) || len(m.Transitions) != len(fresh.Transitions) {
				t.Fatalf("the declarations differ")
			}
			inside(t, m.Diagnostics, m.File.Tree.File)
		}
	})
}

// Checking a suite after an edit of it or of its model finds what checking it
// from scratch finds, and keeps the cases that the edit does not concern.
func TestSuiteReuse(t *testing.T) {
	texts := models(t)
	names := slices.Sorted(maps.Keys(texts))
	kept := 0
	modeltest.Law(t, 40, func(t *rapid.T) {
		name := rapid.SampledFrom(names).Draw(t, "model")
		text := texts[name]
		m := checked(text, nil)
		suite := drawSuite(t, m)
		f := ast.Parse(source.NewFile("s.checks", suite), ast.ChecksFile, nil)
		s := checker.CheckSuite(f, m, nil, checker.Options{})
		for range rapid.IntRange(1, 6).Draw(t, "edits") {
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				text = edit(t, text)
			case 1:
				text = texts[name]
			default:
				suite = edit(t, suite)
				f = ast.Parse(source.NewFile("s.checks", suite), ast.ChecksFile, f)
			}
			m = checked(text, m)
			had := s
			s = checker.RecheckSuite(f, m, nil, checker.Options{}, had)
			fresh := checker.CheckSuite(f, m, nil, checker.Options{})
			if got, want := show(s.Diagnostics), show(fresh.Diagnostics); got != want {
				t.Fatalf("after an edit:\n%s\nfrom scratch:\n%s", got, want)
			}
			if got, want := show(checker.CheckProject(m, []*checker.Suite{s})), show(checker.CheckProject(m, []*checker.Suite{fresh})); got != want {
				t.Fatalf("of the project after an edit:\n%s\nfrom scratch:\n%s", got, want)
			}
			for i, k := range s.Cases {
				if slices.Contains(had.Cases, k) {
					kept++
				}
				if s.Sound(k) != fresh.Sound(fresh.Cases[i]) {
					t.Fatalf("case %d is sound: %t, from scratch: %t", i, s.Sound(k), fresh.Sound(fresh.Cases[i]))
				}
				sameObjects(t, m, s, fresh, k)
			}
		}
	})
	if kept == 0 {
		t.Error("no case was kept across an edit")
	}
}

// drawSuite writes a suite whose cases name a few tools of a model, some more
// than once, with arguments that need not agree.
func drawSuite(t *rapid.T, m *checker.Model) string {
	tools := []string{"unheard_of"}
	for _, tr := range m.Transitions {
		tools = append(tools, tr.Name())
	}
	vars := []string{"unheard_of"}
	for _, v := range m.Vars {
		vars = append(vars, v.Name())
	}
	var b strings.Builder
	call := func() string {
		pin := rapid.SampledFrom([]string{"", " (x 1)", " (x \"a\")", " (y true)"}).Draw(t, "pin")
		return "(call " + rapid.SampledFrom(tools).Draw(t, "tool") + pin + ")"
	}
	for i := range rapid.IntRange(1, 4).Draw(t, "cases") {
		v := rapid.SampledFrom(vars).Draw(t, "var")
		fmt.Fprintf(&b, "(case c%d (prompt \"p\") (init (%s true)) (checks (a %s) (b (after %s %s)))%s)\n", i, v, call(), call(), call(),
			rapid.SampledFrom([]string{"", " (goal (= " + v + " true))"}).Draw(t, "goal"))
	}
	return b.String()
}

// sameObjects checks that the names in a case stand for the same things as in
// a suite that was checked from scratch, and that those are of the model.
func sameObjects(t *rapid.T, m *checker.Model, s, fresh *checker.Suite, k *checker.Case) {
	for _, u := range k.Decl.Parts {
		ast.Inspect(u.Node, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && s.ObjectOf(u, id) != fresh.ObjectOf(u, id) {
				t.Fatalf("%s stands for %v, want %v", id.Name, s.ObjectOf(u, id), fresh.ObjectOf(u, id))
			}
			return true
		})
	}
	for _, i := range k.Init {
		if m.Var(i.Var.Name()) != i.Var {
			t.Fatalf("the initial value of %s is of another model", i.Var.Name())
		}
	}
}

// The fixes of a diagnostic apply, and a machine may apply them: the result
// has no more errors than before.
func TestFixesDoNoHarm(t *testing.T) {
	texts := models(t)
	names := make([]string, 0, len(texts))
	for n := range texts {
		names = append(names, n)
	}
	modeltest.Law(t, 40, func(t *rapid.T) {
		text := edit(t, edit(t, texts[rapid.SampledFrom(names).Draw(t, "model")]))
		m := checked(text, nil)
		for _, d := range m.Diagnostics {
			for _, f := range d.Fixes {
				if _, err := diag.Apply(m.File.Tree.File, f.Edits); err != nil {
					t.Fatalf("%s: %v", d.Code, err)
				}
			}
		}
	})
}

func FuzzCheck(f *testing.F) {
	f.Add(models(f)["../examples/procurement/procurement.wm"], `(case c (init (x 1)) (checks (a (call t (p 1)))) (goal (= x 1)))`, `[]`)
	f.Add(`(model (const c Int 3) (var x Int) (var e (Enum "a" "b")) (var r (Record (f Real))) (transition t (params (p q))
  (pre (< x (* 2 c)) (= (param q) "a") (not (= x 1 2)))
  (post (=> (= e "a") (= (next x) (/ x 2))) (or (= (next e) (param q)) (= (field (next r) f) 1.5)))))`,
		`(case c (init (r (record (f 1))) (e "b")) (checks (n (after (no_call t) (call t (p "a")))) (m (or (call t) (no_call t (p (array 1 null)))))))`,
		`{"tools":[{"name":"t","inputSchema":{"type":"object","properties":{"p":{"enum":["a","c"],"pattern":"x"}}}}]}`)
	f.Add(orderModel, `(use "m.wm") (case c (checks (a (after (call order) (call order (item null))))))`, orderTools)
	f.Fuzz(func(t *testing.T, modelText, suiteText, toolText string) {
		if len(modelText)+len(suiteText)+len(toolText) > 1<<16 {
			t.Skip("long inputs take long and show nothing new")
		}
		toolFile := source.NewFile("tools.json", toolText)
		set, problems := tool.Read(toolFile, tool.Auto)
		if len(problems) > 0 {
			set = nil
		}
		m := model(t, modelText, set)
		if got, want := show(model(t, modelText, set).Diagnostics), show(m.Diagnostics); got != want {
			t.Fatalf("two runs differ:\n%s\n%s", got, want)
		}
		sf := ast.Parse(source.NewFile("s.checks", suiteText), ast.ChecksFile, nil)
		s := checker.CheckSuite(sf, m, set, checker.Options{Strict: len(modelText)%2 == 0})
		files := []*source.File{m.File.Tree.File, sf.Tree.File, toolFile}
		inside(t, m.Diagnostics, files...)
		inside(t, s.Diagnostics, files...)
		inside(t, checker.CheckProject(m, []*checker.Suite{s}), files...)
	})
}
