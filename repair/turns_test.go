package repair

import (
	"testing"

	"github.com/mantrac/mantrac/edit"
)

// Sources take turns, each with its likeliest proposal first, and no edit comes twice.
func TestTurns(t *testing.T) {
	of := func(name string, prior int) proposal {
		return proposal{edits: []edit.Edit{{Op: edit.Remove, At: edit.At("case", "one", "check", name), Expect: name}}, prior: prior}
	}
	all := newTurns([][]proposal{{of("late", 2), of("early", 1)}, {of("early", 0), of("other", 3), of("last", 4)}})
	var order []string
	for n := range 3 {
		if p, ok := all.next(n); ok {
			order = append(order, p.edits[0].Expect)
		}
	}
	if len(order) != 3 || order[0] != "early" || order[1] != "other" || order[2] != "late" {
		t.Errorf("the order is %v", order)
	}
	if n := all.left(); n != 1 {
		t.Errorf("%d are left, and not 1", n)
	}
}

// Edits that differ in anything make another variant: a fix of a lint may rename or move
// something, too.
func TestTextOfEdits(t *testing.T) {
	e := edit.Edit{Op: edit.Rename, At: edit.At("var", "one"), Expect: "(var one Bool)", To: "two"}
	seen := make(map[string]bool)
	for _, change := range []func(*edit.Edit){
		func(*edit.Edit) {},
		func(e *edit.Edit) { e.Op = edit.Move },
		func(e *edit.Edit) { e.At = edit.At("var", "other") },
		func(e *edit.Edit) { e.Expect = "(var one Int)" },
		func(e *edit.Edit) { e.Text = "(var two Bool)" },
		func(e *edit.Edit) { e.To = "three" },
		func(e *edit.Edit) { e.Before = "two" },
	} {
		x := e
		change(&x)
		if text := textOf([]edit.Edit{x}); seen[text] {
			t.Errorf("%+v is taken for another edit", x)
		} else {
			seen[text] = true
		}
	}
}
