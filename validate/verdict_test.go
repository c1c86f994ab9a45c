package validate_test

import (
	"context"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
)

// TestVerdict holds Verdict against Validate.
func TestVerdict(t *testing.T) {
	lib := library(t)
	count := make(map[string]int)
	tiny, wide := modeltest.Projects(modeltest.Tiny), modeltest.Projects(modeltest.Wide)
	modeltest.Law(t, 60, func(t *rapid.T) {
		p := rapid.SampledFrom([]*rapid.Generator[*modeltest.Project]{tiny, wide}).Draw(t, "size").Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		o := validate.Options{Bound: 3, Timeout: 20 * time.Second, NewSolver: solvers(lib), Plain: true}
		got, err := validate.NewSession(o).Verdict(context.Background(), p.Suite, k)
		if err != nil {
			t.Fatal(err)
		}
		want := validated(t, lib, p.Suite, k, 3, 20*time.Second).Verdict
		if got != want {
			t.Fatalf("%s, and Validate says %s", got, want)
		}
		count[string(got)]++
	})
	t.Log(tally(count))
	for _, v := range []validate.Verdict{validate.ForwardConflict, validate.OverRestrictive, validate.Consistent} {
		if count[string(v)] == 0 && !testing.Short() {
			t.Errorf("no %s was drawn: the law says too little", v)
		}
	}
}
