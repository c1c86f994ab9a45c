package behaviour_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// The first trace that a solver finds may go on after the call that tells the versions
// apart. What is shown ends there.
func TestAnyWitnessEndsAtTheDifference(t *testing.T) {
	if _, err := z3.Load(); err != nil {
		t.Skip("this asks the solver: ", err)
	}
	const counting = `(model
  (var n Int)
  (transition look (params) (pre (< n 9)) (post (= (next n) (+ n 1))))
  (transition wait (params) (pre) (post (= (next n) (- n 1))))
  (transition pay (params (amount amt)) (pre (>= n %d)) (post)))`
	const start = `(case one (init (n 0)) (checks (a (call pay))))`
	load := func(least int) behaviour.Version {
		p, err := modeltest.Load(desk, fmt.Sprintf(counting, least), start)
		if err != nil {
			t.Fatal(err)
		}
		return version(p)
	}
	for least := range 6 {
		o := behaviour.Options{Options: engines(8)}
		o.Engine, o.AnyWitness = validate.SMT, true
		c, err := behaviour.Compare(context.Background(), load(least), load(least+1), o)
		if err != nil {
			t.Fatal(err)
		}
		w := c.Tools[len(c.Tools)-1].Stricter.Witness
		if w == nil {
			t.Fatalf("least %d: %+v", least, c.Tools)
		}
		var names []string
		for _, call := range w.Calls {
			names = append(names, call.Tool)
		}
		if text := strings.Join(names, " "); strings.Index(text, "pay") != len(text)-len("pay") {
			t.Errorf("at least %d: %s", least, text)
		}
	}
}
