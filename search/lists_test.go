package search_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
)

// TestListsAgree holds the search of models whose arguments have no complete
// list of values (lists of strings, numbers that are added up) against the
// paper's encoding.
func TestListsAgree(t *testing.T) { agreeOn(t, listModels(), 30, 4) }

// listModels draws models of a set of strings, a sum and a string, with checks
// that pin arguments.
func listModels() *rapid.Generator[*modeltest.Project] {
	return rapid.Custom(func(t *rapid.T) *modeltest.Project {
		pick := func(label string, list ...string) string { return rapid.SampledFrom(list).Draw(t, label) }
		sum := pick("type of sum", "Int", "Real")
		origin := modeltest.Origins().Draw(t, "origin")
		n := func(small int64) string {
			if rapid.Bool().Draw(t, "near") {
				return modeltest.Plus(origin, 2*small).String()
			}
			return types.NewInt(small).String()
		}
		maybe := func(s string, n int) string {
			if rapid.IntRange(0, n).Draw(t, "there") == 0 {
				return s
			}
			return ""
		}
		var model strings.Builder
		fmt.Fprintf(&model, "(model (var s (Array String)) (var n %s) (var done Bool) %s", sum, maybe("(var last String)", 2))
		hasLast := strings.Contains(model.String(), "last")
		set := pick("set", "", "(array)", `(array "a")`, `(array "a" "b")`)
		if set != "" {
			set = "(s " + set + ")"
		}
		last := func(s string, n int) string {
			if !hasLast {
				return ""
			}
			return maybe(s, n)
		}
		fmt.Fprintf(&model, "\n  (transition put (params (x x)%s) (pre %s %s %s) (post (= (next s) (%s s (param x))) %s))",
			maybe(" (y y)", 1), maybe("(not (contains s (param x)))", 3), maybe(`(not (= (param x) "b"))`, 4)+maybe(" (= s (array (param x)))", 5), last("(= (param x) last)", 4),
			pick("put", "insert", "insert", "insert", "remove"), last("(= (next last) (param x))", 1))
		fmt.Fprintf(&model, "\n  (transition pay (params (amount a)) (pre %s %s) (post (= (next n) %s) %s))",
			maybe("(> (param a) 0)", 1), maybe("(<= (+ n (param a)) "+n(9)+")", 1), pick("paid", "(+ n (param a))", "(+ n (param a))", "(- n (param a))", "(param a)"),
			maybe("(= (next done) true)", 3))
		fmt.Fprintf(&model, "\n  (transition look (params (x x)) (pre %s %s %s) (post %s))",
			maybe("(contains s (param x))", 1), maybe("(not (= s (array (param x))))", 1), maybe(`(not (= (param x) "a"))`, 3), maybe("(= (next done) true)", 1))
		fmt.Fprintf(&model, "\n  (transition drift (params) (pre) (post %s))",
			pick("drift", "", "", "(<= "+n(0)+" (next n) "+n(4)+")", "(> (next n) n)", "(=> done (= (next n) "+n(5)+"))", "(or (= (next n) "+n(7)+") (= (next n) (+ n n)))"))
		fmt.Fprintf(&model, "\n  (transition send (params (list l)) (pre %s %s %s) (post (= (next done) true) %s)))",
			maybe("(= (param l) s)", 0), maybe(`(not (= (param l) (array "a")))`, 4), maybe("(>= n "+n(3)+")", 2), maybe("(= (next s) (array))", 3))
		if strings.Contains(model.String(), "(y y)") && rapid.Bool().Draw(t, "y") {
			old := "(pre "
			i := strings.Index(model.String(), old)
			text := model.String()[:i] + "(pre " + pick("y", "(contains s (param y)) ", "(not (= (param x) (param y))) ", "(= s (array (param x) (param y))) ", "(contains s (param x)) (contains s (param y)) (not (= (param x) (param y))) ") + model.String()[i+len(old):]
			model.Reset()
			model.WriteString(text)
		}
		schemas := `{"tools": [
 {"name": "put", "inputSchema": {"type": "object", "properties": {"x": {"type": "string"}, "y": {"type": "string"}}, "required": ["x", "y"]}},
 {"name": "drift", "inputSchema": {"type": "object"}},
 {"name": "look", "inputSchema": {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}},
 {"name": "pay", "inputSchema": {"type": "object", "properties": {"amount": {"type": "` + map[string]string{"Int": "integer", "Real": "number"}[sum] + `"}}, "required": ["amount"]}},
 {"name": "send", "inputSchema": {"type": "object", "properties": {"list": {"type": "array"` + maybe(`, "enum": [[], ["a"], ["b", "a"], ["c"]]`, 7) + `, "items": {"type": "string"` + maybe(`, "enum": ["a", "b"]`, 7) + `}}}` + maybe(`, "required": ["list"]`, 1) + `}}]}`
		pattern := func() string {
			return pick("pattern", "put", "look", "drift", `look (x "b")`, `put (x "a")`, `put (x "c")`, "pay", "pay (amount "+n(5)+")", "pay (amount "+n(2)+")", "send", `send (list (array "a" "b"))`,
				`send (list (array "b" "a"))`, `send (list (array "a"))`, "send (list (array))", `send (list (array "a" "a"))`)
		}
		var checks strings.Builder
		for i := range rapid.IntRange(1, 3).Draw(t, "checks") {
			form := pick("form", "(call %s)", "(call %s)", "(no_call %s)", "(after (call %s) (call %s))", "(precedes (call %s) (call %s))", "(before (no_call %s) (call %s))")
			if strings.Count(form, "%s") == 1 {
				form = fmt.Sprintf(form, pattern())
			} else {
				form = fmt.Sprintf(form, pattern(), pattern())
			}
			fmt.Fprintf(&checks, "(k%d %s)", i, form)
		}
		goal := maybe("(goal "+pick("goal", "done", `(= s (array "a" "b"))`, "(= n "+n(7)+")", "(= (+ n n) 8)", "(not (= s (array)))", "(>= n "+n(4)+")")+")", 1)
		p, err := modeltest.Load(schemas, model.String(), `(use "model.wm") (case c (init (done false) `+set+maybe(" (n "+n(2)+")", 1)+") (checks "+checks.String()+") "+goal+")")
		if err != nil {
			t.Skip("the checker refuses it: ", err)
		}
		return p
	})
}

