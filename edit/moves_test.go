package edit_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/mantrac/mantrac/edit"
)

// modelOf returns a set of one model with some clauses.
func modelOf(clauses ...string) *edit.Set {
	text := "(model\n  (var v Bool)\n  (transition go\n    (params)\n    (pre)\n    (post))\n" + strings.Join(clauses, "\n") + ")\n"
	return set([]txtar.File{{Name: "m.wm", Data: []byte(text)}}, "")
}

// differences returns the edits that lead from one set to another, in their order.
func differences(t *testing.T, old, new *edit.Set) []edit.Edit {
	t.Helper()
	edits, err := edit.Diff(old, new, edit.DiffOptions{Order: true})
	if err != nil {
		t.Fatal(err)
	}
	return edits
}

// Of two things that have changed places one is moved, also behind something new.
func TestOneMove(t *testing.T) {
	a, b := "  (const a Int 1)", "  (const b Int 2)"
	edits := differences(t, modelOf(a, b), modelOf("  (const x Int 3)", b, a))
	count := make(map[edit.Op]int)
	for _, e := range edits {
		count[e.Op]++
	}
	if count[edit.Move] != 1 || count[edit.Add] != 1 || len(edits) != 2 {
		t.Errorf("the edits are%s", show(edits))
	}
}

// Without an order, nothing is moved.
func TestNoMove(t *testing.T) {
	a, b := "  (const a Int 1)", "  (const b Int 2)"
	edits, err := edit.Diff(modelOf(a, b), modelOf(b, a), edit.DiffOptions{})
	if err != nil || len(edits) > 0 {
		t.Errorf("%v: the edits are%s", err, show(edits))
	}
}

// Where very many clauses differ, each that is like another one is still replaced by it.
func TestManyClauses(t *testing.T) {
	list := func(limit string) *edit.Set {
		var clauses strings.Builder
		for i := range 201 {
			fmt.Fprintf(&clauses, "\n         (< n%d %s)", i, limit)
		}
		var vars []string
		for i := range 201 {
			vars = append(vars, fmt.Sprintf("  (var n%d Int)", i))
		}
		return modelOf(append(vars, "  (transition buy\n    (params)\n    (pre"+clauses.String()+")\n    (post))")...)
	}
	edits := differences(t, list("5"), list("6"))
	for _, e := range edits {
		if e.Op != edit.Replace {
			t.Fatalf("%s a clause in place of replacing it", e.Op)
		}
	}
	if len(edits) != 201 {
		t.Errorf("%d edits", len(edits))
	}
}
