package validate_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
)

// Each call counts members by what other members have, and so makes the formula grow many times.
func TestGrowingFormulaIsUnknown(t *testing.T) {
	model := `(model (var s (Array (Record (g Real)))) (var n Int) (var m (Map (Enum "a" "b") Real))
	  (transition press (params)
	    (pre (<= n (count (x s) (exists (y s) (<= (field x g) (field y g) 1)))))
	    (post
	      (= (get (next m) "a") (count (x s) (exists (y s) (< (field y g) (field x g) (get m "b")))))
	      (= (get (next m) "b") (count (x s) (exists (y s) (< (field y g) (field x g) (get m "a")))))
	      (= (next n) (count (x s) (exists (y s) (< (field y g) (field x g)))))
	      (= (next s) (array (record (g -1.0)) (record (g 1.0)))))))`
	tools := `{"tools": [{"name": "press", "inputSchema": {"type": "object", "properties": {}}}]}`
	p, err := modeltest.Load(tools, model, `(case c (init (s (array (record (g -2)) (record (g 0))))) (checks (a (call press))))`)
	if err != nil {
		t.Fatal(err)
	}
	why := errors.New("time is up")
	for _, e := range []validate.Engine{validate.SMT, validate.Reference} {
		ctx, cancel := context.WithTimeoutCause(context.Background(), time.Second, why)
		c, err := validate.Validate(ctx, p.Suite, p.Suite.Cases[0], validate.Options{Bound: 16, Engine: e, NewSolver: solvers(library(t))})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if c.Verdict == validate.Consistent || c.Forward.Answer != validate.Unknown || c.Forward.Reason != why {
			t.Errorf("%s: %s", e, document(t, c))
		}
	}
}
