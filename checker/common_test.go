package checker_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// comparands are expressions of kinds that may be compared with each other; which
// may is the question.
var comparands = map[string][]string{
	"numbers": {"1", "2", "1.5", "n", "q", "(+ 1 1)", "(+ n 1)", "(/ 3 2)", "(param i)", "(param r)", "(param u)", "(field (record (a 1)) a)"},
	"names":   {`"a"`, `"b"`, `"z"`, "e", "(param s)", "(param u)", "name"},
	"sets": {"(array)", "(array 1 2)", "(array 1.5)", "(array 2 1.0)", "(array n)", "(array q)", "ints", "reals", "(array (/ 3 2))",
		"(insert (array 1) 2.5)", "(insert (array 1) 2)", "(remove (array 1 1.5) 1)", "(insert ints 1)", "(param list)", "(array (param i))", "(array (param u))"},
	"sets of names": {"(array)", `(array "a")`, `(array "a" "z")`, "(array e)", "(array (param s))", "names", "(array name)", `(insert (array "a") e)`, `(remove (array e) "b")`},
	"sets of sets":  {"(array (array 1))", "(array (array 1.5))", "(array (array) ints)", "(array reals)", "(array)", "(array (array) (array 2))"},
	"records":       {"(record (x 1))", "(record (x 1.5))", "(record (x n))", "pair", "(record (x 2) (y e))", `(record (y "a") (x 2))`, `(record (x 1.5) (y "b"))`, "(record (x 1.0) (y (param s)))", "(record (x q) (y name))"},
	"nested":        {"(array (record (x 1)))", "(array (record (x 1.5)))", "(record (x (array 1)))", "(record (x (array 1.5)))", "(record (x (array)))"},
}

const compared = `(model
  (var n Int) (var q Real) (var e (Enum "a" "b")) (var name String) (var ints (Array Int)) (var reals (Array Real))
  (var names (Array (Enum "a" "b"))) (var pair (Record (x Real) (y (Enum "a" "b"))))
  (transition go (params (i i) (r r) (s s) (list list) (u u)) (pre %s) (post)))`

const comparedTools = `{"tools": [{"name": "go", "inputSchema": {"type": "object", "properties": {
  "i": {"type": "integer"}, "r": {"type": "number"}, "s": {"type": "string"}, "list": {"type": "array", "items": {"type": "integer"}}, "u": {}}}}]}`

// What = says of types, and of values, does not depend on the order of its
// operands.
func TestEqualityIsSymmetric(t *testing.T) {
	accepted, refused := 0, 0
	kinds := make([]string, 0, len(comparands))
	for k := range comparands {
		kinds = append(kinds, k)
	}
	slices.Sort(kinds)
	modeltest.Law(t, 2000, func(t *rapid.T) {
		from := comparands[rapid.SampledFrom(kinds).Draw(t, "kind")]
		list := rapid.SliceOfN(rapid.SampledFrom(from), 2, 3).Draw(t, "operands")
		other := rapid.Permutation(list).Draw(t, "order")
		one, two := compare(list), compare(other)
		if (one.err == nil) != (two.err == nil) {
			t.Fatalf("(= %s) gives %v\nand (= %s) gives %v", strings.Join(list, " "), one.err, strings.Join(other, " "), two.err)
		}
		if one.err != nil {
			refused++
			return
		}
		accepted++
		for i, x := range list {
			if k := slices.Index(other, x); one.types[i] != two.types[k] {
				t.Fatalf("%s is %s in (= %s) and %s in (= %s)", x, one.types[i], strings.Join(list, " "), two.types[k], strings.Join(other, " "))
			}
		}
		state := modeltest.States(one.project).Draw(t, "state")
		args := types.Object{}
		if rapid.Bool().Draw(t, "called") {
			args = modeltest.Calls(one.project).Filter(func(c []tool.Call) bool { return len(c) > 0 }).Draw(t, "calls")[0].Args
		}
		if a, b := one.holds(t, state, args), two.holds(t, state, args); a != b {
			t.Fatalf("in %v, with %s, (= %s) is %v and (= %s) is %v", state, args, strings.Join(list, " "), a, strings.Join(other, " "), b)
		}
	})
	t.Logf("%d are accepted, %d refused", accepted, refused)
	if (accepted < 100 || refused < 100) && !testing.Short() {
		t.Error("the law says too little")
	}
}

// A comparison is what becomes of an equality.
type comparison struct {
	project *modeltest.Project
	types   []string
	err     error
}

func compare(operands []string) comparison {
	p, err := modeltest.Load(comparedTools, fmt.Sprintf(compared, "(= "+strings.Join(operands, " ")+")"), `(use "model.wm") (case c (checks (k (call go))))`)
	c := comparison{project: p, err: err}
	if err != nil {
		return c
	}
	transition := p.Model.Transitions[0]
	for _, a := range transition.Decl.Pre.Exprs[0].(*ast.Op).Args {
		c.types = append(c.types, canonical(p.Model.TypeOf(transition.Unit, a)))
	}
	return c
}

// canonical renders a type so that the same types look the same.
func canonical(t types.Type) string {
	switch t := t.(type) {
	case *types.Record:
		var fields []string
		for _, f := range t.Fields {
			fields = append(fields, f.Name+" "+canonical(f.Type))
		}
		slices.Sort(fields)
		return fmt.Sprint("record ", fields)
	case *types.Array:
		return "array of " + canonical(t.Elem)
	}
	return t.String()
}

func (c comparison) holds(t *rapid.T, s map[string]types.Value, args types.Object) bool {
	m := interp.New(c.project.Model)
	state, err := m.Canonical(s)
	if err != nil {
		t.Fatal(err)
	}
	return len(m.Pre(state, tool.Call{Tool: "go", Args: args})) == 0
}
