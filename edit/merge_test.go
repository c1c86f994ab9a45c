package edit_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/mantrac/mantrac/edit"
)

// Each file of testdata/merge has files below base/, ours/ and theirs/, and what
// becomes of them: texts below want/, and want/conflicts.
func TestMergeFiles(t *testing.T) { eachFile(t, "merge", mergeFile) }

func mergeFile(t *testing.T, path string, a *txtar.Archive, given, want []txtar.File) {
	m, err := edit.Merge(set(given, "base/"), set(given, "ours/"), set(given, "theirs/"), edit.MergeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var got []txtar.File
	for _, f := range m.Set.Files() {
		got = append(got, txtar.File{Name: "want/" + f.Tree.File.Name(), Data: []byte(f.Tree.File.Text())})
	}
	got = append(got, txtar.File{Name: "want/conflicts", Data: []byte(conflictsOf(m))})
	if *update {
		a.Files = append(given, got...)
		if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if len(got) != len(want) {
		t.Fatalf("there are %d results, not %d", len(got), len(want))
	}
	for i := range got {
		if got[i].Name != want[i].Name || !bytes.Equal(got[i].Data, want[i].Data) {
			t.Errorf("%s is\n%s\nand should be %s\n%s", got[i].Name, got[i].Data, want[i].Name, want[i].Data)
		}
	}
}

func conflictsOf(m *edit.Merged) string {
	var b strings.Builder
	for _, c := range m.Conflicts {
		fmt.Fprintf(&b, "%s: %s\nours\n%stheirs\n%s", c.At, c.Why, show(c.Ours), show(c.Theirs))
		for _, k := range c.Comments {
			fmt.Fprintf(&b, "comments %q, ours %q, theirs %q\n", k.Base, k.Ours, k.Theirs)
		}
		for _, d := range c.Found {
			fmt.Fprintf(&b, "found %s\n", d.Message)
		}
	}
	for _, c := range m.Lost {
		fmt.Fprintf(&b, "lost in %s: %s, of %s\n", c.File, c.Text, c.Side)
	}
	return b.String()
}

// A version with errors is refused, and so are versions with other files.
func TestMergeRefuses(t *testing.T) {
	good := []txtar.File{{Name: "base/m.wm", Data: []byte("(model (var a Bool))\n")}}
	for name, text := range map[string]string{
		"ours/m.wm": "(model (var a Boolean))\n", // a type that is not there
		"ours/n.wm": "(model (var a Bool))\n",    // another name
	} {
		files := append(good, txtar.File{Name: name, Data: []byte(text)})
		_, err := edit.Merge(set(files, "base/"), set(files, "ours/"), set(files, "base/"), edit.MergeOptions{})
		if err == nil {
			t.Errorf("%s: %s is merged", name, text)
		}
	}
}

// With more changes than are tried one by one, what leaves an error is found as
// well: ours removes a variable, and both change the clause that uses it.
func TestMergeOfMany(t *testing.T) {
	model := func(vars, pre string, n int) string {
		var b strings.Builder
		b.WriteString("(model\n  (var kept Bool)\n" + vars)
		for i := range n {
			fmt.Fprintf(&b, "  (var v%d Bool)\n", i)
		}
		b.WriteString("  (transition pay\n    (params)\n    (pre " + pre + ")\n    (post))\n)\n")
		return b.String()
	}
	files := []txtar.File{
		{Name: "base/m.wm", Data: []byte(model("  (var gone Bool)\n", "(= gone true)", 0))},
		{Name: "ours/m.wm", Data: []byte(model("", "(= kept true)", 70))},
		{Name: "theirs/m.wm", Data: []byte(model("  (var gone Bool)\n", "(= gone false)", 0))},
	}
	m, err := edit.Merge(set(files, "base/"), set(files, "ours/"), set(files, "theirs/"), edit.MergeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got := text(t, m.Set, "m.wm")
	if len(m.Conflicts) != 1 || len(m.Conflicts[0].Ours) != 2 || len(m.Conflicts[0].Found) == 0 {
		t.Errorf("%v", m.Conflicts)
	}
	for _, want := range []string{"(var gone Bool)", "(pre (= gone true)\n", "(var v0 Bool)", "(var v69 Bool)", ";|  (var gone Bool)"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in\n%s", want, got)
		}
	}
}

// Lines that have been merged are taken only if they mean the same as the
// merged edits: their layout and comments are.
func TestMergeOfLines(t *testing.T) {
	files := []txtar.File{
		{Name: "base/m.wm", Data: []byte("(model (var a Bool))\n")},
		{Name: "ours/m.wm", Data: []byte("(model (var a Bool) (var b Bool))\n")},
		{Name: "theirs/m.wm", Data: []byte("(model (var c Bool) (var a Bool))\n")},
	}
	good := "(model (var c Bool)\n (var a Bool) (var b Bool))\n"
	for lines, taken := range map[string]bool{
		good:                                     true,
		"; of nobody\n" + good:                   false,
		"(model (var a Bool) (var b Bool))\n":    false, // theirs is lost
		"(model (var a Bool) (var a Bool))\n":    false, // it has errors
		"(model (var c Int) (var a Bool)":        false,
		strings.Replace(good, "b Bool", "b", 1):  false,
		strings.Replace(good, "(var b", "(v", 1): false,
		"":                                       false,
	} {
		m, err := edit.Merge(set(files, "base/"), set(files, "ours/"), set(files, "theirs/"), edit.MergeOptions{
			Text: func(base, ours, theirs string) (string, bool) { return lines, true },
		})
		if err != nil {
			t.Fatal(err)
		}
		got := text(t, m.Set, "m.wm")
		if (got == lines) != taken || canonical(got) != canonical(good) || len(m.Conflicts) > 0 {
			t.Errorf("of %q becomes %q", lines, got)
		}
	}
}
