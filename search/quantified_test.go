package search_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
)

// TestSearchAgreesOnQuantifiers holds the search of models with quantifiers, lengths
// and sizes against the paper's encoding.
func TestSearchAgreesOnQuantifiers(t *testing.T) {
	t.Run("tiny", func(t *testing.T) { agreeOn(t, modeltest.Quantified(modeltest.Tiny), 20, 3) })
	t.Run("small", func(t *testing.T) { agreeOn(t, modeltest.Quantified(modeltest.Small), 20, 2) })
	t.Run("lists", func(t *testing.T) { agreeOn(t, quantifiedLists(), 20, 2) })
}

// quantifiedLists draws models of few tools whose arguments are lists of strings, long
// or short, with checks that pin lists.
func quantifiedLists() *rapid.Generator[*modeltest.Project] {
	return rapid.Custom(func(t *rapid.T) *modeltest.Project {
		pick := func(label string, list ...string) string { return rapid.SampledFrom(list).Draw(t, label) }
		maybe := func(s string, n int) string {
			if rapid.IntRange(0, n).Draw(t, "there") == 0 {
				return s
			}
			return ""
		}
		about := func(x string) string {
			return strings.ReplaceAll(pick("about", "(contains s X)", "(not (contains s X))", "(= X owner)", `(= X "a")`, `(not (= X "b"))`, "(= X (param who))", "(or (= X owner) (contains s X))"), "X", x)
		}
		over := func(list string) string {
			return fmt.Sprintf(pick("over", "(forall (x %s) %s)", "(exists (x %s) %s)", "(not (forall (x %s) %s))", "(not (exists (x %s) %s))", "(forall (x %s) %s)", "(exists (x %s) %s)",
				"(= (count (x %s) %s) 1)"), list, about("x"))
		}
		pairs := func() string {
			return fmt.Sprintf(pick("pairs", "(forall ((x y) (zip (param old) (param new))) (and %s %s))", "(exists ((x y) (zip (param old) (param new))) (or %s (not (= x y)) %s))",
				"(not (forall ((x y) (zip (param old) (param new))) (=> %s %s)))"), about("x"), about("y"))
		}
		var model strings.Builder
		fmt.Fprintf(&model, "(model (var s (Array String)) (var owner String) (var done Bool)")
		fmt.Fprintf(&model, "\n  (transition order (params (items l) (who who)) (pre %s %s %s) (post %s %s))", over("(param l)"), maybe(over("(param l)"), 2), maybe("(<= 1 (length (param l)) 2)", 4),
			pick("effect", "(= (next done) true)", "(= (next s) (param l))", "(=> "+over("(param l)")+" (= (next done) true))", "(= (next s) (insert s (param who)))"),
			maybe(fmt.Sprintf("(= (next owner) %s)", pick("owner", `"b"`, "(param who)")), 2))
		fmt.Fprintf(&model, "\n  (transition swap (params (old old) (new new) (who who)) (pre %s %s) (post (= (next done) %s)))", pairs(), maybe(over("(param old)"), 2), pick("done", "true", "false", over("(param new)")))
		fmt.Fprintf(&model, "\n  (transition note (params (who who)) (pre %s %s) (post (= (next s) (%s s (param who))))))",
			maybe(over("s"), 1), maybe(pick("size", "(< (size s) 2)", "(= (size s) (count (x s) (= x owner)))", "(exists (x s) (forall (y s) (= x y)))"), 2), pick("put", "insert", "insert", "remove"))
		list := func() string {
			return `{"type": "array"` + pick("longest", "", "", `, "maxItems": 2`, `, "maxItems": 3`) + `, "items": {"type": "string"` + maybe(`, "enum": ["a", "b"]`, 3) + maybe(`, "nullable": true`, 9) + `}}`
		}
		schemas := `{"tools": [
 {"name": "order", "inputSchema": {"type": "object", "properties": {"items": ` + list() + `, "who": {"type": "string"}}, "required": ["who"` + maybe(`, "items"`, 1) + `]}},
 {"name": "swap", "inputSchema": {"type": "object", "properties": {"old": ` + list() + `, "new": ` + list() + `, "who": {"type": "string"}}, "required": ["who", "old", "new"]}},
 {"name": "note", "inputSchema": {"type": "object", "properties": {"who": {"type": "string"}}, "required": ["who"]}}]}`
		pattern := func() string {
			return pick("pattern", "order", "order", "swap", "note", `order (items (array "a"))`, `order (items (array))`, `order (items (array "a" "b"))`, `swap (new (array "b"))`, `note (who "a")`, `order (who "b")`)
		}
		var checks strings.Builder
		for i := range rapid.IntRange(1, 2).Draw(t, "checks") {
			form := pick("form", "(call %s)", "(call %s)", "(no_call %s)", "(after (call %s) (call %s))", "(before (no_call %s) (call %s))")
			if strings.Count(form, "%s") == 1 {
				form = fmt.Sprintf(form, pattern())
			} else {
				form = fmt.Sprintf(form, pattern(), pattern())
			}
			fmt.Fprintf(&checks, "(k%d %s)", i, form)
		}
		goal := maybe("(goal "+pick("goal", "done", over("s"), "(< 1 (size s))", "(not done)")+")", 1)
		init := "(s " + pick("set", "(array)", `(array "a")`, `(array "a" "c")`) + ") (done false)" + maybe(` (owner "a")`, 1)
		p, err := modeltest.Load(schemas, model.String(), `(use "model.wm") (case c (init `+init+") (checks "+checks.String()+") "+goal+")")
		if err != nil {
			t.Skip("the checker refuses it: ", err)
		}
		return p
	})
}

// A string that is compared with the members of a set of names of an enum may be each of
// these names.
func TestMembersOfAnEnum(t *testing.T) {
	sc := scenarioOf(t, `[{"name": "look", "inputSchema": {"type": "object", "properties": {"h": {"type": "string"}}}}]`,
		`(model (var s (Array (Enum "a" "b"))) (transition look (params (h h)) (pre (forall (x s) (= x (param h)))) (post)))`,
		`(use "model.wm") (case c (init (s (array "a"))) (checks (looked (call look))))`)
	if r := decide(sc, system.Compliant, 4, 100); !r.Found {
		t.Errorf("%+v, and look with h \"a\" is an answer", r)
	}
}
