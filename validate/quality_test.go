package validate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
)

// TestQualityOfWitnesses: models on which a search that stops at the first trace
// it comes upon, or that breaks ties in another order, has another witness. Each
// engine has this one, unless it does not know.
func TestQualityOfWitnesses(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name        string
		model, body string
		want        string // the calls, those that break a precondition with an x
		witness     func(*validate.Case) *validate.Witness
	}{{
		name:  "fewest calls, though the model has a longer way first",
		model: `(var at Int) (transition a (params) (pre (< at 3)) (post (= (next at) (+ at 1)))) (transition b (params) (pre) (post (= (next at) 3))) (transition c (params) (pre (= at 3)) (post))`,
		body:  `(init (at 0)) (checks (k (call c)))`,
		want:  "b c", witness: compliantOf,
	}, {
		name:  "fewest violations, though they come first",
		model: `(var at Int) (transition a (params) (pre (= at 1)) (post)) (transition b (params) (pre (= at 1)) (post)) (transition c (params) (pre (= at 1)) (post (= (next at) 1)))`,
		body:  `(init (at 0)) (checks (k (call a)) (l (call b)) (m (call c)))`,
		want:  "xc a b", witness: forwardOf,
	}, {
		name:  "the violation as late as possible, though the order of tools has it first",
		model: `(var at Int) (transition a (params) (pre (= at 1)) (post)) (transition b (params) (pre) (post)) (transition c (params) (pre) (post))`,
		body:  `(init (at 0)) (checks (k (call a)) (l (call b)) (m (call c)))`,
		want:  "b c xa", witness: forwardOf,
	}, {
		name:  "the tools in the order of the model, though the checks name them otherwise",
		model: `(var at Int) (transition a (params) (pre) (post)) (transition b (params) (pre) (post)) (transition c (params) (pre (= at 1)) (post))`,
		body:  `(init (at 0)) (checks (m (call c)) (l (call b)) (k (call a)))`,
		want:  "a b xc", witness: forwardOf,
	}, {
		name:  "fewer violations before a later one",
		model: `(var at Int) (transition a (params) (pre (= at 0)) (post (= (next at) 1))) (transition b (params) (pre (= at 1)) (post (= (next at) 2))) (transition c (params) (pre (= at 5)) (post (= (next at) 0)))`,
		body:  `(init (at 1)) (checks (k (call a)) (l (call b)) (m (call c)))`,
		want:  "b xc a", witness: forwardOf,
	}, {
		name:  "the smallest values, the first settled first",
		model: `(var n Int) (var on Bool) (transition a (params (n n)) (pre (or on (> n (param n)))) (post (= (next n) (param n)))) (transition b (params) (pre) (post)) (transition c (params) (pre) (post))`,
		body:  `(checks (k (call a))) (goal (= n 0))`,
		want:  "a(n 0) from n 0 on true", witness: compliantOf,
	}} {
		p, err := modeltest.Load(`{"tools": [
		  {"name": "a", "inputSchema": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}},
		  {"name": "b", "inputSchema": {"type": "object", "properties": {}}},
		  {"name": "c", "inputSchema": {"type": "object", "properties": {}}}]}`, "(model "+test.model+")", "(case c "+test.body+")")
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range validate.Engines {
			t.Run(test.name+"/"+string(e), func(t *testing.T) {
				c := validatedWith(t, p, validate.Options{Bound: 4, Engine: e, NewSolver: solvers(library(t))})
				w := test.witness(c)
				if w == nil && c.Verdict == validate.UnknownVerdict {
					t.Skipf("the engine %s answers unknown, as it may", e)
				}
				if got := calls(w, strings.Contains(test.want, "from")); got != test.want || w.Rough {
					t.Errorf("%s\nand not\n%s", got, test.want)
				}
			})
		}
	}
}

func compliantOf(c *validate.Case) *validate.Witness { return c.Compliant.Witness }
func forwardOf(c *validate.Case) *validate.Witness   { return c.Forward.Witness }

func calls(w *validate.Witness, values bool) string {
	var list []string
	for _, s := range w.Steps {
		text := s.Call.Tool
		if len(s.Broken) > 0 {
			text = "x" + text
		}
		for _, a := range s.Call.Args {
			if values {
				text += fmt.Sprintf("(%s %s)", a.Name, a.Value)
			}
		}
		list = append(list, text)
	}
	if values {
		list = append(list, fmt.Sprint("from n ", w.Init["n"], " on ", w.Init["on"]))
	}
	return strings.Join(list, " ")
}
