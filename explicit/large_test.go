package explicit_test

import (
	"fmt"
	"testing"

	"github.com/mantrac/mantrac/compiler"
)

// A pin that fits no cell is an obstacle: the search claims nothing, and does not
// take the argument for one that never has the value.
func TestLargePin(t *testing.T) {
	const model = `(model (var spent Int)
		(transition pay (params (amount a)) (pre) (post (= (next spent) (+ spent (param a)))))
		(transition ship (params) (pre) (post)))`
	for _, n := range []string{"9223372036854775807", "-9223372036854775808", "9223372036854775808", "-9223372036854775809", "1000000000000000000000000000000"} {
		suite := fmt.Sprintf(`(use "model.wm") (case c (init (spent 0)) (checks (big (no_call pay (amount %s)))))`, n)
		if r := commission(t, model, suite, "big", 1000); r.None {
			t.Errorf("a call of pay with %s is possible, and the search says %+v", n, r)
		}
	}
}

// What a slice is chosen by may be a number that is too large. Nothing is
// claimed then, also not by a search that begins anew.
func TestLargeSum(t *testing.T) {
	for _, test := range []struct{ init, pre string }{
		{"9223372036854775807", "(> (+ n 1) 0)"},
		{"-9223372036854775804", "(< (- n 1) 0)"},
		{"4611686018427387904", "(> (* n 2) 0)"},
	} {
		sc := scenario(t, `(model (var n Int) (var moved Bool)
			(transition tick (params) (pre) (post (= (next moved) true)))
			(transition go (params) (pre moved `+test.pre+`) (post)))`,
			`(use "model.wm") (case c (init (n `+test.init+`) (moved false)) (checks (k (call go)) (l (call tick))))`)
		for _, bound := range []int{1, 2, 16} {
			if r := decide(sc, compiler.Compliant, bound, 1000); r.Proved || r.None && bound > 1 {
				t.Errorf("n is %s and go needs %s: a call of tick and one of go are possible, and up to %d calls the search says %+v", test.init, test.pre, bound, r)
			}
		}
	}
}

// That a number is too large may be noticed in a layer beyond the bound. What was
// searched within the bound is not complete then.
func TestLargeSumAtBound(t *testing.T) {
	sc := scenario(t, `(model (var n Int) (var m Int)
		(transition tick (params) (pre) (post (= (next m) (+ m m 1)) (= (next n) 9223372036854775807)))
		(transition go (params) (pre (>= m 1) (> (+ n 1) 0)) (post)))`,
		`(use "model.wm") (case c (init (n 0) (m 0)) (checks (k (call go))))`)
	if r := decide(sc, compiler.Compliant, 2, 1000); r.None {
		t.Errorf("a call of tick and one of go are possible, and the search says %+v", r)
	}
}

// Bounds at the ends of int64 are far apart, and the integers between them are
// not listed one by one.
func TestFarBounds(t *testing.T) {
	for _, bounds := range []string{
		`"minimum": -9223372036854775808, "maximum": 9223372036854775807`,
		`"minimum": 9223372036854775800, "maximum": 9223372036854775807`,
		`"minimum": -1e30, "maximum": 1e30`,
	} {
		tools := `{"tools": [{"name": "pay", "inputSchema": {"type": "object", "properties": {"amount": {"type": "integer", ` + bounds + `}}, "required": ["amount"]}}]}`
		sc := scenarioOf(t, tools, `(model (var paid Bool) (transition pay (params (amount a)) (pre (> (param a) 0)) (post (= (next paid) true))))`,
			`(use "model.wm") (case c (init (paid false)) (checks (k (call pay))))`)
		if r := decide(sc, compiler.Compliant, 4, 1000); r.None {
			t.Errorf("%s: a call of pay is possible, and the search says %+v", bounds, r)
		}
	}
}
