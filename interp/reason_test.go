package interp_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// TestReason: what decides that a clause does not hold is said, and no more.
func TestReason(t *testing.T) {
	var flights []string
	for _, a := range "ABCDEFGHIJ" {
		for _, b := range "0123456789" {
			flights = append(flights, `"`+string(a)+string(b)+`"`)
		}
	}
	seven := "(or"
	for _, kind := range []string{"basic", "economy", "business"} {
		seven += ` (and (= cabin "` + kind + `") insured (= paid 5)) (and (= cabin "` + kind + `") (not late) insured (contains flown (param id)))`
	}
	seven += " (and late (= paid 5) insured))"
	for _, row := range []struct{ pre, want string }{
		{"insured", "`insured` is false"},
		{"(not late)", "`late` is true"},
		{"(> paid 10)", "`paid` is 7"},
		{"(contains flown (param id))", "`U7` is not in `flown`"},
		{"(not (contains all (param id)))", "`U7` is in `all`"},
		{"(contains flown cabin)", "`basic` is not in `flown`"},
		{"(contains flown (param other))", "`(param other)` has no value"},
		{"(and late insured (> paid 10))", "`insured` is false, `paid` is 7"},
		{"(or insured (> paid 10))", "`insured` is false, `paid` is 7"},
		{"(or insured (and late (> paid 10)))", "the nearest of 2 alternatives: `insured` is false"},
		{`(=> (= cabin "basic") insured)`, "`insured` is false, `cabin` is \"basic\""},
		{"(not (=> late (> paid 5)))", "`paid` is 7"},
		{"(not (=> insured (> paid 5)))", "`paid` is 7, `insured` is false"},
		{`(or (and insured (= paid 5)) (=> late (and insured (= cabin "first"))))`,
			"the nearest of 2 alternatives is `(=> late (and insured (= cabin \"first\")))`, where `insured` is false, `cabin` is \"basic\", `late` is true"},
		{`(or (and insured (not late) (= paid 5)) (and (not (= paid 7)) (not (= cabin "basic"))))`,
			"the nearest of 2 alternatives is `(and (not (= paid 7)) (not (= cabin \"basic\")))`, where `paid` is 7, `cabin` is \"basic\""},
		{`(or (and (not (= paid 7)) (not (= cabin "basic"))) insured)`, "the nearest of 2 alternatives: `insured` is false"},
		{"(not (or late insured))", "`late` is true"},
		{"(not (and late (= paid 7)))", "`late` is true, `paid` is 7"},
		// Each part that holds already lacks nothing.
		{`(or (and insured (not late)) (and late (= paid 5) (= cabin "basic")))`,
			"the nearest of 2 alternatives is `(and late (= paid 5) (= cabin \"basic\"))`, where `paid` is 7"},
		// The first of alternatives that lack as much is the nearest.
		{`(or insured (=> late (and insured (= cabin "first"))))`, "the nearest of 2 alternatives: `insured` is false"},
		{"(or (and late insured) (not (= paid 7)))", "the nearest of 2 alternatives is `(and late insured)`, where `insured` is false"},
		{"(or insured (or (and late insured) (= paid 5)))", "the nearest of 2 alternatives: `insured` is false"},
		// Of nested alternatives the one counts that lacks the fewest, wherever it is.
		{`(or (and insured (not late)) (or (and insured (not late)) (= paid 5)))`,
			"the nearest of 2 alternatives is `(or (and insured (not late)) (= paid 5))`, where the nearest of 2 alternatives: `paid` is 7"},
		{"(if (contains flown (param id)) late insured)", "`U7` is not in `flown`, `insured` is false"},
		{`(contains flown "` + strings.Repeat("x", 40) + `")`, "`" + strings.Repeat("x", 40) + "` is not in `flown`"},
		{`(contains flown "` + strings.Repeat("x", 41) + `")`, "`" + strings.Repeat("x", 39) + "…` is not in `flown`"},
		{seven, "the nearest of 7 alternatives is `(and (= cabin \"basic\") insured (= paid 5))`, where `insured` is false, `paid` is 7"},
	} {
		p, err := modeltest.Load(`{"tools":[{"name":"go","inputSchema":{"type":"object","properties":{"id":{"type":"string"},"other":{"type":"string"}}}}]}`, `(model
  (const all (Array String) (array "U7" `+strings.Join(flights, " ")+`))
  (var flown (Array String)) (var insured Bool) (var late Bool) (var paid Int) (var cabin String)
  (transition go (params (id id) (other other)) (pre `+row.pre+`) (post)))`, `(use "model.wm") (case k (checks (a (call go))))`)
		if err != nil {
			t.Fatal(row.pre, err)
		}
		list := types.List{}
		for _, f := range flights {
			list = append(list, types.Text(strings.Trim(f, `"`)))
		}
		m := interp.New(p.Model)
		s, err := m.Canonical(interp.State{"flown": list, "insured": types.Boolean(false), "late": types.Boolean(true), "paid": types.NewInt(7), "cabin": types.Text("basic")})
		if err != nil {
			t.Fatal(err)
		}
		broken := m.Pre(s, tool.Call{Tool: "go", Args: types.Object{{Name: "id", Value: types.Text("U7")}}})
		if len(broken) != 1 || broken[0].Reason() != row.want {
			t.Errorf("%s:\n got %v\nwant %s", row.pre, broken, row.want)
			if len(broken) == 1 {
				t.Error(broken[0].Reason())
			}
		}
	}
}

