package lint_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lint"
	"github.com/mantrac/mantrac/validate"
)

// TestEnginesAgree lets engines look at projects that are too large to try
// everything: with numbers, strings, records and sets. What they find is the
// same, but for how far it is proved, and for what one of them does not know.
func TestEnginesAgree(t *testing.T) {
	newSolver := solver(t)
	compared := make(map[string]int)
	gen := modeltest.Projects(modeltest.Small)
	modeltest.Law(t, 15, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		var first map[string]bool
		for _, engine := range []validate.Engine{validate.Reference, validate.Auto, validate.SMT} {
			r := lint.Run(context.Background(), []*checker.Model{p.Model}, []*checker.Suite{p.Suite}, lint.Options{Options: validate.Options{
				Bound: 3, Engine: engine, NewSolver: newSolver, Timeout: 10 * time.Second}, Workers: 2})
			if len(r.Errors) > 0 {
				t.Fatalf("%s: %v", engine, r.Errors)
			}
			if len(r.Open) > 0 {
				compared["open to "+string(engine)]++
				return
			}
			found := make(map[string]bool)
			for _, d := range r.Diagnostics() {
				found[fmt.Sprintf("%s at %s", d.Code, d.Primary)] = true
			}
			if first == nil {
				first = found
				continue
			}
			for x := range found {
				compared[x[:6]]++
				if !first[x] {
					t.Fatalf("%s finds %s, and the reference does not", engine, x)
				}
			}
			for x := range first {
				if !found[x] {
					t.Fatalf("the reference finds %s, and %s does not", x, engine)
				}
			}
		}
	})
	t.Log(compared)
}
