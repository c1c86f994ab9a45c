package syntax_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

const (
	ownConflict = "(model\n  ; conflict: variable n: w\n  ; ours:\n  ;|  (var n Int)\n  ; theirs:\n  ;|  (var n Real)\n  ;|  (var m Real)\n  ; base:\n  (var n String)\n  ; end of conflict\n)\n"
	gitConflict = "(model\n<<<<<<< HEAD\n  (var n Int)\n||||||| base\n  (var n String)\n=======\n  (var n Real)\n  (var m Real)\n>>>>>>> theirs\n)\n"
)

// Each side of a conflict is a fix, whatever wrote it, and whatever ends lines.
func TestConflictSides(t *testing.T) {
	for _, text := range []string{ownConflict, gitConflict} {
		for _, end := range []string{"\n", "\r\n"} {
			text := strings.ReplaceAll(text, "\n", end)
			f := source.NewFile("m.wm", text)
			tree := syntax.Parse(f, nil)
			if len(tree.Faults) != 1 || tree.Faults[0].Code != "MC0012" || len(tree.Faults[0].Fixes) != 2 || tree.Print() != text {
				t.Fatalf("%+v of %q", tree.Faults, text)
			}
			for i, want := range []string{"(model\n  (var n Int)\n)\n", "(model\n  (var n Real)\n  (var m Real)\n)\n"} {
				fix := tree.Faults[0].Fixes[i]
				got, err := diag.Apply(f, fix.Edits)
				if err != nil || got != strings.ReplaceAll(want, "\n", end) || fix.Level != diag.Suggestion {
					t.Errorf("%q: %q, %v", fix.Message, got, err)
				}
			}
		}
	}
}

// So it is with those of early versions, if the file has what they are about.
func TestEarlyConflictSides(t *testing.T) {
	const model = "(model\n%s  (var n Int)\n  (transition pay\n    (params)\n    (pre (not paid)\n         (= a true))\n    (post)))\n"
	const suite = "%s(case first\n  (init (a true) (b false))\n  (checks\n    (one (call pay))))\n"
	for _, c := range []struct{ text, about, ours, theirs, old, new string }{
		{model, "pre/1 of transition pay", "(= a false)", "removed", "(= a true)", "(= a false)"},
		{model, "pre/0 of transition pay", "unchanged", "(= b true)", "", ""},
		{model, "variable n", "(var n Real)", "removed", "(var n Int)", "(var n Real)"},
		{suite, "init/b of case first", "(b true)", "unchanged", "(b false)", "(b true)"},
		{suite, "check/one of case first", "(one (no_call pay))", "unchanged", "(one (call pay))", "(one (no_call pay))"},
	} {
		lines := "  ; conflict: " + c.about + ": both sides change it\n  ; ours: " + c.ours + "\n  ; theirs: " + c.theirs + "\n"
		f := source.NewFile("m.wm", fmt.Sprintf(c.text, lines))
		found := syntax.Parse(f, nil).Faults[0]
		if found.Code != "MC0012" || len(found.Fixes) != 2 {
			t.Fatalf("%s: %+v", c.about, found)
		}
		got, err := diag.Apply(f, found.Fixes[0].Edits)
		if want := strings.Replace(fmt.Sprintf(c.text, ""), c.old, c.new, 1); err != nil || got != want {
			t.Errorf("%s: %v %q, expected %q", c.about, err, got, want)
		}
	}
	for _, lines := range []string{
		"; conflict: pre/1 of transition pay: w\n; ours: (= a b)\n; ours: (= b a)\n; theirs: removed\n",
		"; conflict: pre/7 of transition pay: w\n; ours: (= a b)\n; theirs: removed\n",
		"; conflict: variable n: w\n; ours: renamed to m\n; theirs: removed\n",
		"; conflict: variable n: w\n; ours: removed\n; theirs: pre/0 of transition pay: removed\n",
	} {
		if found := syntax.Parse(source.NewFile("m.wm", fmt.Sprintf(model, lines)), nil).Faults[0]; len(found.Fixes) != 0 {
			t.Errorf("%q has fixes", lines)
		}
	}
}

