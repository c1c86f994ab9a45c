package edit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/syntax"
)

// decorated draws a text that says the same in another layout, with comments
// in all sorts of places. Each comment is another one.
func decorated(t *rapid.T, text, mark string) string {
	var b strings.Builder
	n := 0
	comment := func() string { n++; return fmt.Sprintf("; %s%d", mark, n) }
	for _, k := range syntax.Lex(text) {
		word := text[k.Start:k.End]
		if k.Kind != syntax.Space {
			b.WriteString(word)
			continue
		}
		switch rapid.IntRange(0, 24).Draw(t, "space") {
		case 0:
			word = " " + comment() + "\n   "
		case 1:
			word = "\n  " + comment() + "\n  "
		case 2:
			word = "\n\n" + comment() + "\n\n  "
		case 3:
			word = "\n"
		case 4:
			word = "   "
		case 5:
			word = " " + comment() + "\n\n; " + comment() + "\n"
		}
		b.WriteString(word)
	}
	return b.String()
}

func commentsIn(text string) []string {
	var list []string
	for _, k := range syntax.Lex(text) {
		if k.Kind == syntax.Comment {
			list = append(list, strings.TrimSpace(text[k.Start:k.End]))
		}
	}
	slices.Sort(list)
	return list
}

// What is not edited survives byte for byte, and no comment gets lost that is
// not one on something that goes.
func TestApplyLeavesTheRest(t *testing.T) {
	modeltest.Law(t, 30, func(t *rapid.T) {
		plain := projects(modeltest.Small).Draw(t, "a")
		b := another(t, plain)
		a, err := plain.With(decorated(t, plain.ModelText, "m"), decorated(t, plain.SuiteText, "s"))
		if err != nil {
			t.Fatal(err)
		}
		edits := diffOf(t, a, b, edit.DiffOptions{Order: true})
		result, err := edit.Apply(setOf(a), edits, edit.ApplyOptions{})
		if err != nil {
			t.Fatalf("%v\n%s\nfrom%sto%s", err, show(edits), a, b)
		}
		files := result.Set.Files()
		model, suite := files[0].Tree.File.Text(), files[1].Tree.File.Text()
		if inOrder(model) != inOrder(b.ModelText) || inOrder(suite) != inOrder(b.SuiteText) {
			t.Fatalf("%s\non%s\nmake%s\n%s\nnot%s", show(edits), a, model, suite, b)
		}
		untouched(t, a, edits, model)
		if keepsAll(edits) {
			want := commentsIn(a.ModelText + "\n" + a.SuiteText + "\n")
			for _, e := range edits {
				want = append(want, commentsIn(e.Text)...)
			}
			slices.Sort(want)
			if got := commentsIn(model + "\n" + suite); !slices.Equal(got, want) {
				t.Fatalf("%s\non%s\nkeep %q of %q: %s\n%s", show(edits), a, got, want, model, suite)
			}
		}
	})
}

// keepsAll reports whether edits leave everything that there is.
func keepsAll(edits []edit.Edit) bool {
	return !slices.ContainsFunc(edits, func(e edit.Edit) bool { return e.Op == edit.Remove || e.Op == edit.Replace })
}

// untouched checks that the declarations that no edit is about are still there
// as they were.
func untouched(t *rapid.T, a *modeltest.Project, edits []edit.Edit, model string) {
	touched := make(map[string]bool)
	for _, e := range edits {
		if e.Op == edit.Rename && e.At.Kind() != edit.Check && e.At.Kind() != edit.Case && e.At.Kind() != edit.Param {
			return
		}
		touched[e.At.Declaration().String()] = true
	}
	for _, u := range a.Model.File.Models[0].Clauses {
		var at edit.Address
		switch n := u.Node.(type) {
		case *ast.Var:
			at = edit.At("var", n.Name.Name)
		case *ast.Const:
			at = edit.At("const", n.Name.Name)
		case *ast.Definition:
			at = edit.At("definition", n.Name.Name)
		case *ast.Transition:
			at = edit.At("transition", n.Tool.Name)
		}
		if text := u.Fragment.Source.Text(); !touched[at.String()] && !strings.Contains(model, text) {
			t.Fatalf("%s\non%s\nchange\n%s\nto be seen in\n%s", show(edits), a, text, model)
		}
	}
}

// A file with the line ends of Windows becomes what the same file with others
// becomes, but for the line ends.
func TestApplyToWindows(t *testing.T) {
	modeltest.Law(t, 12, func(t *rapid.T) {
		windows := func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }
		plain := projects(modeltest.Small).Draw(t, "a")
		b := another(t, plain)
		model, suite := decorated(t, plain.ModelText, "m"), decorated(t, plain.SuiteText, "s")
		a, err := plain.With(model, suite)
		if err != nil {
			t.Fatal(err)
		}
		w, err := plain.With(windows(model), windows(suite))
		if err != nil {
			t.Fatal(err)
		}
		edits := diffOf(t, w, b, edit.DiffOptions{})
		want, err := edit.Apply(setOf(a), edits, edit.ApplyOptions{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := edit.Apply(setOf(w), edits, edit.ApplyOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range got.Set.Files() {
			if text := windows(want.Set.Files()[i].Tree.File.Text()); f.Tree.File.Text() != text {
				t.Fatalf("%s\nmake\n%q\nnot\n%q", show(edits), f.Tree.File.Text(), text)
			}
		}
	})
}

// A byte order mark stays at the beginning, whatever is put there.
func TestByteOrderMark(t *testing.T) {
	const mark = "\ufeff"
	s := set([]txtar.File{
		{Name: "m.wm", Data: []byte("(model (transition pay (params) (pre) (post)))\n")},
		{Name: "s.checks", Data: []byte(mark + "; top\n(case first (checks (paid (call pay))))\n")},
	}, "")
	result, err := edit.Apply(s, []edit.Edit{{Op: edit.Add, At: edit.At("use"), Text: `(use "m.wm")`}}, edit.ApplyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := text(t, result.Set, "s.checks"), mark+"(use \"m.wm\")\n\n; top\n(case first"; !strings.HasPrefix(got, want) {
		t.Errorf("%q does not begin with %q", got, want)
	}
	version := func(n string) *edit.Set {
		return set([]txtar.File{{Name: "m.wm", Data: []byte(mark + "(model (const k Int " + n + "))\n")}}, "")
	}
	m, err := edit.Merge(version("1"), version("2"), version("3"), edit.MergeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := text(t, m.Set, "m.wm"); len(m.Conflicts) != 1 || !strings.HasPrefix(got, mark+"; conflict: ") || strings.Count(got, mark) != 1 {
		t.Errorf("%q", got)
	}
}
