package edit_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/modeltest"
)

// No assignment gains more than the one that is found.
func TestAssignment(t *testing.T) {
	modeltest.Law(t, 200, func(t *rapid.T) {
		n, m := rapid.IntRange(1, 5).Draw(t, "rows"), rapid.IntRange(1, 5).Draw(t, "columns")
		gains := make([][]int, n)
		for i := range gains {
			for range m {
				gains[i] = append(gains[i], max(0, rapid.IntRange(-3, 9).Draw(t, "gain")))
			}
		}
		got, taken := 0, make(map[int]bool)
		for i, j := range edit.Assignment(gains) {
			if j < 0 {
				continue
			}
			if taken[j] {
				t.Fatalf("column %d is taken twice in %v", j, gains)
			}
			taken[j] = true
			got += gains[i][j]
		}
		if want := greatest(gains, 0, make(map[int]bool)); got != want {
			t.Fatalf("the assignment of %v gains %d, not %d", gains, got, want)
		}
	})
}

// greatest tries every assignment of the rows from one on.
func greatest(gains [][]int, i int, taken map[int]bool) int {
	if i == len(gains) {
		return 0
	}
	best := greatest(gains, i+1, taken)
	for j, g := range gains[i] {
		if !taken[j] {
			taken[j] = true
			best = max(best, g+greatest(gains, i+1, taken))
			delete(taken, j)
		}
	}
	return best
}

// No choice of renamings makes the edits cheaper than the one that is found.
func TestDiffIsMinimal(t *testing.T) {
	tried := 0
	modeltest.Law(t, 20, func(t *rapid.T) {
		a := modeltest.Projects(modeltest.Tiny).Draw(t, "a")
		b := another(t, renamedAgain(t, a))
		best, ok := edit.LeastCost(setOf(a), setOf(b))
		if !ok {
			return
		}
		tried++
		if got := edit.Cost(setOf(a), setOf(b)); got != best {
			t.Fatalf("%s\ncosts %d, and could cost %d, from%sto%s", show(diffOf(t, a, b, edit.DiffOptions{})), got, best, a, b)
		}
	})
	if tried == 0 {
		t.Error("none of the projects is small enough")
	}
}

// renamedAgain draws a version in which several names are others.
func renamedAgain(t *rapid.T, p *modeltest.Project) *modeltest.Project {
	model, suite := p.ModelText, p.SuiteText
	for range rapid.IntRange(0, 3).Draw(t, "renamings") {
		model, suite = renamed(t, model, suite)
	}
	if now, err := p.With(model, suite); err == nil {
		return now
	}
	return p
}
