package checker_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

const orderTools = `[{"type":"function","function":{"name":"order","parameters":{"type":"object","properties":{
  "item":{"type":"string"},"quantity":{"type":"integer","minimum":1},"price":{"type":"number"},
  "speed":{"type":"string","enum":["normal","express"]},
  "to":{"type":"object","properties":{"city":{"type":"string"},"floor":{"type":"integer"}},"required":["city"]}},
  "required":["item","quantity"]}}}]`

const orderModel = `(model
  (const limit Real 100.5)
  (var total Real)
  (var count Int)
  (var speed (Enum "normal" "express"))
  (var last (Record (city String) (floor Int)))
  (var items (Array String))

  (transition order
    (params (item itm) (quantity qty) (price price) (speed how) (to to))
    (pre (<= (+ total (param price)) limit)
         (not (contains items (param itm))))
    (post (= (next total) (+ total (param price)))
          (= (+ count (param qty)) (next count))
          (and (= (next speed) (param how))
               (= (field (next last) city) (field (param to) city)))
          (= (next items) (insert items (param itm)))
          (=> (= (param how) "express") (= (field (next last) floor) 0))
          (=> (not (= (param how) "express")) (= (field (next last) floor) (field last floor))))))
`

func tools(t testing.TB, text string) *tool.Set {
	t.Helper()
	set, problems := tool.Read(source.NewFile("tools.json", text), tool.Auto)
	for _, d := range problems {
		t.Fatal(d.Primary, d.Message)
	}
	return set
}

func model(t testing.TB, text string, set *tool.Set) *checker.Model {
	t.Helper()
	return checker.CheckModel(ast.Parse(source.NewFile("m.wm", text), ast.ModelFile, nil), set, checker.Options{}, nil)
}

// typeAt returns the type of the first expression in the model's transitions
// whose source is the text given.
func typeAt(m *checker.Model, text string) types.Type {
	var found types.Type
	for _, tr := range m.Transitions {
		ast.Inspect(tr.Unit.Node, func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok && found == nil && tr.Unit.Compact(n) == text {
				found = m.TypeOf(tr.Unit, e)
			}
			return found == nil
		})
	}
	return found
}

func TestTypes(t *testing.T) {
	m := model(t, orderModel, tools(t, orderTools))
	for _, d := range m.Diagnostics {
		t.Errorf("%s: %s: %s", d.Primary, d.Code, d.Message)
	}
	for text, want := range map[string]string{
		"limit":                             "Real",
		"(+ total (param price))":           "Real",
		"(+ count (param qty))":             "Int",
		"(param itm)":                       "String",
		"(param how)":                       `(Enum "normal" "express")`,
		`"express"`:                         `(Enum "normal" "express")`,
		"(field (param to) city)":           "String",
		"(field (next last) floor)":         "Int",
		"(param to)":                        "(Record (city String) (floor Int))",
		"(insert items (param itm))":        "(Array String)",
		"(contains items (param itm))":      "Bool",
		"(not (= (param how) \"express\"))": "Bool",
	} {
		if got := typeAt(m, text); got == nil || got.String() != want {
			t.Errorf("%s has type %v, want %s", text, got, want)
		}
	}
}

// An integer literal is computed in Real where its place is.
func TestNumbersTakeTheTypeOfTheirPlace(t *testing.T) {
	m := model(t, `(model (var price Real) (var n Int)
  (transition t (params) (pre (= price (/ 1 2)) (< n 3)) (post (= (next price) (+ n 1)))))`, nil)
	for text, want := range map[string]types.Type{"(/ 1 2)": types.Real, "1": types.Real, "3": types.Int, "(+ n 1)": types.Real} {
		if got := typeAt(m, text); got != want {
			t.Errorf("%s has type %v, want %v", text, got, want)
		}
	}
	if len(m.Diagnostics) > 0 {
		t.Errorf("unexpected: %s", m.Diagnostics[0].Message)
	}
}

