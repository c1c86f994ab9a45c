package edit_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/modeltest"
)

func TestStats(t *testing.T) {
	count := map[string]int{}
	total := 0
	modeltest.Law(t, 300, func(t *rapid.T) {
		a := modeltest.Projects(modeltest.Small).Draw(t, "a")
		b := another(t, a)
		edits := diffOf(t, a, b, edit.DiffOptions{})
		total++
		if len(edits) == 0 {
			count["none"]++
		}
		for _, e := range edits {
			count[fmt.Sprintf("%s %s", e.Op, e.At.Kind())]++
		}
	})
	fmt.Println(total)
	for k, n := range count {
		fmt.Println(n, k)
	}
}
