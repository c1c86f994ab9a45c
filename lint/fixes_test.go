package lint_test

import (
	"fmt"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lint"
	"github.com/mantrac/mantrac/validate"
)

// fixed returns a project after the first fix of each finding, and how many
// were applied. It fails if the project has errors then.
func fixed(p *modeltest.Project, list []diag.Diagnostic) (*modeltest.Project, int, error) {
	edits, fixed := diag.Compatible(list, diag.Suggestion)
	model, err := diag.Apply(p.Model.File.Tree.File, edits)
	if err != nil {
		return nil, 0, err
	}
	suite, err := diag.Apply(p.Suite.File.Tree.File, edits)
	if err != nil {
		return nil, 0, err
	}
	after, err := p.With(model, suite)
	if err != nil {
		return nil, 0, fmt.Errorf("after %d fixes: %w", len(fixed), err)
	}
	return after, len(fixed), nil
}

// All fixes can be applied, and leave nothing to fix and no errors: of checks
// that say nothing one stays where there are no others, goal or not.
func TestFixesGoTogether(t *testing.T) {
	const model = `(model
  (var x Bool)
  (transition a (params) (pre (= x false) (not (= x true)) (or x (not x))) (post (= (next x) true)))
  (transition b (params) (pre (= x true)) (post (= (next x) false))))
`
	for _, suite := range []string{
		`(case c (init (x false)) (checks (one (or (call a) (no_call a))) (two (or (call b) (no_call b)))))`,
		`(case c (init (x false)) (checks (one (or (call a) (no_call a)))) (goal (= x true)))`,
		`(case c (init (x false)) (checks (one (or (call a) (no_call a))) (two (call b)) (three (or (call b) (no_call b)))) (goal (= x true)))`,
		`(case c (init (x false)) (checks (one (call a)) (two (precedes (call a) (call b)))))`,
	} {
		p, err := modeltest.Load("[]", model, suite)
		if err != nil {
			t.Fatal(err)
		}
		for round := 0; ; round++ {
			o := lint.Options{Options: validate.Options{Bound: 4, Engine: validate.Explicit}}
			list := project{p.Model, []*checker.Suite{p.Suite}}.lint(t, o).Diagnostics()
			after, taken, err := fixed(p, list)
			if err != nil {
				t.Errorf("%s\n%v", suite, err)
				break
			}
			if p = after; taken == 0 {
				break
			}
			if round > 9 {
				t.Fatalf("%s\nfixes do not come to an end", suite)
			}
		}
	}
}
