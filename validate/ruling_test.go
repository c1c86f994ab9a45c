package validate_test

import (
	"context"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
)

// TestRulingsKnowing holds what is ruled with the traces and answers of another version
// of a model against Validate.
func TestRulingsKnowing(t *testing.T) {
	lib := library(t)
	count := make(map[string]int)
	modeltest.Law(t, 40, func(t *rapid.T) {
		p, q := modeltest.Pair(t, modeltest.MutatedModel)
		i := rapid.IntRange(0, len(p.Suite.Cases)-1).Draw(t, "case")
		if i >= len(q.Suite.Cases) {
			t.Skip("the case is gone")
		}
		traces := witnessesOf(validated(t, lib, p.Suite, p.Suite.Cases[i], 3, 20*time.Second))
		want := validated(t, lib, q.Suite, q.Suite.Cases[i], 3, 20*time.Second)
		session := validate.NewSession(validate.Options{Bound: 3, Timeout: 20 * time.Second, NewSolver: solvers(lib), Plain: true})
		left := rapid.Bool().Draw(t, "left")
		got, err := session.Rule(context.Background(), q.Suite, q.Suite.Cases[i], validate.Known{
			Traces: traces,
			Same:   func(x system.Query) bool { return harmless(want, x) && rapid.Bool().Draw(t, "same") },
			Left:   func(system.Query) bool { return left },
		})
		if err != nil {
			t.Fatal(err)
		}
		if got.Verdict != want.Verdict {
			t.Fatalf("%s, and Validate says %s\n%s\n%s", got.Verdict, want.Verdict, p, q.ModelText)
		}
		count[string(got.Verdict)]++
		shown, err := session.Shows(q.Suite, q.Suite.Cases[i], traces)
		if err != nil {
			t.Fatal(err)
		}
		if shown.Verdict != "" {
			count["shown"]++
			if harmless(want, shown.Query) {
				t.Fatalf("a trace shows %s by %s, and Validate does not find it\n%s\n%s", shown.Verdict, shown.Query.Name(), p, q.ModelText)
			}
		}
	})
	t.Log(tally(count))
	if count["shown"] == 0 && !testing.Short() {
		t.Error("no known trace showed a conflict: the law says too little")
	}
}

// witnessesOf returns the traces that a validated case comes with.
func witnessesOf(c *validate.Case) []*validate.Witness {
	var list []*validate.Witness
	for _, w := range []*validate.Witness{c.Compliant.Witness, c.Forward.Witness} {
		if w != nil {
			list = append(list, w)
		}
	}
	for _, b := range c.Backward {
		if b.Witness != nil {
			list = append(list, b.Witness)
		}
	}
	return list
}

// harmless reports whether a question has the answer that it has about a consistent case.
func harmless(c *validate.Case, q system.Query) bool {
	switch q.Kind {
	case system.ChecksAlone:
		return c.ChecksAlone.Answer == validate.Found
	case system.Compliant:
		return c.Compliant.Answer == validate.Found
	case system.Forward:
		return c.Forward.Answer == validate.None
	}
	for _, b := range c.Backward {
		if b.Decl == q.Check && b.Class == validate.Commission && b.Answer == validate.Found {
			return false
		}
	}
	return true
}
