package golden_test

import (
	"testing"

	"github.com/mantrac/mantrac/golden"
)

// Names with slashes make no two ids the same.
func TestIDs(t *testing.T) {
	seen := make(map[string]golden.Proof)
	for _, p := range []golden.Proof{
		{Case: "a"}, {Case: "a", Check: "b"}, {Case: "a/b"}, {Case: "a", Check: "b/c"}, {Case: "a/b", Check: "c"}, {Case: "a/b/c"}, {Case: "a~1b"}, {Case: "a", Check: "~1b"},
	} {
		if other, had := seen[p.ID()]; had {
			t.Errorf("%+v and %+v have the id %s", p, other, p.ID())
		}
		seen[p.ID()] = p
		if got := golden.CheckOf(p.Case, p.ID()); got != p.Check {
			t.Errorf("%s of %s: the check is %q", p.ID(), p.Case, got)
		}
	}
	remarks := []golden.Remark{{ID: "a~1b", Text: "kept"}, {ID: "a/b", Text: "replaced"}}
	got := (&golden.File{Remarks: remarks}).With([]golden.Proof{{Case: "a", Check: "b", Reason: "new"}}, []string{"a", "a/b"})
	if want := `{"remark":"new","id":"a/b"}` + "\n" + `{"remark":"kept","id":"a~1b"}` + "\n"; got.Text() != want {
		t.Errorf("the file is\n%s", got.Text())
	}
}