// A reason exists for whatever is broken, and is short.
func TestReasonLaw(t *testing.T) {
	gen := modeltest.Projects(modeltest.Small)
	said := 0
	modeltest.Law(t, 100, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		m := interp.New(p.Model)
		for range 3 {
			s, err := m.Canonical(modeltest.States(p).Draw(t, "state"))
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range modeltest.Calls(p).Draw(t, "calls") {
				for _, b := range m.Pre(s, c) {
					reason := b.Reason()
					if utf8.RuneCountInString(reason) > 600 {
						t.Fatalf("%s: %s", b.Text(), reason)
					}
					if reason == "" && len(b.Values) > 0 {
						t.Fatalf("%s has no reason, with %v", b.Text(), b.Values)
					}
					said++
				}
			}
		}
	})
	if said < 50 && !testing.Short() {
		t.Errorf("only %d reasons", said)
	}
}

// TestReasonOfCollections: numbers that are computed from lists and sets are said,
// and not the members; two lists without pairs are told by their lengths.
func TestReasonOfCollections(t *testing.T) {
	for _, row := range []struct{ pre, args, want string }{
		{"(<= (length (param as)) 2)", `{"as": [1, 2, 3]}`, "`(length (param as))` is 3"},
		{"(= (sum (a (param as)) a) limit)", `{"as": [1, 2, 3]}`, "`(sum (a (param as)) a)` is 6, `limit` is 5"},
		{"(<= (count (a (param as)) (< a limit)) 1)", `{"as": [1, 2, 3]}`, "`(count (a (param as)) (< a limit))` is 3"},
		{"(< (size tags) 2)", `{}`, "`(size tags)` is 2"},
		{"(<= (length (param as)) 2)", `{}`, "`(length (param as))` has no value"},
		{"(forall ((a b) (zip (param as) (param bs))) (< a b))", `{"as": [1], "bs": [2, 3]}`,
			"`(zip (param as) (param bs))` has no value: `(length (param as))` is 1, `(length (param bs))` is 2"},
		{"(= (count ((a b) (zip (param as) (param bs))) (< a b)) 1)", `{"as": [1], "bs": []}`,
			"`(count ((a b) (zip (param as) (param bs))) (< a b))` has no value: `(length (param as))` is 1, `(length (param bs))` is 0"},
		{"(forall ((a b) (zip (param as) (param bs))) (< a b))", `{"as": [1, 4], "bs": [2, 3]}`, "`a` is 4, `b` is 3"},
		{"(forall (a (param as)) (< a limit))", `{"as": [1, 6]}`, "`a` is 6, `limit` is 5"},
		{"(forall (a (param as)) (contains (array 1 2) a))", `{"as": [1, 6]}`, "`6` is not in `(array 1 2)`"},
		{"(forall (a (param as)) (= 1 2))", `{"as": [1, 6]}`, "`a` is 1"},
	} {
		p, err := modeltest.Load(`{"tools":[{"name":"t","inputSchema":{"type":"object","properties":{
  "as":{"type":"array","items":{"type":"integer"}},"bs":{"type":"array","items":{"type":"integer"}}}}}]}`, `(model
  (const limit Int 5)
  (var tags (Array String))
  (transition t (params (as as) (bs bs)) (pre `+row.pre+`) (post)))`, `(use "model.wm") (case k (checks (a (call t))))`)
		if err != nil {
			t.Fatal(row.pre, err)
		}
		broken := interp.New(p.Model).Pre(interp.State{"tags": types.List{types.Text("x"), types.Text("y")}}, call(t, p.Model, row.args))
		if len(broken) != 1 || broken[0].Reason() != row.want {
			t.Errorf("%s: %v\nexpected %s", row.pre, broken, row.want)
			for _, b := range broken {
				t.Error(b.Reason())
			}
		}
	}
}
