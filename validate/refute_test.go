package validate_test

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
)

// provers are the engines that prove answers for every length, and refuters those
// that look for a counterexample, each so many calls beyond the bound.
var (
	provers  = []validate.Engine{validate.Explicit, validate.Spacer}
	refuters = map[validate.Engine]int{validate.SMT: 6, validate.Reference: 3, validate.Explicit: 8}
)

// TestProofsAreNotRefuted has other engines look for traces, longer ones than was
// asked for, where an engine has proved that there is none. Half of the models
// compute with large numbers.
func TestProofsAreNotRefuted(t *testing.T) {
	t.Parallel()
	d := newDifferential(t)
	sums := modeltest.Sums()
	others := []*rapid.Generator[*modeltest.Project]{modeltest.Projects(modeltest.Wide), modeltest.Projects(modeltest.Tiny), modeltest.Projects(modeltest.Small)}
	modeltest.Costly(t, 6, 80, func(t *rapid.T) {
		gen := sums
		if rapid.Bool().Draw(t, "other") {
			gen = rapid.SampledFrom(others).Draw(t, "size")
		}
		p := gen.Draw(t, "project")
		sc := system.NewScenario(p.Suite, rapid.SampledFrom(p.Suite.Cases).Draw(t, "case"))
		queries := append(sc.Queries(), questionAbout(t, sc))
		for _, e := range provers {
			for _, q := range queries {
				if err := d.refuted(sc, q, e); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
	t.Log(tally(d.count))
	for _, e := range provers {
		for r := range refuters {
			if e != r && d.count[fmt.Sprintf("%s proves, %s finds none", e, r)] == 0 && !testing.Short() {
				t.Errorf("nothing that %s proves was put to %s: the law says too little", e, r)
			}
		}
	}
}

// refuted fails if an engine proves that a question has no answer, and another
// one finds one.
func (d *differential) refuted(sc *system.Scenario, q system.Query, e validate.Engine) error {
	const bound = 2
	f, err := d.session(e, bound).Ask(context.Background(), sc, q)
	if err != nil || !f.Proved {
		return err
	}
	for r, further := range refuters {
		if r == e {
			continue
		}
		g, err := d.session(r, bound+further).Ask(context.Background(), sc, q)
		if err != nil {
			return err
		}
		d.count[fmt.Sprintf("%s proves, %s finds %s", e, r, [...]string{"no end", "none", "one"}[g.Answer])]++
		if g.Answer == validate.Found {
			return fmt.Errorf("%v %s: %s has proved that there is none, and %s finds %s", q.Kind, q.Name(), e, r, claim{witness: g.Witness})
		}
	}
	return nil
}
