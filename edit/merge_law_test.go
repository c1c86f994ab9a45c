package edit_test

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/modeltest"
)

func mergeOf(t *rapid.T, base, ours, theirs *modeltest.Project) *edit.Merged {
	m, err := edit.Merge(setOf(base), setOf(ours), setOf(theirs), edit.MergeOptions{})
	if err != nil {
		t.Fatalf("%v\nbase%sours%stheirs%s", err, base, ours, theirs)
	}
	return m
}

// texts returns the model and the suite of a merge, which have to be free of
// errors when they are read from scratch.
func texts(t *rapid.T, base *modeltest.Project, m *edit.Merged) (model, suite string) {
	model, suite = m.Set.Models[0].File.Tree.File.Text(), m.Set.Suites[0].File.Tree.File.Text()
	if _, err := modeltest.Load(base.ToolsText, model, suite); err != nil {
		t.Fatalf("the result has errors: %v\n%s\n%s", err, model, suite)
	}
	return model, suite
}

func mustMean(t *rapid.T, base *modeltest.Project, m *edit.Merged, want *modeltest.Project) {
	model, suite := texts(t, base, m)
	if len(m.Conflicts) > 0 {
		t.Fatalf("conflicts %v", m.Conflicts)
	}
	if canonical(model) != canonical(want.ModelText) || canonical(suite) != canonical(want.SuiteText) {
		t.Fatalf("%s\n%s\nis not%s", model, suite, want)
	}
}

// If one side has changed nothing, or both the same, the result is the other.
func TestMergeOfOneSide(t *testing.T) {
	modeltest.Law(t, 60, func(t *rapid.T) {
		base := modeltest.Projects(modeltest.Small).Draw(t, "base")
		other := another(t, base)
		mustMean(t, base, mergeOf(t, base, base, other), other)
		mustMean(t, base, mergeOf(t, base, formatted(t, base), other), other)
		mustMean(t, base, mergeOf(t, base, formatted(t, other), other), other)
		m := mergeOf(t, base, other, base)
		mustMean(t, base, m, other)
		if model, suite := texts(t, base, m); model != other.ModelText || suite != other.SuiteText {
			t.Fatalf("what nobody else has changed is not as it was:\n%s\n%s\nand not%s", model, suite, other)
		}
	})
}

// Which side is called ours makes no difference but for the labels, the layout
// and the comments; and the result always checks.
func TestMergeIsSymmetric(t *testing.T) {
	for size, draws := range map[modeltest.Size]int{modeltest.Small: 120, modeltest.Wide: 8} {
		modeltest.Law(t, draws, func(t *rapid.T) {
			base := modeltest.Projects(size).Draw(t, "base")
			ours, theirs := another(t, base), another(t, base)
			a, b := mergeOf(t, base, ours, theirs), mergeOf(t, base, theirs, ours)
			model, suite := texts(t, base, a)
			model2, suite2 := texts(t, base, b)
			if canonical(model) != canonical(model2) || canonical(suite) != canonical(suite2) {
				t.Fatalf("%s\n%s\nis not\n%s\n%s\nbase%sours%stheirs%s", model, suite, model2, suite2, base, ours, theirs)
			}
			if len(a.Conflicts) != len(b.Conflicts) {
				t.Fatalf("%d conflicts, or %d", len(a.Conflicts), len(b.Conflicts))
			}
			for i, c := range a.Conflicts {
				d := b.Conflicts[i]
				if c.At.String() != d.At.String() || c.Why != d.Why || !reflect.DeepEqual(outcomes(c.Ours), outcomes(d.Theirs)) || !reflect.DeepEqual(outcomes(c.Theirs), outcomes(d.Ours)) {
					t.Fatalf("the conflict\n%v\nis\n%v", c, d)
				}
				if len(c.Ours)+len(c.Theirs) == 0 {
					t.Fatal("a conflict without a change")
				}
			}
		})
	}
}

// outcomes returns what edits say, without the places of what they add.
func outcomes(edits []edit.Edit) []edit.Edit {
	list := make([]edit.Edit, len(edits))
	for i, e := range edits {
		e.Before = ""
		list[i] = e
	}
	return list
}