// Conflicts that are about the same are resolved together, others by themselves.
func TestConflictsTogether(t *testing.T) {
	block := func(about, ours string) string {
		return "; conflict: " + about + "\n; ours:\n;|" + ours + "\n; theirs:\n; base:\n; end of conflict\n"
	}
	f := source.NewFile("m.wm", block("a", "(1)")+block("b", "(2)")+block("a", "(3)"))
	faults := syntax.Parse(f, nil).Faults
	if len(faults) != 3 {
		t.Fatalf("%+v", faults)
	}
	for i, want := range []string{"(1)\n" + block("b", "(2)") + "(3)\n", block("a", "(1)") + "(2)\n" + block("a", "(3)")} {
		if got, err := diag.Apply(f, faults[i].Fixes[0].Edits); got != want || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	}
}

// A conflict of which lines are missing is one as well, without a fix; nothing
// else is one.
func TestConflictRemains(t *testing.T) {
	for text, n := range map[string]int{
		strings.Replace(ownConflict, "  ; end of conflict\n", "", 1): 1,
		strings.Replace(ownConflict, "  ; theirs:\n", "", 1):         1,
		strings.Replace(ownConflict, "  ; base:\n", "", 1):           1,
		strings.Replace(gitConflict, "=======\n", "", 1):             1,
		strings.Replace(gitConflict, ">>>>>>> theirs\n", "", 1):      1,
		"; conflict: a\n; conflict: b\n; ours: x\n(model)":           1,
		"; conflict: of interest\n; between two\n(model)":            0,
		"(model) ; conflict: a\n; ours:":                             0,
		"; conflict: a":                                              0,
		"; <<<<<<< HEAD\n(model)":                                    0,
		"(model (const k String \"\n\"))\n <<<<<<< HEAD":             0,
	} {
		got := 0
		for _, d := range syntax.Parse(source.NewFile("m.wm", text), nil).Faults {
			if d.Code == "MC0012" {
				if got++; len(d.Fixes) > 0 || len(d.Help) == 0 {
					t.Errorf("%+v of %q", d, text)
				}
			}
		}
		if got != n {
			t.Errorf("%d conflicts, not %d, in %q", got, n, text)
		}
	}
}

// A file is read again after an edit as it is from scratch when a conflict
// comes or goes.
func TestConflictComesAndGoes(t *testing.T) {
	versions := []string{"(model\n  (var n Int)\n)\n", ownConflict, gitConflict, "(model\n  (var n Real)\n)\n", gitConflict, ownConflict}
	var prev *syntax.Tree
	for _, text := range versions {
		f := source.NewFile("m.wm", text)
		prev = syntax.Parse(f, prev)
		if again := syntax.Parse(f, nil); prev.Print() != text || len(again.Faults) != len(prev.Faults) || len(again.Pieces) != len(prev.Pieces) {
			t.Errorf("%q: %v, and not %v", text, prev.Faults, again.Faults)
		}
	}
}

// Many conflicts take no longer than they are long.
func TestManyConflicts(t *testing.T) {
	for _, part := range []string{"<<<<<<< \n", "; conflict: a\n; ours:\n", ownConflict, gitConflict, "<<<<<<<\n=======\n>>>>>>>\n"} {
		text := strings.Repeat(part, (1<<20)/len(part))
		if tree := syntax.Parse(source.NewFile("m.wm", text), nil); len(tree.Faults) == 0 || len(tree.Faults) > 3*syntax.MaxErrors {
			t.Errorf("%q: %d faults", part, len(tree.Faults))
		}
	}
	one := "<<<<<<< \n" + strings.Repeat("x\n", 1<<20) + "=======\n>>>>>>> \n"
	if tree := syntax.Parse(source.NewFile("m.wm", one), nil); len(tree.Faults) != 1 {
		t.Errorf("%d faults", len(tree.Faults))
	}
}
