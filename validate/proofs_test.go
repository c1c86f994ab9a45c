package validate_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/internal/workload"
	"github.com/mantrac/mantrac/validate"
)

// Proofs that cost more than a part of the answers are looked for where the caller wants them.
func TestProofsOnRequest(t *testing.T) {
	t.Parallel()
	lib := library(t)
	w := workload.Cabin(workload.CabinSize{Areas: 6, Cases: 10})
	o := validate.Options{Plain: true, NewSolver: solvers(lib), NewFixedpoint: fixedpointsOf(lib)}
	sparing := validateCase(t, w, "c02_illness", o)
	o.Prove = true
	whole := validateCase(t, w, "c02_illness", o)
	sameAnswers(t, sparing, whole)
	if a, b := unproved(sparing), unproved(whole); a == 0 || b != 0 {
		t.Errorf("%d answers are not proved, and %d on request", a, b)
	}
	if sparing.Verdict != whole.Verdict {
		t.Errorf("the verdict is %s, and %s on request", sparing.Verdict, whole.Verdict)
	}
}

func validateCase(t *testing.T, w *workload.Workload, name string, o validate.Options) *validate.Case {
	t.Helper()
	c, err := validate.Validate(context.Background(), w.Suite, w.Case(name), o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// unproved counts answers that are known up to the bound alone.
func unproved(c *validate.Case) (n int) {
	for _, d := range c.Decisions {
		if d.Answer == validate.None && !d.Proved && d.Query != "checks-alone" {
			n++
		}
	}
	return n
}

// No answer and no witness depends on how much is spent on proofs.
func TestProofsChangeNoAnswer(t *testing.T) {
	t.Parallel()
	lib := library(t)
	projects := modeltest.Everything(modeltest.Small)
	modeltest.Law(t, 20, func(t *rapid.T) {
		p := projects.Draw(t, "project")
		k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
		o := validate.Options{Bound: 3, Timeout: patience, ProofTime: patience, Plain: true, NewSolver: solvers(lib), NewFixedpoint: fixedpointsOf(lib)}
		o.States = rapid.SampledFrom([]int{1, 20, validate.DefaultStates}).Draw(t, "states")
		sparing, err := validate.Validate(context.Background(), p.Suite, k, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Prove = true
		whole, err := validate.Validate(context.Background(), p.Suite, k, o)
		if err != nil {
			t.Fatal(err)
		}
		sameAnswers(t, sparing, whole)
	})
}

// sameAnswers fails where two validations of a case come to other answers or witnesses.
func sameAnswers(t interface {
	Helper()
	Fatalf(string, ...any)
}, a, b *validate.Case) {
	t.Helper()
	same := func(question string, a, b validate.Answer, v, w *validate.Witness) {
		if a == validate.Unknown || b == validate.Unknown {
			return
		}
		if a != b || a == validate.Found && !v.Rough && !w.Rough && rendered(v) != rendered(w) {
			t.Fatalf("%s: answer %d with the effort of a part, and %d with all\n%s\nand\n%s", question, a, b, rendered(v), rendered(w))
		}
	}
	same("compliant", a.Compliant.Answer, b.Compliant.Answer, a.Compliant.Witness, b.Compliant.Witness)
	same("forward", a.Forward.Answer, b.Forward.Answer, a.Forward.Witness, b.Forward.Witness)
	for i, x := range a.Backward {
		same("backward of "+x.Check, x.Answer, b.Backward[i].Answer, x.Witness, b.Backward[i].Witness)
	}
}
