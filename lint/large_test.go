package lint_test

import (
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lint"
	"github.com/mantrac/mantrac/validate"
)

// A check whose pin no int64 holds can fail all the same, and nothing is said of it.
func TestLargePin(t *testing.T) {
	p := load(t, map[string]string{
		"tools.json": `{"tools": [{"name": "inc", "inputSchema": {"type": "object", "properties": {"by": {"type": "integer"}}, "required": ["by"]}}]}`,
		"model.wm":   `(model (var n Int) (transition inc (params (by b)) (pre) (post (= (next n) (+ n (param b))))))`,
		"suite.checks": `(case big (init (n 0)) (checks (c (no_call inc (by 9223372036854775808)))))
			(case small (init (n 0)) (checks (c (no_call inc (by -9223372036854775809)))))`,
	})
	for _, e := range validate.Engines {
		found := text(t, p.lint(t, lint.Options{Options: validate.Options{Bound: 4, Engine: e, NewSolver: solver(t)}}))
		if strings.Contains(found, "MC1006") {
			t.Errorf("engine %s:\n%s", e, found)
		}
	}
}
