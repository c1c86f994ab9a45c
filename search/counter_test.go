package search_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/types"
)

// A counter that starts anywhere gets to any number that it can be moved to, and
// to none that it cannot.
func TestFreeCounter(t *testing.T) {
	for _, test := range []struct{ moved, pre, start string }{
		{"(+ n 3)", "(>= n 10) (< n 11)", "7"},
		{"(+ n 3)", "(not (= n 10)) (= n 12)", "9"},
		{"(+ n 3)", "(>= n 10) (< n 10)", ""}, // behind the constants nothing comes down again
		{"(- n 3)", "(<= n -10) (> n -11)", "-7"},
		{"(- n 3)", "(not (= n -10)) (= n -12)", "-9"},
		{"(- n 3)", "(<= n -10) (> n -10)", ""},
	} {
		sc := scenario(t, fmt.Sprintf(`(model (var n Int) (var moved Bool)
			(transition tick (params) (pre) (post (= (next n) %s) (= (next moved) true)))
			(transition go (params) (pre %s moved) (post)))`, test.moved, test.pre),
			`(use "model.wm") (case c (init (moved false)) (checks (k (call go))))`)
		r := decide(sc, system.Compliant, 16, 1000)
		if test.start == "" && !r.Proved || test.start != "" && (!r.Found || len(r.Trace.Steps) != 2 || r.Trace.Init["n"].String() != test.start) {
			t.Errorf("%s, %s: %+v, and not a call of tick from %q and one of go", test.moved, test.pre, r, test.start)
		}
	}
}

// Two counters that start anywhere come out of the distance one without the other:
// each way that one may come out goes with each way of the other.
func TestTwoFreeCounters(t *testing.T) {
	sc := scenario(t, `(model (var n Int) (var m Int) (var moved Bool) (var marked Bool)
		(transition tick (params) (pre) (post (= (next n) (+ n 1)) (= (next m) (+ m 1)) (= (next moved) true)))
		(transition go (params) (pre moved (or marked (= n 0)) (=> marked (= n 1) ) (=> marked (= m 0))) (post (= (next marked) true))))`,
		`(use "model.wm") (case c (init (moved false) (marked false)) (checks (k (precedes (call go) (call tick)))) (goal marked (= n 1) (= m 0)))`)
	if r := decide(sc, system.Compliant, 4, 1000); !r.Found || len(r.Trace.Steps) != 3 || r.Trace.Init["n"].String() != "-1" || r.Trace.Init["m"].String() != "-2" {
		t.Errorf("%+v, and not tick, go, tick from n -1 and m -2", r)
	}
}

// TestCountersAgree holds the search of models with free counters against the
// paper's encoding.
func TestCountersAgree(t *testing.T) { agreeOn(t, counterModels(), 40, 5) }

// counterModels draws models of two counters, of which a case leaves at least
// one free, with tools that raise, lower and reset them.
func counterModels() *rapid.Generator[*modeltest.Project] {
	return rapid.Custom(func(t *rapid.T) *modeltest.Project {
		origin := modeltest.Origins().Draw(t, "origin")
		number := rapid.Map(rapid.Int64Range(-4, 6), func(n int64) types.Number { return modeltest.Plus(origin, 2*n) })
		atom := rapid.Custom(func(t *rapid.T) string {
			return fmt.Sprintf("(%s %s %s)", rapid.SampledFrom([]string{"=", "<", "<=", ">", ">="}).Draw(t, "op"),
				rapid.SampledFrom([]string{"n", "m"}).Draw(t, "counter"), number.Draw(t, "constant"))
		})
		clause := rapid.Custom(func(t *rapid.T) string {
			switch rapid.IntRange(0, 4).Draw(t, "form") {
			case 0:
				return "(not " + atom.Draw(t, "atom") + ")"
			case 1:
				return "(or " + atom.Draw(t, "atom") + " " + atom.Draw(t, "other") + ")"
			}
			return atom.Draw(t, "atom")
		})
		step := func() types.Number {
			n := types.NewInt(rapid.Int64Range(1, 3).Draw(t, "step"))
			if origin.Sign() != 0 && rapid.IntRange(0, 3).Draw(t, "far") == 0 {
				n = modeltest.Plus(origin, 2*rapid.Int64Range(-1, 1).Draw(t, "from there"))
			}
			return n
		}
		write := func(c string) string {
			switch rapid.IntRange(0, 5).Draw(t, "write") {
			case 0, 1:
				return fmt.Sprintf("(= (next %s) (+ %[1]s %s))", c, step())
			case 2:
				return fmt.Sprintf("(= (next %s) (- %[1]s %s))", c, step())
			case 3:
				return fmt.Sprintf("(= (next %s) %s)", c, number.Draw(t, "setting"))
			}
			return ""
		}
		var model, schemas, init strings.Builder
		tools := []string{"a", "b", "d"}
		for i, tool := range tools {
			fmt.Fprintf(&model, "\n  (transition %s (params) (pre %s) (post %s %s))", tool,
				strings.Join(rapid.SliceOfN(clause, 0, 2).Draw(t, "pre"), " "), write("n"), write("m"))
			fmt.Fprintf(&schemas, `%s{"name": %q, "inputSchema": {"type": "object"}}`, [...]string{"", ","}[min(i, 1)], tool)
		}
		if rapid.Bool().Draw(t, "given") {
			fmt.Fprintf(&init, "(init (m %s))", number.Draw(t, "initial"))
		}
		one := rapid.SampledFrom(tools)
		check := rapid.Custom(func(t *rapid.T) string {
			form := rapid.SampledFrom([]string{"(call %s)", "(call %s)", "(no_call %s)", "(after (call %s) (call %s))", "(precedes (call %s) (call %s))",
				"(before (no_call %s) (call %s))", "(or (no_call %s) (call %s))"}).Draw(t, "form")
			if strings.Count(form, "%s") == 1 {
				return fmt.Sprintf(form, one.Draw(t, "tool"))
			}
			return fmt.Sprintf(form, one.Draw(t, "tool"), one.Draw(t, "other"))
		})
		var checks strings.Builder
		for i, c := range rapid.SliceOfN(check, 1, 3).Draw(t, "checks") {
			fmt.Fprintf(&checks, "(k%d %s)", i, c)
		}
		goal := ""
		if rapid.IntRange(0, 2).Draw(t, "goal") == 0 {
			goal = "(goal " + atom.Draw(t, "wanted") + ")"
		}
		p, err := modeltest.Load(`{"tools": [`+schemas.String()+`]}`, "(model (var n Int) (var m Int)"+model.String()+")",
			`(use "model.wm") (case c `+init.String()+" (checks "+checks.String()+") "+goal+")")
		if err != nil {
			t.Skip("the checker refuses it: ", err)
		}
		return p
	})
}

// TestSumsAgree holds the search of models that compute with numbers, large ones
// among them, against the paper's encoding.
func TestSumsAgree(t *testing.T) { agreeOn(t, modeltest.Sums(), 40, 4) }
