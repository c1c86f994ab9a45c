package edit_test

import (
	"testing"

	"github.com/mantrac/mantrac/edit"
)

// BenchmarkMerge merges two versions of the manual, each with some of thirty
// edits.
func BenchmarkMerge(b *testing.B) {
	base := manual()
	var halves [2][]edit.Edit
	for i, e := range thirtyEdits(b, base) {
		if e.Op == edit.Rename || e.At.Kind() == edit.Var || e.Text != "" {
			i = 0
		} else {
			i = 1
		}
		halves[i] = append(halves[i], e)
	}
	var sides [2]*edit.Set
	for i, edits := range halves {
		result, err := edit.Apply(base, edits, edit.ApplyOptions{})
		if err != nil {
			b.Fatal(err)
		}
		sides[i] = result.Set
	}
	for b.Loop() {
		m, err := edit.Merge(base, sides[0], sides[1], edit.MergeOptions{})
		if err != nil || len(m.Conflicts) > 0 || len(m.Changes) == 0 {
			b.Fatal(err, m)
		}
	}
}
