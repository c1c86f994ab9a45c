package search_test

import (
	"context"
	"testing"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
)

const trapTools = `{"tools": [
  {"name": "a", "inputSchema": {"type": "object", "properties": {"x": {"type": "string"}}}},
  {"name": "b", "inputSchema": {"type": "object", "properties": {"y": {"type": "string"}}, "required": ["y"]}},
  {"name": "t", "inputSchema": {"type": "object", "properties": {"x": {"type": "string"}}}}]}`

// What is easily wrong about variables.
func TestTraps(t *testing.T) {
	const model = `(model (var key String) (transition a (params (x x)) (pre (= (param x) key)) (post)))`
	for _, row := range []struct {
		what, checks string
		calls        int // of the shortest trace; -1 if there is none of any length
	}{
		{"13: the or of two afters is not the or of anchors", `(either (or (after (call t (x ?o)) (call a (x ?o))) (after (call t (x ?o)) (call b (y ?o)))))
		  (a (call a (x "1"))) (b (every_call b (y "2"))) (t1 (call t (x "1"))) (t2 (call t (x "2")))`, -1},
		{"13: the or of anchors", `(any (after (call t (x ?o)) (or (call a (x ?o)) (call b (y ?o)))))
		  (a (call a (x "1"))) (b (every_call b (y "2"))) (t1 (call t (x "1"))) (t2 (call t (x "2")))`, 4},
		{"13: without variables they agree", `(either (or (after (call t) (call a)) (after (call t) (call b))))
		  (a (call a (x "1"))) (t1 (call t (x "1"))) (t2 (call t (x "2")))`, 3},
		{"14: no obligation without the argument", `(k (after (call t (x ?o)) (call a (x ?o)))) (no (no_call a)) (t (call t))`, 1},
		{"14: every_call does not allow a call without it", `(k (every_call t (x "A"))) (t (call t)) (no (no_call t (x "A")))`, -1},
		{"18: what the model reads is joined with what it does not", `(k (after (call b (y ?o)) (call a (x ?o)))) (b (call b (y "2")))`, 2},
		{"18: it is the only value that the model allows", `(k (after (call b (y ?o)) (call a (x ?o)))) (b1 (call b (y "1"))) (b2 (call b (y "2")))`, -1},
		{"18: another value that occurs nowhere", `(k (after (call b (y ?o)) (call a (x ?o)))) (n (at_least 2 (call b))) (o (at_most 1 (call b (y ?o))))`, -1},
		{"18: as many values as there are calls", `(n (at_least 3 (call b))) (o (at_most 1 (call b (y ?o))))`, 3},
		{"a variable twice in a pattern", `(k (after (call b (y ?o)) (call t (x ?o)))) (l (no_call t (x "1"))) (b (call b (y "1")))`, -1},
	} {
		t.Run(row.what, func(t *testing.T) {
			p, err := modeltest.Load(trapTools, model, "(case c (checks "+row.checks+"))")
			if err != nil {
				t.Fatal(err)
			}
			sc := system.NewScenario(p.Suite, p.Suite.Cases[0])
			s := validate.NewSession(validate.Options{Bound: 6, Engine: validate.Explicit})
			f, err := s.Ask(context.Background(), sc, system.Query{Kind: system.Compliant})
			switch {
			case err != nil:
				t.Fatal(err)
			case row.calls < 0 && f.Answer != validate.None:
				t.Errorf("%v, %s", f.Answer, f.Why)
			case row.calls >= 0 && (f.Answer != validate.Found || len(f.Witness.Steps) != row.calls):
				t.Errorf("%v, %s, %+v", f.Answer, f.Why, f.Witness)
			}
		})
	}
}
