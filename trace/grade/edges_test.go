package grade_test

import (
	"strings"
	"testing"

	"github.com/mantrac/mantrac/trace/grade"
)

// A file of edges is one list, and nothing after it.
func TestReadEdges(t *testing.T) {
	const one = `[{"from": "a", "to": "b"}]`
	for text, want := range map[string]int{one: 1, "\ufeff" + one + "\n": 1, "[]": 0} {
		if edges, err := grade.ReadEdges(strings.NewReader(text)); err != nil || len(edges) != want {
			t.Errorf("%q: %v, %v", text, edges, err)
		}
	}
	for _, text := range []string{"", "null", "{}", one + one, one + "x", one + "]", `[{"from": "a"}]`, `[{"from": "a", "to": "b", "why": ""}]`} {
		if edges, err := grade.ReadEdges(strings.NewReader(text)); err == nil {
			t.Errorf("%q: %v", text, edges)
		}
	}
}
