package edit_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/mantrac/mantrac/edit"
)

// many are six variables and constants, each of which is used in one place only: too many for all pairs of
// names to be tried, so that the places tell which name became which.
const many = `(model
  (const limit Int 3)
  (var a Bool)
  (var b Bool)
  (var c Bool)
  (var d Bool)
  (var e Bool)
  (transition first
    (params)
    (pre
      (not a)
      (and b (not b)))
    (post
      (= (next c) true)))
  (transition second
    (params)
    (pre)
    (post
      (=> c (= (next c) (not c))))))
-- suite.checks --
(use "m.wm")
(case one
  (init (d true))
  (checks
    (said (call first)))
  (goal (and e (< 2 limit))))
`

// namesOf returns the set of many with other names in the place of its own.
func namesOf(names map[string]string) *edit.Set {
	text := many
	for old, new := range names {
		for _, end := range []string{" ", ")"} {
			for _, begin := range []string{" ", "("} {
				text = strings.ReplaceAll(text, begin+old+end, begin+new+end)
			}
		}
	}
	model, suite, _ := strings.Cut(text, "-- suite.checks --\n")
	return set([]txtar.File{{Name: "m.wm", Data: []byte(model)}, {Name: "suite.checks", Data: []byte(suite)}}, "")
}

// Of many names that change at a time each is found by the places that it is in.
func TestManyRenames(t *testing.T) {
	for _, left := range []string{"", "a", "b", "c", "d", "e", "limit"} {
		// The order of the new names says nothing of that of the old ones.
		names := map[string]string{"a": "v4", "b": "v2", "c": "v5", "d": "v1", "e": "v3", "limit": "most"}
		delete(names, left)
		edits := differences(t, namesOf(nil), namesOf(names))
		got := make(map[string]bool)
		for _, e := range edits {
			got[fmt.Sprint(e.Op, " to ", e.To)] = true
		}
		for _, to := range names {
			if !got[fmt.Sprint(edit.Rename, " to ", to)] {
				t.Errorf("without %q, no name became %s", left, to)
			}
		}
		if len(edits) != len(names) {
			t.Errorf("without %q, the edits are%s", left, show(edits))
		}
	}
}

// onlyModel returns a set of one model.
func onlyModel(text string) *edit.Set {
	return set([]txtar.File{{Name: "m.wm", Data: []byte(text)}}, "")
}

// told returns the edits that lead from one model to another, as operations with the new name of what is renamed.
func told(t *testing.T, old, new string) string {
	var all []string
	for _, e := range differences(t, onlyModel(old), onlyModel(new)) {
		all = append(all, strings.TrimSpace(fmt.Sprint(e.Op, " ", e.To)))
	}
	return strings.Join(all, ", ")
}

// More names are found than there are tries to do better.
func TestVeryManyRenames(t *testing.T) {
	model := func(name string) string {
		var vars, clauses strings.Builder
		for i := range 150 {
			fmt.Fprintf(&vars, "  (var %s%d Int)\n", name, i)
			fmt.Fprintf(&clauses, "      (< %s%d %d)\n", name, i, i)
		}
		return "(model\n" + vars.String() + "  (transition go\n    (params)\n    (pre\n" + clauses.String() + "    )\n    (post)))\n"
	}
	edits := differences(t, onlyModel(model("n")), onlyModel(model("m")))
	for _, e := range edits {
		if e.Op != edit.Rename {
			t.Fatalf("%s a name in place of renaming it", e.Op)
		}
	}
	if len(edits) != 150 {
		t.Errorf("%d edits", len(edits))
	}
}

// Where each clause of a name changes otherwise, too, its places tell nothing.
func TestRenameInChangedClauses(t *testing.T) {
	const rest = "  (var n Int)\n  (transition go\n    (params)\n    (pre\n      (or %s (< n %d))\n      (and (not %s) (< %d n))\n      (=> %s (= n %d)))\n    (post)))\n"
	old := fmt.Sprintf("(model\n  (var ajar Bool)\n"+rest, "ajar", 1, "ajar", 2, "ajar", 3)
	new := fmt.Sprintf("(model\n  (var open Bool)\n"+rest, "open", 4, "open", 5, "open", 6)
	if got := told(t, old, new); !strings.Contains(got, "rename open") {
		t.Errorf("the edits are %s", got)
	}
}

