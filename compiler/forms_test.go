package compiler_test

import (
	"testing"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
)

const trapTools = `{"tools": [
  {"name": "a", "inputSchema": {"type": "object", "properties": {"x": {"type": "string"}}}},
  {"name": "b", "inputSchema": {"type": "object", "properties": {"y": {"type": "string"}}, "required": ["y"]}},
  {"name": "t", "inputSchema": {"type": "object", "properties": {"x": {"type": "string"}}}}]}`

// What is easily wrong about tests, variables and counts.
func TestTraps(t *testing.T) {
	lib := library(t)
	const model = `(model (transition a (params (x x)) (pre) (post)))`
	for _, row := range []struct {
		what, checks string
		bound        int
		want         smt.Result
	}{
		{"or of two afters is not the or of anchors", `(either (or (after (call t (x ?o)) (call a (x ?o))) (after (call t (x ?o)) (call b (y ?o)))))
		  (a (call a (x "1"))) (no_other (every_call a (x "1"))) (b (every_call b (y "2"))) (t1 (call t (x "1"))) (t2 (call t (x "2")))`, 6, smt.Unsat},
		{"the or of anchors", `(any (after (call t (x ?o)) (or (call a (x ?o)) (call b (y ?o)))))
		  (a (call a (x "1"))) (no_other (every_call a (x "1"))) (b (every_call b (y "2"))) (t1 (call t (x "1"))) (t2 (call t (x "2")))`, 6, smt.Sat},
		{"no obligation without the argument", `(k (after (call t (x ?o)) (call a (x ?o)))) (no (no_call a)) (t (call t))`, 1, smt.Sat},
		{"not needs the argument", `(k (no_call t (x (not "A")))) (t (call t)) (no (no_call t (x "A")))`, 1, smt.Sat},
		{"every_call does not allow a call without it", `(k (every_call t (x "A"))) (t (call t)) (no (no_call t (x "A")))`, 2, smt.Unsat},
		{"in, beside its values", `(k (call t (x (in "A" "B")))) (a (no_call t (x "A"))) (b (no_call t (x "B")))`, 2, smt.Unsat},
		{"in, beside one of its values", `(k (call t (x (in "A" "B")))) (a (no_call t (x "A")))`, 1, smt.Sat},
		{"only one string is like both, and not like the third", `(k (call a (x (like "a*")))) (l (every_call a (x (like "*a")))) (n (no_call a (x (like "a*a")))) (o (no_call a (x "a")))`, 2, smt.Unsat},
		{"and it is one", `(k (call a (x (like "a*")))) (l (every_call a (x (like "*a")))) (n (no_call a (x (like "a*a"))))`, 1, smt.Sat},
		{"two of them are equal", `(k (after (call a (x ?o)) (call b (y ?o)))) (l (every_call a (x (like "a*")))) (m (every_call a (x (like "*a")))) (n (no_call a (x (like "a*a"))))
		  (w (every_call b (y (not "a")))) (c (call a))`, 4, smt.Unsat},
		{"a variable joins what is read and what is not", `(k (after (call a (x ?o)) (call b (y ?o)))) (a (call a (x "1"))) (b (no_call b (y "1")))`, 3, smt.Unsat},
		{"five calls", `(n (at_least 3 (call t))) (k (each_after (call t) (call a)))`, 5, smt.Unsat},
		{"six calls", `(n (at_least 3 (call t))) (k (each_after (call t) (call a)))`, 6, smt.Sat},
		{"for each value", `(n (at_least 3 (call t (x present)))) (k (at_most 1 (call t (x ?o)))) (l (every_call t (x (in "A" "B"))))`, 4, smt.Unsat},
	} {
		t.Run(row.what, func(t *testing.T) {
			p, err := modeltest.Load(trapTools, model, "(case c (checks "+row.checks+"))")
			if err != nil {
				t.Fatal(err)
			}
			sc := system.NewScenario(p.Suite, p.Suite.Cases[0])
			q := system.Query{Kind: system.ChecksAlone}
			if err := compiler.Supports(system.Lower(sc.Model), sc, q); err != nil {
				t.Fatal(err)
			}
			f := compiler.Reference(sc, q, row.bound)
			if got := answered(t, lib, f); got != row.want {
				t.Errorf("the definitions: %s, expected %s", got, row.want)
			}
			if got := unrolled(t, lib, sc, q, row.bound); got != row.want {
				t.Errorf("the unrolling: %s, expected %s", got, row.want)
			}
		})
	}
}

// A call is missing if one of two is, or one of a number: nothing is done wrong.
func TestNothingIsDoneWrong(t *testing.T) {
	lib := library(t)
	for _, checks := range []string{`(k (and (call a) (call t))) (l (call a)) (m (no_call t))`, `(k (at_least 2 (call a)))`} {
		p, err := modeltest.Load(trapTools, `(model)`, "(case c (checks "+checks+"))")
		if err != nil {
			t.Fatal(err)
		}
		sc := system.NewScenario(p.Suite, p.Suite.Cases[0])
		for kind, want := range map[system.Kind]smt.Result{system.Commission: smt.Unsat, system.Omission: smt.Sat} {
			q := system.Query{Kind: kind, Check: sc.Case.Checks[0]}
			if got := answered(t, lib, compiler.Reference(sc, q, 2)); got != want {
				t.Errorf("%s, %s: %s", checks, kind, got)
			}
			if got := unrolled(t, lib, sc, q, 2); got != want {
				t.Errorf("%s, %s: the unrolling says %s", checks, kind, got)
			}
		}
	}
}
