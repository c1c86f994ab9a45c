package validate_test

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
)

// The cases of a session share memory and what is made of the model, and no more: each
// has the result that it has in a session of its own, whatever came before it.
func TestSessionsShareNoResults(t *testing.T) {
	t.Parallel()
	projects := modeltest.Everything(modeltest.Small)
	modeltest.Law(t, 50, func(t *rapid.T) {
		p := projects.Draw(t, "project")
		o := validate.Options{Bound: 3, Engine: validate.Explicit, States: 40, Plain: true}
		shared := validate.NewSession(o)
		for _, k := range slices.Repeat(p.Suite.Cases, 2) {
			want, err := validate.Validate(context.Background(), p.Suite, k, o)
			if err != nil {
				t.Fatal(err)
			}
			got, err := shared.Validate(context.Background(), p.Suite, k)
			if err != nil {
				t.Fatal(err)
			}
			sameAnswers(t, got, want)
			for i, d := range want.Decisions {
				if had := got.Decisions[i]; had.Query != d.Query || had.Answer != d.Answer || had.Proved != d.Proved || had.Why != d.Why {
					t.Fatalf("%s: %s is %d, %s, in a session of several cases, and %d, %s, alone", k.Decl.Name().Name, d.Query, had.Answer, had.Why, d.Answer, d.Why)
				}
			}
		}
	})
}