const colours = `(Enum "red" "green" "blue" "yellow" "orange" "violet" "black" "white" "grey" "brown" "pink" "gold" "silver")`

// A constant does not become a variable, whatever its places say; what is renamed beside it is found still.
func TestRenameBesideNone(t *testing.T) {
	const rest = "  (transition go\n    (params)\n    (pre\n      (< 1 %s)\n      (not %s))\n    (post)))\n"
	old := fmt.Sprintf("(model\n  (const size Int 2)\n  (var open Bool)\n"+rest, "size", "open")
	new := fmt.Sprintf("(model\n  (var height Int)\n  (var ajar Bool)\n"+rest, "height", "ajar")
	if got := told(t, old, new); strings.Count(got, "rename") != 1 || !strings.Contains(got, "rename ajar") {
		t.Errorf("the edits are %s", got)
	}
}

// A name has more places of one that went away, but the declaration of another one.
func TestRenameOfFewerPlaces(t *testing.T) {
	const rest = "  (transition go\n    (params)\n    (pre\n      (= %s \"red\")\n      (not (= %s \"green\"))\n      (not (= %s \"gold\")))\n    (post)))\n"
	old := fmt.Sprintf("(model\n  (var door (Enum \"red\" \"green\"))\n  (var paint "+colours+")\n"+rest, "door", "door", "paint")
	new := fmt.Sprintf("(model\n  (var colour "+colours+")\n"+rest, "colour", "colour", "colour")
	if got := told(t, old, new); strings.Count(got, "rename") != 1 || !strings.Contains(got, "rename colour") {
		t.Errorf("the edits are %s", got)
	}
	edits := differences(t, onlyModel(old), onlyModel(new))
	for _, e := range edits {
		if e.Op == edit.Rename && !strings.Contains(fmt.Sprint(e), "paint") {
			t.Errorf("the edits are%s", show(edits))
		}
	}
}

// A name of an enum is renamed where a field has the enum, as elsewhere.
func TestRenameInAField(t *testing.T) {
	const model = "(model\n  (var door (Record (paint (Enum \"%[1]s\" \"green\"))))\n  (transition go\n    (params)\n    (pre\n" +
		"      (= (field door paint) \"%[1]s\")\n      (not (= (field door paint) \"%[1]s\")))\n    (post\n      (= (next door) (record (paint \"%[1]s\"))))))\n"
	if got := told(t, fmt.Sprintf(model, "red"), fmt.Sprintf(model, "crimson")); got != "rename crimson" {
		t.Errorf("the edits are %s", got)
	}
}

// A check that is renamed in one case is not renamed in another one.
func TestRenameInACase(t *testing.T) {
	suite := func(first, second string) *edit.Set {
		text := fmt.Sprintf("(use \"m.wm\")\n(case one\n  (checks\n    (%s (call go))\n    (both (or (call go) (no_call go)))))\n(case two\n  (checks\n    (%s (call go))))\n", first, second)
		return set([]txtar.File{{Name: "m.wm", Data: []byte("(model\n  (var v Bool)\n  (transition go\n    (params)\n    (pre)\n    (post)))\n")}, {Name: "s.checks", Data: []byte(text)}}, "")
	}
	edits := differences(t, suite("said", "said"), suite("said", "told"))
	if len(edits) != 1 || edits[0].Op != edit.Rename || edits[0].To != "told" {
		t.Errorf("the edits are%s", show(edits))
	}
	both := differences(t, suite("said", "said"), suite("told", "asked"))
	if len(both) != 2 || both[0].Op != edit.Rename || both[1].Op != edit.Rename {
		t.Errorf("the edits are%s", show(both))
	}
}
