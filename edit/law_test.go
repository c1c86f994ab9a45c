package edit_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/internal/jsontext/schematest"
	"github.com/mantrac/mantrac/internal/modeltest"
)

func setOf(p *modeltest.Project) *edit.Set {
	return &edit.Set{Models: []*checker.Model{p.Model}, Suites: []*checker.Suite{p.Suite}}
}

func diffOf(t interface{ Fatal(...any) }, a, b *modeltest.Project, o edit.DiffOptions) []edit.Edit {
	edits, err := edit.Diff(setOf(a), setOf(b), o)
	if err != nil {
		t.Fatal(err)
	}
	return edits
}

func show(edits []edit.Edit) string {
	text, err := edit.WriteSExpr(edits)
	if err != nil {
		return err.Error()
	}
	return text
}

// apply(diff(a, b), a) is b.
func TestDiffLeadsToTheOther(t *testing.T) {
	t.Run("small", func(t *testing.T) { leadsToTheOther(t, modeltest.Small, 40) })
	t.Run("wide", func(t *testing.T) { leadsToTheOther(t, modeltest.Wide, 4) })
}

func leadsToTheOther(t *testing.T, size modeltest.Size, draws int) {
	modeltest.Law(t, draws, func(t *rapid.T) {
		a := projects(size).Draw(t, "a")
		b := another(t, a)
		edits := diffOf(t, a, b, edit.DiffOptions{})
		if again := diffOf(t, a, b, edit.DiffOptions{}); show(again) != show(edits) {
			t.Fatalf("%s\nand another time\n%s", show(edits), show(again))
		}
		result, err := edit.Apply(setOf(a), edits, edit.ApplyOptions{})
		if err != nil {
			t.Fatalf("%v\n%s\nfrom%sto%s", err, show(edits), a, b)
		}
		model, suite := result.Set.Models[0].File.Tree.File.Text(), result.Set.Suites[0].File.Tree.File.Text()
		if canonical(model) != canonical(b.ModelText) || canonical(suite) != canonical(b.SuiteText) {
			t.Fatalf("%s\nmake%s\n%s\nnot%s", show(edits), model, suite, b)
		}
	})
}

// With moves, the order is that of the other, too.
func TestDiffWithOrder(t *testing.T) {
	modeltest.Law(t, 20, func(t *rapid.T) {
		a := projects(modeltest.Small).Draw(t, "a")
		b := another(t, a)
		edits := diffOf(t, a, b, edit.DiffOptions{Order: true})
		result, err := edit.Apply(setOf(a), edits, edit.ApplyOptions{})
		if err != nil {
			t.Fatalf("%v\n%s\nfrom%sto%s", err, show(edits), a, b)
		}
		model, suite := result.Set.Models[0].File.Tree.File.Text(), result.Set.Suites[0].File.Tree.File.Text()
		if inOrder(model) != inOrder(b.ModelText) || inOrder(suite) != inOrder(b.SuiteText) {
			t.Fatalf("%s\nmake%s\n%s\nnot%s", show(edits), model, suite, b)
		}
	})
}

// Both forms of a list of edits are read as what was written, and the JSON is
// what the schema describes.
func TestFormsOfEdits(t *testing.T) {
	modeltest.Law(t, 20, func(t *rapid.T) {
		a := projects(modeltest.Small).Draw(t, "a")
		edits := diffOf(t, a, another(t, a), edit.DiffOptions{Order: true})
		text, err := edit.WriteSExpr(edits)
		if err != nil {
			t.Fatal(err)
		}
		again, err := edit.ReadSExpr(text)
		if err != nil || !slices.EqualFunc(edits, again, equal) {
			t.Fatalf("%v\n%s\nis read as\n%s", err, text, show(again))
		}
		data, err := edit.WriteJSON(edits)
		if err != nil {
			t.Fatal(err)
		}
		again, err = edit.ReadJSON(data)
		if err != nil || !slices.EqualFunc(edits, again, equal) {
			t.Fatalf("%v\n%s\nis read as\n%s", err, data, show(again))
		}
		if err := schematest.Check("edits.schema.json", string(data)); err != nil {
			t.Fatalf("%v\n%s", err, data)
		}
	})
}

func equal(a, b edit.Edit) bool { return reflect.DeepEqual(a, b) }

// formatted returns a project whose files are laid out canonically.
func formatted(t *rapid.T, p *modeltest.Project) *modeltest.Project {
	model, err := format.File(p.Model.File)
	if err != nil {
		t.Fatal(err)
	}
	suite, err := format.File(p.Suite.File)
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.With(string(model), string(suite))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Layout is no difference.
func TestDiffOfLayout(t *testing.T) {
	modeltest.Law(t, 10, func(t *rapid.T) {
		a := projects(modeltest.Small).Draw(t, "a")
		if edits := diffOf(t, a, formatted(t, a), edit.DiffOptions{Order: true}); len(edits) > 0 {
			t.Fatalf("%s%s", show(edits), a)
		}
	})
}

// What was laid out canonically is so afterwards.
func TestApplyKeepsTheLayout(t *testing.T) {
	modeltest.Law(t, 20, func(t *rapid.T) {
		a := formatted(t, projects(modeltest.Small).Draw(t, "a"))
		edits := diffOf(t, a, another(t, a), edit.DiffOptions{})
		result, err := edit.Apply(setOf(a), edits, edit.ApplyOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range result.Set.Files() {
			want, err := format.File(f)
			if err != nil {
				t.Fatal(err)
			}
			if got := f.Tree.File.Text(); got != string(want) {
				t.Fatalf("%s\non%s\nmake\n%s\nwhich is laid out as\n%s", show(edits), a, got, want)
			}
		}
	})
}

// The places of edits hold what the edits expect and write.
func TestPlaces(t *testing.T) {
	modeltest.Law(t, 25, func(t *rapid.T) {
		a := projects(modeltest.Small).Draw(t, "a")
		b := another(t, a)
		o := edit.DiffOptions{Order: true}
		edits := diffOf(t, a, b, o)
		places, err := edit.Places(setOf(a), setOf(b), edits, o)
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range edits {
			p := places[i]
			if e.Op == edit.Remove || e.Op == edit.Replace || e.Op == edit.Move {
				if p.Old.IsZero() || edit.Compact(p.Old.Text()) != e.Expect {
					t.Fatalf("%s %s is at %v in%s", e.Op, e.At, p.Old, a)
				}
			}
			if e.Op == edit.Add || e.Op == edit.Replace {
				if p.New.IsZero() || edit.Compact(p.New.Text()) != edit.Compact(e.Text) {
					t.Fatalf("%s %s is at %v in%s", e.Op, e.At, p.New, b)
				}
			}
			if e.Op == edit.Rename && !strings.Contains(p.New.Text(), e.To) {
				t.Fatalf("%s %s is at %v in%s", e.Op, e.At, p.New, b)
			}
		}
	})
}