// A map that is written out and then changed takes its type from its place, too.
func TestWrittenMapsTakeTheTypeOfTheirPlace(t *testing.T) {
	for _, row := range []struct{ clause, of, want string }{
		{`(= (next m) (remove (map) "a"))`, `(remove (map) "a")`, `(Map (Enum "a" "b") Bool)`},
		{`(= (remove (map) "a") (next m))`, `(remove (map) "a")`, `(Map (Enum "a" "b") Bool)`},
		{`(= (put (map) "a" true) (next m))`, `(put (map) "a" true)`, `(Map (Enum "a" "b") Bool)`},
		{`(= (if (= k 0) (map) (put (map ("b" false)) "a" true)) (next m))`, `(map ("b" false))`, `(Map (Enum "a" "b") Bool)`},
		{`(= k (size (remove (put (map) "z" 1) "a")) (next k))`, `(put (map) "z" 1)`, `(Map String Int)`},
		{`(= (put (map) 1 2) (map (1 0.5)))`, `(put (map) 1 2)`, `(Map Int Real)`},
	} {
		m := model(t, `(model (var m (Map (Enum "a" "b") Bool)) (var k Int) (transition look (params) (pre) (post `+row.clause+`)))`, nil)
		if got := typeAt(m, row.of); got == nil || got.String() != row.want {
			t.Errorf("%s: %s is a %v, expected %s", row.clause, row.of, got, row.want)
		}
	}
}

func TestAssignments(t *testing.T) {
	m := model(t, orderModel, tools(t, orderTools))
	var got []string
	for _, a := range m.Assignments(m.Transition("order")) {
		u := m.Transition("order").Unit
		line := strings.Join(append([]string{a.Var.Name()}, a.Path...), ".") + " := " + u.Compact(a.Value)
		for _, g := range a.Guards {
			line += " if " + u.Compact(g)
		}
		got = append(got, line)
	}
	want := []string{
		"total := (+ total (param price))",
		"count := (+ count (param qty))",
		"speed := (param how)",
		"last.city := (field (param to) city)",
		"items := (insert items (param itm))",
		`last.floor := 0 if (= (param how) "express")`,
		`last.floor := (field last floor) if (not (= (param how) "express"))`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("assignments:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Every name in a model without errors has an object, and the object says
// where it is declared.
func TestObjects(t *testing.T) {
	m := model(t, orderModel, tools(t, orderTools))
	tr := m.Transition("order")
	names := 0
	ast.Inspect(tr.Unit.Node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ref:
			names++
			if o := m.ObjectOf(tr.Unit, n); o == nil || o.Declared().Text() != n.Name {
				t.Errorf("`%s` is not resolved", n.Name)
			}
		case *ast.ParamRef:
			names++
			if p, ok := m.ObjectOf(tr.Unit, n.Local).(*checker.Param); !ok || p.Schema == nil {
				t.Errorf("`%s` is not resolved", n.Local.Name)
			}
		case *ast.NextRef:
			names++
			if _, ok := m.ObjectOf(tr.Unit, n.Var).(*checker.Var); !ok {
				t.Errorf("`%s` is not resolved", n.Var.Name)
			}
		}
		return true
	})
	if names != 23 {
		t.Errorf("%d names were looked at, want 23", names)
	}
}

func TestSuite(t *testing.T) {
	set := tools(t, orderTools)
	m := model(t, orderModel, set)
	s := checker.CheckSuite(ast.Parse(source.NewFile("s.checks", `(case express
  (init (total 0) (last (record (city "Ulm"))))
  (checks (ordered (call order (speed "express"))))
  (goal (= count 1) (= (field last city) "Ulm")))
`), ast.ChecksFile, nil), m, set, checker.Options{})
	for _, d := range s.Diagnostics {
		t.Errorf("%s: %s: %s", d.Primary, d.Code, d.Message)
	}
	k := s.Cases[0]
	if len(k.Init) != 2 || k.Init[1].Var.Name() != "last" || k.Init[1].Value.String() != `(record (city "Ulm"))` {
		t.Errorf("initial values %v", k.Init)
	}
	if got := s.TypeOf(k.Decl.Goal, k.Goals[0]); got != types.Bool {
		t.Errorf("the goal has type %v", got)
	}
	atom := checker.Atoms(k.Checks[0].Form)[0]
	if o := s.ObjectOf(k.Decl.Checks, atom.Tool); o != checker.Object(m.Transition("order")) {
		t.Errorf("the tool stands for %v", o)
	}
}

// Each repetition of a rule points to the first one; each unknown rule is an error.
func TestRulesNamedAgain(t *testing.T) {
	const text = `(rules no_crash no_crash no_crash no_such no_such)`
	s := checker.CheckSuite(ast.Parse(source.NewFile("s.checks", text), ast.ChecksFile, nil), model(t, "(model (var a Bool))", nil), nil, checker.Options{})
	var again, none int
	for _, d := range s.Diagnostics {
		switch d.Code {
		case "MC0617":
			again++
			if first := d.Secondary[0].Span.Start; first != strings.Index(text, "no_crash") {
				t.Errorf("the first rule is at %d", first)
			}
		case "MC0619":
			none++
		}
	}
	if again != 2 || none != 2 {
		t.Errorf("%d repetitions and %d unknown rules; want 2 and 2", again, none)
	}
}
