package validate_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
)

// TestNoInternalErrors validates cases of all kinds by one engine that asks a solver. [validate.Validate]
// replays each witness, and returns an error for one that the model or the checks do not bear out. One
// engine takes little time, so that there are more draws than in the laws that compare engines.
func TestNoInternalErrors(t *testing.T) {
	t.Parallel()
	d := newDifferential(t)
	small := modeltest.Small
	kinds := []*rapid.Generator[*modeltest.Project]{
		modeltest.MapProjects(), modeltest.Quantified(small), modeltest.Everything(small), modeltest.Projects(small),
		modeltest.Owned(small), modeltest.Likened(false), modeltest.ResultProjects(), modeltest.Sums(),
	}
	modeltest.Costly(t, 30, 3000, func(t *rapid.T) {
		p := rapid.SampledFrom(kinds).Draw(t, "kind").Draw(t, "project")
		engine := rapid.SampledFrom([]validate.Engine{validate.SMT, validate.Spacer, validate.Auto}).Draw(t, "engine")
		bound := rapid.IntRange(1, 3).Draw(t, "bound")
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		c, err := d.session(engine, bound).Validate(ctx, p.Suite, p.Suite.Cases[0])
		if err != nil {
			t.Fatalf("%s: %v", engine, err)
		}
		d.count[fmt.Sprint(engine, " ", c.Verdict)]++
	})
	t.Log(tally(d.count))
}