// Of several lists in a schema with the members that a precondition asks for, a
// witness has the first in source order, those that checks pin before the others.
func TestFirstListOfSchema(t *testing.T) {
	const (
		zs     = `{"type": "array", "enum": [["z", "z", "z"], [], ["z"]], "items": {"type": "string", "enum": ["b", "z"]}}`
		ones   = `{"type": "array", "enum": [[1, 1, 1], [1, 1], [], [1]], "items": {"type": "integer"}}`
		record = `{"type": "object", "properties": {"f": ` + zs + `}, "required": ["f"], "additionalProperties": false}`
	)
	of := func(items string) string { return `{"type": "array", "items": ` + items + `}` }
	for _, c := range []struct{ schema, asked, checks, want string }{
		{zs, `(array "z")`, ``, `(array "z" "z" "z")`},
		{zs, `(array "z")`, `(not_three (no_call look (p (array "z" "z" "z"))))`, `(array "z")`},
		{zs, `(array "z")`, `(one (call look (p (array "z"))))`, `(array "z")`},
		{ones, `(array 1)`, `(not_three (no_call look (p (array 1 1 1))))`, `(array 1 1)`},
		{record, `(record (f (array "z")))`, ``, `(record (f (array "z" "z" "z")))`},
		{of(zs), `(array (array "z"))`, ``, `(array (array "z" "z" "z"))`},
		{of(record), `(array (record (f (array "z"))))`, ``, `(array (record (f (array "z" "z" "z"))))`},
	} {
		p, err := modeltest.Load(`[{"name": "look", "inputSchema": {"type": "object", "properties": {"p": `+c.schema+`}, "required": ["p"]}}]`,
			`(model (var seen Bool) (transition look (params (p p)) (pre (= (param p) `+c.asked+`)) (post (= (next seen) true))))`,
			`(case c (init (seen false)) (checks (k (call look)) `+c.checks+`))`)
		if err != nil {
			t.Fatal(err)
		}
		for _, engine := range []validate.Engine{validate.Reference, validate.SMT, validate.Explicit} {
			o := validate.Options{Bound: 1, Timeout: 2 * time.Second, NewSolver: solvers(library(t)), Engine: engine}
			f, err := validate.NewSession(o).Ask(context.Background(), system.NewScenario(p.Suite, p.Suite.Cases[0]), system.Query{Kind: system.Compliant})
			if err != nil || f.Witness == nil {
				t.Errorf("%s: %s %s: %v, %v", engine, c.asked, c.checks, err, f.Reason)
				continue
			}
			if got, _ := f.Witness.Steps[0].Call.Args.Get("p"); got.String() != c.want {
				t.Errorf("%s: %s %s: the witness has %s, want %s", engine, c.asked, c.checks, got, c.want)
			}
		}
	}
}
