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
