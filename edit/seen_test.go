package edit_test

import (
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/mantrac/mantrac/edit"
)

// A suite whose goal asks what has been seen has a model with more variables than
// the file declares. It is about the edited model all the same.
func TestSuiteThatAsksWhatIsSeenGetsTheEditedModel(t *testing.T) {
	suite := `(use "m.wm")
(case all
  (init (stock 1))
  (checks (looked (call look)))
  (goal (seen stock)))
`
	s := set([]txtar.File{{Name: "m.wm", Data: []byte(answering)}, {Name: "s.checks", Data: []byte(suite)}}, "")
	result, err := edit.Apply(s, []edit.Edit{{Op: edit.Remove, At: edit.At("transition", "restart", "pre", "0"), Expect: "(seen stock)"}}, edit.ApplyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if left := result.Set.Suites[0].Model.Transition("restart").Decl.Pre.Exprs; len(left) > 0 {
		t.Errorf("the model of the suite still has %d clauses in pre", len(left))
	}
}
