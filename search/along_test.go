package search_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/search"
	"github.com/mantrac/mantrac/validate"
)

// TestSearchAgreesOnAmounts holds the search against the paper's encoding on models that
// compute from arguments: integers of many values, which may be absent or null, and sums
// of lists.
func TestSearchAgreesOnAmounts(t *testing.T) {
	agreeOn(t, rapid.Custom(amounts), 30, 3)
}

// amounts draws a till: a balance and a limit, and tools that move amounts.
func amounts(t *rapid.T) *modeltest.Project {
	pick := func(list ...string) string { return rapid.SampledFrom(list).Draw(t, "pick") }
	var tools []string
	var model, suite strings.Builder
	model.WriteString("(model (var a Int) (var b Int) (var open Bool)")
	for _, name := range []string{"take", "give"} {
		value := pick("(param x)", "(param x)", "(+ (param x) 1)", "(sum (w (param ws)) w)", "(sum (w (param ws)) (+ w b))")
		tools = append(tools, fmt.Sprintf(`{"name": %q, "inputSchema": {"type": "object", "required": [%s], "properties": {
			"x": {"type": %s%s}, "ws": {"type": "array", "items": {"type": "integer"%s}}, "to": {"type": "string", "enum": ["p", "q"]}}}}`,
			name, pick(`"x"`, `"x", "ws"`, `"ws"`, ``), pick(`"integer"`, `["integer", "null"]`), pick(`, "minimum": 0, "maximum": 40`, `, "minimum": -3, "maximum": 100`, ``),
			pick(`, "minimum": 0`, `, "minimum": 1, "maximum": 9`, ``)))
		fmt.Fprintf(&model, "\n(transition %s (params (x x) (ws ws) (to to)) (pre %s %s) (post %s %s))", name,
			pick("(<= (+ a "+value+") b)", "(>= a "+value+")", "(< "+value+" 7)", "(or open (<= "+value+" b))", "(= "+value+" "+value+")", "(not (= "+value+" a))"),
			pick("(>= a 0)", "open", "(=> (= (param to) \"p\") (> a 2))", "(= (param x) (param x))", ""),
			pick("(= (next a) (+ a "+value+"))", "(= (next a) (- a "+value+"))", "(= (next a) "+value+")", "(=> open (= (next a) (+ a "+value+")))"),
			pick("(= (next open) true)", "(= (next open) (> a 3))", "(= (next b) (+ b 1))", ""))
	}
	model.WriteString("\n(transition look (params) (pre (>= a 1)) (post (= (next open) true))))")
	tools = append(tools, `{"name": "look", "inputSchema": {"type": "object", "properties": {}}}`)
	pinned := pick("(call take (x 20))", "(call take (x 3) (to \"p\"))", "(call take (ws (array 5 5)))", "(call take)", "(call take (x null))", "(call give (x 3))")
	fmt.Fprintf(&suite, "(case c (init (open false)%s%s) (checks (one %s) (two %s))%s)", pick(" (a 0)", " (a 2)", ""), pick(" (b 25)", " (b 0)", ""), pinned,
		pick("(call look)", "(after (call look) (call take))", "(no_call give)", "(at_least 2 (call take))", "(before (call give) (call look))"),
		pick("", " (goal (>= a 5))", " (goal (= a 20))", " (goal (not (= a 3)))"))
	p, err := modeltest.Load("["+strings.Join(tools, ", ")+"]", model.String(), suite.String())
	if err != nil {
		t.Skip(err)
	}
	return p
}

