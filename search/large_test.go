package search_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/compiler/system"
)

// The search claims nothing of a pin on an argument that is added up, however
// large it is, and does not take the argument for one that never has the value.
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

// Sums beyond int64 are exact.
func TestLargeSum(t *testing.T) {
	for _, test := range []struct{ init, pre string }{
		{"9223372036854775807", "(> (+ n 1) 0)"},
		{"9223372036854775807", "(= (+ n 1) 9223372036854775808)"},
		{"-9223372036854775808", "(< (- n 1) -9223372036854775808 (+ n 1))"},
		{"4611686018427387904", "(> (* n 2) n 0)"},
		{"-10000000000000000000", "(= (/ n 3) -3333333333333333334)"},
		{"10000000000000000000", "(= (- (/ n -10000000000000000001)) 0)"},
		{"6917529027641081855", "(< n (+ n 1) (+ n 2))"},
	} {
		if r := decide(sum(t, test.init, test.pre), system.Compliant, 16, 1000); !r.Found || len(r.Trace.Steps) != 2 {
			t.Errorf("n is %s and go needs %s: a call of tick and one of go are possible, and the search says %+v", test.init, test.pre, r)
		}
		if r := decide(sum(t, test.init, "(not "+test.pre+")"), system.Compliant, 16, 1000); !r.Proved {
			t.Errorf("n is %s and go needs that %s is false: it is never possible, and the search says %+v", test.init, test.pre, r)
		}
	}
}

func sum(t *testing.T, init, pre string) *system.Scenario {
	return scenario(t, `(model (var n Int) (var moved Bool)
		(transition tick (params) (pre) (post (= (next moved) true)))
		(transition go (params) (pre moved `+pre+`) (post)))`,
		`(use "model.wm") (case c (init (n `+init+`) (moved false)) (checks (k (call go)) (l (call tick))))`)
}

// vast is a number with which the search does not compute.
var vast = "1" + strings.Repeat("0", 1300)

// What a slice is chosen by may be a number that is too large. Nothing is
// claimed then, also not by a search that begins anew.
func TestVastSum(t *testing.T) {
	for _, bound := range []int{1, 2, 16} {
		if r := decide(sum(t, vast, "(> (+ n 1) 0)"), system.Compliant, bound, 1000); r.Proved || r.None && bound > 1 {
			t.Errorf("a call of tick and one of go are possible, and up to %d calls the search says %+v", bound, r)
		}
	}
}

// That a number is too large may be noticed in a layer beyond the bound. What was
// searched within the bound is not complete then.
func TestVastSumAtBound(t *testing.T) {
	sc := scenario(t, `(model (var n Int) (var m Int)
		(transition tick (params) (pre) (post (= (next m) (+ m m 1)) (= (next n) `+vast+`)))
		(transition go (params) (pre (>= m 1) (> (+ n 1) 0)) (post)))`,
		`(use "model.wm") (case c (init (n 0) (m 0)) (checks (k (call go))))`)
	if r := decide(sc, system.Compliant, 2, 1000); r.None {
		t.Errorf("a call of tick and one of go are possible, and the search says %+v", r)
	}
}

// A counter that starts anywhere and is compared with a number as large as the
// search can count is told from one that is far from all numbers.
func TestLargeCounter(t *testing.T) {
	for _, n := range []string{"1152921504606846975", "1152921504606846977", "2305843009213693951", "2305843009213693953", "4611686018427387903", "4611686018427387905", "9223372036854775808"} {
		for _, op := range []string{"+", "-"} {
			sc := scenario(t, `(model (var n Int) (var moved Bool)
				(transition tick (params) (pre) (post (= (next n) (`+op+` n 3)) (= (next moved) true)))
				(transition go (params) (pre (= n `+n+`) moved) (post)))`,
				`(use "model.wm") (case c (init (moved false)) (checks (k (call go))))`)
			if r := decide(sc, system.Compliant, 4, 1000); r.None || r.Found && len(r.Trace.Steps) != 2 {
				t.Errorf("a call of tick and one of go are possible for %s, and the search says %+v", n, r)
			}
		}
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
		if r := decide(sc, system.Compliant, 4, 1000); r.None {
			t.Errorf("%s: a call of pay is possible, and the search says %+v", bounds, r)
		}
	}
}
