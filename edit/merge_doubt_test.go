package edit_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/mantrac/mantrac/edit"
)

// A merge neither loses nor repeats a comment: it is in the result as often as the sides
// leave it, or it is a conflict that says why.
func TestMergeCountsComments(t *testing.T) {
	const (
		tools = `{"tools": [{"name": "pay", "inputSchema": {"type": "object", "properties": {}}}]}`
		moved = "one side moves a comment that the other moves or removes: ; x"
	)
	for _, c := range []struct {
		name, base, ours, theirs string
		count                    int      // how often the result has the comment, outside of conflicts
		conflicts                []string // where and why
	}{
		{
			"both add it at one place",
			"(var a Bool)", "; x\n(var a Bool)", "; x\n(var a Bool)", 1, nil,
		}, {
			"both add it at two places",
			"(var a Bool)\n(var b Bool)", "; x\n(var a Bool)\n(var b Bool)", "(var a Bool)\n; x\n(var b Bool)", 2, nil,
		}, {
			"one moves it",
			"; x\n(var a Bool)\n(var b Bool)", "(var a Bool)\n; x\n(var b Bool)", "; x\n(var a Bool)\n(var b Bool)\n(var c Bool)", 1, nil,
		}, {
			"both move it to one place",
			"; x\n(var a Bool)\n(var b Bool)", "(var a Bool)\n; x\n(var b Bool)", "(var a Bool)\n; x\n(var b Bool)", 1, nil,
		}, {
			"both move it to different places",
			"; x\n(var a Bool)\n(var b Bool)\n(var c Bool)", "(var a Bool)\n; x\n(var b Bool)\n(var c Bool)", "(var a Bool)\n(var b Bool)\n; x\n(var c Bool)",
			1, []string{"var/a: " + moved},
		}, {
			"one moves it and the other removes it",
			"; x\n(var a Bool)\n(var b Bool)", "(var a Bool)\n; x\n(var b Bool)", "(var a Bool)\n(var b Bool)", 1, []string{"var/a: " + moved},
		}, {
			"both take it from between declarations to different ones",
			"(var a Bool)\n\n; x\n\n(var b Bool)\n(var c Bool)", "(var a Bool)\n(var b Bool)\n; x\n(var c Bool)", "; x\n(var a Bool)\n(var b Bool)\n(var c Bool)",
			1, []string{"var/a: " + moved},
		}, {
			"one renames what it is about, and the other replaces both",
			"(var a Bool)\n; x\n(var b Bool)", "(var a Bool)\n; x\n(var c Bool)", "(var a Bool)\n; y\n(var d Bool)", 0, []string{"var/b: " + moved},
		},
	} {
		for _, order := range []string{"ours first", "theirs first"} {
			model := func(vars string) []byte {
				return []byte("(model\n" + vars + "\n  (transition pay\n    (params)\n    (pre)\n    (post)))\n")
			}
			ours, theirs := c.ours, c.theirs
			if order == "theirs first" {
				ours, theirs = theirs, ours
			}
			files := []txtar.File{
				{Name: "tools.json", Data: []byte(tools)},
				{Name: "base/m.wm", Data: model(c.base)},
				{Name: "ours/m.wm", Data: model(ours)},
				{Name: "theirs/m.wm", Data: model(theirs)},
			}
			m, err := edit.Merge(set(files, "base/"), set(files, "ours/"), set(files, "theirs/"), edit.MergeOptions{})
			if err != nil {
				t.Fatalf("%s, %s: %v", c.name, order, err)
			}
			var conflicts []string
			for _, k := range m.Conflicts {
				conflicts = append(conflicts, k.At.String()+": "+k.Why)
			}
			merged := text(t, m.Set, "m.wm")
			if n := strings.Count(inBase(merged), "; x\n"); n != c.count || !slices.Equal(conflicts, c.conflicts) || len(m.Lost) > 0 {
				t.Errorf("%s, %s: %d times, conflicts %q, lost %v\n%s", c.name, order, n, conflicts, m.Lost, merged)
			}
		}
	}
}