// One call less than the shortest answer takes: that there is none follows from what has
// to be called, and not from all that can be.
func TestOneCallShort(t *testing.T) {
	var tools, vars, pre, init strings.Builder
	for i := range 10 {
		fmt.Fprintf(&tools, `{"name": "set_%d", "inputSchema": {"type": "object", "properties": {}}}, `, i)
		fmt.Fprintf(&vars, " (var s%[1]d Bool) (transition set_%[1]d (params) (pre) (post (= (next s%[1]d) true)))", i)
		fmt.Fprintf(&pre, " (= s%d true)", i)
		fmt.Fprintf(&init, " (s%d false)", i)
	}
	p, err := modeltest.Load("["+tools.String()+`{"name": "go", "inputSchema": {"type": "object", "properties": {}}}]`,
		"(model"+vars.String()+" (transition go (params) (pre"+pre.String()+") (post)))", "(case c (init"+init.String()+") (checks (k (no_call go))))")
	if err != nil {
		t.Fatal(err)
	}
	q := system.Query{Kind: system.Omission, Check: p.Suite.Cases[0].Checks[0]}
	if r := claimed(p, q, 10); !r.None || !r.Longer || r.States > 50 {
		t.Errorf("ten calls: %+v", r)
	}
	if r := claimed(p, q, 11); !r.Found {
		t.Errorf("eleven calls: %+v", r)
	}
}

// The calls that an over-approximation finds get their values from the search, where
// schemas or checks leave few.
func TestValuesAlong(t *testing.T) {
	p, err := modeltest.Load(`[{"name": "pay", "inputSchema": {"type": "object", "properties": {"x": {"type": "integer", "minimum": 0, "maximum": 100}}}},
		{"name": "buy", "inputSchema": {"type": "object", "properties": {"parts": {"type": "array", "items": {"type": "integer", "minimum": 0}}}}}]`,
		`(model (var paid Int)
			(transition pay (params (x x)) (pre) (post (= (next paid) (+ paid (param x)))))
			(transition buy (params (parts ps)) (pre (>= paid (sum (p (param ps)) p))) (post)))`,
		`(case c (init (paid 3)) (checks (k (call buy (parts (array 20 30))))) (goal (>= paid 0)))`)
	if err != nil {
		t.Fatal(err)
	}
	r := claimed(p, system.Query{Kind: system.Compliant}, 4)
	if !r.Found {
		t.Fatalf("%+v", r)
	}
	if got := r.Trace.Steps[0].Call.Args.String(); got != "(record (x 47))" {
		t.Errorf("pays %s", got)
	}
	// What is paid never gets less.
	if r := claimed(p, system.Query{Kind: system.Omission}, 4); !r.Proved {
		t.Errorf("the goal: %+v", r)
	}
}

// claimed asks the search about the first case of a project.
func claimed(p *modeltest.Project, q system.Query, bound int) search.Result {
	sc := system.NewScenario(p.Suite, p.Suite.Cases[0])
	return search.New(system.Lower(sc.Model), interp.New(sc.Model)).Search(sc).Decide(context.Background(), q, bound, search.Limits{States: validate.DefaultStates})
}

// A look at the first states of a question loses no proof: one that looks at lists proves nothing where there may be
// longer ones, and whether `go` can be called does not rest on them.
func TestNoProofIsLostToLongLists(t *testing.T) {
	p, err := modeltest.Load(`[{"name": "help"}, {"name": "flip"},
		{"name": "go", "inputSchema": {"type": "object", "properties": {"xs": {"type": "array", "items": {"type": "integer", "enum": [1, 2]}}}, "required": ["xs"]}}]`,
		`(model (var a Bool) (var m Bool) (var n Bool) (var done Bool)
			(transition help (params) (pre) (post (= (next a) true)))
			(transition flip (params) (pre) (post (= (next m) (not m)) (= (next n) (not n))))
			(transition go (params (xs xs))
				(pre (or a (= (sum (x (param xs)) x) 3)) (= n (not m)))
				(post (= (next done) true))))`,
		`(case c (init (a false) (m true) (n true) (done false)) (checks (k (after (call go) (call help)))) (goal done))`)
	if err != nil {
		t.Fatal(err)
	}
	if r := claimed(p, system.Query{Kind: system.Compliant}, 6); !r.Proved {
		t.Errorf("go is never possible, for traces of any length: %+v", r)
	}
}
