package edit_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/mantrac/mantrac/edit"
)

const lamp = `(model
  (var lit Bool)
  (transition light
    (params)
    (pre)
    (post)))
`

// The text of an addition has the comments that belong to it, and not those of its neighbours. Where it has
// comments inside of it, it keeps its lines, which begin at its column.
func TestTextsOfAdditions(t *testing.T) {
	const dark = "(case dark\n  (checks\n    (said (call light))))\n"
	for _, c := range []struct{ name, old, new, want string }{
		{"first line", dark, "; about lit\n(case lit (checks (none (no_call light)))) ; after lit\n" + dark,
			"; about lit\n; after lit\n(case lit (checks (none (no_call light))))"},
		{"between", dark + "(case last (checks (none (no_call light))))\n",
			dark[:len(dark)-1] + " ; of dark\n\n; about lit\n(case lit (checks (none (no_call light)))) ; after lit\n; about last\n(case last (checks (none (no_call light))))\n",
			"; about lit\n; after lit\n(case lit (checks (none (no_call light))))"},
		{"on one line", "(case dark (checks (said (call light))))\n", "(case dark (checks (none (no_call light)) (said (call light)) ; of said\n  ))\n", "(none (no_call light))"},
		{"before two on one line", "(case dark (checks (said (call light)) (last (call light))))\n",
			"(case dark (checks\n  (none (no_call light)) (said (call light)) ; of said\n  (last (call light))))\n", "(none (no_call light))"},
		{"inside a case", dark, "(case dark\n  (checks ; all\n    (said (call light))   ; of said\n    ; about none\n    (none   (or   ; either\n              (no_call light)\n\n              (call light)))))\n",
			"; about none\n(none   (or   ; either\n          (no_call light)\n\n          (call light)))"},
		{"at the head of a list", "(case dark\n  (checks\n    (said (call light))))\n", "(case dark\n  (checks ; all\n    (none (no_call light))\n    (said (call light))))\n",
			"(none (no_call light))"},
	} {
		t.Run(c.name, func(t *testing.T) {
			of := func(suite string) *edit.Set {
				return set([]txtar.File{{Name: "m.wm", Data: []byte(lamp)}, {Name: "suite.checks", Data: []byte(suite)}}, "")
			}
			list, err := edit.Diff(of(c.old), of(c.new), edit.DiffOptions{})
			if err != nil {
				t.Fatal(err)
			}
			var texts []string
			for _, e := range list {
				if e.Op == edit.Add {
					texts = append(texts, e.Text)
				}
			}
			if !slices.Equal(texts, []string{c.want}) {
				t.Errorf("the additions have the texts %q, want %q", texts, c.want)
			}
		})
	}
}

// A suite is compared where its model is not there, too.
func TestSuiteWithoutModel(t *testing.T) {
	of := func(suite string) *edit.Set {
		return set([]txtar.File{{Name: "suite.checks", Data: []byte(suite)}}, "")
	}
	list, err := edit.Diff(of("(use \"m.wm\")\n(case a (checks (x (call light))))\n"), of("(use \"m.wm\")\n(case a (checks (x (no_call light))))\n"), edit.DiffOptions{})
	if err != nil || len(list) != 1 || list[0].Op != edit.Replace || list[0].Text != "(no_call light)" {
		t.Errorf("the edits are %v, %v; want one that replaces the form of `x`", list, err)
	}
}
