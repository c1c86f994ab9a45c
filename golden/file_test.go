package golden_test

import (
	"slices"
	"testing"

	"github.com/mantrac/mantrac/golden"
	"github.com/mantrac/mantrac/internal/modeltest"
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

// The names of what a trace fails survive writing and reading, whatever characters
// identifiers have.
func TestExpectedNames(t *testing.T) {
	p, err := modeltest.Load(`{"tools": [{"name": "f", "inputSchema": {"type": "object"}}]}`,
		`(model (transition f (params) (pre) (post)))`,
		`(use "model.wm") (case c (checks (a,b (call f)) (c, (call f)) (,d (call f)) (e~0f (call f)) (g~3h (call f)) (plain (call f))))`)
	if err != nil {
		t.Fatal(err)
	}
	made, err := golden.Record(p.Suite, p.Suite.CaseNamed("c"), "c/none", nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"a,b", "c,", ",d", "e~0f", "g~3h", "plain"}; !slices.Equal(made.Fails, want) {
		t.Fatalf("the empty trace fails %q, expected %q", made.Fails, want)
	}
	kept, err := golden.Read("f", (&golden.File{Traces: []*golden.Trace{made}}).Text())
	if err != nil {
		t.Fatal(err)
	}
	if got := kept.Traces[0].Fails; !slices.Equal(got, made.Fails) {
		t.Errorf("read is %q, expected %q", got, made.Fails)
	}
}

// People may write the names with or without blanks between.
func TestNamesByHand(t *testing.T) {
	kept, err := golden.Read("f", `{"trace":{"version":1,"id":"c","task":"c","labels":{"fails":"a,b , world model,"}}}`)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := kept.Traces[0].Fails, []string{"a", "b", "world model"}; !slices.Equal(got, want) {
		t.Errorf("read is %q, expected %q", got, want)
	}
}
